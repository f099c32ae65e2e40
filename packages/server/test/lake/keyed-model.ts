/** Model of a table under any sequence of loads: rows in memory, changed in the plainest way. */
export type Value = number | string | null;
export type Row = Readonly<Record<string, Value>>;

/** A file: columns in order, and rows with a value for each. */
export interface ModelFile {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export class KeyedModel {
  /** null: never loaded. */
  columns: readonly string[] | null = null;
  rows: readonly Row[] = [];

  load(
    mode: 'replace' | 'append' | 'delete' | 'update' | 'upsert',
    key: readonly string[],
    file: ModelFile,
  ): void {
    if (mode === 'replace') {
      this.columns = file.columns;
      this.rows = file.rows;
      return;
    }
    const before = this.columns ?? [];
    if (mode !== 'delete')
      this.columns = [...before, ...file.columns.filter((column) => !before.includes(column))];
    if (mode === 'append') {
      this.rows = [...this.rows, ...file.rows];
      return;
    }
    const last = new Map(file.rows.map((row) => [keyOf(row, key), row]));
    const incoming = (row: Row) => last.get(keyOf(row, key));
    if (mode === 'update') this.rows = this.rows.map((row) => ({ ...row, ...incoming(row) }));
    else this.rows = this.rows.filter((row) => incoming(row) === undefined);
    if (mode === 'upsert') this.rows = [...this.rows, ...last.values()];
  }

  /** Unordered; every row has all columns. */
  get content(): string[] {
    return this.rows.map((row) => printRow(row, this.columns ?? [])).sort();
  }
}

export function printRow(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): string {
  return JSON.stringify(columns.map((column) => printValue(row[column])));
}

/** DuckDB gives wide integers as text; 0 and -0 are one value, and so are all NaNs. */
function printValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? String(value + 0 === 0 ? 0 : value) : String(value);
}

/** A null equals nothing. */
function keyOf(row: Row, key: readonly string[]): string | symbol {
  return key.some((column) => row[column] === null || row[column] === undefined)
    ? Symbol()
    : printRow(row, key);
}
