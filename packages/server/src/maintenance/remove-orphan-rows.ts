import { sql } from 'kysely';
import { removeDeletedLakes } from '../lake/expire-snapshots.ts';
import { lockPrefixes } from '../metadata/lock-names.ts';
import type { HasMetadata, MetadataHandle } from '../metadata/open-metadata.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';

/**
 * Removes the rows of lakes deleted before `cutoff`, whose last reader has ended, and locks that
 * nothing can ask for.
 */
export async function removeOrphanRows(
  services: HasMetadata,
  cutoff: number,
  signal: AbortSignal,
): Promise<{ lakes_removed: number; locks_removed: number }> {
  return {
    lakes_removed: await removeDeletedLakes(services.metadata, cutoff, signal),
    locks_removed: await removeUselessLocks(services, signal),
  };
}

/** The rows whose ids begin the rest of a lock's name. */
const guarded = {
  uploads: lockPrefixes.upload,
  lakes: lockPrefixes.table,
  connections: lockPrefixes.discovery,
} as const;

/**
 * Lock rows outlive their release, because fencing tokens must go on rising; ids that cannot come
 * back need none.
 */
async function removeUselessLocks(services: HasMetadata, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const table of Object.keys(guarded) as (keyof typeof guarded)[]) {
    removed += await removeLocksOfGone(services, table, signal);
  }
  return removed + (await removeLocksOfNoTable(services, signal));
}

async function removeLocksOfGone(
  { metadata }: HasMetadata,
  table: keyof typeof guarded,
  signal: AbortSignal,
): Promise<number> {
  const { db } = metadata;
  let removed = 0;
  for await (const locks of releasedLocks(db, guarded[table], signal)) {
    const idOf = (name: string) => name.slice(guarded[table].length).split('/', 1)[0] ?? '';
    const ids = [...new Set(locks.map(({ name }) => idOf(name)))];
    const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
    const known = new Set(rows.map((row) => row.id));
    removed += await removeLocks(
      db,
      locks.filter(({ name }) => !known.has(idOf(name))),
    );
  }
  return removed;
}

/**
 * Locks of loads into tables that are not there: dropped ones, and names that a load failed to
 * make. Should one come back, tokens begin anew, and a load that stalled since before then could
 * take the new holder's for its own; its commit finds that the table is another one, and fails all
 * the same.
 */
async function removeLocksOfNoTable(
  { metadata }: HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  const { db } = metadata;
  let removed = 0;
  for await (const locks of releasedLocks(db, guarded.lakes, signal)) {
    const names = locks.map(({ name }) => name.slice(guarded.lakes.length));
    const lakeIds = [...new Set(names.map((name) => name.split('/', 1)[0] ?? ''))];
    const fullName = sql<string>`lake_id || '/' || schema_name || '.' || name`;
    const tables = db
      .selectFrom('lake_tables')
      .select(fullName.as('name'))
      .where('lake_id', 'in', lakeIds);
    const rows = await tables.where(fullName, 'in', names).execute();
    const known = new Set(rows.map(({ name }) => name));
    removed += await removeLocks(
      db,
      locks.filter((_, index) => !known.has(names[index] ?? '')),
    );
  }
  return removed;
}

function releasedLocks(db: MetadataHandle, prefix: string, signal: AbortSignal) {
  return pages(signal, (after: { name: string } | undefined) =>
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
}

async function removeLocks(
  db: MetadataHandle,
  locks: readonly { name: string }[],
): Promise<number> {
  if (locks.length === 0) return 0;
  const names = locks.map(({ name }) => name);
  const gone = await db
    .deleteFrom('locks')
    .where('name', 'in', names)
    .where('expires_at', '=', 0)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/**
 * The first text, in byte order, after all that begin with `prefix`: names go on with ASCII
 * characters only.
 */
const endOf = (prefix: string) => `${prefix}\u007f`;
