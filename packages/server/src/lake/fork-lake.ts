import { type RawBuilder, sql } from 'kysely';
import { idPrefixes } from '../kernel/ids.ts';
import type { MetadataKind, MetadataTransaction } from '../metadata/open-metadata.ts';
import { advanceSnapshot, endTables } from './declarations.ts';
import { copyIndexes } from './fork-indexes.ts';
import { schemasAt, tablesAt } from './tables-at.ts';

export interface LakeFork {
  readonly kind: MetadataKind;
  readonly sourceId: string;
  /** A readable snapshot of the source; call `lockLake` first. */
  readonly sourceSnapshot: number;
  readonly id: string;
  readonly now: number;
}

/**
 * Creates a lake with the content of the source at a snapshot: one row per schema and table,
 * whatever the size. Versions, manifests and files are shared. The history of the fork begins at
 * this commit. Column ids continue after the source's ids, because both lakes write into tables
 * with shared files.
 */
export async function forkLake(trx: MetadataTransaction, fork: LakeFork): Promise<void> {
  const { sourceId, id, now } = fork;
  await trx
    .insertInto('lakes')
    .columns(['id', 'workspace_id', 'head_snapshot', 'next_column_id', 'created_at', 'root_id'])
    .expression((eb) =>
      eb
        .selectFrom('lakes')
        .select((one) => [
          textOf(id).as('id'),
          'workspace_id',
          integerOf(1).as('head_snapshot'),
          'next_column_id',
          integerOf(now).as('created_at'),
          one.fn.coalesce('root_id', 'id').as('root_id'),
        ])
        .where('id', '=', sourceId),
    )
    .execute();
  await trx
    .insertInto('lake_snapshots')
    .values({ lake_id: id, snapshot: 1, operation: 'fork', committed_at: now })
    .execute();
  await copySchemas(trx, fork, 1);
  await copyTables(trx, fork, 1);
  await copyIndexes(trx, fork);
}

/**
 * Gives a fork the present content of its source as one commit; earlier snapshots of the fork stay
 * readable. Every table gets a new id, so a concurrent load does not find its table, instead of
 * adding rows to the new state.
 */
export async function resetLake(trx: MetadataTransaction, fork: LakeFork): Promise<void> {
  const { sourceId, id, now } = fork;
  const snapshot = await advanceSnapshot(trx, id, 'reset', now);
  await endTables(trx, id, snapshot, null);
  await endSchemas(trx, id, snapshot);
  await trx.deleteFrom('load_receipts').where('lake_id', '=', id).execute();
  const sourceNext = sql<number>`(select next_column_id from lakes where id = ${sourceId})`;
  await trx
    .updateTable('lakes')
    .set({ next_column_id: sourceNext })
    .where('id', '=', id)
    .where('next_column_id', '<', sourceNext)
    .execute();
  await copySchemas(trx, fork, snapshot);
  await copyTables(trx, fork, snapshot);
  await copyIndexes(trx, fork);
}

/**
 * The present snapshot of a lake, with a lock against commits, sweeps and deletion until the
 * transaction ends (SQLite has one writer). Null if the lake is gone.
 */
export async function lockLake(
  trx: MetadataTransaction,
  kind: MetadataKind,
  id: string,
): Promise<number | null> {
  const row = await trx
    .selectFrom('lakes')
    .select('head_snapshot')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(kind === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row?.head_snapshot ?? null;
}

async function endSchemas(
  trx: MetadataTransaction,
  lakeId: string,
  snapshot: number,
): Promise<void> {
  await trx
    .insertInto('lake_past_schemas')
    .columns(['lake_id', 'name', 'from_snapshot', 'until_snapshot'])
    .expression((eb) =>
      eb
        .selectFrom('lake_schemas')
        .select(['lake_id', 'name', 'from_snapshot', integerOf(snapshot).as('until_snapshot')])
        .where('lake_id', '=', lakeId),
    )
    .execute();
  await trx.deleteFrom('lake_schemas').where('lake_id', '=', lakeId).execute();
}

async function copySchemas(
  trx: MetadataTransaction,
  fork: LakeFork,
  snapshot: number,
): Promise<void> {
  await trx
    .insertInto('lake_schemas')
    .columns(['lake_id', 'name', 'created_at', 'from_snapshot'])
    .expression(
      schemasAt(trx, fork.sourceId, fork.sourceSnapshot)
        .select([textOf(fork.id).as('lake_id'), 's.name'])
        .select([integerOf(fork.now).as('created_at'), integerOf(snapshot).as('from_snapshot')]),
    )
    .execute();
}

/** Declared tables without data too. */
async function copyTables(
  trx: MetadataTransaction,
  fork: LakeFork,
  snapshot: number,
): Promise<void> {
  const layout = ['key_columns', 'constant_per_key', 'partition_by', 'sorted_by'] as const;
  const rest = ['version_id', 'loaded_at', 'created_at', 'from_snapshot'] as const;
  await trx
    .insertInto('lake_tables')
    .columns(['id', 'lake_id', 'schema_name', 'name', ...layout, ...rest])
    .expression(
      tablesAt(trx, fork.sourceId, fork.sourceSnapshot)
        .select([newTableId(fork.kind).as('id'), textOf(fork.id).as('lake_id')])
        .select([
          't.schema_name',
          't.name',
          't.key_columns',
          't.constant_per_key',
          't.partition_by',
          't.sorted_by',
        ])
        .select(['s.version_id', 'v.created_at as loaded_at'])
        .select([integerOf(fork.now).as('created_at'), integerOf(snapshot).as('from_snapshot')]),
    )
    .execute();
  await trx
    .insertInto('lake_table_states')
    .columns(['lake_id', 'schema_name', 'table_name', 'table_id', 'version_id', 'from_snapshot'])
    .expression((eb) =>
      eb
        .selectFrom('lake_tables')
        .select([
          'lake_id',
          'schema_name',
          'name',
          'id',
          sql<string>`version_id`.as('version_id'),
          'from_snapshot',
        ])
        .where('lake_id', '=', fork.id)
        .where('version_id', 'is not', null),
    )
    .execute();
}

/**
 * An id in the form of `newId('table')`, generated by the database: at least 98 random bits, in
 * hexadecimal digits.
 */
function newTableId(kind: MetadataKind): RawBuilder<string> {
  const digits =
    kind === 'sqlite'
      ? sql`lower(hex(randomblob(13)))`
      : sql`substr(replace(gen_random_uuid()::text, '-', ''), 1, 26)`;
  return sql<string>`${sql.lit(idPrefixes.table)} || ${digits}`;
}

/** A value with the type of its column, which PostgreSQL cannot infer from a select list. */
const textOf = (value: string) => sql<string>`cast(${value} as text)`;
const integerOf = (value: number) => sql<number>`cast(${value} as bigint)`;
