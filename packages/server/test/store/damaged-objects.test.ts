import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LakeFile } from '../../src/lake/model.ts';
import { type Metadata, openMetadata } from '../../src/metadata/open-metadata.ts';
import { makeParquet } from '../api/parquet-files.ts';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

const damages: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  missing: () => null,
  empty: () => Buffer.alloc(0),
  'cut off': (bytes) => bytes.subarray(0, bytes.length - 5),
  'cut in half': (bytes) => bytes.subarray(0, bytes.length / 2),
  longer: (bytes) => Buffer.concat([bytes, bytes]),
  zeroed: (bytes) => Buffer.alloc(bytes.length),
  'zeroed pages': (bytes) =>
    Buffer.concat([
      bytes.subarray(0, 4),
      Buffer.alloc(bytes.length >> 1),
      bytes.subarray(4 + (bytes.length >> 1)),
    ]),
  'another text': (bytes) => Buffer.alloc(bytes.length, '<html>not found</html>'),
  'damaged footer': (bytes) =>
    Buffer.concat([bytes.subarray(0, -60), Buffer.alloc(40, 255), bytes.subarray(-20)]),
};

describe('stored objects that are damaged', () => {
  let service: RunningService;
  let api: Api;
  let database: string;
  let fork: string;
  let metadata: Metadata;
  let result: string;
  let dataKey: string;
  let deletesKey: string;
  let resultKey: string;

  const pathOf = (key: string) => join(service.dataDir, 'objects', key);
  let age = 0;
  /** Each content of a file has a new time, because the engine caches files by time. */
  const write = async (key: string, bytes: Buffer) => {
    age += 10;
    await writeFile(pathOf(key), bytes);
    await utimes(pathOf(key), new Date(Date.now() - age * 1000), new Date(Date.now() - age * 1000));
  };
  const damaged = async <T>(
    key: string,
    how: (bytes: Buffer) => Buffer | null,
    work: () => Promise<T>,
  ): Promise<T> => {
    const bytes = await readFile(pathOf(key));
    const changed = how(bytes);
    if (changed === null) await rm(pathOf(key));
    else await write(key, changed);
    try {
      return await work();
    } finally {
      await write(key, bytes);
    }
  };
  const check = async (...options: string[]) => {
    const { code, stdout, stderr } = await runQuern(['check', ...options], {
      QUERN_DATA_DIR: service.dataDir,
      PATH: process.env.PATH ?? '',
    });
    return { code, text: stdout + stderr };
  };
  const filesOf = async (): Promise<LakeFile[]> => {
    const rows = await metadata.db.selectFrom('lake_manifests').select('files').execute();
    return rows.flatMap(({ files }) => JSON.parse(files) as LakeFile[]);
  };
  const expectDamage = ({ status, body }: { status: number; body: Json }, subject: string) => {
    expect([status, body.error?.code], JSON.stringify(body)).toEqual([500, 'STORED_DATA_DAMAGED']);
    expect(body.error.message).toContain(subject);
    expect(body.error.message).toContain('quern check');
    expect(body.error.message).not.toMatch(/\.parquet|lakes\/|objects/);
  };

  beforeAll(async () => {
    service = await startService({ env: { QUERN_SWEEP_INTERVAL: '3600' } });
    // A repeated question gets the earlier result, whatever happened to the table.
    api = service.api().with({ 'cache-control': 'no-cache' });
    database = (await api.createDatabase()).id;
    const upload_id = await api.upload(
      await makeParquet('SELECT i AS id, md5(i::VARCHAR) AS name FROM range(40000) AS t(i)'),
    );
    expect((await api.load(database, 'people', { upload_id })).status).toBe(200);
    fork = (await api.post(`/v1/databases/${database}/fork`, {})).body.id;
    const gone = Array.from({ length: 300 }, (_, index) => index * 3).join('\n');
    expect(
      (await api.load(database, 'people', { mode: 'delete', key: ['id'], data: `id\n${gone}\n` }))
        .status,
    ).toBe(200);
    result = (await api.query(database, 'SELECT * FROM people')).body.result_id;
    await eventually(async () => expect((await fetchResult('csv')).status).toBe(200));
    metadata = await openMetadata(`sqlite:${join(service.dataDir, 'quern.db')}`);
    const dirty = (await filesOf()).find(({ deletes }) => deletes !== undefined);
    dataKey = dirty?.key ?? '';
    deletesKey = dirty?.deletes?.key ?? '';
    const row = await metadata.db
      .selectFrom('results')
      .select('object_key')
      .where('id', '=', result)
      .executeTakeFirst();
    resultKey = row?.object_key ?? '';
  });
  afterAll(async () => {
    await metadata?.close();
    await service?.dispose();
  });

  const fetchResult = (format: string) =>
    api.get(`/v1/results/${result}?format=${format}`, { 'x-database-id': database });
  const rowSum = (of = database) =>
    api.query(of, 'SELECT sum(length(name)), max(name) FROM people');

  it.each(Object.entries(damages))(
    '(%s) are no fault of the caller, and the table is named',
    async (_, how) => {
      await damaged(dataKey, how, async () =>
        expectDamage(await rowSum(), "table 'default.main.people'"),
      );
      await damaged(deletesKey, how, async () => {
        expectDamage(await rowSum(), "table 'default.main.people'");
        // A fork of before the delete does not read it.
        expect((await rowSum(fork)).status).toBe(200);
      });
      const keyed = { mode: 'delete', key: ['id'], data: 'id\n-1\n5\n' };
      await damaged(dataKey, how, async () =>
        expectDamage(await api.load(database, 'people', keyed), "table 'main.people'"),
      );
      expect((await rowSum()).status).toBe(200);
    },
  );

  it.each(Object.entries(damages))(
    '(%s) are told of results too, in every format',
    async (name, how) => {
      const subject = `result '${result}'`;
      await damaged(resultKey, how, async () => {
        for (const format of ['json', 'csv', 'md', 'arrow'])
          expectDamage(await fetchResult(format), subject);
        if (['missing', 'empty', 'longer', 'cut off', 'cut in half'].includes(name)) {
          expectDamage(await fetchResult('parquet'), subject);
        }
        expectDamage(
          await api.query(database, `SELECT max(name) FROM quern.results.${result}`),
          subject,
        );
        expectDamage(await api.load(database, 'again', { result_id: result }), subject);
      });
      expect((await fetchResult('csv')).status).toBe(200);
    },
  );

  it('are counted, and the words of a reader in a query are the words of its caller', async () => {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toMatch(/quern_damaged_objects 3/);
    const raised = await api.query(
      database,
      "SELECT error('Snappy decompression failure') FROM people LIMIT 1",
      {
        dialect: 'duckdb',
      },
    );
    expect([raised.status, raised.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('fail the run that has shown the rows before them, and name the table', async () => {
    const upload_id = await api.upload(
      await makeParquet('SELECT i AS id, md5(i::VARCHAR) AS name FROM range(300000) AS t(i)'),
    );
    expect((await api.load(database, 'large', { upload_id })).status).toBe(200);
    const key = (await filesOf()).find(({ rowCount }) => rowCount === 300_000)?.key ?? '';
    const secondHalf = (bytes: Buffer) => {
      const [from, to] = [bytes.length >> 1, bytes.length - 20_000];
      return Buffer.from(bytes).fill(0, from, to);
    };
    await damaged(key, secondHalf, async () => {
      const answer = await api.query(database, 'SELECT * FROM large');
      expect([answer.status, answer.body.rows?.[0]?.[0]]).toEqual([200, 0]);
      await eventually(async () => {
        const path = `/v1/query-runs/${answer.body.query_run_id}`;
        const run = await api.get(path, { 'x-database-id': database });
        expect(run.body.status).toBe('failed');
        expect(run.body.error_message).toContain("stored data of table 'default.main.large'");
      });
    });
    expect((await api.query(database, 'SELECT max(name) FROM large')).status).toBe(200);
  });

  it('of a caller, in an upload, are the caller’s', async () => {
    const bytes = await makeParquet('SELECT 1 AS a');
    const upload_id = await api.upload(bytes.subarray(0, bytes.length - 6));
    expect((await api.load(database, 'bad', { upload_id, format: 'parquet' })).status).toBe(400);
    const lost = await api.upload(bytes);
    const row = await metadata.db
      .selectFrom('uploads')
      .select('object_key')
      .where('id', '=', lost)
      .executeTakeFirst();
    await rm(pathOf(row?.object_key ?? ''));
    expectDamage(await api.load(database, 'bad', { upload_id: lost }), `upload '${lost}'`);
    expect((await check()).text).toContain(`upload '${lost}'`);
    await metadata.db.deleteFrom('uploads').execute();
  });

  it('are found by quern check, which says what is lost and what still has it', async () => {
    const whole = await check('--checksums');
    expect(whole).toMatchObject({ code: 0, text: expect.stringContaining('nothing is lost') });
    for (const name of ['cut off', 'zeroed pages']) {
      const how = damages[name] ?? (() => null);
      const options = name === 'zeroed pages' ? ['--checksums'] : [];
      await damaged(deletesKey, how, async () => {
        await damaged(resultKey, how, async () => {
          const { code, text } = await check(...options);
          expect([name, code]).toEqual([name, 1]);
          expect(text).toContain(`deleted rows ${deletesKey}`);
          expect(text).toContain("table 'default.main.people' of workspace");
          expect(text).toContain(`database ${fork} at present`);
          expect(text).toContain(`result '${result}'`);
        });
      });
    }
    await damaged(
      dataKey,
      () => null,
      async () => {
        const { code, text } = await check('--json');
        expect(code).toBe(1);
        const report = JSON.parse(text);
        expect(report.lost).toHaveLength(1);
        expect(report.lost[0]).toMatchObject({
          role: 'data file',
          key: dataKey,
          problem: 'is missing',
        });
        const databases = report.lost[0].tables.map(({ database_id }: Json) => database_id);
        expect(new Set(databases)).toEqual(new Set([database, fork]));
        expect(report.lost[0].tables[0].whole_in).toEqual([]);
      },
    );
    expect((await check('--wrong')).code).toBe(2);
  }, 180_000);

  it('of a result are found by their checksums where all of it can still be read', async () => {
    // The name of the writer in the footer: no reader minds.
    const renamed = (bytes: Buffer) => {
      const changed = Buffer.from(bytes);
      changed.write('dUCK', changed.lastIndexOf('DuckDB'));
      return changed;
    };
    const { body } = await api.query(database, 'SELECT * FROM generate_series(1, 1) AS s(one)');
    const kept = metadata.db
      .selectFrom('results')
      .select('parquet')
      .where('id', '=', body.result_id);
    const parquet = Buffer.from((await kept.executeTakeFirst())?.parquet ?? '');
    const keep = (bytes: Buffer) =>
      metadata.db
        .updateTable('results')
        .set({ parquet: bytes })
        .where('id', '=', body.result_id)
        .execute();
    await keep(renamed(parquet));
    await damaged(resultKey, renamed, async () => {
      expect((await fetchResult('csv')).status).toBe(200);
      expect((await check()).code).toBe(0);
      const { code, text } = await check('--checksums');
      expect(code).toBe(1);
      for (const id of [result, body.result_id]) expect(text).toContain(`result '${id}'`);
      expect(text.match(/has other bytes than were written/g)).toHaveLength(2);
    });
    await keep(parquet);
    expect((await check('--checksums')).code).toBe(0);
  }, 180_000);
});
