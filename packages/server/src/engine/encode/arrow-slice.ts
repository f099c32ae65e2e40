/**
 * Rows as Arrow record batches. parquet-wasm (arrow-rs) reads row groups and prints the batches;
 * DuckDB's client has no Arrow writer. Only whole row groups go that way: any other range is first
 * copied into a Parquet file of its own by DuckDB, which finds rows by number without decoding
 * those before them.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { parquetOptions } from '../parquet-options.ts';
import type { ResultColumn } from '../types/result-columns.ts';
import { arrowBatchMessages, arrowSchemaMessage } from './arrow-message.ts';
import { rowsOf } from './row-size.ts';

/**
 * 8,192 rows a batch wrote 10M rows in 2.0 s, 65,536 in 2.6 s: the batch stays in the processor's
 * cache.
 */
const batchRows = 8192;

/**
 * A Parquet file opened for parquet-wasm: only the footer and the row groups that are asked for are
 * read.
 */
export interface ArrowReader {
  /** Rows of each row group. */
  readonly groupRows: readonly number[];
  schemaMessage(columns: readonly ResultColumn[]): Uint8Array;
  batchMessages(rowGroups: readonly number[]): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export async function openArrowReader(path: string): Promise<ArrowReader> {
  // Loaded by the first worker task that needs it: 50 ms and 22 MB that no other worker pays.
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
      async *batchMessages(rowGroups) {
        if (rowGroups.length === 0) return;
        for await (const batch of await file.stream({
          batchSize: batchRows,
          rowGroups: [...rowGroups],
        })) {
          yield arrowBatchMessages(batch.intoIPCStream());
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
 * As much of a Blob as parquet-wasm uses, over a file: Node's own (`openAsBlob`) is experimental in
 * version 20.
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
 * The row groups that make up exactly the rows from `offset` on: as many whole ones as fit into
 * `rowCount` rows. Undefined when the range begins or ends inside one.
 */
export function wholeGroups(
  groupRows: readonly number[],
  offset: number,
  rowCount: number,
): { readonly groups: readonly number[]; readonly rowCount: number } | undefined {
  const groups: number[] = [];
  let start = 0;
  let covered = 0;
  for (const [index, rows] of groupRows.entries()) {
    if (start >= offset && covered + rows <= rowCount && start === offset + covered) {
      groups.push(index);
      covered += rows;
    }
    start += rows;
  }
  return covered > 0 ? { groups, rowCount: covered } : undefined;
}

/** The rows as a Parquet file of their own at `target`. */
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
  /**
   * It is of those that arrow-rs may refuse (refused-files.ts), and panic: DuckDB copies whatever
   * is read of it.
   */
  readonly isRefused: boolean;
}

/**
 * Writes the batches of about `range.rowCount` rows from `offset` on to `target`; fewer when that
 * ends at a row group.
 * @returns the rows written
 */
export async function writeArrowSlice(
  connection: DuckDBConnection,
  source: ArrowSource,
  range: { readonly offset: number; readonly rowCount: number },
  target: FileHandle,
  scratchPath: string,
): Promise<number> {
  const whole = source.isRefused
    ? undefined
    : wholeGroups(source.reader.groupRows, range.offset, range.rowCount);
  if (whole) {
    for await (const messages of source.reader.batchMessages(whole.groups))
      await target.writeFile(messages);
    return whole.rowCount;
  }
  try {
    await copyRows(connection, source, range, scratchPath);
    const reader = await openArrowReader(scratchPath);
    try {
      const all = reader.groupRows.map((_, index) => index);
      for await (const messages of reader.batchMessages(all)) await target.writeFile(messages);
    } finally {
      await reader.close();
    }
  } finally {
    await rm(scratchPath, { force: true });
  }
  return range.rowCount;
}
