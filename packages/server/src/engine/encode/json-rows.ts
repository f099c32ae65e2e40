/**
 * The first rows of a relation as JSON text. The query task makes the preview here, with the same
 * expressions as JSON results, so a preview equals the first rows of the result.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readColumn } from '../read-column.ts';
import type { ResultColumn } from '../types/result-columns.ts';
import { jsonRow } from './row-text.ts';

export interface JsonRowLimits {
  readonly maxRows: number;
  /** The most bytes of UTF-8 text. */
  readonly maxBytes: number;
  /**
   * The number of rows in the relation, where known. A few rows are read without LIMIT, in half the
   * time.
   */
  readonly knownRows?: number;
}

export interface JsonRows {
  /** `[[1,"a"],[2,null]]` */
  readonly text: string;
  readonly rowCount: number;
  /** True where the relation has more rows. */
  readonly truncated: boolean;
}

/**
 * Rows fetched before their size is known. The size of the first rows determines the next fetch.
 */
const probeRows = 128;

/**
 * The first rows of `relationSql` (a table name or a parenthesised query with the columns' stored
 * names), at most `maxRows`, as many as fit `maxBytes`.
 */
export async function encodeJsonRows(
  connection: DuckDBConnection,
  relationSql: string,
  columns: readonly ResultColumn[],
  limits: JsonRowLimits,
): Promise<JsonRows> {
  const select = `SELECT ${jsonRow(columns)} FROM`;
  const rows: string[] = [];
  let sizeBytes = 2;
  let wanted = probeRows;
  for (;;) {
    // One extra row shows whether there are more. Wide rows are never rendered by the thousand.
    const asked = Math.min(wanted, limits.maxRows + 1 - rows.length);
    // The engine plans LIMIT as a batched limit: 0.8 ms against 0.4 for a single row.
    const few = rows.length === 0 && limits.knownRows !== undefined && limits.knownRows < asked;
    const source = few
      ? relationSql
      : `(SELECT * FROM ${relationSql} LIMIT ${asked} OFFSET ${rows.length})`;
    const fetched = await readColumn(connection, `${select} ${source}`);
    for (const row of fetched) {
      const text = String(row);
      sizeBytes += Buffer.byteLength(text) + 1;
      if (rows.length === limits.maxRows || sizeBytes > limits.maxBytes) return joined(rows, true);
      rows.push(text);
    }
    if (fetched.length < asked) return joined(rows, false);
    const rowBytes = Math.max(1, sizeBytes / rows.length);
    wanted = Math.max(
      16,
      Math.min(limits.maxRows, Math.ceil((2 * (limits.maxBytes - sizeBytes)) / rowBytes)),
    );
  }
}

function joined(rows: readonly string[], truncated: boolean): JsonRows {
  return { text: `[${rows.join(',')}]`, rowCount: rows.length, truncated };
}
