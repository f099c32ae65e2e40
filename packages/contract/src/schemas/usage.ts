import type { Static } from 'typebox';
import {
  integer,
  listOf,
  optional,
  optionalNull,
  responseBody,
  text,
  timestamp,
} from './shapes.ts';

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

export const UsageDay = responseBody('UsageDay', {
  day: text('YYYY-MM-DD, of UTC'),
  query_count: integer('Runs of that day that succeeded or failed'),
  bytes_scanned: integer(),
  embedded_text_count: integer('Texts that embedding providers were asked'),
  embedding_token_count: integer('Tokens that the providers counted for them'),
});
export type UsageDay = Static<typeof UsageDay>;

export const UsageDaysResponse = responseBody('UsageDaysResponse', {
  days: listOf(UsageDay, { description: 'Each day from `since` until today, the oldest first' }),
});
export type UsageDaysResponse = Static<typeof UsageDaysResponse>;
