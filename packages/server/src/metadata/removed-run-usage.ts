import type { MetadataTransaction } from './open-metadata.ts';

const minuteMs = 60_000;

/**
 * Deletes query runs and adds their usage to a sum per minute of creation: a month's usage must not
 * shrink when a database is deleted.
 */
export async function removeRuns(trx: MetadataTransaction, ids: readonly string[]): Promise<void> {
  const removed = await trx
    .deleteFrom('query_runs')
    .where('id', 'in', ids)
    .returning(['workspace_id', 'created_at', 'status', 'bytes_scanned'])
    .execute();
  const minutes = new Map<
    string,
    { workspace_id: string; minute: number; query_count: number; bytes_scanned: number }
  >();
  for (const { workspace_id, created_at, status, bytes_scanned } of removed) {
    if (status !== 'succeeded' && status !== 'failed') continue;
    const minute = created_at - (created_at % minuteMs);
    const key = `${workspace_id} ${minute}`;
    const sum = minutes.get(key) ?? { workspace_id, minute, query_count: 0, bytes_scanned: 0 };
    sum.query_count += 1;
    sum.bytes_scanned += bytes_scanned ?? 0;
    minutes.set(key, sum);
  }
  if (minutes.size === 0) return;
  await trx
    .insertInto('removed_run_usage')
    .values([...minutes.values()])
    .onConflict((on) =>
      on.columns(['workspace_id', 'minute']).doUpdateSet((eb) => ({
        query_count: eb('removed_run_usage.query_count', '+', eb.ref('excluded.query_count')),
        bytes_scanned: eb('removed_run_usage.bytes_scanned', '+', eb.ref('excluded.bytes_scanned')),
      })),
    )
    .execute();
}
