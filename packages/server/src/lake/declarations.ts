import { type Insertable, sql, type Transaction } from 'kysely';
import { conflict, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { PrintedStatement } from '../metadata/printed-statement.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import type { LakeTable, RefreshPolicy, TableLayout } from './model.ts';

type Trx = Transaction<MetadataSchema>;

export interface SchemaDeclaration {
  readonly name: string;
  readonly tables: readonly TableDeclaration[];
}

export interface TableDeclaration {
  readonly name: string;
  readonly layout: TableLayout;
}

export interface NewLake {
  /** The id of the connection of the lake. */
  readonly id: string;
  readonly workspaceId: string;
  readonly schemas: readonly SchemaDeclaration[];
}

/** Rows per statement, within SQLite's limit of 32,766 parameters. */
const rowsPerInsert = 500;

/**
 * Creates the lakes of new managed connections, with schemas and declared tables, as snapshot 1 of
 * each. Names must be normalised and distinct.
 */
export async function createLakes(trx: Trx, lakes: readonly NewLake[], now: number): Promise<void> {
  const heads = lakes.map(({ id, workspaceId }) => ({
    id,
    workspace_id: workspaceId,
    head_snapshot: 1,
    next_column_id: 1,
    created_at: now,
    deleted_at: null,
  }));
  const snapshots = lakes.map(({ id }) => ({
    lake_id: id,
    snapshot: 1,
    operation: 'create',
    committed_at: now,
  }));
  const schemas = lakes.flatMap(({ id, schemas }) =>
    schemas.map(({ name }) => ({ lake_id: id, name, created_at: now })),
  );
  const tables = lakes.flatMap(({ id, schemas }) =>
    schemas.flatMap((schema) =>
      schema.tables.map((table) => newTableRow(id, schema.name, table, now)),
    ),
  );
  for (const rows of slices(heads)) await trx.insertInto('lakes').values(rows).execute();
  for (const rows of slices(snapshots))
    await trx.insertInto('lake_snapshots').values(rows).execute();
  for (const rows of slices(schemas)) await trx.insertInto('lake_schemas').values(rows).execute();
  for (const rows of slices(tables)) await trx.insertInto('lake_tables').values(rows).execute();
}

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    yield rows.slice(start, start + rowsPerInsert);
}

