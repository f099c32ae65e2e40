/**
 * Declarations of tables: key, partitioning and order
 * (docs/contract/databases.md#table-declarations).
 */
import type { Static } from 'typebox';
import { nullOrders, partitionTransforms, sortDirections } from '../vocabularies.ts';
import { forms, noneOf } from './forms.ts';
import {
  count,
  integer,
  listOf,
  oneOf,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  stated,
  text,
  textLike,
} from './shapes.ts';

const column = () => textLike(forms.plain, undefined, { minLength: 1, maxLength: 256 });
const tableName = () => textLike(forms.identifier);
const schemaName = () =>
  textLike(forms.identifier, undefined, noneOf(['information_schema', 'pg_catalog']));
/** Each once; no layout takes more than 16. */
const columnsOnce = (description: string) =>
  stated(listOf(column(), { description }), { uniqueItems: true });
const layoutLimits = { uniqueItems: true, maxItems: 16 };

export const TablePartitionKey = requestBody('TablePartitionKey', {
  column: column(),
  transform: oneOf(partitionTransforms),
});
export type TablePartitionKey = Static<typeof TablePartitionKey>;

export const TableSortKey = requestBody('TableSortKey', {
  column: column(),
  direction: optionalNull(oneOf(sortDirections, { description: '`asc` unless given' })),
  nulls: optionalNull(
    oneOf(nullOrders, { description: "SQL's default for the direction unless given" }),
  ),
});
export type TableSortKey = Static<typeof TableSortKey>;

const tableDeclaration = {
  name: tableName(),
  key: optional(
    columnsOnce('Columns that identify a row; needed by delete, update and upsert. Empty: no key'),
  ),
  constant_per_key: optional(
    columnsOnce('Columns whose value the key fixes; a wrong claim can duplicate keys'),
  ),
  partition_by: optional(
    stated(
      listOf(TablePartitionKey, { description: 'Applied in order, fixed at creation' }),
      layoutLimits,
    ),
  ),
  sorted_by: optional(
    stated(
      listOf(TableSortKey, { description: 'Applied in order, fixed at creation' }),
      layoutLimits,
    ),
  ),
};

export const DatabaseDefaultTableDecl = requestBody('DatabaseDefaultTableDecl', tableDeclaration);
export type DatabaseDefaultTableDecl = Static<typeof DatabaseDefaultTableDecl>;

export const DatabaseDefaultSchemaDecl = requestBody('DatabaseDefaultSchemaDecl', {
  name: schemaName(),
  tables: optional(listOf(DatabaseDefaultTableDecl)),
});
export type DatabaseDefaultSchemaDecl = Static<typeof DatabaseDefaultSchemaDecl>;

export const AddManagedTableDecl = requestBody('AddManagedTableDecl', tableDeclaration);
export type AddManagedTableDecl = Static<typeof AddManagedTableDecl>;

export const AddManagedTableRequest = requestBody('AddManagedTableRequest', tableDeclaration);
export type AddManagedTableRequest = Static<typeof AddManagedTableRequest>;

export const AddManagedSchemaRequest = requestBody('AddManagedSchemaRequest', {
  name: schemaName(),
  tables: optional(listOf(AddManagedTableDecl)),
});
export type AddManagedSchemaRequest = Static<typeof AddManagedSchemaRequest>;

export const UpdateManagedTableRequest = requestBody('UpdateManagedTableRequest', {
  constant_per_key: columnsOnce('The whole new list; empty: no claim'),
});
export type UpdateManagedTableRequest = Static<typeof UpdateManagedTableRequest>;

export const ManagedTableConstantPerKeyResponse = responseBody(
  'ManagedTableConstantPerKeyResponse',
  {
    connection_id: text(),
    schema: text(),
    table: text(),
    constant_per_key: listOf(text()),
  },
);
export type ManagedTableConstantPerKeyResponse = Static<typeof ManagedTableConstantPerKeyResponse>;

export const RestoreTableRequest = requestBody('RestoreTableRequest', {
  snapshot_id: integer('The snapshot whose rows, columns and declaration the table gets'),
});
export type RestoreTableRequest = Static<typeof RestoreTableRequest>;

export const RestoreTableResponse = responseBody('RestoreTableResponse', {
  connection_id: text(),
  schema_name: text(),
  table_name: text(),
  snapshot_id: integer('The snapshot that the restore made; what was before is the one before it'),
  row_count: count(),
});
export type RestoreTableResponse = Static<typeof RestoreTableResponse>;

export const ManagedSchemaResponse = responseBody('ManagedSchemaResponse', {
  connection_id: text(),
  schema: text(),
  tables: listOf(text(), { description: 'Names' }),
});
export type ManagedSchemaResponse = Static<typeof ManagedSchemaResponse>;

export const ManagedTableResponse = responseBody('ManagedTableResponse', {
  connection_id: text(),
  schema: text(),
  table: text(),
});
export type ManagedTableResponse = Static<typeof ManagedTableResponse>;
