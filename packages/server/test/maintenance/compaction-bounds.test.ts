import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SortKey } from '../../src/engine/ingest/sort-terms.ts';
import type { QueryFile } from '../../src/engine/query/query-request.ts';
import type { RewriteFilesRequest } from '../../src/engine/tasks/rewrite-files.ts';
import {
  type LakeFile,
  type LakeTable,
  noLayout,
  type TableVersion,
} from '../../src/lake/model.ts';
import type { FileRun } from '../../src/lake/plan-compaction.ts';
import { planTable } from '../../src/maintenance/compact-table.ts';
import type { Services } from '../../src/start/services.ts';
import { EngineFixture, inDuckdb, mebibyte } from '../engine/engine-fixture.ts';
import { LoadFixture } from '../lake/load-fixture.ts';

const columns = [
  { id: 1, name: 'id', type: 'BIGINT', nullable: true },
  { id: 2, name: 'v', type: 'VARCHAR', nullable: true },
] as const;

describe('a step of a compaction reads', () => {
  test('at most so many bytes and files, however many more wait, and the next ones read the rest', async () => {
    const fixture = await LoadFixture.open('sqlite');
    try {
      const lakeId = await fixture.lake();
      for (let file = 0; file < 60; file += 1) {
        const bytes = await fixture.parquet(
          `SELECT i AS id, md5(i::TEXT) AS v FROM range(${file * 50}, ${file * 50 + 50}) r(i)`,
        );
        await fixture.load(
          lakeId,
          't',
          { mode: 'append', key: null },
          { bytes, format: 'parquet' },
        );
      }
      const size = Math.max(
        ...(await fixture.files(lakeId, 't')).map(({ sizeBytes }) => sizeBytes),
      );
      fixture.sweeps.clock.advance(61_000);
      const steps: { files: number; bytes: number }[] = [];
      fixture.beforeTask = async (_task, _options, request) => {
        const files = (request as RewriteFilesRequest).runs.flatMap((run) => run.files);
        steps.push({
          files: files.length,
          bytes: files.reduce((sum, { path }) => sum + statSync(path).size, 0),
        });
      };
      const limits = { targetFileBytes: 2 ** 30, stepBytes: 9 * size, stepFiles: 7 };
      const ended = await fixture.compact(lakeId, 't', limits);
      expect(ended.every((end) => end === 'committed')).toBe(true);
      expect(steps.length).toBeGreaterThan(8);
      for (const { files, bytes } of steps) {
        expect(files).toBeLessThanOrEqual(limits.stepFiles);
        expect(bytes).toBeLessThanOrEqual(limits.stepBytes);
      }
      const few = { ...limits, stepFiles: 1000, stepBytes: 5 * size };
      await fixture.compact(lakeId, 't', few);
      for (const { bytes } of steps) expect(bytes).toBeLessThanOrEqual(limits.stepBytes);
      expect((await fixture.read(lakeId, 't'))?.length).toBe(3000);
    } finally {
      await fixture.close();
    }
  });

  /** Files in one step for a table of such files, by the service's limits. */
  async function stepOf(
    file: { count: number; mib: number; partitions?: number },
    store: 'disk' | 's3',
    { cacheBytes = 10 * 2 ** 30, queryMemoryBytes = 2 ** 30 } = {},
  ) {
    const files = Array.from(
      { length: file.count },
      (_, place): LakeFile => ({
        key: String(place),
        partition: [String(place % (file.partitions ?? 1))],
        rowCount: 1000,
        sizeBytes: file.mib * mebibyte,
        footerBytes: 1,
        columns: {},
      }),
    );
    const services = {
      clock: { now: () => 1e9 },
      settings: { cacheBytes, queryMemoryBytes, compactionQuietS: 60 },
      objects: { kind: store },
      lakes: { manifestsOf: async () => [{ columns, files }] },
    } as unknown as Services;
    const table = {
      layout: noLayout,
      loadedAt: 0,
      version: { columns } as unknown as TableVersion,
    };
    const runs: FileRun[] = await planTable(
      services,
      table as unknown as LakeTable & { version: TableVersion },
    );
    const picked = runs.flatMap((run) => run.files);
    return {
      files: picked.length,
      mib: picked.reduce((sum, one) => sum + one.file.sizeBytes / mebibyte, 0),
    };
  }

  test('256 MiB and 1,000 files of a table of any size, an eighth of the read cache, a quarter of the memory', async () => {
    // One new file has 192 MiB; a second file would be too much.
    expect(await stepOf({ count: 5000, mib: 2 }, 'disk')).toEqual({ files: 96, mib: 192 });
    expect(await stepOf({ count: 20_000, mib: 0.001 }, 'disk')).toMatchObject({ files: 1000 });
    expect(await stepOf({ count: 2500, mib: 2, partitions: 50 }, 'disk')).toEqual({
      files: 100,
      mib: 200,
    });
    expect(await stepOf({ count: 5000, mib: 2 }, 's3')).toEqual({ files: 96, mib: 192 });
    expect(await stepOf({ count: 5000, mib: 2 }, 's3', { cacheBytes: 800 * mebibyte })).toEqual({
      files: 50,
      mib: 100,
    });
    const little = { queryMemoryBytes: 400 * mebibyte };
    expect(await stepOf({ count: 5000, mib: 2 }, 'disk', little)).toEqual({ files: 50, mib: 100 });
  });
});

