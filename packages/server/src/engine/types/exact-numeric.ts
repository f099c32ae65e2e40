/**
 * A column of numerics that were computed as texts: stored as a DECIMAL where all of its values fit
 * in one, else as text.
 */
import { type DuckdbType, scalar } from './duckdb-type.ts';

/** The name of such a column's type, as `TypedColumn` has it; no type of DuckDB's is called so. */
export const exactNumeric = 'NUMERIC TEXT';

const maxDigits = 38;

/**
 * An aggregate: the most decimals of any value, as text; `text` where a value is no number, or one
 * DECIMAL has no room for all.
 */
export function exactFinding(column: string): string {
  const scale = `coalesce(max(len(split_part(${column}, '.', 2))), 0)`;
  const whole = `coalesce(max(len(ltrim(split_part(${column}, '.', 1), '-0'))), 0)`;
  const isText = `coalesce(bool_or(contains(${column}, 'N') OR contains(${column}, 'I')), false) OR ${scale} + ${whole} > ${maxDigits}`;
  return `CASE WHEN ${isText} THEN 'text' ELSE CAST(${scale} AS VARCHAR) END`;
}

/** How the column is stored, by what was found of its values. */
export function exactStorage(
  column: string,
  finding: string,
): { readonly sql: string; readonly type: DuckdbType } {
  if (finding === 'text') return { sql: column, type: scalar('VARCHAR') };
  const scale = Number(finding);
  return {
    sql: `CAST(${column} AS DECIMAL(${maxDigits},${scale}))`,
    type: { kind: 'decimal', precision: maxDigits, scale },
  };
}
