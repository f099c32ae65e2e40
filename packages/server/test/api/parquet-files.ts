import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteLiteral } from '../../src/kernel/quoting.ts';

/** The bytes of a Parquet file with the rows of `sql`, written by a DuckDB of the test's own. */
export function makeParquet(sql: string, options = ''): Promise<Buffer> {
  return inDuckdb(async (connection, path) => {
    await connection.run(`COPY (${sql}) TO ${quoteLiteral(path)} (FORMAT parquet${options})`);
    return readFile(path);
  });
}

/** Rows of `SELECT ${columns} FROM` a Parquet file, in JSON's types (64-bit integers as text). */
export function readParquet(bytes: Uint8Array, columns = '*'): Promise<unknown[][]> {
  return inDuckdb(async (connection, path) => {
    await writeFile(path, bytes);
    const reader = await connection.runAndReadAll(
      `SELECT ${columns} FROM read_parquet(${quoteLiteral(path)})`,
    );
    return reader.getRowsJson();
  });
}

async function inDuckdb<T>(
  work: (connection: DuckDBConnection, path: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'quern-parquet-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return await work(connection, join(directory, 'file.parquet'));
  } finally {
    connection.closeSync();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
