import { setImmediate as turn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Metadata, MetadataHandle, MetadataKind } from './open-metadata.ts';
import type { MetadataSchema } from './schema.ts';

/** Rows per statement of a sweep: on SQLite the whole process waits for a statement. */
export const sweepChunk = 500;

/**
 * Pages of rows until none remain, or `signal` aborts. `read` returns the rows after `after`
 * (undefined: from the first), at most as many as one statement should touch. The event loop turns
 * between pages, because consecutive statements on SQLite run as microtasks and would block the
 * loop until the last page.
 */
export async function* pages<Row>(
  signal: AbortSignal,
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; !signal.aborted; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last;
    await turn();
  }
}

/** Deletes the rows that satisfy `where`, in chunks. Returns the number of deleted rows. */
export async function deleteInChunks(
  metadata: Metadata,
  table: keyof MetadataSchema,
  where: RawBuilder<unknown>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const count = await deleteChunk(metadata.db, metadata.kind, table, where);
    removed += count;
    if (count < sweepChunk) break;
    await turn();
  }
  return removed;
}

/** Deletes at most `sweepChunk` rows that satisfy `where`. Returns the number of deleted rows. */
export async function deleteChunk(
  handle: MetadataHandle,
  kind: MetadataKind,
  table: keyof MetadataSchema,
  where: RawBuilder<unknown>,
): Promise<number> {
  const row = sql.raw(kind === 'sqlite' ? 'rowid' : 'ctid');
  const target = sql.table(table);
  const statement = sql`delete from ${target} where ${row} in
    (select ${row} from ${target} where ${where} limit ${sql.lit(sweepChunk)})`;
  return Number((await statement.execute(handle)).numAffectedRows ?? 0n);
}
