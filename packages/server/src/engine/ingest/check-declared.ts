import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { DeclaredColumn } from './declared-types.ts';
import type { CsvSource } from './file-source.ts';
import { sourceRelation } from './source-relation.ts';
import { isNoVector } from './vector-values.ts';

const integerTypes = /^U?(TINYINT|SMALLINT|INTEGER|BIGINT)$/;
const maxShownChars = 60;

/**
 * Throws BAD_REQUEST for the first value (in row order) outside its declared type, with row, column
 * and value. Text is read as DuckDB casts text, but a whole-number type accepts no fraction. DuckDB
 * would round the fraction, and PostgreSQL refuses.
 */
export async function checkDeclaredValues(
  connection: DuckDBConnection,
  source: CsvSource,
  columns: readonly DeclaredColumn[],
): Promise<void> {
  const checked = columns.filter((column) => column.checkedAs !== 'VARCHAR');
  if (checked.length === 0) return;
  const failures = checked
    .map((column, index) => `WHEN ${failureCondition(column)} THEN ${index}`)
    .join(' ');
  const values = checked
    .map((column, index) => `WHEN ${index} THEN ${quoteIdentifier(column.name)}`)
    .join(' ');
  const sql =
    `SELECT row_number, failure, CASE failure ${values} END AS text FROM ` +
    `(SELECT *, row_number() OVER () AS row_number, CASE ${failures} END AS failure FROM ${sourceRelation(source, { parallelCsv: false })}) ` +
    'WHERE failure IS NOT NULL ORDER BY row_number LIMIT 1';
  const [row] = (await connection.runAndReadAll(sql)).getRows();
  if (row === undefined) return;
  const [rowNumber, failure, text] = row;
  const column = checked[Number(failure)];
  throw badRequest(
    `Row ${rowNumber}, column '${column?.name}': '${shortened(String(text))}' is not a valid ${column?.declared}`,
  );
}

function failureCondition(column: DeclaredColumn): string {
  const value = quoteIdentifier(column.name);
  if (column.checkedAs.endsWith(']'))
    return `${value} IS NOT NULL AND ${isNoVector(value, column.checkedAs)}`;
  const isWholeNumber = integerTypes.test(column.checkedAs);
  const wholeNumber = isWholeNumber
    ? ` OR NOT regexp_full_match(${value}, '\\s*[+-]?[0-9]+\\s*')`
    : '';
  return `${value} IS NOT NULL AND (TRY_CAST(${value} AS ${column.checkedAs}) IS NULL${wholeNumber})`;
}

function shortened(text: string): string {
  return text.length <= maxShownChars ? text : `${text.slice(0, maxShownChars)}...`;
}
