import type { SourceColumn, SourceTable, TableName } from './model.ts';

/**
 * Ten thousand tables of twenty columns are kept in memory and read at the start: a column is a
 * list, without the names.
 */
type KeptColumn = [
  name: string,
  type: string,
  sourceType: string,
  nullable: 0 | 1,
  comment?: string | null,
  note?: string | null,
  sourceName?: string,
];

interface KeptTable {
  readonly from?: readonly [schema: string, table: string];
  readonly kind: SourceTable['kind'];
  readonly columns: readonly KeptColumn[];
  readonly key?: readonly string[];
  readonly comment?: string;
  readonly rows?: number;
}

/** The text that is kept of a table of a source. The same of the same table. */
export function printSourceTable({
  from,
  kind,
  columns,
  primaryKey,
  comment,
  rowEstimate,
}: SourceTable): string {
  return JSON.stringify({
    ...(from && { from: [from.schema, from.table] as const }),
    kind,
    columns: columns.map(keptColumn),
    ...(primaryKey.length > 0 && { key: primaryKey }),
    ...(comment !== null && { comment }),
    ...(rowEstimate !== null && { rows: rowEstimate }),
  } satisfies KeptTable);
}

function keptColumn(column: SourceColumn): KeptColumn {
  const { name, type, sourceType, nullable, comment, note, sourceName } = column;
  const plain: KeptColumn = [name, type, sourceType, nullable ? 1 : 0];
  if (sourceName !== undefined)
    return [name, type, sourceType, nullable ? 1 : 0, comment, note, sourceName];
  if (comment === null && note === null) return plain;
  const [, , , isNullable] = plain;
  return note === null
    ? [name, type, sourceType, isNullable, comment]
    : [name, type, sourceType, isNullable, comment, note];
}

export function readSourceTable(text: string | null): SourceTable | null {
  if (text === null) return null;
  const kept = JSON.parse(text) as KeptTable;
  const { from, kind, columns, key = [], comment = null, rows = null } = kept;
  return {
    ...(from && { from: { schema: from[0], table: from[1] } }),
    kind,
    columns: columns.map(readColumn),
    primaryKey: key,
    comment,
    rowEstimate: rows,
  };
}

function readColumn(kept: KeptColumn): SourceColumn {
  const [name, type, sourceType, nullable, comment = null, note = null, sourceName] = kept;
  const column = { name, type, sourceType, nullable: nullable === 1, comment, note };
  return sourceName === undefined ? column : { ...column, sourceName };
}

/** What the source calls the table of a kept text. Cheap: only of few is more than a look taken. */
export function nameAtSource(row: {
  readonly schema_name: string;
  readonly name: string;
  readonly source: string | null;
}): TableName {
  const from = row.source?.startsWith('{"from":') ? readSourceTable(row.source)?.from : undefined;
  return from ?? { schema: row.schema_name, table: row.name };
}
