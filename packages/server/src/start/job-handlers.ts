import type { JobHandler } from '../jobs/job-runner.ts';
import { compactTable } from '../maintenance/compact-table.ts';
import type { SweepTally } from '../maintenance/sweep-tally.ts';
import { findDatabase } from '../metadata/database-store.ts';
import { fillBatch } from '../operations/database-batches/fill-batch.ts';
import { databaseNotFound } from '../operations/databases/find-database.ts';
import type { Services } from '../operations/services.ts';
import type { RefreshConnectionPayload, RefreshTablePayload } from '../operations/sources/ask-for-work.ts';
import { type DiscoveryPayload, discoverAll } from '../operations/sources/discover-tables.ts';
import { refreshConnection } from '../operations/sources/refresh-connection.ts';
import { refreshTable } from '../operations/sources/refresh-table.ts';
import type { LoadJobPayload } from '../operations/tables/load-table.ts';
import type { LoadTarget } from '../operations/tables/load-target.ts';
import { performLoad } from '../operations/tables/perform-load.ts';

/** What runs the jobs of each type. */
export function jobHandlers(services: Services, tally: SweepTally): Readonly<Record<string, JobHandler>> {
  return {
    managed_load: (context) => runLoad(services, context),
    bulk_create_databases: (context) => fillBatch(services, context),
    ducklake_table_compaction: (context) => compactTable(services, tally, context),
  };
}

/** And those that wait for sources elsewhere, so that none of the others waits for them. */
export function sourceJobHandlers(services: Services): Readonly<Record<string, JobHandler>> {
  return {
    source_discovery: (context) => discoverAll(services, context.job.payload as DiscoveryPayload, context),
    data_refresh_table: (context) => refreshTable(services, context.job.payload as RefreshTablePayload, context),
    data_refresh_connection: (context) =>
      refreshConnection(services, context.job.payload as RefreshConnectionPayload, context),
  };
}

/**
 * Loads exactly once: the answer is written to the job's row in the transaction that commits the load, so an attempt
 * after one that died in between finds it. (The source's own record is not enough: inline data may have none, and what
 * others have done to the table since then must not be overwritten.)
 */
async function runLoad(services: Services, { job, signal, assertLease }: Parameters<JobHandler>[0]) {
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

/** The database may have expired since the load was asked for, and its catalog be there until the sweep. */
async function requireLiveDatabase({ metadata, clock }: Services, target: LoadTarget): Promise<void> {
  if (target.databaseId === null) return;
  const database = await findDatabase(metadata.db, target.workspaceId, target.databaseId, clock.now());
  if (!database) throw databaseNotFound(target.databaseId);
}