/** Adds a schema with its tables as one commit. 409 if the schema exists. */
export async function declareSchema(
  trx: Trx,
  lakeId: string,
  schema: SchemaDeclaration,
  now: number,
): Promise<void> {
  const snapshot = await advanceSnapshot(trx, lakeId, `declare schema ${schema.name}`, now);
  const inserted = await trx
    .insertInto('lake_schemas')
    .values({ lake_id: lakeId, name: schema.name, created_at: now, from_snapshot: snapshot })
    .onConflict((on) => on.columns(['lake_id', 'name']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n)
    throw conflict(`Schema '${schema.name}' already exists`);
  for (const table of schema.tables) {
    await trx
      .insertInto('lake_tables')
      .values({ ...newTableRow(lakeId, schema.name, table, now), from_snapshot: snapshot })
      .execute();
  }
}

/**
 * Adds a declared, unloaded table as one commit. 404 if the schema is unknown, 409 if the table
 * exists.
 */
export async function declareTable(
  trx: Trx,
  lakeId: string,
  schema: string,
  table: TableDeclaration,
  now: number,
): Promise<string> {
  const snapshot = await advanceSnapshot(trx, lakeId, `declare table ${schema}.${table.name}`, now);
  if (!(await schemaExists(trx, lakeId, schema))) throw notFound(`Schema '${schema}' not found`);
  return insertTable(trx, lakeId, { schema, table, snapshot, now });
}

/** Inserts the row of a table that `snapshot` declares. 409 if the table exists. */
export async function insertTable(
  trx: Trx,
  lakeId: string,
  made: { schema: string; table: TableDeclaration; snapshot: number; now: number },
): Promise<string> {
  const { schema, table, snapshot, now } = made;
  const row = { ...newTableRow(lakeId, schema, table, now), from_snapshot: snapshot };
  const inserted = await trx
    .insertInto('lake_tables')
    .values(row)
    .onConflict((on) => on.columns(['lake_id', 'schema_name', 'name']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n)
    throw conflict(`Table '${schema}.${table.name}' already exists`);
  return row.id;
}

/**
 * Changes, as one commit, the columns that a table's key determines. Earlier snapshots keep the old
 * declaration. 404 if the table was dropped meanwhile.
 */
export async function declareConstants(
  trx: Trx,
  lakeId: string,
  table: { readonly id: string; readonly name: string; readonly columns: readonly string[] },
  now: number,
): Promise<void> {
  const snapshot = await advanceSnapshot(trx, lakeId, `constant per key of ${table.name}`, now);
  await keepPastTables(trx, lakeId, snapshot, [table.id]);
  const updated = await trx
    .updateTable('lake_tables')
    .set({ constant_per_key: JSON.stringify(table.columns), from_snapshot: snapshot })
    .where('id', '=', table.id)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) throw notFound(`Table '${table.name}' was deleted meanwhile`);
}

/**
 * Changes the refresh policy of a source's table as one commit. Null `policy`: fetches happen only
 * on request.
 */
export async function declareRefresh(
  trx: Trx,
  lakeId: string,
  table: Pick<LakeTable, 'id' | 'schema' | 'name'>,
  { policy, nextAt, keepsCursor }: NewRefresh,
  now: number,
): Promise<void> {
  const snapshot = await advanceSnapshot(
    trx,
    lakeId,
    `refresh of ${table.schema}.${table.name}`,
    now,
  );
  await keepPastTables(trx, lakeId, snapshot, [table.id]);
  const updated = await trx
    .updateTable('lake_tables')
    .set({ from_snapshot: snapshot })
    .where('id', '=', table.id)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n)
    throw notFound(`Table '${table.schema}.${table.name}' was deleted meanwhile`);
  const place = { lake_id: lakeId, schema_name: table.schema, table_name: table.name };
  if (policy === null) {
    await trx
      .deleteFrom('lake_refreshes')
      .where('lake_id', '=', lakeId)
      .where('schema_name', '=', table.schema)
      .where('table_name', '=', table.name)
      .execute();
    return;
  }
  const changed = { policy: JSON.stringify(policy), next_at: nextAt, updated_at: now };
  await trx
    .insertInto('lake_refreshes')
    .values({ ...place, ...changed, cursor: null, read_at: null })
    .onConflict((on) =>
      on
        .columns(['lake_id', 'schema_name', 'table_name'])
        .doUpdateSet({ ...changed, ...(!keepsCursor && { cursor: null }) }),
    )
    .execute();
}

export interface NewRefresh {
  readonly policy: RefreshPolicy | null;
  /** The first due time of the schedule, in milliseconds since the epoch. */
  readonly nextAt: number | null;
  /** True if the new policy has the cursor and key of the old policy. */
  readonly keepsCursor: boolean;
}

/**
 * Drops a table as one commit. The name is free at once; the files stay until no retained snapshot
 * reaches them.
 */
export async function dropTable(
  trx: Trx,
  lakeId: string,
  schema: string,
  name: string,
  now: number,
): Promise<void> {
  const snapshot = await advanceSnapshot(trx, lakeId, `drop table ${schema}.${name}`, now);
  const table = await trx
    .selectFrom('lake_tables')
    .select('id')
    .where('lake_id', '=', lakeId)
    .where('schema_name', '=', schema)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!table) throw notFound(`Table '${schema}.${name}' not found`);
  await endTables(trx, lakeId, snapshot, [table.id]);
  await trx
    .deleteFrom('load_receipts')
    .where('lake_id', '=', lakeId)
    .where('schema_name', '=', schema)
    .where('table_name', '=', name)
    .execute();
}

/**
 * Ends tables of a lake (null: all) at `snapshot`. Readers of earlier snapshots still find the old
 * rows.
 */
