import { crc32 } from 'node:zlib';
import { analysedPlan } from '../query/analysed-plan.ts';
import type { ExecuteQueryReply, ExecuteQueryRequest } from '../query/query-request.ts';
import {
  copyRows,
  copyStatement,
  type ResultRows,
  syncResultFile,
  takeSmallFile,
  writeResultFile,
} from '../query/result-file.ts';
import { createdRows, type ScanStatistics, scanStatistics } from '../query/scan-statistics.ts';
import type { PlanNode } from '../query/shown-plan.ts';
import type { TaskContext } from '../task.ts';

export type StoredFile = Pick<ExecuteQueryReply, 'sizeBytes' | 'checksum' | 'parquet'>;

/** At the request's path. */
export async function storeRows(
  { connection }: TaskContext,
  rows: ResultRows,
  { resultPath }: ExecuteQueryRequest,
): Promise<StoredFile> {
  return { ...(await writeResultFile(connection, rows, resultPath)), parquet: null };
}

/**
 * Of rows of which nothing but the first were read yet (`rowsAsRead`): with what was read, and the
 * plan that did. `bytesRead` counts from before these first ones, which the engine then has in its
 * caches. Throws where there were not so many rows as the tables' versions say.
 */
export async function storeRowsAsRead(
  { connection }: TaskContext,
  rows: ResultRows,
  { resultPath, catalogs }: ExecuteQueryRequest,
  bytesRead: () => number | null,
): Promise<{
  readonly stored: StoredFile;
  readonly scanned: ScanStatistics;
  readonly plan: PlanNode;
}> {
  const copy = await copyStatement(connection, rows, resultPath);
  const plan = await analysedPlan(connection, copy);
  const written = createdRows(plan);
  if (written !== rows.rowCount)
    throw new Error(`${written} rows were read of a table of ${rows.rowCount}`);
  const scanned = scanStatistics(plan, catalogs);
  const bytesScanned = bytesRead() ?? scanned.bytesScanned;
  const stored = { ...(await syncResultFile(resultPath)), parquet: null };
  return { stored, scanned: { ...scanned, bytesScanned }, plan };
}

/**
 * In the reply where the file is small, as that of few rows mostly is, else at the request's path.
 */
export async function storeFewRows(
  { connection, own }: TaskContext,
  rows: ResultRows,
  { inlineBytes, resultPath }: ExecuteQueryRequest,
): Promise<StoredFile> {
  const [writer, pipe] = [own?.writer ?? connection, own?.pipe];
  let parquet: Uint8Array | null;
  if (pipe && inlineBytes > 0) {
    parquet = await pipe.receive(() => copyRows(writer, rows, pipe.path), inlineBytes, resultPath);
  } else {
    await copyRows(writer, rows, resultPath);
    parquet = takeSmallFile(resultPath, inlineBytes);
  }
  if (parquet) return { sizeBytes: parquet.length, checksum: crc32(parquet), parquet };
  return { ...(await syncResultFile(resultPath)), parquet };
}
