import { setImmediate as turn } from 'node:timers/promises';
import { resourceLocked } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import {
  countFoundTables,
  declareFoundTables,
  describeFoundTables,
  forgetFoundBy,
  forgetFoundTables,
  knownSources,
  knownTables,
  loadedFoundTables,
  renameFoundTable,
  stageFoundTables,
} from '../metadata/found-table-store.ts';
import type { Metadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import { advanceSnapshot, endSchema, endTables, keepPastTables } from './declarations.ts';
import type { SourceTable, TableName } from './model.ts';
import { nameFound } from './name-found.ts';
import { nameAtSource, printSourceTable, readSourceTable } from './source-tables.ts';

/** A table under the source's names. */
export interface FoundTable extends SourceTable {
  readonly schema: string;
  readonly name: string;
  /** The table exists, and nothing else is known. The previous description stays. */
  readonly isUndescribed?: true;
}

export interface AppliedDiscovery {
  /** Number of tables found. */
  readonly discovered: number;
  readonly added: number;
  /** Number of tables with changed columns, keys or comments. */
  readonly modified: number;
  readonly removed: number;
}

interface Known {
  readonly id: string;
  readonly inLake: TableName;
}

/** Rows per statement, within SQLite's limit of 32,766 parameters. */
const rowsPerStatement = 500;

/**
 * Brings the tables of a source into its lake. `add` compares found tables with known tables and
 * stages them part by part, in short statements. `commit` applies all staged tables as one commit.
 * The process holds only the names of tables: whole descriptions of 50,000 tables of 20 columns
 * took 270 MiB, and one transaction for comparing and writing blocked every other request for 5 s.
 *
 * A lake has one discovery at a time. A discovery that has lost its lock, and does not yet know,
 * may delete the staged rows of its successor. The successor then commits nothing, never a part.
 */
export class Discovery {
  readonly #metadata: Metadata;
  readonly #lakeId: string;
  readonly #runId = newId('discovery');
  readonly #now: number;
  /** Keyed by the names at the source. */
  readonly #known = new Map<string, Known>();
  readonly #found = new Set<string>();
  /** New tables, in the order of their staged positions. */
  readonly #fresh: (TableName & { readonly position: number })[] = [];
  /** Schemas of the lake that the fresh tables need. */
  #schemas: ReadonlySet<string> = new Set();
  #staged = 0;
  #modified = 0;

  private constructor(metadata: Metadata, lakeId: string, now: number) {
    this.#metadata = metadata;
    this.#lakeId = lakeId;
    this.#now = now;
  }

  /** Staged rows of an earlier discovery are deleted first. */
  static async begin(metadata: Metadata, lakeId: string, now: number): Promise<Discovery> {
    await forgetFoundTables(metadata, lakeId);
    const discovery = new Discovery(metadata, lakeId, now);
    for await (const rows of knownTables(metadata, lakeId))
      for (const row of rows) {
        const atSource = nameAtSource(row);
        const inLake = { schema: row.schema_name, table: row.name };
        discovery.#known.set(keyOf(atSource.schema, atSource.table), { id: row.id, inLake });
      }
    return discovery;
  }

  async add(tables: readonly FoundTable[]): Promise<void> {
    for (let start = 0; start < tables.length; start += rowsPerStatement) {
      await this.#addSome(tables.slice(start, start + rowsPerStatement));
      await turn();
    }
  }

  async #addSome(tables: readonly FoundTable[]): Promise<void> {
    const isFirst = ({ schema, name }: FoundTable) => {
      const key = keyOf(schema, name);
      const isNew = !this.#found.has(key);
      this.#found.add(key);
      return isNew;
    };
    const found = tables
      .filter(isFirst)
      .map((table) => ({ table, known: this.#known.get(keyOf(table.schema, table.name)) }));
    const sources = await knownSources(
      this.#metadata,
      found.flatMap(({ table, known }) => (known && !table.isUndescribed ? [known.id] : [])),
    );
    const rows = found.flatMap(({ table, known }) => {
      if (known === undefined) return [this.#stageNew(table)];
      // The table has no description, or was deleted meanwhile.
      if (!sources.has(known.id)) return [];
      const asKnown = withName(table, known.inLake);
      const source = printSourceTable(asKnown);
      const change = changeOf(sources.get(known.id) ?? null, source, asKnown);
      if (change === 'none') return [];
      if (change === 'modified') this.#modified += 1;
      return [this.#stage(known.id, known.inLake, source, 0)];
    });
    await stageFoundTables(this.#metadata, rows);
  }

  #stageNew(table: FoundTable) {
    const { schema, name } = table;
    this.#fresh.push({ schema, table: name, position: this.#staged });
    return this.#stage(newId('table'), { schema, table: name }, printSourceTable(table), 1);
  }

  #stage(id: string, { schema, table }: TableName, source: string, isNew: 0 | 1) {
    const position = this.#staged;
    this.#staged += 1;
    return {
      run_id: this.#runId,
      position,
      lake_id: this.#lakeId,
      table_id: id,
      schema_name: schema,
      name: table,
      source,
      is_new: isNew,
      created_at: this.#now,
    };
  }

  /**
   * Settles names that differ by case alone. Such names are known only after all tables are added.
   * `isWhole`: tables not found are gone at the source, and their names are free.
   */
  async settleNames(isWhole: boolean): Promise<void> {
    const stays = [...this.#known].filter(([key]) => !isWhole || this.#found.has(key));
    const known = stays.map(([key, { inLake }]) => ({ atSource: nameOf(key), inLake }));
    const names = nameFound(this.#fresh, known);
    for (const [index, { position, schema, table }] of this.#fresh.entries()) {
      const name = names[index];
      if (!name || (name.schema === schema && name.table === table)) continue;
      const place = { runId: this.#runId, position };
      await renameFoundTable(this.#metadata, place, name, (source) => {
        const described = readSourceTable(source);
        return described ? printSourceTable({ ...described, from: { schema, table } }) : source;
      });
      await turn();
    }
    this.#schemas = new Set(names.map(({ schema }) => schema));
  }

  /**
   * Applies the staged tables as one commit, or as none if nothing changed. Tables keep their rows.
   * 423 if another discovery of the lake deleted the staged tables.
   */
  async commit(trx: MetadataTransaction, isWhole: boolean): Promise<AppliedDiscovery> {
    const all = [...this.#known];
    const gone = isWhole ? all.filter(([key]) => !this.#found.has(key)) : [];
    const applied = {
      discovered: this.#found.size,
      added: this.#fresh.length,
      modified: this.#modified,
      removed: gone.length,
    };
    if (this.#staged + gone.length === 0) return applied;
    const [lakeId, now] = [this.#lakeId, this.#now];
    const run = { runId: this.#runId };
    if ((await countFoundTables(trx, run)) !== this.#staged)
      throw resourceLocked('The tables were discovered by another one meanwhile; try again');
    const snapshot = await advanceSnapshot(trx, lakeId, 'discover', now);
    // Removal comes first: a new table may take the name of a removed table.
    for (const ids of slices(gone.map(([, { id }]) => id)))
      await endTables(trx, lakeId, snapshot, ids);
    await this.#addSchemas(trx, snapshot);
    if (this.#fresh.length > 0) await declareFoundTables(trx, run, snapshot);
    if (this.#staged > this.#fresh.length) {
      for (const ids of slices(await loadedFoundTables(trx, run)))
        await keepPastTables(trx, lakeId, snapshot, ids);
      await describeFoundTables(trx, run, snapshot);
    }
    const present = new Set(this.#schemas);
    for (const [key, { inLake }] of all) if (this.#found.has(key)) present.add(inLake.schema);
    const schemas = new Set(gone.map(([, { inLake }]) => inLake.schema));
    for (const schema of schemas)
      if (!present.has(schema)) await endSchema(trx, lakeId, schema, snapshot);
    return applied;
  }

  async #addSchemas(trx: MetadataTransaction, snapshot: number): Promise<void> {
    const rows = [...this.#schemas].map((name) => ({
      lake_id: this.#lakeId,
      name,
      created_at: this.#now,
      from_snapshot: snapshot,
    }));
    for (const some of slices(rows))
      await trx
        .insertInto('lake_schemas')
        .values(some)
        .onConflict((on) => on.columns(['lake_id', 'name']).doNothing())
        .execute();
  }

  /** Deletes the staged tables of this discovery. */
  async end(): Promise<void> {
    if (this.#staged > 0) await forgetFoundBy(this.#metadata, { runId: this.#runId });
  }
}

const keyOf = (schema: string, table: string) => JSON.stringify([schema, table]);

function nameOf(key: string): TableName {
  const [schema, table] = JSON.parse(key) as [string, string];
  return { schema, table };
}

function* slices<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    yield rows.slice(start, start + rowsPerStatement);
}

function withName(table: FoundTable, { schema, table: name }: TableName): FoundTable {
  if (schema === table.schema && name === table.name) return table;
  return { ...table, schema, name, from: { schema: table.schema, table: table.name } };
}

type Change = 'none' | 'estimate' | 'modified';

function changeOf(before: string | null, source: string, after: SourceTable): Change {
  if (source === before) return 'none';
  const known = readSourceTable(before);
  if (known === null || !isSameButForRows(known, after)) return 'modified';
  return isFarOff(known.rowEstimate, after.rowEstimate) ? 'estimate' : 'none';
}

function isSameButForRows(before: SourceTable, after: SourceTable): boolean {
  return (
    printSourceTable({ ...before, rowEstimate: null }) ===
    printSourceTable({ ...after, rowEstimate: null })
  );
}

/** Row estimates grow with every write at the source; a commit per change would be too many. */
function isFarOff(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before !== after;
  return Math.max(before, after) > 2 * Math.min(before, after);
}
