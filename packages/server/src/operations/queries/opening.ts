import type { PinnedObjects } from '../pinned-objects.ts';
import type { Services } from '../services.ts';
import type { PlannedQuery } from './planned-query.ts';

/** A query whose tables are being opened. */
export interface Opening {
  readonly services: Services;
  readonly pinned: PinnedObjects;
  readonly query: PlannedQuery;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}
