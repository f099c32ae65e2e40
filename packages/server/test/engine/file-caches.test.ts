import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tendFileCaches } from '../../src/engine/worker/tend-file-caches.ts';
import { eventually } from '../eventually.ts';
import { EngineFixture, plainOptions } from './engine-fixture.ts';

describe('what DuckDB keeps of files', () => {
  const most = {
    footerBytes: 200_000,
    footerBytesOfMany: 5_000,
    manyTasks: 100,
    rangeBytes: 200_000,
  };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-caches-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is bounded: ranges are dropped, and footers, which cannot be, are told', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run('SET GLOBAL parquet_metadata_cache = true');
    await connection.run(
      `COPY (SELECT range AS a, range * 2 AS b FROM range(2000)) TO '${folder}/0.parquet'`,
    );
    const read = async (from: number, to: number) => {
      for (let file = from; file < to; file++) {
        copyFileSync(join(folder, '0.parquet'), join(folder, `${file}.parquet`));
        await connection.run(`SELECT sum(a) FROM '${folder}/${file}.parquet'`);
      }
    };
    await read(1, 5);
    expect(await tendFileCaches(connection, 99, most)).toMatchObject({
      isWorn: false,
      changedLimit: false,
    });
    // A worker with many tasks is replaced earlier.
    expect(await tendFileCaches(connection, 100, most)).toMatchObject({ isWorn: true });
    await read(5, 60);
    expect(await tendFileCaches(connection, 1, most)).toMatchObject({
      isWorn: true,
      changedLimit: true,
    });
    const ranges =
      "SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'EXTERNAL_FILE_CACHE'";
    const [row] = (await connection.runAndReadAll(ranges)).getRowsJson();
    expect(Number(row?.[0])).toBeLessThanOrEqual(most.rangeBytes);
    connection.closeSync();
    instance.closeSync();
  });
});

it('replaces a worker that says it is worn, one at a time, and answers all the while', async () => {
  const worn = new URL('./worn-worker.js', import.meta.url).pathname;
  const engine = new EngineFixture({ workers: 2, warmWorkers: 2, workerFile: worn });
  try {
    await engine.pool.ready();
    const pids = new Set<unknown>();
    for (let task = 0; task < 6; task++) {
      await eventually(() =>
        expect(engine.pool.stats()).toMatchObject({ restarts: task, workers: { idle: 2 } }),
      );
      pids.add(await engine.pool.run('executeQuery', {} as never, plainOptions));
    }
    await eventually(() => expect(engine.pool.stats().kills.recycled).toBe(6));
    expect(pids.size).toBe(6);
  } finally {
    await engine.close();
  }
});
