import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBResultReader } from '@duckdb/node-api';
import {
  mapDuckdbError,
  type NumericLimit,
  numericLimit,
} from '../../../src/engine/map-duckdb-error.ts';
import { connectSandbox, openSandbox } from '../../../src/engine/sandbox.ts';
import { exactFinding, exactStorage } from '../../../src/engine/types/exact-numeric.ts';
import { hotsqlFixtures } from '../../../src/engine/worker/hotsql-fixtures.ts';
import { QuernError } from '../../../src/kernel/errors.ts';
import { quoteIdentifier } from '../../../src/kernel/quoting.ts';
import { Refusal } from '../../../src/plan/hotsql/read/refusal.ts';
import { inHotsqlWords } from '../../../src/plan/hotsql/resolve/engine-words.ts';
import { shownIndexesStatement } from '../../../src/plan/shown-indexes.ts';
import type { Plan, VisibleCatalogs, VisibleTable } from '../../../src/plan/types.ts';
import { createTestPlanner, type TestPlanner } from '../planner.ts';
import type { Answer } from './answer.ts';
import { postgresTypeOf, textOfValue } from './duckdb-text.ts';
import { stateOf } from './error-state.ts';

/** Deadline of a statement of a few rows; stops an endless recursion, as the service does. */
const deadlineMs = 10_000;

/**
 * HotSQL as the product runs it: planned by the planner's stages, run in a worker's locked sandbox.
 */
export class HotsqlEngine {
  readonly #planner: TestPlanner;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #scope: VisibleCatalogs;
  readonly #folder: string;

  private constructor(
    planner: TestPlanner,
    sandbox: {
      readonly instance: DuckDBInstance;
      readonly connection: DuckDBConnection;
      readonly folder: string;
    },
    scope: VisibleCatalogs,
  ) {
    this.#planner = planner;
    this.#instance = sandbox.instance;
    this.#connection = sandbox.connection;
    this.#folder = sandbox.folder;
    this.#scope = scope;
  }

  /** `tablesSql` may read files below `filesFolder`. */
  static async start(tablesSql: string, filesFolder?: string): Promise<HotsqlEngine> {
    const folder = mkdtempSync(join(tmpdir(), 'quern-hotsql-'));
    const limits = { maxTempBytes: 2 ** 30, memoryBytes: 2 ** 30, threads: 1 };
    const options = {
      allowedDirectories: [folder, ...(filesFolder ? [filesFolder] : [])],
      tempDir: folder,
      ...limits,
    };
    const instance = await openSandbox(options, hotsqlFixtures);
    const connection = await connectSandbox(instance);
    await connection.run(`ATTACH ':memory:' AS "default"; USE "default"`);
    await connection.run(tablesSql);
    await connection.run(shownIndexesStatement([]));
    const planner = await createTestPlanner();
    return new HotsqlEngine(planner, { instance, connection, folder }, await scopeOf(connection));
  }

  /** DuckDB's text of a statement. Throws QuernError. */
  async plan(sql: string): Promise<string> {
    return (await this.#planFor(sql)).sql;
  }

  #planFor(sql: string, limit?: NumericLimit): Promise<Plan> {
    return this.#planner.plan(sql, 'hotsql', this.#scope, {}, limit);
  }

  /** Rows as the service runs a statement: again with wider or exact numbers if needed. */
  async #run(sql: string, first: Plan): Promise<DuckDBResultReader> {
    let plan = first;
    let reached: NumericLimit | undefined;
    for (;;) {
      try {
        return await (plan.exactColumns
          ? this.#runExact(plan, plan.exactColumns)
          : this.#connection.runAndReadAll(plan.sql));
      } catch (error) {
        const limit = numericLimit(mapDuckdbError(error));
        if (limit === undefined || reached === 'exact' || limit === reached) throw error;
        reached = limit;
        const wider = await this.#planFor(sql, limit);
        if (wider.sql === plan.sql) throw error;
        plan = wider;
      }
    }
  }

