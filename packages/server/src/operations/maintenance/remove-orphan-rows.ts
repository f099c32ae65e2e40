import { removeDeletedLakes } from '../../lake/expire-snapshots.ts';
import { pages, sweepChunk } from '../../metadata/sweep-rows.ts';
import type { Services } from '../services.ts';

/** Removes the rows of lakes deleted before `cutoff`, whose last reader has ended, and locks that nothing can ask for. */
export async function removeOrphanRows(
  services: Services,
  cutoff: number,
  signal: AbortSignal,
): Promise<{ lakes_removed: number; locks_removed: number }> {
  return {
    lakes_removed: await removeDeletedLakes(services.metadata, cutoff, signal),
    locks_removed: await removeUselessLocks(services, signal),
  };
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
