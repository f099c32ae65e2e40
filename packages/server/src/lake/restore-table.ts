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
  /** Checks, inside the transaction, that the snapshot can be read, `head` being the newest one. */
  readonly findSnapshot: (head: number) => Promise<number>;
  /** Refuses what would not be whole afterwards; null where the table is not there at present. */
  readonly check: (presentId: string | null, columns: string) => Promise<void>;
}

export interface RestoredTable {
  readonly snapshot: number;
  readonly rowCount: number;
}

/**
 * Makes a table what it was at a snapshot, as one commit that names the version of then: rows,
 * columns and declaration. A table that was dropped is there again. Nothing is copied, and what the
 * table is until now stays readable at the snapshot before.
 */
export async function restoreTable(
  trx: MetadataTransaction,
  { lakeId, schema, table, now, findSnapshot, check }: TableRestore,
): Promise<RestoredTable> {
  // The head is held from here on: nobody commits, and no sweep takes the version away.
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
    // The id of the former table is one of the past, which its states name.
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

/** A schema that was dropped with its tables comes back with the first of them. */
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
