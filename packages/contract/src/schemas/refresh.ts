import type { Static } from 'typebox';
import { refreshModes } from '../vocabularies.ts';
import {
  asyncOptions,
  count,
  flagOff,
  listOf,
  oneOf,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  text,
  unionOf,
} from './shapes.ts';

export const RefreshRequest = requestBody('RefreshRequest', {
  connection_id: optionalNull(text()),
  schema_name: optionalNull(text()),
  table_name: optionalNull(text()),
  data: flagOff('Refresh rows instead of the schema'),
  include_uncached: flagOff('Also fetch tables that were never read'),
  full: flagOff('Fetch all rows, also of tables that are refreshed incrementally'),
  remove_gone: flagOff(
    'Of tables that are refreshed incrementally, compare all keys and remove rows gone at the source',
  ),
  ...asyncOptions,
});
export type RefreshRequest = Static<typeof RefreshRequest>;

export const RefreshWarning = responseBody('RefreshWarning', {
  message: text(),
  schema_name: optionalNull(text()),
  table_name: optionalNull(text()),
});
export type RefreshWarning = Static<typeof RefreshWarning>;

export const ConnectionSchemaError = responseBody('ConnectionSchemaError', {
  connection_id: text(),
  error: text(),
});
export type ConnectionSchemaError = Static<typeof ConnectionSchemaError>;

export const TableRefreshError = responseBody('TableRefreshError', {
  schema_name: text(),
  table_name: text(),
  error: text(),
});
export type TableRefreshError = Static<typeof TableRefreshError>;

export const SchemaRefreshResult = responseBody('SchemaRefreshResult', {
  connections_refreshed: count(),
  connections_failed: count(),
  tables_discovered: count(),
  tables_added: count(),
  tables_modified: count(),
  errors: optionalNull(listOf(ConnectionSchemaError)),
});
export type SchemaRefreshResult = Static<typeof SchemaRefreshResult>;

export const TableRefreshResult = responseBody('TableRefreshResult', {
  connection_id: text(),
  schema_name: text(),
  table_name: text(),
  rows_synced: count(),
  duration_ms: count(),
  warnings: optionalNull(listOf(RefreshWarning)),
  mode: optional(
    oneOf(refreshModes, { description: 'Whether all rows were fetched, or what had changed' }),
  ),
  rows_removed: optional(count('With remove_gone: rows that were gone at the source')),
});
export type TableRefreshResult = Static<typeof TableRefreshResult>;

export const ConnectionRefreshResult = responseBody('ConnectionRefreshResult', {
  connection_id: text(),
  tables_refreshed: count(),
  tables_failed: count(),
  total_rows: count(),
  duration_ms: count(),
  errors: optionalNull(listOf(TableRefreshError)),
  warnings: optionalNull(listOf(RefreshWarning)),
});
export type ConnectionRefreshResult = Static<typeof ConnectionRefreshResult>;

export const RefreshResponse = unionOf('RefreshResponse', [
  SchemaRefreshResult,
  TableRefreshResult,
  ConnectionRefreshResult,
]);
export type RefreshResponse = Static<typeof RefreshResponse>;
