import { statSync } from 'node:fs';
import { appendKeptRows } from '../encode/kept-rows.ts';
import { copyRows } from '../query/result-file.ts';
import { dropResultTable, fillResultTable, resultTable } from '../query/result-table.ts';
import type { Task } from '../task.ts';
import type { ResultColumn } from '../types/result-columns.ts';

export interface WriteKeptRowsRequest {
  /** Rows that `keepRows` encoded with the columns. */
  readonly rows: Uint8Array;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** The path of the new Parquet file, which is not synced. */
  readonly path: string;
}

/** Makes the Parquet file of a result that is stored as rows. */
export const writeKeptRows: Task<WriteKeptRowsRequest, { readonly sizeBytes: number }> = async (
  context,
  { rows, columns, rowCount, path },
) => {
  const { connection } = context;
  context.defer?.(dropResultTable);
  await fillResultTable(connection, columns, (appender) => appendKeptRows(appender, columns, rows));
  await copyRows(connection, { relation: resultTable, columns, rowCount }, path);
  return { sizeBytes: statSync(path).size };
};
