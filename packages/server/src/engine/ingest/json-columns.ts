import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { JsonSource } from './file-source.ts';
import { sourceRelation } from './source-relation.ts';

export interface JsonColumn {
  readonly name: string;
  /** The type in the lake. */
  readonly type: string;
  /** The type in DuckDB's reader, before the cast to `type`. */
  readonly readType: string;
  readonly allNull: boolean;
  /** The type with NULL for each part without a value, where some have none. */
  readonly seen?: string;
}

const numberTypes = new Set(['BIGINT', 'DOUBLE']);

/**
 * Refines what the structure leaves open, in one pass over the file. Strings may all be ISO dates
 * or timestamps. In a file with long numbers, BIGINT or DOUBLE might change numbers.
 */
export async function refineJsonColumns(
  connection: DuckDBConnection,
  file: Pick<JsonSource, 'path' | 'layout' | 'rowCount'>,
  columns: readonly JsonColumn[],
  hasLongNumbers: boolean,
): Promise<JsonColumn[]> {
  const questions = columns.map((column) => questionOf(column, hasLongNumbers));
  if (questions.every((question) => question === null)) return [...columns];
  const asked = columns.flatMap((column, index) => {
    const question = questions[index];
    return question === null || question === undefined ? [] : [{ column, question }];
  });
  const source: JsonSource = {
    ...file,
    format: 'json',
    columns: asked.map(({ column, question }) => ({
      name: column.name,
      readType: question.readType,
    })),
  };
  const sql = `SELECT ${asked.map(({ question }) => question.sql).join(', ')} FROM ${sourceRelation(source)}`;
  const answers = (await connection.runAndReadAll(sql)).getRows()[0] ?? [];
  const byName = new Map(asked.map(({ column }, index) => [column.name, answers[index]]));
  return columns.map((column) => answered(column, byName.get(column.name)));
}

interface Question {
  readonly readType: string;
  /**
   * An aggregate over the column: the type of all its values, or null for the type of the
   * structure.
   */
  readonly sql: string;
}

function questionOf(column: JsonColumn, hasLongNumbers: boolean): Question | null {
  const value = quoteIdentifier(column.name);
  if (column.allNull || column.readType === 'JSON') return null;
  if (column.type === 'VARCHAR') return { readType: 'VARCHAR', sql: instantQuestion(value) };
  if (!hasLongNumbers || column.type === 'BOOLEAN') return null;
  // The JSON type preserves all digits of a number.
  if (numberTypes.has(column.type))
    return { readType: 'JSON', sql: numberQuestion(`(${value}::VARCHAR)`) };
  const digits = column.type.includes('DOUBLE') ? 16 : 19;
  return { readType: 'JSON', sql: nestedQuestion(`(${value}::VARCHAR)`, digits) };
}

const dateText = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const timeText = '[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?';
const zonedTimeText =
  '[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?(Z|[+-](0[0-9]|1[0-5])(:?[0-5][0-9])?)';

/**
 * Accepts the same instants as CSV (csv-value.ts). Cheap tests come first, because most strings are
 * not dates.
 */
function instantQuestion(value: string): string {
  const all = (type: string, pattern: string) =>
    `bool_and(CASE WHEN length(${value}) BETWEEN 10 AND 40 AND ${value}[5] = '-' AND ${value}[1:4] <> '0000' AND ${value}[12:13] <> '24' ` +
    `THEN regexp_full_match(${value}, ${quoteLiteral(pattern)}) AND TRY_CAST(${value} AS ${type}) IS NOT NULL ELSE false END) ` +
    `FILTER (${value} IS NOT NULL)`;
  return (
    `CASE WHEN ${all('DATE', dateText)} THEN 'DATE' ` +
    `WHEN ${all('TIMESTAMP', `${dateText}[ T]${timeText}`)} THEN 'TIMESTAMP' ` +
    `WHEN ${all('TIMESTAMPTZ', `${dateText}[ T]${zonedTimeText}`)} THEN 'TIMESTAMP WITH TIME ZONE' END`
  );
}

function numberQuestion(text: string): string {
  const isInteger = `regexp_full_match(${text}, '-?[0-9]+')`;
  const isNull = `${text} IS NULL OR ${text} = 'null'`;
  const isExactDouble =
    `CASE WHEN ${isInteger} THEN abs(TRY_CAST(${text} AS HUGEINT)) <= 9007199254740992 ` +
    `WHEN ${text} IN ('NaN', 'Infinity', '-Infinity') THEN true ELSE coalesce(isfinite(TRY_CAST(${text} AS DOUBLE)), false) END`;
  return (
    `CASE WHEN bool_and(${isNull} OR (${isInteger} AND TRY_CAST(${text} AS BIGINT) IS NOT NULL)) THEN 'BIGINT' ` +
    `WHEN bool_and(${isNull} OR (${isInteger} AND TRY_CAST(${text} AS DECIMAL(38,0)) IS NOT NULL)) THEN 'DECIMAL(38,0)' ` +
    `WHEN bool_and(${isNull} OR coalesce(${isExactDouble}, false)) THEN 'DOUBLE' ELSE 'VARCHAR' END`
  );
}

/**
 * A nested value becomes JSON text when it contains a number of `digits` digits or more, or with a
 * large exponent. Whole numbers of 18 digits stay numbers unless the column needs doubles.
 */
function nestedQuestion(text: string, digits: number): string {
  const longNumber = `(^|[\\[:,])-?([0-9]{${digits},}|[0-9.]+[eE][+-]?[0-9]{3,})([\\],}]|$)`;
  return `CASE WHEN bool_or(regexp_matches(${text}, ${quoteLiteral(longNumber)})) THEN 'JSON' END`;
}

function answered(found: JsonColumn, answer: unknown): JsonColumn {
  if (typeof answer !== 'string') return found;
  const { seen: _seen, ...column } = found;
  if (answer === 'JSON') return { ...column, type: 'VARCHAR', readType: 'JSON' };
  if (column.type === 'VARCHAR') return { ...column, type: answer, readType: 'VARCHAR' };
  return { ...column, type: answer, readType: answer };
}
