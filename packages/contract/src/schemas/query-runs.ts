import type { Static } from 'typebox';
import { cursorPage, integer, listOf, mapOf, optionalNull, responseBody, text, timestamp } from './shapes.ts';

export const QueryRunInfo = responseBody('QueryRunInfo', {
  id: text(),
  status: text('running, succeeded, failed, cancelled or interrupted; the last three and succeeded are final'),
  created_at: timestamp(),
  completed_at: optionalNull(timestamp()),
  sql_text: text(),
  sql_hash: text(),
  snapshot_id: text('Id of the SQL text by its content'),
  result_id: optionalNull(text()),
  row_count: optionalNull(integer('Rows returned')),
  rows_scanned: optionalNull(integer('Rows read from storage; null when no table was read')),
  bytes_scanned: optionalNull(integer('Bytes fetched from storage; 0 when served from memory')),
  execution_time_ms: optionalNull(integer()),
  server_processing_ms: optionalNull(integer('From the start to a ready result, without the network')),
  saved_query_id: optionalNull(text()),
  saved_query_version: optionalNull(integer()),
  error_message: optionalNull(text()),
  warning_message: optionalNull(text()),
  trace_id: optionalNull(text()),
  user_public_id: optionalNull(text('Who asked')),
  database_snapshots: optionalNull(mapOf(integer(), 'Per catalog, the snapshot that was read')),
});
export type QueryRunInfo = Static<typeof QueryRunInfo>;

export const ListQueryRunsResponse = responseBody('ListQueryRunsResponse', {
  query_runs: listOf(QueryRunInfo),
  ...cursorPage,
});
export type ListQueryRunsResponse = Static<typeof ListQueryRunsResponse>;
