import fc from 'fast-check';
import type { ModelFile, Row, Value } from './keyed-model.ts';
import type { LoadFixture, UploadFormat } from './load-fixture.ts';

/** Columns of the files, and their few values, so keys meet. */
const integers = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export const columnValues: Readonly<Record<string, readonly Value[]>> = {
  k: integers,
  t: ['a', 'b', '', 'é', 'x,y"z'],
  d: [0.5, -0, 0, Number.NaN, 1.5, Number.POSITIVE_INFINITY],
  a: [...integers, 5_000_000_000, -40_000],
  b: ['p', 'q', 'r s', ''],
  n: integers,
};
const names = Object.keys(columnValues);
export const keys = [['k'], ['k', 't'], ['t'], ['d'], ['k', 'd', 't']] as const;

export interface Step {
  readonly mode: 'replace' | 'append' | 'delete' | 'update' | 'upsert';
  readonly format: UploadFormat;
  readonly key: readonly string[];
  /** Index of each cell in the value lists; -1 is null. */
  readonly cells: readonly Readonly<Record<string, number>>[];
  /** Columns of the file beside the key, as bits; and their order. */
  readonly mask: number;
  readonly reversed: boolean;
  /** A row without a key, which a keyed load refuses. */
  readonly nullKey: boolean;
  /** Numbers of a Parquet file as narrow as they can be. */
  readonly narrow: boolean;
  readonly restart: boolean;
}

const cell = (column: string) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.nat((columnValues[column]?.length ?? 1) - 1) },
    { weight: 1, arbitrary: fc.constant(-1) },
  );

export const step: fc.Arbitrary<Step> = fc.record({
  mode: fc.oneof(
    { weight: 1, arbitrary: fc.constant('replace' as const) },
    { weight: 2, arbitrary: fc.constant('append' as const) },
    {
      weight: 6,
      arbitrary: fc.constantFrom('delete' as const, 'update' as const, 'upsert' as const),
    },
  ),
  format: fc.constantFrom<UploadFormat>('csv', 'json', 'parquet'),
  key: fc.constantFrom<readonly string[]>(...keys),
  cells: fc.array(fc.record(Object.fromEntries(names.map((name) => [name, cell(name)]))), {
    maxLength: 6,
  }),
  mask: fc.nat(2 ** names.length - 1),
  reversed: fc.boolean(),
  nullKey: fc.nat(19).map((chance) => chance === 0),
  narrow: fc.boolean(),
  restart: fc.nat(9).map((chance) => chance === 0),
});

/**
 * The file of a step, for a table of these columns (null: never loaded). Columns that are new have
 * values in the first row.
 */
export function fileOf(
  { mode, format, key, cells, mask, reversed, nullKey }: Step,
  present: readonly string[] | null,
): ModelFile {
  const isKeyed = mode !== 'replace' && mode !== 'append';
  const known = mode === 'replace' ? [] : (present ?? []);
  const isWhole = known.length === 0;
  const hasRows = cells.length > 0;
  const chosen = names.filter((name, index) => {
    if (key.includes(name) || (isWhole && name !== 'n')) return true;
    // CSV without rows has no types, so a new column would be text.
    return (mask >> index) % 2 === 1 && (hasRows || known.includes(name));
  });
  const columns = reversed ? chosen.toReversed() : chosen;
  // JSON without rows has no columns, and the first load needs a row to have types.
  const shown = cells.length > 0 || (!isWhole && format !== 'json') ? cells : [{}];
  const rows = shown.map((one, index) => {
    const isFirst = index === 0;
    const cellOf = (column: string): Value => {
      const values = (columnValues[column] ?? []).filter(
        (value) => format === 'parquet' || Number.isFinite(value) || typeof value === 'string',
      );
      const at = one[column] ?? 0;
      const mustBe = (isKeyed && key.includes(column)) || (isFirst && !known.includes(column));
      const isNull = at < 0 && !mustBe;
      return isNull ? null : (values[Math.max(at, 0) % values.length] ?? null);
    };
    return Object.fromEntries(columns.map((column) => [column, cellOf(column)])) satisfies Row;
  });
  const [firstKey = ''] = key;
  return {
    columns,
    rows:
      isKeyed && nullKey
        ? rows.map((row, index) => (index === 0 ? { ...row, [firstKey]: null } : row))
        : rows,
  };
}

export async function bytesOf(
  fixture: LoadFixture,
  { columns, rows }: ModelFile,
  { format, narrow }: Step,
): Promise<Buffer> {
  if (format === 'csv') {
    const lines = rows.map((row) =>
      columns.map((column) => csvCell(column, row[column] ?? null)).join(','),
    );
    return Buffer.from([columns.join(','), ...lines, ''].join('\n'));
  }
  if (format === 'json') {
    const lines = rows.map(
      (row) =>
        `{${columns.map((column) => `"${column}":${jsonCell(column, row[column] ?? null)}`).join(',')}}\n`,
    );
    return Buffer.from(lines.join(''));
  }
  const typed = columns.map((column) => ({ column, type: parquetType(column, rows, narrow) }));
  const select = (row: Row) =>
    typed
      .map(({ column, type }) => `CAST(${sqlCell(row[column] ?? null)} AS ${type}) AS "${column}"`)
      .join(', ');
  const none = `SELECT ${typed.map(({ column, type }) => `CAST(NULL AS ${type}) AS "${column}"`).join(', ')} WHERE false`;
  const sql =
    rows.length === 0 ? none : rows.map((row) => `SELECT ${select(row)}`).join(' UNION ALL ');
  return fixture.parquet(sql);
}

/** A column of whole doubles must still be seen to be one of doubles. */
const printDouble = (value: number) => (Object.is(value, -0) ? '-0.0' : value.toFixed(1));

function csvCell(column: string, value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return column === 'd' ? printDouble(value) : String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

function jsonCell(column: string, value: Value): string {
  return column === 'd' && typeof value === 'number' ? printDouble(value) : JSON.stringify(value);
}

function sqlCell(value: Value): string {
  if (value === null) return 'NULL';
  return `'${(typeof value === 'number' && Object.is(value, -0) ? '-0.0' : String(value)).replaceAll("'", "''")}'`;
}

function parquetType(column: string, rows: readonly Row[], narrow: boolean): string {
  if (column === 'd') return narrow ? 'FLOAT' : 'DOUBLE';
  if (column === 't' || column === 'b') return 'VARCHAR';
  const largest = Math.max(0, ...rows.map((row) => Math.abs(Number(row[column] ?? 0))));
  if (!narrow || largest > 2 ** 31 - 1) return 'BIGINT';
  return largest > 127 ? 'INTEGER' : 'TINYINT';
}
