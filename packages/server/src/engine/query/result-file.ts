import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileChecksum } from '../../kernel/checksum.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import { rowGroupRows } from '../encode/row-size.ts';
import { parquetOptions } from '../parquet-options.ts';
import type { ResultColumn } from '../types/result-columns.ts';

/**
 * A sync of a smaller file blocks the worker's event loop for 0.04 ms, less than three trips to
 * another thread.
 */
const syncInLineBytes = 2 ** 20;

export interface ResultRows {
  /** The source in FROM: a table's name or a query in parentheses. */
  readonly relation: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
}

export interface ResultFile {
  readonly sizeBytes: number;
  /** CRC-32 of the file's bytes. */
  readonly checksum: number;
}

/** Writes the rows as the result's Parquet file, synced. */
export async function writeResultFile(
  connection: DuckDBConnection,
  rows: ResultRows,
  path: string,
): Promise<ResultFile> {
  await copyRows(connection, rows, path);
  return syncResultFile(path);
}

/** Writes the rows as Parquet to `path`, not synced. */
export async function copyRows(
  connection: DuckDBConnection,
  { relation, columns, rowCount }: ResultRows,
  path: string,
): Promise<void> {
  const groupRows = await rowGroupRows(connection, relation, columns, rowCount);
  await connection.run(copyStatement(relation, path, groupRows));
}

/** The statement to write a relation as a result's Parquet file. */
export function copyStatement(relation: string, path: string, groupRows: number): string {
  const options = parquetOptions('result', [`ROW_GROUP_SIZE ${groupRows}`]);
  return `COPY ${relation} TO ${quoteLiteral(path)} ${options}`;
}

/**
 * Makes a written file survive a power loss. The checksum of a large file is computed from memory
 * while the file waits for the disk.
 */
export async function syncResultFile(path: string): Promise<ResultFile> {
  const file = openSync(path, 'r+');
  try {
    const sizeBytes = fstatSync(file).size;
    if (sizeBytes <= syncInLineBytes) {
      fsyncSync(file);
      return { sizeBytes, checksum: crc32(readFileSync(path)) };
    }
    const [checksum] = await Promise.all([fileChecksum(path), promisify(fsync)(file)]);
    return { sizeBytes, checksum };
  } finally {
    closeSync(file);
  }
}

/** Reads and deletes a written file of at most `maxBytes`. Null for a larger file, which stays. */
export function takeSmallFile(path: string, maxBytes: number): Uint8Array | null {
  if (statSync(path).size > maxBytes) return null;
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}
