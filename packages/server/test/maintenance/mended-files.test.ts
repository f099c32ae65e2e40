import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusedByReaders } from '../../src/engine/encode/refused-files.ts';
import type { LakeFile } from '../../src/lake/model.ts';
import { type Metadata, openMetadata } from '../../src/metadata/open-metadata.ts';
import { makeParquet, readParquet } from '../api/parquet-files.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService, testToken } from '../service.ts';
import { ageFiles } from './age-files.ts';

/** Neighbours more than 2^31 apart. */
const far = 'CASE WHEN i % 2 = 0 THEN 2147483647 - i ELSE i - 2147483647 END';
const rowsOf = (count: number) =>
  `SELECT i::INTEGER AS id, (${far})::INTEGER AS x, [(${far})::INTEGER] AS l FROM range(${count}) AS t(i)`;

describe('files of an earlier version, which other readers refuse', () => {
  let service: RunningService;
  let api: Api;
  let connection: DuckDBConnection;
  let database: string;
  let fork: string;
  let snapshot: number;
  const results: { readonly id: string; readonly rows: unknown[][] }[] = [];
  const dataDir = () => service.dataDir;

  const start = async (interval: string, at?: string) => {
    const sweeps = { QUERN_SWEEP_INTERVAL: interval, QUERN_COMPACTION_QUIET: '3600' };
    const env = { QUERN_WORKERS: '1', ...sweeps };
    service = await startService({ env, ...(at === undefined ? {} : { dataDir: at }) });
    api = service.api();
  };
  const restart = async (
    interval: string,
    between: (metadata: Metadata) => Promise<void> = async () => {},
  ) => {
    const at = dataDir();
    await service.stop();
    const metadata = await openMetadata(`sqlite:${join(at, 'quern.db')}`);
    await between(metadata);
    // Sweeps are due at once.
    await metadata.db.deleteFrom('locks').execute();
    await metadata.close();
    await start(interval, at);
  };
  const all = async (of: string, at = '') => {
    const { status, body } = await api.query(of, `SELECT * FROM t ${at} ORDER BY id`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.rows as unknown[][];
  };
  const fetched = async (id: string, format: string) => {
    const headers = { authorization: `Bearer ${testToken}`, 'x-database-id': database };
    const response = await fetch(`${api.origin}/v1/results/${id}?format=${format}`, { headers });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  };

  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    await start('3600');
    database = (await api.createDatabase()).id;
    const upload = await api.upload(await makeParquet(rowsOf(200)));
    expect((await api.load(database, 't', { upload_id: upload })).status).toBe(200);
    const gone = { mode: 'delete', key: ['id'], data: 'id\n3\n4\n' };
    expect((await api.load(database, 't', gone)).status).toBe(200);
    snapshot = (await api.get(`/v1/databases/${database}/snapshots`)).body.snapshots[0].snapshot_id;
    fork = (await api.post(`/v1/databases/${database}/fork`, {})).body.id;
    for (const sql of [
      'SELECT id, x FROM t, range(1) AS once(i) ORDER BY id',
      `${rowsOf(20_000)}`,
    ]) {
      const { body } = await api.query(database, sql, { dialect: 'duckdb' });
      await eventually(async () =>
        expect(
          (await api.get(`/v1/results/${body.result_id}?limit=1`, { 'x-database-id': database }))
            .status,
        ).toBe(200),
      );
      results.push({
        id: body.result_id,
        rows: await readParquet(await fetched(body.result_id, 'parquet')),
      });
    }
  });
  afterAll(async () => {
    connection?.closeSync();
    await service?.stop();
    await rm(dataDir(), { recursive: true, force: true });
  });

  it('are read as Arrow, and given away as Parquet that every reader reads', async () => {
    await restart('3600', async (metadata) => {
      expect(await ageFiles(metadata, dataDir(), connection)).toEqual({ files: 1, results: 2 });
    });
    const { tableFromIPC } = await import('apache-arrow');
    for (const { id, rows } of results) {
      const table = tableFromIPC(await fetched(id, 'arrow'));
      expect(Array.from(table.getChild('x') ?? [])).toEqual(rows.map(([, x]) => x));
      const { readParquet: readWithWasm } = await import('parquet-wasm');
      const parquet = await fetched(id, 'parquet');
      expect(readWithWasm(parquet).numBatches).toBeGreaterThan(0);
      expect(await readParquet(parquet)).toEqual(rows);
    }
  });

  it('are written anew by a sweep, in forks too, and nobody sees a difference', async () => {
    const before = await all(database);
    expect(before).toHaveLength(198);
    await restart('1', async (metadata) => {
      await ageFiles(metadata, dataDir(), connection);
    });
    await eventually(async () => {
      const metrics = await (await fetch(`${service.origin}/metrics`)).text();
      expect(metrics).toMatch(/quern_upkeep\{what="files_mended"\} [1-9]/);
      expect(metrics).toMatch(/quern_upkeep\{what="results_mended"\} [2-9]/);
    });
    expect(await all(database)).toEqual(before);
    expect(await all(fork)).toEqual(before);
    expect(await all(database, `AT (VERSION => ${snapshot})`)).toEqual(before);
    for (const { id, rows } of results)
      expect(await readParquet(await fetched(id, 'parquet'))).toEqual(rows);
    await restart('3600', async (metadata) => {
      const versions = await metadata.db
        .selectFrom('lake_tables as t')
        .innerJoin('lake_versions as v', 'v.id', 't.version_id')
        .select('v.manifest_ids')
        .execute();
      const present = versions.flatMap(({ manifest_ids }) => JSON.parse(manifest_ids) as string[]);
      const manifests = await metadata.db
        .selectFrom('lake_manifests')
        .selectAll()
        .where('id', 'in', present)
        .execute();
      const files = manifests.flatMap((manifest) => JSON.parse(manifest.files) as LakeFile[]);
      expect(files).toHaveLength(2);
      for (const { key } of files) {
        expect(await isRefusedByReaders(connection, join(dataDir(), 'objects', key))).toBe(false);
      }
      const unlooked = metadata.db
        .selectFrom('lake_manifests')
        .select('id')
        .where('refused_files', 'is', null);
      expect(await unlooked.execute()).toEqual([]);
    });
  });

  it('are mended where an earlier snapshot that has them is forked', async () => {
    const body = { snapshot_id: snapshot };
    const { status, body: forked } = await api.post(`/v1/databases/${database}/fork`, body);
    expect(status, JSON.stringify(forked)).toBe(201);
    await restart('1');
    await eventually(async () => {
      const { snapshots } = (await api.get(`/v1/databases/${forked.id}/snapshots`)).body as Json;
      expect(snapshots[0].operation).toBe('compact main.t');
    });
    expect(await all(forked.id)).toEqual(await all(database));
  });
});
