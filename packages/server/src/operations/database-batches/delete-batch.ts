import type { HasClock } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { countHolders } from '../../metadata/attachment-store.ts';
import { markBatchDeleted, requestCancel } from '../../metadata/batch-store.ts';
import { type BatchDatabase, isLive, listDatabasesOfBatch } from '../../metadata/database-store.ts';
import { countLoadedLakes } from '../../metadata/lake-table-store.ts';
import type { HasMetadata, MetadataHandle } from '../../metadata/open-metadata.ts';
import { databasesPerRemoval, removeDatabases } from '../../metadata/remove-database.ts';
import { pages } from '../../metadata/sweep-rows.ts';
import type { Operation } from '../operation.ts';
import { requireBatch } from './batch-body.ts';

/**
 * Stops a batch in progress, then deletes the batch and its databases. 409 if a database has loaded
 * data, or if another database attaches a catalog of the batch. The batch then remains stopped, and
 * its databases can be deleted individually.
 */
export const deleteBatch: Operation<'databaseBatches.delete', HasClock & HasMetadata> = async (
  services,
  { scope, params },
) => {
  const batch = await requireBatch(services, scope, params.batch_id);
  const { metadata, clock } = services;
  // Each step of the job reads the flag in its own transaction, so no database is added from here
  // on.
  await requestCancel(metadata.db, batch.id);
  const loaded = await countLoaded(services, batch.id);
  if (loaded > 0) throw holdsData(batch.id, loaded);
  for await (const rows of databasesOf(services, batch.id, databasesPerRemoval))
    await refuseHeld(metadata.db, batch.id, rows, clock.now());
  let deleted = 0;
  for await (const rows of databasesOf(services, batch.id, databasesPerRemoval)) {
    deleted += await metadata.transaction(async (trx) => {
      // A load may have arrived since the check.
      const late = await loadedAmong(trx, rows, clock.now());
      if (late > 0) throw holdsData(batch.id, late);
      await refuseHeld(trx, batch.id, rows, clock.now());
      return removeDatabases(trx, rows, clock.now());
    });
  }
  await markBatchDeleted(metadata.db, batch.id, clock.now());
  return { status: 200, body: { batch_id: batch.id, deleted_count: deleted } };
};

/** The deletion completes even if the caller disconnects. */
const never = new AbortController().signal;

function databasesOf({ metadata }: HasMetadata, batchId: string, limit: number) {
  return pages(never, (after: BatchDatabase | undefined) =>
    listDatabasesOfBatch(metadata.db, batchId, { after: after?.id, limit }),
  );
}

async function countLoaded(services: HasClock & HasMetadata, batchId: string): Promise<number> {
  let loaded = 0;
  for await (const rows of databasesOf(services, batchId, databasesPerRemoval)) {
    loaded += await loadedAmong(services.metadata.db, rows, services.clock.now());
  }
  return loaded;
}

/**
 * Databases with a table that was ever loaded. Expired databases are no longer accessible, so their
 * data does not count.
 */
function loadedAmong(
  db: MetadataHandle,
  rows: readonly BatchDatabase[],
  now: number,
): Promise<number> {
  const lakeIds = rows.filter((row) => isLive(row, now)).map((row) => row.default_connection_id);
  return countLoadedLakes(db, lakeIds);
}

/**
 * 409 if databases outside the batch attach a catalog of the batch: they would lose the catalog.
 */
async function refuseHeld(
  db: MetadataHandle,
  batchId: string,
  rows: readonly BatchDatabase[],
  now: number,
): Promise<void> {
  const live = rows.filter((row) => isLive(row, now)).map((row) => row.default_connection_id);
  if ((await countHolders(db, live, now, batchId)) === 0) return;
  throw conflict(
    `Other databases attach catalogs of batch '${batchId}'; detach them there first with DELETE /v1/databases/{database_id}/catalogs/{connection_id}`,
  );
}

function holdsData(batchId: string, databases: number) {
  const which = (end: string) =>
    databases === 1 ? `1 database ${end} holds` : `${databases} databases ${end} hold`;
  return conflict(
    `${which(`of batch '${batchId}'`)} loaded data; delete those one at a time with DELETE /v1/databases/{database_id}, then the batch`,
  );
}
