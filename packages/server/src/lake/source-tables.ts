import type { SourceColumn, SourceTable, TableName } from './model.ts';

/**
 * Memory may hold ten thousand tables of twenty columns, so a column is a list without field names.
 */
type KeptColumn = [
  name: string,
  type: string,
  sourceType: string,
  nullable: 0 | 1,
  comment?: string | null,
  note?: string | null,
  sourceName?: string | null,
  sqlType?: string,
];

interface KeptTable {
  readonly from?: readonly [schema: string, table: string];
  readonly kind: SourceTable['kind'];
  readonly columns: readonly KeptColumn[];
  readonly key?: readonly string[];
  readonly comment?: string;
  readonly rows?: number;
}

/** The stored text of a source's table; equal tables have equal texts. */
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
  const { name, type, sourceType, nullable, comment, note, sourceName, sqlType } = column;
  const kept = [name, type, sourceType, nullable ? 1 : 0, comment, note, sourceName, sqlType];
  while (kept.at(-1) == null) kept.pop();
  return kept.map((part) => part ?? null) as KeptColumn;
}

export function readSourceTable(text: string | null): SourceTable | null {
  return text === null ? null : readText(text);
}

function readText(text: string): SourceTable {
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

/**
 * A source's table with a stored text, parsed on demand and again after a while without use.
 * Parsed, 50,000 tables of 20 columns take 200 MiB; as texts, 30 MiB. A query needs few of the
 * tables.
 */
export class KeptSource implements SourceTable {
  readonly from?: TableName;
  readonly #text: string;
  #read: WeakRef<SourceTable> | undefined;

  constructor(text: string) {
    this.#text = text;
    const from = renamedFrom(text);
    if (from) this.from = from;
  }

  get kind(): SourceTable['kind'] {
    return this.#table().kind;
  }

  get columns(): SourceTable['columns'] {
    return this.#table().columns;
  }

  get primaryKey(): SourceTable['primaryKey'] {
    return this.#table().primaryKey;
  }

  get comment(): string | null {
    return this.#table().comment;
  }

  get rowEstimate(): number | null {
    return this.#table().rowEstimate;
  }

  #table(): SourceTable {
    const known = this.#read?.deref();
    if (known) return known;
    const table = readText(this.#text);
    this.#read = new WeakRef(table);
    return table;
  }
}

function readColumn(kept: KeptColumn): SourceColumn {
  const [name, type, sourceType, nullable, comment = null, note = null, sourceName, sqlType] = kept;
  const column = { name, type, sourceType, nullable: nullable === 1, comment, note };
  return {
    ...column,
    ...(sourceName != null && { sourceName }),
    ...(sqlType !== undefined && { sqlType }),
  };
}

/** Cheap: only of few is more than a look taken. */
const renamedFrom = (text: string | null): TableName | undefined =>
  text?.startsWith('{"from":') ? readText(text).from : undefined;

/** The name at the source of a table with a stored text. */
export function nameAtSource(row: {
  readonly schema_name: string;
  readonly name: string;
  readonly source: string | null;
}): TableName {
  return renamedFrom(row.source) ?? { schema: row.schema_name, table: row.name };
}
