/** Declarations of tables: key, partitioning and order. The seed's names (section 2, Database) and Appendix A's twins. */
import type { Static } from 'typebox';
import { nullOrders, partitionTransforms, sortDirections } from '../vocabularies.ts';
import { listOf, oneOf, optional, optionalNull, requestBody, responseBody, text } from './shapes.ts';

export const TablePartitionKey = requestBody('TablePartitionKey', {
  column: text(),
  transform: oneOf(partitionTransforms),
});
export type TablePartitionKey = Static<typeof TablePartitionKey>;

export const TableSortKey = requestBody('TableSortKey', {
  column: text(),
  direction: optionalNull(oneOf(sortDirections, { description: '`asc` unless given' })),
  nulls: optionalNull(oneOf(nullOrders, { description: "SQL's default for the direction unless given" })),
});
export type TableSortKey = Static<typeof TableSortKey>;

const tableDeclaration = {
  name: text(),
  key: optional(
    listOf(text(), { description: 'Columns that identify a row; needed by delete, update and upsert. Empty: no key' }),
  ),
  constant_per_key: optional(
    listOf(text(), { description: 'Columns whose value the key fixes; a wrong claim can duplicate keys' }),
  ),
  partition_by: optional(listOf(TablePartitionKey, { description: 'Applied in order, fixed at creation' })),
  sorted_by: optional(listOf(TableSortKey, { description: 'Applied in order, fixed at creation' })),
};

export const DatabaseDefaultTableDecl = requestBody('DatabaseDefaultTableDecl', tableDeclaration);
export type DatabaseDefaultTableDecl = Static<typeof DatabaseDefaultTableDecl>;

export const DatabaseDefaultSchemaDecl = requestBody('DatabaseDefaultSchemaDecl', {
  name: text(),
  tables: optional(listOf(DatabaseDefaultTableDecl)),
});
export type DatabaseDefaultSchemaDecl = Static<typeof DatabaseDefaultSchemaDecl>;

export const AddManagedTableDecl = requestBody('AddManagedTableDecl', tableDeclaration);
export type AddManagedTableDecl = Static<typeof AddManagedTableDecl>;

export const AddManagedTableRequest = requestBody('AddManagedTableRequest', tableDeclaration);
export type AddManagedTableRequest = Static<typeof AddManagedTableRequest>;

export const AddManagedSchemaRequest = requestBody('AddManagedSchemaRequest', {
  name: text(),
  tables: optional(listOf(AddManagedTableDecl)),
});
export type AddManagedSchemaRequest = Static<typeof AddManagedSchemaRequest>;

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
