import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase } from '../postgres.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';
import { answerRange } from '../sources/answer-range.ts';
import {
  canInjectFaults,
  createFaultyFiles,
  type FaultyFiles,
  type FileFault,
} from './faulty-files.ts';
import { Appender, Forker, Querier, type StorageClient, Upserter } from './storage-clients.ts';

const faults: Readonly<Record<string, FileFault>> = {
  'has no room left': { code: 'ENOSPC', kinds: ['creating', 'writing'] },
  'has become read-only': { code: 'EROFS', kinds: ['creating', 'writing'] },
  'takes nothing that was written': { code: 'EIO', kinds: ['syncing'] },
  'answers nothing but errors': {
    code: 'EIO',
    kinds: ['opening', 'creating', 'writing', 'syncing', 'reading'],
  },
  'gives this process no more files': { code: 'EMFILE', kinds: ['opening'] },
};

describe.skipIf(!canInjectFaults())(
  'under loads, uploads, queries, forks and compactions, a disk that',
  () => {
    let files: FaultyFiles;
    let service: RunningService;
    let api: Api;
    let database: string;
    let clients: readonly StorageClient[];

    beforeAll(async () => {
      files = createFaultyFiles();
      const compacting = { QUERN_SWEEP_INTERVAL: '1', QUERN_COMPACTION_QUIET: '0' };
      service = await startService({
        dataDir: files.dataDir,
        env: { ...files.env, ...compacting, QUERN_PREVIEW_ROWS: '100' },
      });
      api = service.api();
      database = (await api.createDatabase({ name: 'work' })).id;
      const steady: Json = await api.createDatabase({ name: 'steady' });
      await api.loadCsv(steady.id, 'steady', 'k\n1\n2\n');
      await api.loadCsv(database, 'upserted', 'k,v\n1,0\n2,0\n3,0\n');
      clients = [
        new Appender(api, database),
        new Upserter(api, database),
        new Querier(api, database),
        new Forker(api, steady.id),
      ];
    });
    afterAll(async () => {
      files.set(null);
      await service?.dispose();
      files.remove();
    });

    const ready = async () => (await fetch(`${service.origin}/readyz`)).status;
    const storageFailures = async (): Promise<number> => {
      const metrics = await (await fetch(`${service.origin}/metrics`)).text();
      const counted = [...metrics.matchAll(/^quern_storage_failures_total\{.*\} (\d+)$/gm)];
      return counted.reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const all = (those: readonly StorageClient[], check: (client: StorageClient) => void) =>
      eventually(() => {
        for (const client of those) {
          client.assertWell();
          check(client);
        }
      }, 60_000);

    it.each(Object.entries(faults))(
      '%s is 503 while it lasts, and loses and leaves nothing',
      async (_, fault) => {
        const before = await storageFailures();
        for (const client of clients) client.begin();
        await all(clients, ({ name, tally }) => expect(tally.done, name).toBeGreaterThan(1));
        // A fork opens no file: a fork is rows of metadata.
        const concerned =
          fault.kinds.join() === 'opening'
            ? clients.filter(({ name }) => name !== 'fork')
            : clients;
        files.set(fault);
        try {
          await all(concerned, ({ name, tally }) => expect(tally.refused, name).toBeGreaterThan(0));
          await eventually(async () => expect(await ready()).toBe(503));
          expect(await storageFailures()).toBeGreaterThanOrEqual(before + concerned.length);
        } finally {
          files.set(null);
        }
        await Promise.all(clients.map((client) => client.end()));
        await eventually(async () => expect(await ready()).toBe(200));
        for (const client of clients) await client.verify();
      },
      180_000,
    );

    it('is no end of upkeep: tables are compacted again', async () => {
      // A compacted table waits for its next turn; a new table is due at once. Keyed loads make a
      // file each.
      for (let n = 0; n < 8; n += 1)
        await api.loadCsv(database, 'later', `n\n${n}\n`, { mode: 'upsert', key: ['n'] });
      await eventually(() => {
        const compacted = service.log.filter(({ msg }) => msg === 'compaction');
        expect(compacted.map(({ table }) => table)).toContain('main.later');
      }, 60_000);
      const { body } = await api.query(database, 'SELECT count(*), sum(n) FROM later');
      expect(body.rows).toEqual([[8, 28]]);
    });
  },
);

describe.skipIf(!canInjectFaults())('a disk without room for what is read of a source', () => {
  test.each([
    ['where it is staged', 'spool', 'The service has no room left for what it reads'],
    [
      'where its objects are',
      'objects',
      'cannot store anything at present, because it has no room left',
    ],
    ['anywhere', '', 'The metadata database cannot store anything at present'],
  ])(
    '%s is 503 to the refresh, and leaves the rows that were there and nothing else',
    async (_, full, said) => {
      const files = createFaultyFiles();
      const spool = join(files.dataDir, 'spool');
      const source = await createPostgresDatabase();
      const client = new pg.Client({ connectionString: source.url });
      await client.connect();
      const service = await startService({
        dataDir: files.dataDir,
        env: { ...files.env, FAULTY_ROOT: join(files.dataDir, full) },
      });
      try {
        await client.query('create table t as select i as id from generate_series(1, 1000) as i');
        const api = service.api();
        const database = (await api.createDatabase()).id;
        const config = { url: source.url };
        const connection = { name: 'src', source_type: 'postgres', config };
        const { id } = (await api.post('/v1/connections', connection)).body;
        await api.post(`/v1/databases/${database}/catalogs`, { connection_id: id });
        const rows = async () =>
          (await api.query(database, 'SELECT count(*) FROM src.public.t')).body.rows;
        expect(await rows()).toEqual([[1000]]);
        await client.query('insert into t values (1001)');
        await client.query('begin; lock table t in access exclusive mode');
        const asked = { connection_id: id, schema_name: 'public', table_name: 't', data: true };
        const refresh = api.post('/v1/refresh', asked);
        const waiting = "select pid from pg_locks where not granted and relation = 't'::regclass";
        await eventually(async () => expect((await client.query(waiting)).rows).toHaveLength(1));
        // The folder of the reading is there; from now on nothing can be written into it.
        files.set({ code: 'ENOSPC', kinds: ['creating', 'writing'] });
        await client.query('rollback');
        const { status, body } = await refresh;
        expect([status, body.error.code, body.error.message]).toEqual([
          503,
          'PERSISTENCE_UNAVAILABLE',
          expect.stringContaining(said),
        ]);
        // Callers during the fault get the same error, without waiting for stopped work.
        expect((await api.post('/v1/refresh', asked)).status).toBe(503);
        files.set(null);
        const staged = readdirSync(spool, { recursive: true }).filter((name) =>
          /\bsource-/.test(String(name)),
        );
        expect(staged).toEqual([]);
        expect(await rows()).toEqual([[1000]]);
        expect((await api.post('/v1/refresh', asked)).status).toBe(200);
        expect(await rows()).toEqual([[1001]]);
      } finally {
        files.set(null);
        await service.dispose();
        await client.end();
        await source.drop();
        files.remove();
      }
    },
    120_000,
  );

  test('is 503 to the first query and to the refresh of files, and leaves nothing of them', async () => {
    const faulty = createFaultyFiles();
    const spool = join(faulty.dataDir, 'spool');
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-full-sources-')));
    const rows = 'SELECT range AS id FROM range(1000)';
    const database = new Database(join(folder, 'files.sqlite'));
    database.exec('create table t (id integer)');
    const insert = database.prepare('insert into t values (?)');
    for (let id = 0; id < 1000; id += 1) insert.run(id);
    database.close();
    const instance = await DuckDBInstance.create(join(folder, 'files.duckdb'));
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE t AS ${rows}`);
    await connection.run(`COPY (${rows}) TO '${join(folder, 't.csv')}'`);
    connection.closeSync();
    instance.closeSync();
    const csv = readFileSync(join(folder, 't.csv'));
    const web = createServer((request, response) => answerRange(request, response, csv));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const { port } = web.address() as AddressInfo;
    const configs = {
      sqlite: { path: join(folder, 'files.sqlite') },
      duckdb: { path: join(folder, 'files.duckdb') },
      https: { urls: `http://127.0.0.1:${port}/t.csv` },
    };
    const service = await startService({
      dataDir: faulty.dataDir,
      env: { ...faulty.env, FAULTY_ROOT: spool, QUERN_SOURCES_ALLOW: `* ${folder}` },
    });
    try {
      const api = service.api();
      const { id: databaseId } = await api.createDatabase();
      for (const [type, config] of Object.entries(configs)) {
        const made = await api.post('/v1/connections', { name: type, source_type: type, config });
        const connection_id = made.body.id;
        await api.post(`/v1/databases/${databaseId}/catalogs`, { connection_id });
        const ask = () => api.query(databaseId, `SELECT count(*) FROM ${type}.main.t`);
        const asked = { connection_id, schema_name: 'main', table_name: 't', data: true };
        faulty.set({ code: 'ENOSPC', kinds: ['writing'] });
        for (const refused of [await ask(), await api.post('/v1/refresh', asked)])
          expect([type, refused.status, refused.body.error]).toMatchObject([
            ...[type, 503],
            {
              code: 'PERSISTENCE_UNAVAILABLE',
              message:
                'The service has no room left for what it reads; ask its operator to make room',
            },
          ]);
        faulty.set(null);
        const left = readdirSync(spool, { recursive: true }).map(String);
        expect(left.filter((name) => /\bsource-/.test(name))).toEqual([]);
        expect((await ask()).body.rows).toEqual([[1000]]);
      }
    } finally {
      faulty.set(null);
      await service.dispose();
      web.closeAllConnections();
      web.close();
      rmSync(folder, { recursive: true });
      faulty.remove();
    }
  }, 120_000);
});
