import type { LoadManagedTableRequest, LoadManagedTableResponse } from '@quern/contract';
import type { HasSettings } from '../../config/settings.ts';
import type { HasFiles } from '../../engine/engine.ts';
import { requireDatabase } from '../../finding/find-database.ts';
import {
  type ManagedCatalog,
  requireCatalogOfDatabase,
  requireManagedCatalog,
} from '../../finding/managed-catalog.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { exactly, text, textOrNull } from '../../jobs/job-kind.ts';
import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasJobWaits } from '../../jobs/wait-for-job.ts';
import { unlessStalled } from '../../jobs/wait-for-job.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import { effectiveKey } from '../../loading/load-key.ts';
import { isKeyedMode, type LoadSpec, readLoadRequest } from '../../loading/load-request.ts';
import type { LoadServices } from '../../loading/load-services.ts';
import { findSource } from '../../loading/load-sources.ts';
import { findTargetTable, type LoadTarget, readTarget } from '../../loading/load-target.ts';
import { performLoad } from '../../loading/perform-load.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { readAsyncAfter } from '../async-options.ts';
import type { Operation, OperationRequest, Reply } from '../operation.ts';

type LoadRequest =
  | OperationRequest<'databases.loadTable'>
  | OperationRequest<'connections.loadTable'>;

export const loadTableOfConnection: Operation<
  'connections.loadTable',
  HasJobWaits & HasJobs & HasRemembered & LoadServices
> = async (services, request) => {
  const spec = readLoadRequest(request.body);
  return loadTable(
    services,
    request,
    spec,
    await requireManagedCatalog(services, request.scope, request.params.connection_id),
  );
};

export const loadTableOfDatabase: Operation<
  'databases.loadTable',
  HasJobWaits & HasJobs & HasRemembered & LoadServices
> = async (services, request) => {
  const spec = readLoadRequest(request.body);
  return loadTable(
    services,
    request,
    spec,
    await requireCatalogOfDatabase(services, request.scope, request.params.database_id),
  );
};

/**
 * Loads while the caller waits, or as a job to poll
 * (docs/contract/loads-and-uploads.md#answers-of-a-load).
 */
async function loadTable(
  services: LoadServices & HasJobWaits & HasJobs & HasRemembered,
  request: LoadRequest,
  spec: LoadSpec,
  catalog: ManagedCatalog,
): Promise<Reply<'databases.loadTable'>> {
  const { scope, params, headers, signal } = request;
  const waitMs = readAsyncAfter(
    request.body satisfies LoadManagedTableRequest,
    services.settings.asyncAfterMaxMs,
  );
  const headerDatabaseId = headers['x-database-id'];
  if (catalog.databaseId === null && headerDatabaseId !== undefined)
    await requireDatabase(services, scope, headerDatabaseId);
  const target = readTarget(scope, catalog, params, headerDatabaseId);
  // A keyed load without a key is refused now, instead of in a failed job.
  if (isKeyedMode(spec.mode)) {
    effectiveKey(spec, await findTargetTable(services, target), `${target.schema}.${target.table}`);
  }
  if (waitMs === null) {
    const body = await performLoad(services, target, spec, {
      signal,
      waitsForTurn: true,
      assertOwned: async () => {},
    });
    return { status: 200, body };
  }
  return submitLoad(services, target, spec, waitMs, signal);
}

/** Payload of a managed_load job. */
export interface LoadJobPayload {
  readonly target: LoadTarget;
  readonly spec: LoadSpec;
}
const textOptions = exactly(
  {},
  {
    delimiter: text,
    quote: text,
    nullValues: { type: 'array', items: text },
    decimal: { enum: ['.', ','] },
    encoding: text,
    skip: { type: 'integer' },
    dateFormat: text,
  },
);
export const loadJobPayload = exactly({
  target: exactly({
    workspaceId: text,
    lakeId: text,
    schema: text,
    table: text,
    databaseId: textOrNull,
    limitedToDatabase: { type: 'boolean' },
  }),
  spec: exactly({
    mode: { enum: ['replace', 'append', 'delete', 'update', 'upsert'] },
    key: { type: ['array', 'null'], items: text },
    source: {
      oneOf: [
        exactly(
          {
            kind: { const: 'upload' },
            uploadId: text,
            format: { enum: ['csv', 'json', 'parquet', null] },
          },
          { text: textOptions },
        ),
        exactly({ kind: { const: 'result' }, resultId: text }),
        exactly(
          {
            kind: { const: 'inline' },
            data: text,
            columns: { type: ['object', 'null'] },
            idempotencyKey: textOrNull,
          },
          { text: textOptions },
        ),
      ],
    },
  }),
});

/** Retries continue through long outages: delays double up to five minutes. */
const loadAttempts = 10;

async function submitLoad(
  services: HasClock & HasFiles & HasJobWaits & HasJobs & HasLakes & HasMetadata & HasSettings,
  target: LoadTarget,
  spec: LoadSpec,
  waitMs: number,
  signal: AbortSignal,
): Promise<Reply<'databases.loadTable'>> {
  // An unusable source is refused now, with its own status, instead of in a failed job.
  await findSource(services, target, spec);
  const { job } = await services.jobs.enqueue({
    jobType: 'managed_load',
    workspaceId: target.workspaceId,
    databaseId: target.databaseId,
    listed: true,
    payload: { target, spec } satisfies LoadJobPayload,
    maxAttempts: loadAttempts,
  });
  const ended =
    waitMs > 0 ? await unlessStalled(services.waitForJob(job.id, waitMs, signal)) : null;
  if (ended?.status === 'succeeded') {
    invariant(ended.result, 'a succeeded load has a result');
    return { status: 200, body: ended.result as LoadManagedTableResponse };
  }
  const status = ended?.status ?? job.status;
  return { status: 202, body: { id: job.id, status, status_url: `/v1/jobs/${job.id}` } };
}
