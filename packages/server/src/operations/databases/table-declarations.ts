import type { DatabaseDefaultSchemaDecl, DatabaseDefaultTableDecl } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import type { SchemaDeclaration, TableDeclaration } from '../../lake/declarations.ts';
import { normalizeIdentifier, printable } from '../../lake/identifiers.ts';

/** Schema declarations of a request with normalised names; a name given twice is 400. */
export function readSchemas(schemas: readonly DatabaseDefaultSchemaDecl[]): SchemaDeclaration[] {
  const read = schemas.map(readSchema);
  refuseDuplicates(
    read.map((schema) => schema.name),
    'schema',
  );
  return read;
}

export function readSchema(schema: DatabaseDefaultSchemaDecl): SchemaDeclaration {
  const tables = (schema.tables ?? []).map(readTable);
  refuseDuplicates(
    tables.map((table) => table.name),
    'table',
  );
  return { name: normalizeIdentifier(schema.name, 'schema'), tables };
}

export function readTable(table: DatabaseDefaultTableDecl): TableDeclaration {
  const name = normalizeIdentifier(table.name, 'table');
  const partitionBy = (table.partition_by ?? []).map(({ column, transform }) => ({
    column: readColumn(column, name, 'partition_by'),
    transform,
  }));
  const sortedBy = (table.sorted_by ?? []).map(({ column, direction, nulls }) => ({
    column: readColumn(column, name, 'sorted_by'),
    direction: direction ?? ('asc' as const),
    nulls: nulls ?? null,
  }));
  checkKeys(
    partitionBy.map(({ column, transform }) => `${transform} of ${column}`),
    name,
    'partition_by',
  );
  checkKeys(
    sortedBy.map(({ column }) => column),
    name,
    'sorted_by',
  );
  return {
    name,
    layout: {
      key: readColumns(table.key ?? [], name, 'key'),
      constantPerKey: readColumns(table.constant_per_key ?? [], name, 'constant_per_key'),
      partitionBy,
      sortedBy,
    },
  };
}

/** No layout needs more, and each key costs time in every load. */
const maxLayoutKeys = 16;

function checkKeys(keys: readonly string[], table: string, field: string): void {
  if (keys.length > maxLayoutKeys) {
    throw badRequest(
      `'${field}' of table '${table}' has ${keys.length} entries; ${maxLayoutKeys} are the most`,
    );
  }
  refuseDuplicates(keys, `'${field}' of table '${table}':`);
}

export function readColumns(columns: readonly string[], table: string, field: string): string[] {
  const read = columns.map((column) => readColumn(column, table, field));
  refuseDuplicates(read, `${field} column`);
  return read;
}

function readColumn(column: string, table: string, field: string): string {
  if (column === '' || column.length > 256) {
    throw badRequest(
      `'${field}' of table '${table}' holds ${printable(column)}, which cannot be a column name`,
    );
  }
  return column;
}

function refuseDuplicates(names: readonly string[], what: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw badRequest(`${what} ${printable(name)} is given twice`);
    seen.add(name);
  }
}
