import { databaseNotFound } from '../finding/find-database.ts';
import { createIndexJob, indexJobPayload, indexUpkeepJob } from '../indexing/build-index.ts';
import { type JobKind, jobKind } from '../jobs/job-kind.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { LoadTarget } from '../loading/load-target.ts';
import { performLoad } from '../loading/perform-load.ts';
import { compactionJobPayload, compactTable } from '../maintenance/compact-table.ts';
import type { SweepTally } from '../maintenance/sweep-tally.ts';
import { findDatabase } from '../metadata/database-store.ts';
import { fillBatch, fillBatchPayload } from '../operations/database-batches/fill-batch.ts';
import { type LoadJobPayload, loadJobPayload } from '../operations/tables/load-table.ts';
import {
  type RefreshConnectionPayload,
  type RefreshTablePayload,
  refreshConnectionPayload,
  refreshTablePayload,
} from '../refreshing/ask-for-work.ts';
import {
  type DiscoveryPayload,
  discoverAll,
  discoveryPayload,
} from '../refreshing/discover-tables.ts';
import { refreshConnection } from '../refreshing/refresh-connection.ts';
import { refreshTable } from '../refreshing/refresh-table.ts';
import type { Services } from './services.ts';

/** All kinds of jobs. */
export function jobKinds(services: Services, tally: SweepTally): readonly JobKind[] {
  return [
    jobKind({
      jobType: 'managed_load',
      lane: 'loads',
      payload: loadJobPayload,
      handler: (context) => runLoad(services, context),
    }),
    jobKind({
      jobType: 'bulk_create_databases',
      lane: 'loads',
      payload: fillBatchPayload,
      handler: (context) => fillBatch(services, context),
    }),
    jobKind({
      jobType: 'ducklake_table_compaction',
      lane: 'upkeep',
      payload: compactionJobPayload,
      handler: (context) => compactTable(services, tally, context),
    }),
    jobKind({
      jobType: 'create_index',
      lane: 'indexes',
      payload: indexJobPayload,
      handler: (context) => createIndexJob(services, context),
    }),
    jobKind({
      jobType: 'index_upkeep',
      lane: 'indexes',
      payload: indexJobPayload,
      handler: (context) => indexUpkeepJob(services, context),
    }),
    jobKind({
      jobType: 'source_discovery',
      lane: 'syncs',
      payload: discoveryPayload,
      handler: (context) => discoverAll(services, context.job.payload as DiscoveryPayload, context),
    }),
    jobKind({
      jobType: 'data_refresh_table',
      lane: 'syncs',
      payload: refreshTablePayload,
      handler: (context) =>
        refreshTable(services, context.job.payload as RefreshTablePayload, context),
    }),
    jobKind({
      jobType: 'data_refresh_connection',
      lane: 'syncs',
      payload: refreshConnectionPayload,
      handler: (context) =>
        refreshConnection(services, context.job.payload as RefreshConnectionPayload, context),
    }),
  ];
}

/**
 * Loads exactly once: the transaction that commits the load also writes the answer to the job's
 * row, so an attempt after a crash finds the answer. (The source's own record is not enough: inline
 * data may have none, and later changes of the table must not be overwritten.)
 */
async function runLoad(
  services: Services,
  { job, signal, assertLease }: Parameters<JobHandler>[0],
) {
  if (job.result !== null) return { status: 'succeeded', result: job.result } as const;
  const { target, spec } = job.payload as LoadJobPayload;
  await requireLiveDatabase(services, target);
  const result = await performLoad(services, target, spec, {
    waitsForTurn: false,
    signal,
    assertOwned: assertLease,
    recordAnswer: async (trx, response) => {
      await trx
        .updateTable('jobs')
        .set({ result: JSON.stringify(response) })
        .where('id', '=', job.id)
        .execute();
    },
  });
  return { status: 'succeeded', result } as const;
}

/**
 * The database may have expired since the load was requested, while its catalog exists until the
 * sweep.
 */
async function requireLiveDatabase(
  { metadata, clock }: Services,
  target: LoadTarget,
): Promise<void> {
  if (target.databaseId === null) return;
  const database = await findDatabase(
    metadata.db,
    target.workspaceId,
    target.databaseId,
    clock.now(),
  );
  if (!database) throw databaseNotFound(target.databaseId);
}