export async function endTables(
  trx: Trx,
  lakeId: string,
  snapshot: number,
  tableIds: readonly string[] | null,
): Promise<void> {
  await keepPastTables(trx, lakeId, snapshot, tableIds);
  await trx
    .deleteFrom('lake_tables')
    .where('lake_id', '=', lakeId)
    .$if(tableIds !== null, (query) => query.where('id', 'in', tableIds ?? []))
    .execute();
  await trx
    .deleteFrom('lake_indexes')
    .where('lake_id', '=', lakeId)
    .$if(tableIds !== null, (query) => query.where('table_id', 'in', tableIds ?? []))
    .execute();
  await endStates(trx, lakeId, snapshot, tableIds);
}

/** Copies the declarations of tables (null: all) for readers of snapshots before `snapshot`. */
export async function keepPastTables(
  trx: Trx,
  lakeId: string,
  snapshot: number,
  tableIds: readonly string[] | null,
): Promise<void> {
  const columns = [
    'id',
    'lake_id',
    'schema_name',
    'name',
    'key_columns',
    'constant_per_key',
  ] as const;
  const layout = ['partition_by', 'sorted_by', 'from_snapshot'] as const;
  await trx
    .insertInto('lake_past_tables')
    .columns([...columns, ...layout, 'until_snapshot'])
    .expression((eb) =>
      eb
        .selectFrom('lake_tables')
        .select([...columns, ...layout])
        .select(sql<number>`cast(${snapshot} as bigint)`.as('until_snapshot'))
        .where('lake_id', '=', lakeId)
        .$if(tableIds !== null, (query) => query.where('id', 'in', tableIds ?? [])),
    )
    .execute();
}

/** The present versions of tables of a lake (null: of all) hold until `snapshot`. */
export async function endStates(
  trx: Trx,
  lakeId: string,
  snapshot: number,
  tableIds: readonly string[] | null,
): Promise<void> {
  const [only, ...others] = tableIds ?? [];
  if (only !== undefined && others.length === 0) {
    await endingOfOne.run(trx, { lakeId, snapshot, tableId: only });
    return;
  }
  await trx
    .updateTable('lake_table_states')
    .set({ until_snapshot: snapshot })
    .where('lake_id', '=', lakeId)
    .where('until_snapshot', 'is', null)
    .$if(tableIds !== null, (query) => query.where('table_id', 'in', tableIds ?? []))
    .execute();
}

const endingOfOne = new PrintedStatement<{
  readonly lakeId: string;
  readonly snapshot: number;
  readonly tableId: string;
}>(['lakeId', 'snapshot', 'tableId'], (db, { lakeId, snapshot, tableId }) =>
  db
    .updateTable('lake_table_states')
    .set({ until_snapshot: snapshot })
    .where('lake_id', '=', lakeId)
    .where('until_snapshot', 'is', null)
    .where('table_id', '=', tableId),
);

/** Ends a schema at `snapshot`. Readers of earlier snapshots still find the schema. */
export async function endSchema(
  trx: Trx,
  lakeId: string,
  name: string,
  snapshot: number,
): Promise<void> {
  const ended = await trx
    .deleteFrom('lake_schemas')
    .where('lake_id', '=', lakeId)
    .where('name', '=', name)
    .returning('from_snapshot')
    .executeTakeFirst();
  if (!ended) return;
  const past = {
    lake_id: lakeId,
    name,
    from_snapshot: ended.from_snapshot,
    until_snapshot: snapshot,
  };
  await trx.insertInto('lake_past_schemas').values(past).execute();
}

/**
 * Removes the data of source tables as one commit; the next query fetches the tables again. Returns
 * the number of tables that had data.
 */
export async function emptyTables(
  trx: Trx,
  lakeId: string,
  tableId: string | null,
  now: number,
): Promise<number> {
  const loaded = await trx
    .selectFrom('lake_tables')
    .select('id')
    .where('lake_id', '=', lakeId)
    .where('version_id', 'is not', null)
    .$if(tableId !== null, (query) => query.where('id', '=', tableId ?? ''))
    .execute();
  if (loaded.length === 0) return 0;
  const snapshot = await advanceSnapshot(trx, lakeId, 'purge', now);
  await trx
    .updateTable('lake_tables')
    .set({ version_id: null, loaded_at: null, sync: null })
    .where('lake_id', '=', lakeId)
    .where('version_id', 'is not', null)
    .$if(tableId !== null, (query) => query.where('id', '=', tableId ?? ''))
    .execute();
  await endStates(trx, lakeId, snapshot, tableId === null ? null : [tableId]);
  return loaded.length;
}

