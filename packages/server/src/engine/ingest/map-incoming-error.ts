import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { IncomingRows } from './incoming-rows.ts';
import { mapIngestError, raisedConflict } from './map-ingest-error.ts';
import { vectorReading } from './select-expressions.ts';
import { sourceRelation } from './source-relation.ts';
import { vectorFaults, vectorMark } from './vector-values.ts';
import { withJsonPlace } from './with-json-place.ts';

/** The caller's error for an error of a load. The error of an invalid vector names the row. */
export async function mapIncomingError(
  connection: DuckDBConnection,
  rows: IncomingRows,
  error: unknown,
): Promise<unknown> {
  const { format, path } = rows.source;
  const mapped = mapIngestError(await nameVectorRow(connection, rows, error), format);
  return format === 'json' ? withJsonPlace(mapped, path) : mapped;
}

/**
 * Adds the row of the first invalid vector to an error about a vector. The function reads the file
 * once more, and returns an error of the second reading. Any other error is returned unchanged.
 */
async function nameVectorRow(
  connection: DuckDBConnection,
  { source, columns, target }: IncomingRows,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Error) || !error.message.includes(vectorMark)) return error;
  const inspected = new Map(columns.map((column) => [column.name, column]));
  const faults = target.flatMap(({ column, from }) => {
    const reading = vectorReading(column.type, inspected.get(from ?? ''), source.format === 'csv');
    if (from === null || reading === undefined) return [];
    return vectorFaults(quoteIdentifier(from), column.name, column.type, reading);
  });
  // A value of the file may contain the mark too.
  if (faults.length === 0) return error;
  const whens = faults.map(({ condition, message }) => `WHEN ${condition} THEN ${message}`);
  const relation = sourceRelation(source, { parallelCsv: false });
  const sql =
    `SELECT number, said FROM (SELECT row_number() OVER () AS number, CASE ${whens.join(' ')} END AS said FROM ${relation}) ` +
    'WHERE said IS NOT NULL ORDER BY number LIMIT 1';
  let row: readonly unknown[] | undefined;
  try {
    [row] = (await connection.runAndReadAll(sql)).getRows();
  } catch (failure) {
    // The load had not read the whole file, and a later part may be damaged.
    return failure;
  }
  const unnamed = error.message.replace(vectorMark, '');
  const named = row === undefined ? unnamed : `${raisedConflict}Row ${row[0]}: ${row[1]}`;
  return new Error(named, { cause: error });
}
