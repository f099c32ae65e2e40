/**
 * A column of numerics computed as texts, or of arrays of such numerics. The column is stored as
 * DECIMALs where one DECIMAL fits all values, otherwise as texts.
 */
import { type DuckdbType, scalar } from './duckdb-type.ts';

/** The type name of such a column in `TypedColumn`. No type of DuckDB has the name. */
const exactNumeric = 'NUMERIC TEXT';

/** The exact form of DuckDB's type: `VARCHAR[]` is `NUMERIC TEXT[]`. */
export const exactNumericType = (type: string) => type.replace(/^VARCHAR/, exactNumeric);

/** The array depth of the numerics; undefined for a column of another type. */
export function exactDepth(type: string): number | undefined {
  if (!type.startsWith(exactNumeric)) return undefined;
  return (type.length - exactNumeric.length) / '[]'.length;
}

const maxDigits = 38;

/**
 * An aggregate with the most decimals of any value, as text. The result is `text` where a value is
 * not a number, or where no DECIMAL fits all values. A value with an exponent, as some sources
 * write, counts as not fitting: DuckDB casts some such values to zero, and refuses others that fit.
 */
export function exactFinding(column: string, depth = 0): string {
  const most = (each: (value: string) => string) =>
    `coalesce(max(${within(column, depth, each)}), 0)`;
  const scale = most((value) => `len(split_part(${value}, '.', 2))`);
  const whole = most((value) => `len(ltrim(split_part(${value}, '.', 1), '-0'))`);
  const other = most(
    (value) =>
      `CAST(${['N', 'I', 'e', 'E'].map((part) => `contains(${value}, '${part}')`).join(' OR ')} AS BIGINT)`,
  );
  return `CASE WHEN ${other} > 0 OR ${scale} + ${whole} > ${maxDigits} THEN 'text' ELSE CAST(${scale} AS VARCHAR) END`;
}

/** The greatest result of `each` over the numerics of one row. */
function within(value: string, depth: number, each: (value: string) => string): string {
  if (depth === 0) return each(value);
  const element = `x${depth}`;
  return `list_max(list_transform(${value}, lambda ${element}: ${within(element, depth - 1, each)}))`;
}

/** The storage of the column, by the finding about its values. */
export function exactStorage(
  column: string,
  finding: string,
  depth = 0,
): { readonly sql: string; readonly type: DuckdbType } {
  const stored = (element: DuckdbType): DuckdbType => {
    let type = element;
    for (let left = depth; left > 0; left -= 1) type = { kind: 'list', element: type };
    return type;
  };
  if (finding === 'text') return { sql: column, type: stored(scalar('VARCHAR')) };
  const scale = Number(finding);
  return {
    sql: `CAST(${column} AS DECIMAL(${maxDigits},${scale})${'[]'.repeat(depth)})`,
    type: stored({ kind: 'decimal', precision: maxDigits, scale }),
  };
}
