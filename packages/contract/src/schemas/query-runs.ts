import type { Static } from 'typebox';
import {
  count,
  cursorPage,
  flag,
  integer,
  listOf,
  mapOf,
  nullable,
  optionalNull,
  quantity,
  responseBody,
  text,
  timestamp,
} from './shapes.ts';

const fieldsOfRun = {
  id: text(),
  status: text(
    'running, succeeded, failed, cancelled or interrupted; the last three and succeeded are final',
  ),
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
  server_processing_ms: optionalNull(
    integer('From the start to a ready result, without the network'),
  ),
  saved_query_id: optionalNull(text()),
  saved_query_version: optionalNull(integer()),
  error_message: optionalNull(text()),
  warning_message: optionalNull(text()),
  trace_id: optionalNull(text()),
  user_public_id: optionalNull(text('Who asked')),
  database_snapshots: optionalNull(mapOf(integer(), 'Per catalog, the snapshot that was read')),
  reused_result_id: optionalNull(
    text(
      'The earlier result that answered it, whose rows its own result shares; null where it executed',
    ),
  ),
  dialect: optionalNull(text('Of the SQL text; null of runs from before it was recorded')),
};

export const QueryRunInfo = responseBody('QueryRunInfo', fieldsOfRun);
export type QueryRunInfo = Static<typeof QueryRunInfo>;

export const ListQueryRunsResponse = responseBody('ListQueryRunsResponse', {
  query_runs: listOf(QueryRunInfo),
  ...cursorPage,
});
export type ListQueryRunsResponse = Static<typeof ListQueryRunsResponse>;

export const WorkspaceQueryRun = responseBody('WorkspaceQueryRun', {
  ...fieldsOfRun,
  database_id: text(),
  database_name: nullable(text('Null where the database is gone')),
});
export type WorkspaceQueryRun = Static<typeof WorkspaceQueryRun>;

export const ListWorkspaceQueryRunsResponse = responseBody('ListWorkspaceQueryRunsResponse', {
  query_runs: listOf(WorkspaceQueryRun),
  ...cursorPage,
});
export type ListWorkspaceQueryRunsResponse = Static<typeof ListWorkspaceQueryRunsResponse>;

export const ProfiledOperator = responseBody('ProfiledOperator', {
  id: count('Its place in the list'),
  parent_id: nullable(count('The operator that takes its rows; null for the last one to run')),
  name: text(),
  table: nullable(text('What it scans')),
  time_ms: quantity('Of all threads together, without the operators below'),
  rows: count('Rows that it gave'),
  bytes: count('Of those rows'),
  details: mapOf(text(), 'What it works on, as texts: filters, conditions, groups'),
});
export type ProfiledOperator = Static<typeof ProfiledOperator>;

export const QueryRunProfile = responseBody('QueryRunProfile', {
  query_run_id: text(),
  total_ms: quantity('From the first row to the last, by the clock'),
  peak_memory_bytes: count('In buffers of the engine'),
  spilled_bytes: count('Largest amount on disk'),
  operators: listOf(ProfiledOperator, { description: 'Each before those whose rows it takes' }),
  truncated: flag('There were more operators than are listed'),
});
export type QueryRunProfile = Static<typeof QueryRunProfile>;
