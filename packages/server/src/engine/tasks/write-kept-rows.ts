import { statSync } from 'node:fs';
import { appendKeptRows } from '../encode/kept-rows.ts';
import { copyRows } from '../query/result-file.ts';
import { dropResultTable, fillResultTable, resultTable } from '../query/result-table.ts';
import type { Task } from '../task.ts';
import type { ResultColumn } from '../types/result-columns.ts';

export interface WriteKeptRowsRequest {
  /** As `keepRows` made them of these columns. */
  readonly rows: Uint8Array;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** Where the Parquet file is written; not synced. */
  readonly path: string;
}

/** Makes the Parquet file of a result that is kept as rows. */
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
