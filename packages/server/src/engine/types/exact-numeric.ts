/**
 * A column of numerics that were computed as texts, or of arrays of such: stored as DECIMALs where
 * all of its values fit in one, else as texts.
 */
import { type DuckdbType, scalar } from './duckdb-type.ts';

/** The name of such a column's type, as `TypedColumn` has it; no type of DuckDB's is called so. */
const exactNumeric = 'NUMERIC TEXT';

/** The same of the type that DuckDB has for it: `VARCHAR[]` is `NUMERIC TEXT[]`. */
export const exactNumericType = (type: string) => type.replace(/^VARCHAR/, exactNumeric);

/** How many arrays its numerics lie in; undefined for a column of another type. */
export function exactDepth(type: string): number | undefined {
  if (!type.startsWith(exactNumeric)) return undefined;
  return (type.length - exactNumeric.length) / '[]'.length;
}

const maxDigits = 38;

/**
 * An aggregate: the most decimals of any value, as text; `text` where a value is no number, or one
 * DECIMAL has no room for all. A value with an exponent, as sources write one, counts as one
 * without room: DuckDB casts some of those to zero, and refuses others that fit.
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

/** The greatest of what `each` gives for the numerics of one row. */
function within(value: string, depth: number, each: (value: string) => string): string {
  if (depth === 0) return each(value);
  const element = `x${depth}`;
  return `list_max(list_transform(${value}, lambda ${element}: ${within(element, depth - 1, each)}))`;
}

/** How the column is stored, by what was found of its values. */
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
