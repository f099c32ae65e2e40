import { exactly, text } from '../jobs/job-kind.ts';
import type { Enqueued, HasJobs } from '../jobs/job-store.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import type { SyncRequest } from './synced-table.ts';

/** What a `data_refresh_table` job carries. */
export interface RefreshTablePayload extends SyncRequest {
  /** Its columns are asked for first: they may have changed since the discovery. */
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

/** What a `data_refresh_connection` job carries. */
export interface RefreshConnectionPayload {
  readonly workspaceId: string;
  readonly connectionId: string;
  /** Tables that were never fetched, too. */
  readonly includesUncached: boolean;
  /** As of each of its tables. */
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

/** Attempts at what is transient at a source: the delays between them are 1 and 2 seconds. */
const attempts = 3;

/**
 * Asks for the rows of a table. A query that asks while it is being fetched is given the job that
 * fetches it; a refresh is given one that begins after it was asked for, since that is what it
 * wants to see. With `trx` it is asked for if that commits.
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

/** Work of another extent does not do for what is asked for. */
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
