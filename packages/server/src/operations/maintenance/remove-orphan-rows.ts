import { sql } from 'kysely';
import { removeStates } from '../../lake/expire-snapshots.ts';
import { deleteInChunks, pages, sweepChunk } from '../../metadata/sweep-rows.ts';
import type { Services } from '../services.ts';

const lakeRows = [
  'load_receipts',
  'lake_tables',
  'lake_past_tables',
  'lake_schemas',
  'lake_past_schemas',
  'lake_snapshots',
] as const;

/** Removes the rows of lakes deleted before `cutoff`, whose last reader has ended, and locks that nothing can ask for. */
export async function removeOrphanRows(services: Services, cutoff: number, signal: AbortSignal): Promise<number> {
  return (await removeDeletedLakes(services, cutoff, signal)) + (await removeUselessLocks(services, signal));
}

/** A lake's own row is the last to go, so that a sweep that was cut short goes on. Gives how many lakes went. */
async function removeDeletedLakes({ metadata }: Services, cutoff: number, signal: AbortSignal): Promise<number> {
  let removed = 0;
  const deleted = pages(signal, () =>
    metadata.db.selectFrom('lakes').select('id').where('deleted_at', '<=', cutoff).limit(sweepChunk).execute(),
  );
  for await (const lakes of deleted) {
    for (const { id } of lakes) {
      await removeStates(metadata, sql`lake_id = ${id}`, signal);
      for (const table of lakeRows) await deleteInChunks(metadata, table, sql`lake_id = ${id}`, signal);
      if (signal.aborted) return removed;
      await metadata.db.deleteFrom('lakes').where('id', '=', id).execute();
      removed += 1;
    }
  }
  return removed;
}

/** What a lock's name says it protects: `upload:<id>`, `load:<lake>/<schema>.<table>`. */
const guarded = { uploads: 'upload:', lakes: 'load:' } as const;

/** Lock rows outlive their release, because fencing tokens must go on rising; ids that cannot come back need none. */
async function removeUselessLocks(services: Services, signal: AbortSignal): Promise<number> {
  return (await removeLocksOfGone(services, 'uploads', signal)) + (await removeLocksOfGone(services, 'lakes', signal));
}

async function removeLocksOfGone(
  { metadata }: Services,
  table: keyof typeof guarded,
  signal: AbortSignal,
): Promise<number> {
  const { db } = metadata;
  const prefix = guarded[table];
  const released = pages(signal, (after: { name: string } | undefined) =>
    db
      .selectFrom('locks')
      .select('name')
      .where('name', '>', after?.name ?? prefix)
      .where('name', '<', endOf(prefix))
      .where('expires_at', '=', 0)
      .orderBy('name')
      .limit(sweepChunk)
      .execute(),
  );
  let removed = 0;
  for await (const locks of released) {
    const idOf = (name: string) => name.slice(prefix.length).split('/', 1)[0] ?? '';
    const ids = [...new Set(locks.map(({ name }) => idOf(name)))];
    const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
    const known = new Set(rows.map((row) => row.id));
    const useless = locks.map(({ name }) => name).filter((name) => !known.has(idOf(name)));
    if (useless.length === 0) continue;
    const gone = await db
      .deleteFrom('locks')
      .where('name', 'in', useless)
      .where('expires_at', '=', 0)
      .executeTakeFirst();
    removed += Number(gone.numDeletedRows);
  }
  return removed;
}

/** The first text, in byte order, after all that begin with `prefix`: names go on with ASCII characters only. */
const endOf = (prefix: string) => `${prefix}\u007f`;