  /** Columns of exact numerics, as stored in a result. */
  async #runExact({ sql }: Plan, exactColumns: readonly number[]): Promise<DuckDBResultReader> {
    const described = await this.#connection.prepare(sql);
    const names = Array.from({ length: described.columnCount }, (_, index) =>
      described.columnName(index),
    );
    // Decimals of arrays are compared as text: a list of DECIMALs has one scale.
    const scalars = exactColumns.filter(
      (column) => !String(described.columnType(column)).endsWith('[]'),
    );
    described.destroySync();
    if (scalars.length === 0) return await this.#connection.runAndReadAll(sql);
    const places = names.map((_, index) => `c${index}`).join(', ');
    await this.#connection.run(
      `CREATE TEMP TABLE exact_rows AS SELECT * FROM (${sql}\n) AS q(${places})`,
    );
    try {
      const found = await this.#connection.runAndReadAll(
        `SELECT ${scalars.map((column) => exactFinding(`c${column}`)).join(', ')} FROM exact_rows`,
      );
      const findings = new Map(
        scalars.map((column, index) => [column, String(found.getRows()[0]?.[index])]),
      );
      const outputs = names.map((name, index) => {
        const finding = findings.get(index);
        return `${finding === undefined ? `c${index}` : exactStorage(`c${index}`, finding).sql} AS ${quoteIdentifier(name)}`;
      });
      return await this.#connection.runAndReadAll(`SELECT ${outputs.join(', ')} FROM exact_rows`);
    } finally {
      await this.#connection.run('DROP TABLE exact_rows');
    }
  }

  async ask(sql: string): Promise<Answer> {
    let planned: Plan;
    try {
      planned = await this.#planFor(sql);
    } catch (thrown) {
      if (!(thrown instanceof QuernError)) throw thrown;
      const { message, cause } = thrown;
      const sqlstate = cause instanceof Refusal ? cause.sqlState : stateOf(message);
      return { message, sqlstate, refused: sqlstate === undefined };
    }
    const deadline = setTimeout(() => this.#connection.interrupt(), deadlineMs);
    try {
      const reader = await this.#run(sql, planned);
      const types = reader.columnTypes();
      const rows = reader
        .getRows()
        .map((row) => row.map((value, index) => textOfValue(value, types[index])));
      return { names: reader.columnNames(), types: types.map(postgresTypeOf), rows };
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      return { message, sqlstate: stateOf(message) };
    } finally {
      clearTimeout(deadline);
    }
  }

  /**
   * Error of a failed statement; undefined for a statement with rows, of which the first few are
   * fetched. A statement longer than `deadlineMs` is cancelled.
   */
  async sentenceOf(sql: string): Promise<string | undefined> {
    const deadline = setTimeout(() => this.#connection.interrupt(), deadlineMs);
    try {
      const { sql: printed } = await this.#planFor(sql);
      await (await this.#connection.stream(printed)).fetchChunk();
      return undefined;
    } catch (thrown) {
      const error = mapDuckdbError(thrown);
      return numericLimit(error) ? undefined : inHotsqlWords(error.message);
    } finally {
      clearTimeout(deadline);
    }
  }

  stop(): void {
    this.#planner.connection.closeSync();
    this.#connection.closeSync();
    this.#instance.closeSync();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Tables of the attached catalog, with columns as DuckDB spells them. */
async function scopeOf(connection: DuckDBConnection): Promise<VisibleCatalogs> {
  const reader = await connection.runAndReadAll(
    `SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE database_name = 'default' ORDER BY table_name, column_index`,
  );
  const keys = await connection.runAndReadAll(
    `SELECT table_name, constraint_column_names FROM duckdb_constraints() WHERE database_name = 'default' AND constraint_type = 'PRIMARY KEY'`,
  );
  const keyOf = new Map(
    keys.getRowsJson().map(([table, columns]) => [String(table), columns as readonly string[]]),
  );
  const tables = new Map<string, VisibleTable & { columns: { name: string; type: string }[] }>();
  for (const [table, name, type] of reader.getRowsJson().map((row) => row.map(String))) {
    if (table === undefined || name === undefined || type === undefined)
      throw new Error('a column without a name');
    const key = keyOf.get(table);
    const known = tables.get(table) ?? {
      name: table,
      id: table,
      loaded: true,
      columns: [],
      ...(key && { key }),
    };
    known.columns.push({ name, type });
    tables.set(table, known);
  }
  const schemas = [{ name: 'main', tables: [...tables.values()] }];
  return {
    defaultCatalogIndex: 0,
    catalogs: [{ names: ['default'], defaultSchema: 'main', schemas }],
  };
}
