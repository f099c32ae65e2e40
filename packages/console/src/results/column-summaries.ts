import { quoted } from '../sql/quoted.ts';

/** Columns that are summed up at once; each costs a pass over the result. */
export const mostColumns = 24;
const buckets = 12;

export interface TypedColumn {
  readonly name: string;
  /** Arrow's name of the type. */
  readonly type: string;
}

/** A row of `summariesSql`. */
export interface ColumnSummary {
  readonly place: unknown;
  readonly rows: unknown;
  readonly filled: unknown;
  readonly distinct_values: unknown;
  readonly least: string | null;
  readonly most: string | null;
}

/** Columns with a unique name. */
export function typedColumns(columns: readonly string[], types: readonly string[]): TypedColumn[] {
  const typed = columns.map((name, index) => ({ name, type: types[index] ?? '' }));
  return typed.filter(({ name }, index) => columns.indexOf(name) === index).slice(0, mostColumns);
}

const isNumber = ({ type }: TypedColumn) => /^(Int|UInt|Float|Decimal)/.test(type);
const hasOrder = (column: TypedColumn) => isNumber(column) || /^(Date|Time)/.test(column.type);

/** One row for each column, numbered by `place`. */
export function summariesSql(resultId: string, columns: readonly TypedColumn[]): string {
  const parts = columns.map((column, place) => {
    const name = quoted(column.name);
    const ends = hasOrder(column)
      ? [`min(${name})::text`, `max(${name})::text`]
      : [`min(${name}::text)`, `max(${name}::text)`];
    return (
      `SELECT ${place} AS place, count(*) AS rows, count(${name}) AS filled, ` +
      `count(DISTINCT ${name}::text) AS distinct_values, ${ends[0]} AS least, ${ends[1]} AS most FROM quern.results.${resultId}`
    );
  });
  return parts.join('\nUNION ALL ');
}

/**
 * Rows `label`, `n`: equal steps from the least number to the most, or the most frequent values.
 */
export function distributionOf(
  resultId: string,
  column: TypedColumn,
  { least, most }: ColumnSummary,
): string {
  const name = quoted(column.name);
  const [from, to] = [Number(least), Number(most)];
  if (isNumber(column) && least !== null && from < to) {
    const step = (to - from) / buckets;
    const bucket = `least(${buckets - 1}, floor((${name}::float8 - (${from})) / ${step}))`;
    return (
      `SELECT (${from} + ${bucket} * ${step})::float8 AS label, count(*) AS n FROM quern.results.${resultId} ` +
      `WHERE ${name} IS NOT NULL GROUP BY 1 ORDER BY 1`
    );
  }
  return `SELECT ${name}::text AS label, count(*) AS n FROM quern.results.${resultId} GROUP BY 1 ORDER BY n DESC, label LIMIT 10`;
}
