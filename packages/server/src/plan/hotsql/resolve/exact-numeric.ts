/**
 * Numerics held as their texts (`exactType`): how others are made such, and how they are compared.
 */
import { type Expr, expr, isNull, shownText } from './expr.ts';
import { decimalOf, exactType, isExact, isInexact, isVarying, type Type } from './type.ts';

/** The numeric as its text, which is PostgreSQL's where the numeric has one. */
export function exactText(value: Expr): string {
  if (isExact(value.type)) return value.text;
  if (isNull(value)) return 'CAST(NULL AS VARCHAR)';
  const shown = shownText(value);
  if (shown !== undefined && (isVarying(value.type) || isInexact(value.type))) return shown;
  return isInexact(value.type) ? `hotsql_numeric_of_double(${value.text})` : decimalText(value);
}

/** DuckDB writes zero as `.0` where a DECIMAL has decimals only. */
function decimalText({ text, type }: Expr): string {
  const { precision, scale } = decimalOf(type) ?? { precision: 38, scale: 0 };
  if (scale === 0 || scale < precision) return `CAST(${text} AS VARCHAR)`;
  if (precision < 38) return `CAST(CAST(${text} AS DECIMAL(${precision + 1},${scale})) AS VARCHAR)`;
  return `regexp_replace(CAST(${text} AS VARCHAR), '^(-?)[.]', '\\1' || '0.')`;
}

/** The value held as its text. */
export function exactly(value: Expr): Expr {
  if (isExact(value.type)) return value;
  const { row: _, shown: __, ...rest } = value;
  return { ...rest, text: exactText(value), type: exactType };
}

/** A numeric held as another is. */
export function heldAs(value: Expr, holding: Type): Expr {
  if (value.type.engine === holding.engine) return value;
  const { row: _, ...rest } = value;
  if (isExact(holding)) return { ...exactly(value), type: holding };
  return {
    ...rest,
    text: `CAST(${isNull(value) ? 'NULL' : value.text} AS ${holding.engine})`,
    type: holding,
  };
}

/**
 * Whether DuckDB compares two numerics by their values: as DECIMALs that one of 38 digits has room
 * for, or doubles.
 */
function areComparable({ type: left }: Expr, { type: right }: Expr): boolean {
  if (isExact(left) || isExact(right)) return false;
  const [a, b] = [decimalOf(left), decimalOf(right)];
  if (a === undefined || b === undefined) return true;
  return Math.max(a.precision - a.scale, b.precision - b.scale) + Math.max(a.scale, b.scale) <= 38;
}

const sortKey = (value: Expr) => `hotsql_numeric_key(${exactText(value)})`;

/**
 * Digits before the point that a DECIMAL must have room for, for two numerics to be compared as
 * such: values with more run the statement again.
 */
const comparedDigits = 18;

/**
 * What DuckDB compares as PostgreSQL compares two numerics. Where the statement may be run again
 * exactly, DECIMALs that one of 38 digits has no sure room for are cast to it all the same, which
 * raises where a value does not fit (`numericLimit`): 30,000 keys of each take 38 ms, so 1.
 */
export function comparableNumerics(
  left: Expr,
  right: Expr,
  mayRunAgain = false,
): readonly [string, string] {
  if (areComparable(left, right)) return [left.text, right.text];
  const [a, b] = [left, right].map(({ type }) => (isExact(type) ? undefined : decimalOf(type)));
  const scale = Math.max(a?.scale ?? 38, b?.scale ?? 38);
  if (!mayRunAgain || 38 - scale < comparedDigits) return [sortKey(left), sortKey(right)];
  const asOne = ({ text }: Expr) => `CAST(${text} AS DECIMAL(38,${scale}))`;
  return [asOne(left), asOne(right)];
}

/** What sorts and groups as the numeric; its own text where DuckDB does that. */
export const numericKey = (value: Expr): string =>
  isExact(value.type) ? sortKey(value) : value.text;

/** An exact numeric made by a function of ours. */
export const exactCall = (name: string, args: readonly string[]): Expr =>
  expr(`hotsql_numeric_${name}(${args.join(', ')})`, exactType);
