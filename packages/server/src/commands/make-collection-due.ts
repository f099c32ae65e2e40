import { orphanTask } from '../maintenance/sweeps.ts';
import { scheduleLock } from '../metadata/lock-names.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';

/**
 * Ends the waiting time of the collection of unnamed objects, so the next sweep collects or reports
 * why it may not, instead of a sweep within a day.
 */
export async function makeCollectionDue(db: MetadataHandle): Promise<void> {
  await db
    .updateTable('locks')
    .set({ expires_at: 0 })
    .where('name', '=', scheduleLock(orphanTask))
    .execute();
}
