import type { Services } from '../services.ts';

const CHUNK = 500;

/** Removes rows of lakes deleted before `cutoff`, whose last reader has ended, and of databases that are gone. */
export async function removeOrphanRows({ metadata }: Services, cutoff: number, signal: AbortSignal): Promise<void> {
  const { db } = metadata;
  for (;;) {
    const lakes = await db.selectFrom('lakes').select('id').where('deleted_at', '<', cutoff).limit(CHUNK).execute();
    if (lakes.length === 0 || signal.aborted) break;
    const ids = lakes.map((row) => row.id);
    for (const table of [
      'load_receipts',
      'lake_tables',
      'lake_table_states',
      'lake_schemas',
      'lake_snapshots',
    ] as const) {
      await db.deleteFrom(table).where('lake_id', 'in', ids).execute();
    }
    await db.deleteFrom('lakes').where('id', 'in', ids).execute();
  }
  await removeRunsOfGoneDatabases(db, signal);
  await removeLocksOfGoneThings(db);
}

async function removeRunsOfGoneDatabases(db: Services['metadata']['db'], signal: AbortSignal): Promise<void> {
  for (;;) {
    const runs = await db
      .selectFrom('query_runs as r')
      .leftJoin('databases as d', 'd.id', 'r.database_id')
      .leftJoin('results as s', 's.query_run_id', 'r.id')
      .select('r.id')
      .where('d.id', 'is', null)
      .where('s.id', 'is', null)
      .where('r.status', '<>', 'running')
      .limit(CHUNK)
      .execute();
    if (runs.length === 0 || signal.aborted) return;
    await db
      .deleteFrom('query_runs')
      .where(
        'id',
        'in',
        runs.map((row) => row.id),
      )
      .execute();
  }
}

/** Lock rows outlive their release, because fencing tokens must go on rising; ids that cannot come back need none. */
async function removeLocksOfGoneThings(db: Services['metadata']['db']): Promise<void> {
  const released = await db
    .selectFrom('locks')
    .select('name')
    .where('expires_at', '=', 0)
    .where('name', 'like', 'upload:%')
    .limit(CHUNK)
    .execute();
  for (const { name } of released) {
    const id = name.slice('upload:'.length);
    const upload = await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst();
    if (!upload) await db.deleteFrom('locks').where('name', '=', name).where('expires_at', '=', 0).execute();
  }
}
