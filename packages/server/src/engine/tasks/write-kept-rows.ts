import { statSync } from 'node:fs';
import { appendKeptRows } from '../encode/kept-rows.ts';
import { resultTable } from '../query/query-catalog.ts';
import { copyRows } from '../query/result-file.ts';
import { workerCatalog } from '../sandbox.ts';
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
  context.defer?.(async (fresh) => void (await fresh.run(`DROP TABLE IF EXISTS ${resultTable}`)));
  await appendKeptRows(connection, { catalog: workerCatalog, name: 'result' }, columns, rows);
  await copyRows(connection, { relation: resultTable, columns, rowCount }, path);
  return { sizeBytes: statSync(path).size };
};
