import type { Static } from 'typebox';
import { cursorPage, flag, listOf, optionalNull, responseBody, text } from './shapes.ts';
import { TablePartitionKey, TableSortKey } from './table-layout.ts';

export const ColumnInfo = responseBody('ColumnInfo', {
  name: text(),
  data_type: text('An Arrow type name such as `Int64`'),
  nullable: flag(),
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
});
export type TableInfo = Static<typeof TableInfo>;

export const InformationSchemaResponse = responseBody('InformationSchemaResponse', {
  tables: listOf(TableInfo),
  ...cursorPage,
});
export type InformationSchemaResponse = Static<typeof InformationSchemaResponse>;
