import type { Static } from 'typebox';
import { IndexInfoResponse } from './indexes.ts';
import {
  count,
  cursorPage,
  flag,
  listOf,
  optional,
  optionalNull,
  responseBody,
  text,
} from './shapes.ts';
import { TablePartitionKey, TableSortKey } from './table-layout.ts';
import { TableRefreshPolicy } from './table-refresh.ts';

export const ColumnInfo = responseBody('ColumnInfo', {
  name: text(),
  data_type: text('`Int64`, `timestamp[us]`, `list<item: int64>`, `struct<"a": bigint>`'),
  arrow_type: optional(text("Arrow's name of the type: `Timestamp(Microsecond, None)`")),
  nullable: flag(),
  source_type: optional(text("Of a source's table: the type in the source's own words")),
  comment: optionalNull(
    text("The source's comment, and what becomes of values whose type has no exact counterpart"),
  ),
});
export type ColumnInfo = Static<typeof ColumnInfo>;

export const TableInfo = responseBody('TableInfo', {
  connection: text(),
  schema: text(),
  table: text(),
  synced: flag(),
  last_sync: optionalNull(text('RFC 3339')),
  columns: optionalNull(listOf(ColumnInfo, { description: 'With include_columns only' })),
  constant_per_key: listOf(text(), { description: 'Columns whose value the key fixes' }),
  partition_by: listOf(TablePartitionKey),
  sorted_by: listOf(TableSortKey),
  indexes: optional(listOf(IndexInfoResponse, { description: 'Of a table that has any' })),
  state: optionalNull(
    text(
      "Of a source's table: discovered, loaded, stale (its columns changed since), failed or live",
    ),
  ),
  kind: optional(text("Of a source's table: table or view")),
  comment: optionalNull(text()),
  primary_key: optional(listOf(text())),
  row_estimate: optionalNull(count("Rows by the source's own statistics")),
  refresh: optionalNull(TableRefreshPolicy),
  sync_error: optionalNull(
    text('Why the last fetching failed; the rows that were fetched before stay'),
  ),
});
export type TableInfo = Static<typeof TableInfo>;

export const InformationSchemaResponse = responseBody('InformationSchemaResponse', {
  tables: listOf(TableInfo),
  ...cursorPage,
});
export type InformationSchemaResponse = Static<typeof InformationSchemaResponse>;
