import { notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import {
  advanceSnapshot,
  endStates,
  endTables,
  keepPastTables,
  schemaExists,
} from './declarations.ts';
import { tablesAt } from './tables-at.ts';

export interface TableRestore {
  readonly lakeId: string;
  readonly schema: string;
  readonly table: string;
  readonly now: number;
  /**
   * Checks, inside the transaction, that the snapshot is readable; `head` is the newest snapshot.
   */
  readonly findSnapshot: (head: number) => Promise<number>;
  /**
   * Refuses a restore that would be incomplete; the id is null if the table does not exist at
   * present.
   */
  readonly check: (presentId: string | null, columns: string) => Promise<void>;
}

export interface RestoredTable {
  readonly snapshot: number;
  readonly rowCount: number;
}

/**
 * Restores rows, columns and declaration of a table from a snapshot, as one commit that points at
 * the old version. A dropped table exists again. No file is copied, and the present state stays
 * readable at the previous snapshot.
 */
export async function restoreTable(
  trx: MetadataTransaction,
  { lakeId, schema, table, now, findSnapshot, check }: TableRestore,
): Promise<RestoredTable> {
  // The head is locked from this statement on: no commit, and no sweep of the version.
  const snapshot = await advanceSnapshot(trx, lakeId, `restore ${schema}.${table}`, now);
  const wanted = await findSnapshot(snapshot - 1);
  const past = await tablesAt(trx, lakeId, wanted)
    .select(['t.id', 't.key_columns', 't.constant_per_key', 't.partition_by', 't.sorted_by'])
    .select(['s.version_id', 'v.row_count', 'v.columns'])
    .where('t.schema_name', '=', schema)
    .where('t.name', '=', table)
    .executeTakeFirst();
  if (!past) throw notFound(`Table '${schema}.${table}' did not exist at snapshot ${wanted}`);
  const { id, version_id: version, row_count, columns, ...declared } = past;
  if (version === null || row_count === null || columns === null)
    throw notFound(`Table '${schema}.${table}' had no rows yet at snapshot ${wanted}`);
  const present = await trx
    .selectFrom('lake_tables')
    .select('id')
    .where('lake_id', '=', lakeId)
    .where('schema_name', '=', schema)
    .where('name', '=', table)
    .executeTakeFirst();
  await check(present?.id ?? null, columns);
  const { constant_per_key } = declared;
  const moved = { constant_per_key, version_id: version, loaded_at: now, from_snapshot: snapshot };
  let tableId = id;
  if (present?.id === id) {
    await keepPastTables(trx, lakeId, snapshot, [id]);
    await trx.updateTable('lake_tables').set(moved).where('id', '=', id).execute();
    await endStates(trx, lakeId, snapshot, [id]);
  } else {
    if (present) await endTables(trx, lakeId, snapshot, [present.id]);
    // The new table needs a new id: past states name the former id.
    tableId = newId('table');
    await declareSchemaAgain(trx, { lakeId, schema, snapshot, now });
    const row = { id: tableId, lake_id: lakeId, schema_name: schema, name: table, created_at: now };
    await trx
      .insertInto('lake_tables')
      .values({ ...row, ...declared, ...moved })
      .execute();
  }
  await trx
    .insertInto('lake_table_states')
    .values({
      lake_id: lakeId,
      schema_name: schema,
      table_name: table,
      table_id: tableId,
      version_id: version,
      from_snapshot: snapshot,
      until_snapshot: null,
    })
    .execute();
  return { snapshot, rowCount: row_count };
}

/** Restoring the first table of a dropped schema restores the schema. */
async function declareSchemaAgain(
  trx: MetadataTransaction,
  at: {
    readonly lakeId: string;
    readonly schema: string;
    readonly snapshot: number;
    readonly now: number;
  },
): Promise<void> {
  if (await schemaExists(trx, at.lakeId, at.schema)) return;
  await trx
    .insertInto('lake_schemas')
    .values({
      lake_id: at.lakeId,
      name: at.schema,
      created_at: at.now,
      from_snapshot: at.snapshot,
    })
    .execute();
}
