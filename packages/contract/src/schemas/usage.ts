import type { Static } from 'typebox';
import { integer, optional, optionalNull, responseBody, timestamp } from './shapes.ts';

export const WorkspaceUsageResponse = responseBody('WorkspaceUsageResponse', {
  since: timestamp(),
  query_count: integer('Runs that succeeded or failed since then'),
  bytes_scanned: integer('Since then'),
  embedded_text_count: optional(integer('Texts that embedding providers were asked since then')),
  embedding_token_count: optional(integer('Tokens that the providers counted for them')),
  storage_bytes: integer('Managed tables, unloaded uploads, caches and indexes'),
  storage_captured_at: optionalNull(timestamp('When storage_bytes was measured')),
});
export type WorkspaceUsageResponse = Static<typeof WorkspaceUsageResponse>;
