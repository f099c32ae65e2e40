import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';
import { readParquet } from '../parquet-files.ts';

/** Small results are stored in the metadata, invisibly for readers. */
describe('a small result', () => {
  let service: RunningService;
  let database: Json;
  let small: Json;

  beforeAll(async () => {
    service = await startService();
    database = await service.api().createDatabase();
    small = (
      await api().post('/v1/query', {
        sql: "SELECT 1 AS id, 'née' AS name, 1.50::numeric(5,2) AS price",
      })
    ).body;
  });
  afterAll(() => service.dispose());

  const api = (): Api => service.api().with({ 'x-database-id': database.id });
  const objects = () => {
    const folder = join(service.dataDir, 'objects', 'results');
    const found = existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
      : [];
    return found.filter((entry) => entry.isFile());
  };
  // The folder of local copies of small files stays.
  const spooled = () =>
    readdirSync(join(service.dataDir, 'spool', 'service')).filter((name) => name !== 'small');

  async function bytes(format: string): Promise<Buffer> {
    const response = await fetch(
      `${service.origin}/v1/results/${small.result_id}?format=${format}`,
      {
        headers: { authorization: `Bearer ${testToken}`, 'x-database-id': database.id },
      },
    );
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length') ?? String(body.length)).toBe(String(body.length));
    return body;
  }

  it('is no object, and is there in all formats', async () => {
    expect(small).toMatchObject({
      rows: [[1, 'née', 1.5]],
      result_id: expect.any(String),
      warning: null,
    });
    expect(objects()).toEqual([]);
    expect(JSON.parse(String(await bytes('json'))).rows).toEqual([[1, 'née', 1.5]]);
    expect(String(await bytes('csv'))).toBe('id,name,price\n1,née,1.50\n');
    expect(String(await bytes('md'))).toContain('| 1 | née | 1.50 |');
    expect(tableFromIPC(await bytes('arrow')).numRows).toBe(1);
    expect(await readParquet(await bytes('parquet'))).toEqual([['1', 'née', '1.50']]);
  });

  it('can be read as a table, and loaded into one', async () => {
    const read = await api().post('/v1/query', {
      sql: `SELECT name FROM quern.results.${small.result_id}`,
    });
    expect(read.body.rows).toEqual([['née']]);
    expect((await api().load(database.id, 'loaded', { result_id: small.result_id })).status).toBe(
      200,
    );
    expect(
      (await api().post('/v1/query', { sql: 'SELECT id, name FROM loaded' })).body.rows,
    ).toEqual([[1, 'née']]);
  });

  it('leaves no file behind where it was read', async () => {
    await Promise.all(Array.from({ length: 10 }, () => bytes('csv')));
    await eventually(() => expect(spooled()).toEqual([]));
  });

  it('that is truncated becomes ready the same way', async () => {
    const sql = 'SELECT 7 AS n FROM generate_series(1, 12000)';
    const { body } = await api().post('/v1/query', { sql });
    expect(body).toMatchObject({ truncated: true, preview_row_count: 10_000 });
    await eventually(async () => {
      const { status, body: whole } = await api().get(`/v1/results/${body.result_id}`);
      expect([status, whole.total_row_count]).toEqual([200, 12_000]);
    });
  });

  it('survives a SIGKILL right after its answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) =>
        api().post('/v1/query', { sql: `SELECT ${index} AS n` }),
      ),
    );
    const { dataDir } = service;
    await service.kill();
    service = await startService({ dataDir });
    for (const [index, { body }] of answers.entries()) {
      expect((await api().get(`/v1/results/${body.result_id}`)).body.rows).toEqual([[index]]);
    }
  });
});