/** Adds the schema at `snapshot` if the lake has none of the name. */
export async function ensureSchema(
  trx: Trx,
  lakeId: string,
  name: string,
  { snapshot, now }: { readonly snapshot: number; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('lake_schemas')
    .values({ lake_id: lakeId, name, created_at: now, from_snapshot: snapshot })
    .onConflict((on) => on.columns(['lake_id', 'name']).doNothing())
    .execute();
}

export async function schemaExists(trx: Trx, lakeId: string, schema: string): Promise<boolean> {
  const row = await trx
    .selectFrom('lake_schemas')
    .select('name')
    .where('lake_id', '=', lakeId)
    .where('name', '=', schema)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Advances the head of the lake by one and records the reason. The row lock (SQLite: the write
 * lock) serializes the commits of a lake until the transaction ends. 404 if the lake is gone.
 */
export async function advanceSnapshot(
  trx: Trx,
  lakeId: string,
  operation: string,
  now: number,
): Promise<number> {
  const advanced = snapshotsOf.get(trx) ?? new Map<string, number>();
  const known = advanced.get(lakeId);
  if (known !== undefined) return known;
  const snapshot = await advance(trx, lakeId, operation, now);
  snapshotsOf.set(trx, advanced.set(lakeId, snapshot));
  return snapshot;
}

/** All changes of a lake in one transaction are one snapshot, for any number of tables. */
const snapshotsOf = new WeakMap<Trx, Map<string, number>>();

async function advance(trx: Trx, lakeId: string, operation: string, now: number): Promise<number> {
  const [head] = await advancing.find(trx, { lakeId });
  if (!head) throw notFound('The database or connection was deleted meanwhile');
  // Never earlier than the previous snapshot, even if the clocks of two nodes differ: a later time
  // must mean a later state.
  const [ended] = await superseding.find(trx, { lakeId, before: head.head_snapshot - 1, now });
  await following.run(trx, {
    lake_id: lakeId,
    snapshot: head.head_snapshot,
    operation,
    committed_at: ended?.superseded_at ?? now,
  });
  return head.head_snapshot;
}

const advancing = new PrintedStatement<{ readonly lakeId: string }, { head_snapshot: number }>(
  ['lakeId'],
  (db, { lakeId }) =>
    db
      .updateTable('lakes')
      .set((eb) => ({ head_snapshot: eb('head_snapshot', '+', 1) }))
      .where('id', '=', lakeId)
      .where('deleted_at', 'is', null)
      .returning('head_snapshot'),
);

interface Superseding {
  readonly lakeId: string;
  readonly before: number;
  readonly now: number;
}

const superseding = new PrintedStatement<Superseding, { superseded_at: number | null }>(
  ['lakeId', 'before', 'now'],
  (db, { lakeId, before, now }) =>
    db
      .updateTable('lake_snapshots')
      .set({
        superseded_at: sql<number>`case when committed_at > ${now} then committed_at else ${now} end`,
      })
      .where('lake_id', '=', lakeId)
      .where('snapshot', '=', before)
      .returning('superseded_at'),
);

const following = new PrintedStatement<Insertable<MetadataSchema['lake_snapshots']>>(
  ['lake_id', 'snapshot', 'operation', 'committed_at'],
  (db, row) => db.insertInto('lake_snapshots').values(row),
);

/** The row of a table without data. */
export function newTableRow(lakeId: string, schema: string, table: TableDeclaration, now: number) {
  return {
    id: newId('table'),
    lake_id: lakeId,
    schema_name: schema,
    name: table.name,
    key_columns: JSON.stringify(table.layout.key),
    constant_per_key: JSON.stringify(table.layout.constantPerKey),
    partition_by: JSON.stringify(table.layout.partitionBy),
    sorted_by: JSON.stringify(table.layout.sortedBy),
    version_id: null,
    created_at: now,
    loaded_at: null,
  };
}
