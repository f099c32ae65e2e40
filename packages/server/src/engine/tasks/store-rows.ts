import { crc32 } from 'node:zlib';
import { resultNotKept } from '../../kernel/errors.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { bytesReadSince } from '../bytes-read.ts';
import { rowGroupRowsOf } from '../encode/row-size.ts';
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
import type { RowsAsRead } from '../query/rows-as-read.ts';
import { createdRows, type ScanStatistics, scanStatistics } from '../query/scan-statistics.ts';
import type { PlanNode } from '../query/shown-plan.ts';
import { stopwatch } from '../query/stopwatch.ts';
import type { TaskContext } from '../task.ts';

export type StoredFile = Pick<ExecuteQueryReply, 'sizeBytes' | 'checksum' | 'parquet'>;

/** Stores rows at the request's path. */
export async function storeRows(
  { connection }: TaskContext,
  rows: ResultRows,
  { resultPath }: ExecuteQueryRequest,
): Promise<StoredFile> {
  return { ...(await writeResultFile(connection, rows, resultPath)), parquet: null };
}

export interface StoredAsRead {
  readonly stored: StoredFile;
  readonly scanned: ScanStatistics;
  /** The executed plan. */
  readonly plan: PlanNode;
  readonly executeMs: number;
}

/**
 * Stores rows that are only now read (`rowsAsRead`), at the request's path. Throws where the number
 * of rows differs from the table's version, and PERSISTENCE_UNAVAILABLE where the rows cannot be
 * written.
 */
export async function storeRowsAsRead(
  { connection }: TaskContext,
  { relation, rowCount, paths }: Pick<RowsAsRead, 'relation' | 'rowCount' | 'paths'>,
  { resultPath, catalogs }: ExecuteQueryRequest,
): Promise<StoredAsRead> {
  const lap = stopwatch();
  const copy = copyStatement(relation, resultPath, await rowGroupRowsOf(connection, paths));
  const bytesRead = bytesReadSince();
  const plan = await analysedPlan(connection, copy).catch((error: unknown) => {
    throw String(error).includes(resultPath) ? cannotWrite(error) : error;
  });
  const scanned = scanStatistics(plan, catalogs);
  const bytesScanned = bytesRead() ?? scanned.bytesScanned;
  const executeMs = lap();
  const written = createdRows(plan);
  if (written !== rowCount) throw new Error(`${written} rows were read of a table of ${rowCount}`);
  const file = await syncResultFile(resultPath).catch((error: unknown) => {
    throw cannotWrite(error);
  });
  const stored = { ...file, parquet: null };
  return { stored, scanned: { ...scanned, bytesScanned }, plan, executeMs };
}

/** A full or broken disk has its own error. */
const cannotWrite = (error: unknown) =>
  storageFailureOf(error) === null ? resultNotKept(error) : error;

/**
 * Stores few rows in the reply where the file is small, which is usual, otherwise at the request's
 * path.
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
