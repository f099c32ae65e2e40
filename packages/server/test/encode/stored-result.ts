/** The real way of a result in one process: query, conversion, Parquet, slices of a format. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type {
  EncodedFormat,
  EncodedSlice,
  EncodeRequest,
} from '../../src/engine/encode/encoded-slice.ts';
import type { Asked } from '../../src/engine/engine.ts';
import { encodeResult } from '../../src/engine/tasks/encode-result.ts';
import { convertResult, type ResultColumn } from '../../src/engine/types/result-columns.ts';
import {
  type EncodedRange,
  resultSlices,
  type SliceEncoder,
} from '../../src/operations/results/result-slices.ts';
import { withFiles, withPaths } from '../engine/held-paths.ts';

export interface StoredResult {
  readonly path: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
}

export interface Workbench {
  readonly connection: DuckDBConnection;
  /** Runs a query and stores its result as the query task does. */
  store(sql: string, rowGroupRows?: number): Promise<StoredResult>;
  encode(request: EncodeRequest): Promise<EncodedSlice>;
  /** Same as the engine's port; files are kept under their paths. */
  readonly encoder: SliceEncoder;
  /** A range of a result as one body, made of slices of about `targetBytes`. */
  body(result: StoredResult, format: EncodedFormat, options?: BodyOptions): Promise<Buffer>;
  /** Files left in the spool directory. */
  spooled(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface BodyOptions {
  readonly offset?: number;
  readonly limit?: number;
  readonly targetBytes?: number;
}

export async function openWorkbench(): Promise<Workbench> {
  const directory = await mkdtemp(join(tmpdir(), 'quern-encode-'));
  const spoolDir = await mkdtemp(join(directory, 'spool-'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  let stored = 0;
  const encode = (request: EncodeRequest) =>
    encodeResult({ connection, spoolDir, emit: () => undefined }, request);
  const encoder: SliceEncoder = {
    encode: async (request) => {
      return withFiles(await encode(withPaths<EncodeRequest>(request)));
    },
    remove: async (slice) => {
      const { file } = withPaths<EncodedSlice>(slice);
      if (file) await rm(file.path);
    },
  };
  return {
    connection,
    encode,
    encoder,
    async store(sql, rowGroupRows = 122_880) {
      const described = await connection.runAndReadAll(`DESCRIBE ${sql}`);
      const typed = described
        .getRows()
        .map((row) => ({ name: String(row[0]), type: String(row[1]) }));
      const sources = typed.map((_, index) => `q${index}`);
      const query = `(${sql}) AS q(${sources.join(', ')})`;
      let conversion = convertResult(typed, sources);
      if (conversion.overflowSql) {
        await connection.run(`CREATE OR REPLACE TEMP TABLE wide AS SELECT * FROM ${query}`);
        const checked = await connection.runAndReadAll(
          `SELECT ${conversion.overflowSql} FROM wide`,
        );
        conversion = convertResult(typed, sources, (checked.getRows()[0] ?? []).map(Boolean));
        await connection.run(
          `CREATE OR REPLACE TEMP TABLE stored AS SELECT ${conversion.select} FROM wide`,
        );
      } else {
        await connection.run(
          `CREATE OR REPLACE TEMP TABLE stored AS SELECT ${conversion.select} FROM ${query}`,
        );
      }
      const path = join(directory, `result-${stored++}.parquet`);
      await connection.run(
        `COPY stored TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroupRows})`,
      );
      const count = await connection.runAndReadAll('SELECT count(*)::INTEGER FROM stored');
      return { path, columns: conversion.columns, rowCount: Number(count.getRows()[0]?.[0]) };
    },
    async body(result, format, options = {}) {
      const offset = Math.min(options.offset ?? 0, result.rowCount);
      const limit = Math.min(options.limit ?? result.rowCount, result.rowCount - offset);
      const range: EncodedRange = {
        path: { held: result.path },
        columns: result.columns,
        format,
        offset,
        limit,
      };
      const parts: Uint8Array[] = [];
      for await (const slice of resultSlices(encoder, range, options.targetBytes)) {
        if (format === 'json' && parts.length > 0) parts.push(Buffer.from(','));
        parts.push(await heldContent(slice));
      }
      return format === 'json'
        ? Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')])
        : Buffer.concat(parts);
    },
    spooled: () => readdir(spoolDir),
    async close() {
      connection.closeSync();
      instance.closeSync();
      await rm(directory, { recursive: true });
    },
  };
}

export const heldContent = (slice: Asked<EncodedSlice>) =>
  sliceContent(withPaths<EncodedSlice>(slice));

export async function sliceContent(slice: EncodedSlice): Promise<Buffer> {
  return Buffer.concat([
    slice.bytes,
    slice.file ? await readFile(slice.file.path) : Buffer.alloc(0),
  ]);
}
