import type { OpeningServices } from '../services.ts';
import type { PlannedQuery } from './planned-query.ts';

/** A query whose tables are looked for. */
export interface Opening {
  readonly services: OpeningServices;
  readonly query: PlannedQuery;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}
