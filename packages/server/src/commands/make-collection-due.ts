import { orphanTask } from '../maintenance/sweeps.ts';
import { scheduleLock } from '../metadata/lock-names.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';

/**
 * Ends the wait of the schedule by which what nothing names is collected, so that the next sweep
 * does it, or says why it may not, instead of one within a day.
 */
export async function makeCollectionDue(db: MetadataHandle): Promise<void> {
  await db
    .updateTable('locks')
    .set({ expires_at: 0 })
    .where('name', '=', scheduleLock(orphanTask))
    .execute();
}
