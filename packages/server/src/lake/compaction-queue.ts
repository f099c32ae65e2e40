import { farAheadMs } from '../kernel/clock.ts';
import type { MetadataHandle, MetadataTransaction } from '../metadata/open-metadata.ts';

/** A candidate table for compaction. */
export interface NotedTable {
  readonly lakeId: string;
  readonly workspaceId: string;
  readonly schema: string;
  readonly table: string;
  readonly tableId: string;
  /** The table version to be compacted. */
  readonly version: string;
}

/** Queues a table in the transaction of its commit. A queued table keeps its position. */
export async function noteCompaction(
  trx: MetadataTransaction,
  noted: NotedTable,
  now: number,
): Promise<void> {
  await trx
    .insertInto('lake_compactions')
    .values({
      table_id: noted.tableId,
      lake_id: noted.lakeId,
      workspace_id: noted.workspaceId,
      schema_name: noted.schema,
      table_name: noted.table,
      version_id: noted.version,
      due_at: now,
    })
    .onConflict((on) => on.column('table_id').doUpdateSet({ version_id: noted.version }))
    .execute();
}

export interface DueOptions {
  readonly after: string;
  readonly now: number;
  readonly heldUntil: number;
  /** No table is put off for longer. */
  readonly longestMs: number;
}

/**
 * Takes the table with the earliest due time, in the first workspace after `after` (by id) with due
 * tables; null if no table is due. Nobody else takes the table until `heldUntil`. An entry due far
 * later than `longestMs` from now was queued before the clock was set back, and is due too.
 */
export async function takeDue(
  db: MetadataHandle,
  { after, now, heldUntil, longestMs }: DueOptions,
): Promise<NotedTable | null> {
  for (;;) {
    const row = await db
      .selectFrom('lake_compactions')
      .selectAll()
      .where('workspace_id', '>', after)
      .where((eb) =>
        eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + longestMs + farAheadMs)]),
      )
      .orderBy('workspace_id')
      .orderBy('due_at')
      .orderBy('table_id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const taken = await db
      .updateTable('lake_compactions')
      .set({ due_at: heldUntil })
      .where('table_id', '=', row.table_id)
      .where('due_at', '=', row.due_at)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) continue;
    return {
      lakeId: row.lake_id,
      workspaceId: row.workspace_id,
      schema: row.schema_name,
      table: row.table_name,
      tableId: row.table_id,
      version: row.version_id,
    };
  }
}

/** The table is looked at again at `dueAt`. */
export async function postpone(
  db: MetadataHandle,
  { tableId }: NotedTable,
  dueAt: number,
): Promise<void> {
  await db
    .updateTable('lake_compactions')
    .set({ due_at: dueAt })
    .where('table_id', '=', tableId)
    .execute();
}

/**
 * Removes a table without need for compaction. A table with a commit since its taking is due again
 * at `dueAt`.
 */
export async function dismiss(db: MetadataHandle, noted: NotedTable, dueAt: number): Promise<void> {
  const gone = await db
    .deleteFrom('lake_compactions')
    .where('table_id', '=', noted.tableId)
    .where('version_id', '=', noted.version)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) await postpone(db, noted, dueAt);
}

/** The earliest due time in the queue; null if no table is due. */
export async function longestDue(db: MetadataHandle, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('lake_compactions')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('due_at', '<=', now)
    .executeTakeFirst();
  return row?.due_at ?? null;
}
