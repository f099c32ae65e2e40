import type { Static } from 'typebox';
import { dialects } from '../vocabularies.ts';
import { forms } from './forms.ts';
import {
  anyJson,
  asyncOptions,
  asyncRule,
  count,
  flag,
  flagOff,
  integer,
  listOf,
  oneOf,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  text,
  textLike,
} from './shapes.ts';

export const QueryRequest = requestBody(
  'QueryRequest',
  {
    sql: textLike(forms.filled, 'One statement that returns rows, 1,000,000 bytes at most'),
    database_id: optionalNull(text('Instead of the X-Database-Id header')),
    default_catalog: optionalNull(text('Catalog of names without one; must be visible')),
    default_schema: optionalNull(text('Schema of unqualified names')),
    profile: flagOff('Keep the profile of the run: the time, rows and bytes of each operator'),
    dialect: optionalNull(oneOf(dialects, { description: '`hotsql` unless given' })),
    ...asyncOptions,
  },
  { 'x-stated': asyncRule },
);
export type QueryRequest = Static<typeof QueryRequest>;

export const QueryResponse = responseBody('QueryResponse', {
  columns: listOf(text()),
  rows: listOf(listOf(anyJson())),
  nullable: listOf(flag(), { description: 'Beside columns: whether a column allows null' }),
  execution_time_ms: count(),
  preview_row_count: integer('Rows in this body'),
  row_count: count('Deprecated, equal to preview_row_count'),
  total_row_count: optionalNull(integer('All rows; null while a truncated result is being kept')),
  truncated: flag('Whether rows is a preview of a larger result'),
  query_run_id: text(),
  result_id: optionalNull(text('Null only when a complete result could not be kept')),
  warning: optionalNull(text('Set when a complete result could not be kept')),
  command: optional(text('Of SQL that writes: what its last statement is, as INSERT')),
  rows_affected: optionalNull(integer('Of SQL that writes: rows that its last statement wrote')),
});
export type QueryResponse = Static<typeof QueryResponse>;

export const AsyncQueryResponse = responseBody('AsyncQueryResponse', {
  query_run_id: text(),
  status: text(),
  status_url: text('Needs the same X-Database-Id'),
  reason: optionalNull(text('Why the query runs in the background')),
});
export type AsyncQueryResponse = Static<typeof AsyncQueryResponse>;
