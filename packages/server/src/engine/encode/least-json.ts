import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { parseType } from '../types/duckdb-type.ts';
import type { ResultColumn } from '../types/result-columns.ts';
import type { EncodeRequest } from './encoded-slice.ts';
import { rowsOf } from './row-size.ts';

/** A small and short result is encoded as fast as a check. */
const fewRows = 1000;
const fewBytes = 1024 * 1024;

const integers = /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/;

/**
 * True where the requested rows are certainly more than `maxBytes` of JSON, by the lengths of texts
 * and integers. The check reads only such columns, in a sixth of the time of encoding. False where
 * the size is uncertain.
 */
export async function isSurelyLarger(
  connection: DuckDBConnection,
  { path, columns, offset, limit }: EncodeRequest,
  maxBytes: number,
): Promise<boolean> {
  if (limit < fewRows && (await stat(path)).size < fewBytes) return false;
  const cells = columns.map(leastCell);
  const counted = cells.filter((cell) => typeof cell === 'string');
  // Each cell but the last has a comma, and the row has brackets and a comma.
  const fixed = cells.reduce<number>(
    (sum, cell) => sum + 1 + (typeof cell === 'number' ? cell : 0),
    2,
  );
  if (counted.length === 0) return limit * fixed > maxBytes;
  const sum = counted.map((cell) => `coalesce(${cell}, 4)`).join(' + ');
  const reader = await connection.runAndReadAll(
    `SELECT CAST(sum(${sum}) AS DOUBLE) FROM ${rowsOf(path, offset, limit)}`,
  );
  return limit * fixed + Number(reader.getColumns()[0]?.[0] ?? 0) > maxBytes;
}

/** The least bytes of a column's cells, or SQL to count the bytes. */
function leastCell({ storedName, storedType }: ResultColumn): number | string {
  const type = parseType(storedType);
  if (type.kind !== 'scalar') return type.kind === 'decimal' ? 1 : 2;
  const column = quoteIdentifier(storedName);
  // Numbers stored as texts have no quotes.
  if (type.name === 'VARCHAR') return `strlen(${column})`;
  if (integers.test(type.name)) return `strlen(CAST(${column} AS VARCHAR))`;
  return type.name === 'DOUBLE' || type.name === 'FLOAT' ? 1 : 2;
}
