import type { PlannedQuery } from '../understand/planned-query.ts';
import type { OpeningServices } from './opening-services.ts';

/** A query in the stage of opening its tables. */
export interface Opening {
  readonly services: OpeningServices;
  readonly query: PlannedQuery;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}
