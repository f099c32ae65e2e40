import { exactly, text } from '../../jobs/job-kind.ts';
import type { Enqueued } from '../../jobs/job-store.ts';
import type { Services } from '../services.ts';
import type { SyncedTable } from './synced-table.ts';

/** What a `data_refresh_table` job carries. */
export interface RefreshTablePayload extends SyncedTable {
  /** Its columns are asked for first: they may have changed since the discovery. */
  readonly rediscovers: boolean;
}
export const refreshTablePayload = exactly({
  workspaceId: text,
  connectionId: text,
  schema: text,
  table: text,
  rediscovers: { type: 'boolean' },
});

/** What a `data_refresh_connection` job carries. */
export interface RefreshConnectionPayload {
  readonly workspaceId: string;
  readonly connectionId: string;
  /** Tables that were never fetched, too. */
  readonly includesUncached: boolean;
}
export const refreshConnectionPayload = exactly({
  workspaceId: text,
  connectionId: text,
  includesUncached: { type: 'boolean' },
});

/** Attempts at what is transient at a source: the delays between them are 1 and 2 seconds. */
const ATTEMPTS = 3;

/**
 * Asks for the rows of a table. A query that asks while it is being fetched is given the job that fetches it; a refresh is
 * given one that begins after it was asked for, since that is what it wants to see.
 */
export async function askForTable({ jobs }: Services, payload: RefreshTablePayload): Promise<Enqueued> {
  const { workspaceId, connectionId, schema, table, rediscovers } = payload;
  const place = `sync:${connectionId}/${JSON.stringify([schema, table])}`;
  const enqueue = (dedupeKey: string) =>
    jobs.enqueue({
      jobType: 'data_refresh_table',
      workspaceId,
      listed: true,
      payload,
      dedupeKey,
      maxAttempts: ATTEMPTS,
    });
  if (!rediscovers) return enqueue(place);
  const asked = await enqueue(`${place}/refresh`);
  return asked.created || asked.job.status === 'pending' ? asked : enqueue(`${place}/next`);
}

export function askForConnection({ jobs }: Services, payload: RefreshConnectionPayload): Promise<Enqueued> {
  const { workspaceId, connectionId, includesUncached } = payload;
  return jobs.enqueue({
    jobType: 'data_refresh_connection',
    workspaceId,
    listed: true,
    payload,
    dedupeKey: `sync:${connectionId}${includesUncached ? '/all' : ''}`,
    maxAttempts: ATTEMPTS,
  });
}

export function askForDiscovery(
  { jobs }: Services,
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
