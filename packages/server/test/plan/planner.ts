import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { NumericLimit } from '../../src/engine/map-duckdb-error.ts';
import { quoteLiteral } from '../../src/kernel/quoting.ts';
import { analyze } from '../../src/plan/analyze.ts';
import { bind, bindNames, shapesOf } from '../../src/plan/bind.ts';
import { loadParser } from '../../src/plan/front-end.ts';
import { planText } from '../../src/plan/plan-text.ts';
import type {
  Analysis,
  BindOptions,
  Dialect,
  Plan,
  VisibleCatalogs,
  VisibleTable,
} from '../../src/plan/types.ts';

export interface TestPlanner {
  readonly connection: DuckDBConnection;
  analyze(sql: string, dialect?: Dialect): Promise<Analysis>;
  plan(
    sql: string,
    dialect: Dialect,
    scope: VisibleCatalogs,
    options?: BindOptions,
    limit?: NumericLimit,
  ): Promise<Plan>;
}

/** The stages wired to an in-process DuckDB, as the planner process wires them. */
export async function createTestPlanner(): Promise<TestPlanner> {
  await loadParser();
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const parse = async (sql: string) => {
    const reader = await connection.runAndReadAll(
      `SELECT json_serialize_sql(${quoteLiteral(sql)})`,
    );
    return String(reader.getColumns()[0]?.[0] ?? '');
  };
  return {
    connection,
    analyze: async (sql, dialect = 'duckdb') => analyze(await parse(sql), dialect),
    plan: async (sql, dialect, scope, options = {}, limit) => {
      const width = { isWide: limit !== undefined, isExact: limit === 'exact' };
      const first = await planText({ sql, dialect, ...width }, parse);
      const shapes = 'tables' in first ? shapesOf(bindNames(first, scope, options)) : undefined;
      const planned =
        shapes === undefined ? first : await planText({ sql, dialect, shapes, ...width }, parse);
      if ('tables' in planned) throw new Error('the planner asked for tables that it was told');
      return bind(planned, scope, options);
    },
  };
}

/** A loaded table whose id is its name. */
export function scopeTable(
  name: string,
  columns: Readonly<Record<string, string>> = {},
  loaded = true,
): VisibleTable {
  return {
    name,
    id: name,
    loaded,
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
  };
}
