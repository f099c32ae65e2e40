import { join } from 'node:path';
import { newObjectName } from '../../kernel/ids.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { type ResultFile, writeResultFile } from '../query/result-file.ts';
import type { Task } from '../task.ts';
import type { ResultColumn } from '../types/result-columns.ts';

export interface RewriteResultRequest {
  readonly path: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
}

/** A synced file below `spoolDir`. The requester removes the file. */
export interface RewrittenResult extends ResultFile {
  readonly path: string;
}

/** Rewrites a stored result in the present format, with the same rows in the same order. */
export const rewriteResult: Task<RewriteResultRequest, RewrittenResult> = async (
  { connection, spoolDir },
  request,
) => {
  const path = join(spoolDir, `${newObjectName()}.parquet`);
  const names = request.columns.map(({ storedName }) => quoteIdentifier(storedName)).join(', ');
  const relation = `(SELECT ${names} FROM read_parquet(${quoteLiteral(request.path)}))`;
  return { path, ...(await writeResultFile(connection, { relation, ...request }, path)) };
};