describe('the worker of a compaction', () => {
  const budget = 384 * mebibyte;
  const [fileCount, fileRows] = [24, 100_000];
  let engine: EngineFixture;
  let files: QueryFile[];
  beforeAll(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
    files = [];
    for (let file = 0; file < fileCount; file += 1) {
      const first = file * fileRows;
      const sql = `SELECT i AS id, md5(i::TEXT) || sha256(i::TEXT) || md5((i + 1)::TEXT) AS v
        FROM range(${first}, ${first + fileRows}) r(i)`;
      const path = await engine.object(`${file}.parquet`, sql, ', FIELD_IDS {id: 1, v: 2}');
      files.push({ path, rowCount: fileRows, isCurrent: true });
    }
  });
  afterAll(() => engine.close());

  /** Resident bytes added by the work, at the highest sample. */
  async function peakOf(work: Promise<unknown>): Promise<number> {
    const baseline = engine.pool.stats().residentBytes;
    let peak = 0;
    const sampler = setInterval(() => {
      peak = Math.max(peak, engine.pool.stats().residentBytes - baseline);
    }, 5);
    await work.finally(() => clearInterval(sampler));
    return peak;
  }

  async function expectRewritten(
    files: readonly QueryFile[],
    sortedBy: readonly SortKey[],
  ): Promise<number> {
    const rowCount = files.length * fileRows;
    const runs = [{ files, rowCount, sizeBytes: bytesOf(files), partitionValues: [] }];
    const request = { columns, sortedBy, runs };
    const options = { workspaceId: 'upkeep', memoryBytes: budget, threads: 1, deadlineMs: 120_000 };
    const work = engine.pool.run('rewriteFiles', request, options);
    const peak = await peakOf(work);
    console.log(
      `compaction of ${bytesOf(files) / mebibyte} MiB: ${peak / mebibyte} MiB resident at the most`,
    );
    const paths = (await work).flat().map(({ path }) => `'${path}'`);
    const sum = 'count(*), count(DISTINCT id)';
    const [counted] = await inDuckdb(`SELECT ${sum} FROM read_parquet([${paths.join(', ')}])`);
    expect(counted?.map(Number)).toEqual([rowCount, new Set(files).size * fileRows]);
    expect(engine.pool.stats().kills).toMatchObject({ memory: 0 });
    expect(peak).toBeLessThanOrEqual(budget);
    return peak;
  }

  test('rewrites more than its memory holds, and stays within it', async () => {
    const twice = [...files, ...files];
    expect(bytesOf(twice)).toBeGreaterThan(budget);
    expect(await expectRewritten(twice, [])).toBeGreaterThan(0);
  });

  test('sorts what a step takes, and stays within its memory', async () => {
    const step = files.slice(
      0,
      Math.floor(budget / 4 / Math.max(...files.map((file) => bytesOf([file])))),
    );
    expect(step.length).toBeGreaterThan(3);
    await expectRewritten(step, [{ column: 'v', direction: 'asc', nulls: null }]);
  });
});

const bytesOf = (files: readonly QueryFile[]) =>
  files.reduce((sum, { path }) => sum + statSync(path).size, 0);
