import type { Static } from 'typebox';
import { integer, optionalNull, responseBody, timestamp } from './shapes.ts';

export const WorkspaceUsageResponse = responseBody('WorkspaceUsageResponse', {
  since: timestamp(),
  query_count: integer('Runs that succeeded or failed since then'),
  bytes_scanned: integer('Since then'),
  storage_bytes: integer('Managed tables, unloaded uploads, caches and indexes'),
  storage_captured_at: optionalNull(timestamp('When storage_bytes was measured')),
});
export type WorkspaceUsageResponse = Static<typeof WorkspaceUsageResponse>;
