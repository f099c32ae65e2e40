/**
 * Rows as Arrow record batches. parquet-wasm (arrow-rs) reads row groups and prints the batches,
 * because DuckDB's client has no Arrow writer. parquet-wasm reads only whole row groups. For any
 * other range, DuckDB first copies the rows into a Parquet file, because DuckDB finds rows by
 * number without decoding earlier rows.
 */
import { writeSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { parquetOptions } from '../parquet-options.ts';
import type { ResultColumn } from '../types/result-columns.ts';
import { arrowBatchMessages, arrowSchemaMessage } from './arrow-message.ts';
import { rowsOf, rowsWithin } from './row-size.ts';

/**
 * 8,192 rows a batch wrote 10M rows in 2.0 s, 65,536 in 2.6 s: the batch stays in the processor's
 * cache.
 */
const batchRows = 8192;

/** A Parquet file open for parquet-wasm. Only the footer and the requested row groups are read. */
export interface ArrowReader {
  /** Rows of each row group. */
  readonly groupRows: readonly number[];
  schemaMessage(columns: readonly ResultColumn[]): Uint8Array;
  batches(rowGroups: readonly number[]): AsyncIterable<ArrowBatch>;
  close(): Promise<void>;
}

export interface ArrowBatch {
  readonly messages: Uint8Array;
  readonly rowCount: number;
}

export async function openArrowReader(path: string): Promise<ArrowReader> {
  // The package is loaded by the first task with a need for Arrow, because loading takes 50 ms and
  // 22 MB.
  const { ParquetFile } = await import('parquet-wasm');
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const file = await ParquetFile.fromFile(rangeOf(handle, 0, size));
    const groups = file.metadata().rowGroups();
    const groupRows = groups.map((group) => group.numRows());
    for (const group of groups) group.free();
    return {
      groupRows,
      schemaMessage: (columns) =>
        arrowSchemaMessage(
          file.schema().intoIPCStream(),
          columns.map((column) => column.name),
        ),
      async *batches(rowGroups) {
        if (rowGroups.length === 0) return;
        for await (const batch of await file.stream({
          batchSize: batchRows,
          rowGroups: [...rowGroups],
        })) {
          const rowCount = batch.numRows;
          yield { messages: arrowBatchMessages(batch.intoIPCStream()), rowCount };
        }
      },
      close: async () => {
        file.free();
        await handle.close();
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The part of a Blob that parquet-wasm uses, over a file. Node's own `openAsBlob` is experimental
 * in version 20.
 */
function rangeOf(handle: FileHandle, start: number, size: number): Blob {
  const range = {
    size,
    type: '',
    slice: (from = 0, to = size) => rangeOf(handle, start + from, to - from),
    async arrayBuffer() {
      const buffer = Buffer.allocUnsafeSlow(size);
      const { bytesRead } = await handle.read(buffer, 0, size, start);
      if (bytesRead < size) throw new Error('the Parquet object ended early');
      return buffer.buffer;
    },
  };
  return range as unknown as Blob;
}

/**
 * The row groups that are whole within the `rowCount` rows from `offset` on. None where the range
 * begins inside a group, or ends in the first.
 */
export function wholeGroups(
  groupRows: readonly number[],
  offset: number,
  rowCount: number,
): readonly number[] {
  const groups: number[] = [];
  let start = 0;
  let next = offset;
  for (const [index, rows] of groupRows.entries()) {
    if (start === next && start + rows <= offset + rowCount) {
      groups.push(index);
      next += rows;
    }
    start += rows;
  }
  return groups;
}

/** The number of rows from `offset` to the end of its row group. */
export function rowsOfGroupFrom(groupRows: readonly number[], offset: number): number {
  let end = 0;
  for (const rows of groupRows) {
    end += rows;
    if (end > offset) return end - offset;
  }
  return 0;
}

/** Copies the rows into a new Parquet file at `target`. */
export async function copyRows(
  connection: DuckDBConnection,
  source: { readonly path: string; readonly columns: readonly ResultColumn[] },
  range: { readonly offset: number; readonly rowCount: number },
  target: string,
): Promise<void> {
  const columns = source.columns.map((column) => quoteIdentifier(column.storedName)).join(', ');
  const rows = rowsOf(source.path, range.offset, range.rowCount);
  await connection.run(
    `COPY (SELECT ${columns} FROM ${rows}) TO ${quoteLiteral(target)} ${parquetOptions('scratch')}`,
  );
}

export interface ArrowSource {
  readonly path: string;
  readonly columns: readonly ResultColumn[];
  readonly reader: ArrowReader;
  /** arrow-rs may refuse the file (refused-files.ts) and panic, so DuckDB copies every range. */
  readonly isRefused: boolean;
}

export interface ArrowRange {
  readonly offset: number;
  /** Rows still wanted. */
  readonly limit: number;
  /** The most bytes to write, but at least one row. */
  readonly targetBytes: number;
}

/**
 * Writes batches from `range.offset` on to `target`, as many rows as fit. From inside a row group,
 * only the rest of the group is written.
 * @returns the rows written
 */
export async function writeArrowSlice(
  connection: DuckDBConnection,
  source: ArrowSource,
  range: ArrowRange,
  target: FileHandle,
  scratchPath: string,
): Promise<number> {
  const { path, columns, reader, isRefused } = source;
  if (!isRefused) {
    const groups = wholeGroups(reader.groupRows, range.offset, range.limit);
    const written = await writeGroups(reader, groups, range.targetBytes, target);
    if (written > 0) return written;
  }
  const rest = isRefused ? range.limit : rowsOfGroupFrom(reader.groupRows, range.offset);
  const limit = Math.min(range.limit, rest);
  const rowCount = await rowsWithin(connection, path, columns, { ...range, limit });
  try {
    await copyRows(connection, source, { offset: range.offset, rowCount }, scratchPath);
    const copied = await openArrowReader(scratchPath);
    try {
      const all = copied.groupRows.map((_, index) => index);
      for await (const { messages } of copied.batches(all)) writeAll(target, messages);
    } finally {
      await copied.close();
    }
  } finally {
    await rm(scratchPath, { force: true });
  }
  return rowCount;
}

/**
 * Writes the batches of the row groups, as many groups as fit and the fitting part of the last. The
 * size of each batch decides. Summing the lengths of texts beforehand took DuckDB a fifth of the
 * total time.
 * @returns the rows written
 */
async function writeGroups(
  reader: ArrowReader,
  groups: readonly number[],
  targetBytes: number,
  target: FileHandle,
): Promise<number> {
  let [rowCount, bytes, largest] = [0, 0, 0];
  for (const group of groups) {
    if (bytes + largest > targetBytes) break;
    const before = bytes;
    let isFull = false;
    // The loop continues to the end, because a stream of parquet-wasm cannot be abandoned.
    for await (const batch of reader.batches([group])) {
      isFull ||= bytes + batch.messages.length > targetBytes;
      if (isFull) continue;
      writeAll(target, batch.messages);
      bytes += batch.messages.length;
      rowCount += batch.rowCount;
    }
    if (isFull) break;
    largest = Math.max(largest, bytes - before);
  }
  return rowCount;
}

/**
 * Writes synchronously: copying a batch into the page cache takes less time than a call of another
 * thread.
 */
function writeAll({ fd }: FileHandle, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
