import type { SourceColumn, SourceTable } from './model.ts';

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
];

interface KeptTable {
  readonly kind: SourceTable['kind'];
  readonly columns: readonly KeptColumn[];
  readonly key?: readonly string[];
  readonly comment?: string;
  readonly rows?: number;
}

/** The text that is kept of a table of a source. The same of the same table. */
export function printSourceTable({
  kind,
  columns,
  primaryKey,
  comment,
  rowEstimate,
}: SourceTable): string {
  return JSON.stringify({
    kind,
    columns: columns.map(keptColumn),
    ...(primaryKey.length > 0 && { key: primaryKey }),
    ...(comment !== null && { comment }),
    ...(rowEstimate !== null && { rows: rowEstimate }),
  } satisfies KeptTable);
}

function keptColumn({ name, type, sourceType, nullable, comment, note }: SourceColumn): KeptColumn {
  const plain: KeptColumn = [name, type, sourceType, nullable ? 1 : 0];
  if (comment === null && note === null) return plain;
  const [, , , isNullable] = plain;
  return note === null
    ? [name, type, sourceType, isNullable, comment]
    : [name, type, sourceType, isNullable, comment, note];
}

export function readSourceTable(text: string | null): SourceTable | null {
  if (text === null) return null;
  const { kind, columns, key = [], comment = null, rows = null } = JSON.parse(text) as KeptTable;
  return {
    kind,
    columns: columns.map(
      ([name, type, sourceType, nullable, columnComment = null, note = null]) => {
        return { name, type, sourceType, nullable: nullable === 1, comment: columnComment, note };
      },
    ),
    primaryKey: key,
    comment,
    rowEstimate: rows,
  };
}
