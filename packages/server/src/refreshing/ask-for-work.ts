import { exactly, text } from '../jobs/job-kind.ts';
import type { Enqueued, HasJobs } from '../jobs/job-store.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import type { SyncRequest } from './synced-table.ts';

/** Payload of a `data_refresh_table` job. */
export interface RefreshTablePayload extends SyncRequest {
  /** Discovers the columns first, which may have changed since the last discovery. */
  readonly rediscovers: boolean;
}
export const refreshTablePayload = exactly({
  workspaceId: text,
  connectionId: text,
  schema: text,
  table: text,
  isWhole: { type: 'boolean' },
  removesGone: { type: 'boolean' },
  rediscovers: { type: 'boolean' },
});

/** Payload of a `data_refresh_connection` job. */
export interface RefreshConnectionPayload {
  readonly workspaceId: string;
  readonly connectionId: string;
  /** Includes tables never fetched. */
  readonly includesUncached: boolean;
  /** Applies to each table of the connection. */
  readonly isWhole: boolean;
  readonly removesGone: boolean;
}
export const refreshConnectionPayload = exactly({
  workspaceId: text,
  connectionId: text,
  includesUncached: { type: 'boolean' },
  isWhole: { type: 'boolean' },
  removesGone: { type: 'boolean' },
});

/** Attempts after transient errors of a source; the delays are 1 and 2 seconds. */
const attempts = 3;

/**
 * Enqueues a fetch of a table's rows. A query joins a fetch in progress. A refresh needs a job that
 * begins after the request, so it never joins a running job. With `trx` the job exists only if the
 * transaction commits.
 */
export async function askForTable(
  { jobs }: HasJobs,
  payload: RefreshTablePayload,
  trx?: MetadataTransaction,
): Promise<Enqueued> {
  const { workspaceId, connectionId, schema, table, rediscovers } = payload;
  const place = `sync:${connectionId}/${JSON.stringify([schema, table])}${extentOf(payload)}`;
  const enqueue = (dedupeKey: string) =>
    jobs.enqueue(
      {
        jobType: 'data_refresh_table',
        workspaceId,
        listed: true,
        payload,
        dedupeKey,
        maxAttempts: attempts,
      },
      trx,
    );
  if (!rediscovers) return enqueue(place);
  const asked = await enqueue(`${place}/refresh`);
  return asked.created || asked.job.status === 'pending' ? asked : enqueue(`${place}/next`);
}

/** The extent is part of the key: a job of another extent does not serve the request. */
const extentOf = ({ isWhole, removesGone }: Pick<SyncRequest, 'isWhole' | 'removesGone'>) =>
  `${isWhole ? '/whole' : ''}${removesGone ? '/gone' : ''}`;

export function askForConnection(
  { jobs }: HasJobs,
  payload: RefreshConnectionPayload,
): Promise<Enqueued> {
  const { workspaceId, connectionId, includesUncached } = payload;
  const extent = `${includesUncached ? '/all' : ''}${extentOf(payload)}`;
  return jobs.enqueue({
    jobType: 'data_refresh_connection',
    workspaceId,
    listed: true,
    payload,
    dedupeKey: `sync:${connectionId}${extent}`,
    maxAttempts: attempts,
  });
}

export function askForDiscovery(
  { jobs }: HasJobs,
  payload: { readonly workspaceId: string; readonly connectionId: string },
): Promise<Enqueued> {
  const { workspaceId, connectionId } = payload;
  return jobs.enqueue({
    jobType: 'source_discovery',
    workspaceId,
    payload: { workspaceId, connectionId },
    dedupeKey: `discover:${connectionId}`,
    maxAttempts: 2,
  });
}
