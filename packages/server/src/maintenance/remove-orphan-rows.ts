import { sql } from 'kysely';
import { removeDeletedLakes } from '../lake/expire-snapshots.ts';
import { lockPrefixes } from '../metadata/lock-names.ts';
import type { HasMetadata, MetadataHandle } from '../metadata/open-metadata.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';

/**
 * Removes rows of lakes deleted before `cutoff`, whose last reader has ended, and locks that nobody
 * can request.
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

/** Tables whose ids are the first part of a lock's name. */
const guarded = {
  uploads: lockPrefixes.upload,
  lakes: lockPrefixes.table,
  connections: lockPrefixes.discovery,
} as const;

/**
 * Lock rows outlive their release, because fencing tokens must rise; ids that cannot return need no
 * row.
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
 * Removes locks of loads into absent tables: dropped tables, and tables that a load failed to
 * create. If a table returns, tokens start again, and a stalled old load could mistake the new
 * holder's token for its own. Its commit then finds another table, and fails.
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
 * The first text, in byte order, after all texts with `prefix`: names contain ASCII characters
 * only.
 */
const endOf = (prefix: string) => `${prefix}\u007f`;
