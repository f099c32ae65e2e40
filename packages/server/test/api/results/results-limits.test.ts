import { rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';

let service: RunningService;
let api: Api;
let database: Json;
/** About 24 MB of JSON in 24,000 rows. */
let large: string;

beforeAll(async () => {
  service = await startService({
    env: { QUERN_JSON_FETCH_BYTES: '16MiB', QUERN_JSON_FETCH_TOTAL_BYTES: '20MiB' },
  });
  database = await service.api().createDatabase();
  api = service.api().with({ 'x-database-id': database.id });
  const sql = "SELECT n, repeat('x', 1000) AS wide FROM range(24000) t(n)";
  large = (await api.query(database.id, sql, { dialect: 'duckdb' })).body.result_id;
  await eventually(async () =>
    expect((await api.get(`/v1/results/${large}?limit=0`)).status).toBe(200),
  );
});

afterAll(() => service.dispose());

const get = (query: string) => api.get(`/v1/results/${large}?${query}`);

it('answers 413 RESULT_TOO_LARGE for too much JSON, with no part of it and a way out', async () => {
  for (const query of ['', 'limit=24000', 'offset=100', 'format=json']) {
    const { status, body } = await get(query);
    expect(status).toBe(413);
    expect(body.error.code).toBe('RESULT_TOO_LARGE');
    expect(body.error.message).toMatch(/limit.*offset.*arrow/s);
    expect(body.rows).toBeUndefined();
  }
});

it('gives the same rows as JSON in slices', async () => {
  const { status, body, headers } = await get('offset=12000&limit=12000');
  expect(status).toBe(200);
  expect(body).toMatchObject({ row_count: 12_000, total_row_count: 24_000 });
  expect(headers.get('x-total-row-count')).toBe('24000');
  expect(body.rows[0][0]).toBe(12_000);
});

it('gives them whole in the other formats', async () => {
  const csv = await get('format=csv');
  expect(csv.status).toBe(200);
  expect(String(csv.body).split('\n')).toHaveLength(24_002);
  expect((await get('format=md')).status).toBe(200);
  const response = await fetch(`${service.origin}/v1/results/${large}?format=arrow`, {
    headers: { authorization: `Bearer ${testToken}`, 'x-database-id': database.id },
  });
  expect(tableFromIPC(await response.arrayBuffer()).numRows).toBe(24_000);
});

it('answers 429 with Retry-After while others hold the shared budget, and serves again once they are done', async () => {
  const held = await openAndStall(`/v1/results/${large}?limit=14000`);
  const refused = await get('limit=14000');
  expect(refused.status).toBe(429);
  expect(refused.body.error.code).toBe('OVERLOADED');
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await get('limit=10')).status).toBe(200);
  expect((await get('format=csv')).status).toBe(200);
  held.abandon();
  await eventually(async () => expect((await get('limit=14000')).status).toBe(200));
});

it('says that a whole result could not be kept, and gives it no id', async () => {
  const mend = await breakResultStore();
  const { status, body } = await api.post('/v1/query', { sql: tooLargeForMetadata });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    row_count: 5000,
    truncated: false,
    total_row_count: 5000,
    result_id: null,
  });
  expect(body.warning).toMatch(/could not be kept/);
  expect(body.warning).not.toContain(service.dataDir);
  const run = (await api.get(`/v1/query-runs/${body.query_run_id}`)).body;
  expect(run).toMatchObject({
    status: 'succeeded',
    row_count: 5000,
    result_id: null,
    warning_message: body.warning,
  });
  // A small result needs no object.
  const small = (await api.post('/v1/query', { sql: 'SELECT 1 AS one' })).body;
  expect((await api.get(`/v1/results/${small.result_id}`)).body.rows).toEqual([[1]]);
  await mend();
  expect((await api.post('/v1/query', { sql: tooLargeForMetadata })).body).toMatchObject({
    warning: null,
    result_id: expect.any(String),
  });
});

it('fails the result of a preview that could not be kept, and its run, and says that it may be tried again', async () => {
  const mend = await breakResultStore();
  const sql = 'SELECT * FROM generate_series(1, 20000) AS t(n)';
  const { status, body } = await api.post('/v1/query', { sql });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    truncated: true,
    preview_row_count: 10_000,
    result_id: expect.any(String),
  });
  await eventually(async () => {
    const { status: fetched, body: failed } = await api.get(`/v1/results/${body.result_id}`);
    expect(fetched).toBe(409);
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/try again/),
    });
  });
  expect((await api.get(`/v1/query-runs/${body.query_run_id}`)).body.status).toBe('failed');

  // Known by now: no preview is given of what may not be kept.
  for (let round = 0; round < 2; round += 1) {
    const refused = await api.post('/v1/query', { sql });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'PERSISTENCE_UNAVAILABLE']);
    expect(refused.body.error.message).toMatch(/could not be kept; try again/);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  const { query_runs: runs } = (await api.get('/v1/query-runs?limit=2')).body;
  expect(runs).toMatchObject([
    { status: 'failed', result_id: null, sql_text: sql },
    { status: 'failed', result_id: null },
  ]);
  await mend();
  // The first answer afterwards arrives when the result is stored; later previews come before the
  // store again.
  const mended = await api.post('/v1/query', { sql });
  expect(mended.body).toMatchObject({
    truncated: true,
    preview_row_count: 10_000,
    total_row_count: 20_000,
  });
  expect(mended.body.rows).toHaveLength(10_000);
  expect((await api.get(`/v1/results/${mended.body.result_id}?limit=1`)).body).toMatchObject({
    total_row_count: 20_000,
  });
  const again = await api.post('/v1/query', { sql });
  expect(again.body).toMatchObject({ truncated: true, result_id: expect.any(String) });
  // No write is under way when the next test breaks the store.
  await eventually(async () => {
    expect((await api.get(`/v1/results/${again.body.result_id}?limit=1`)).status).toBe(200);
  });
});

it('answers 503 with Retry-After in every format while the store cannot give a ready result, and 200 once it can', async () => {
  const mend = await breakResultStore();
  for (const format of ['json', 'csv', 'md', 'arrow', 'parquet']) {
    const { status, headers, body } = await get(`format=${format}&limit=1`);
    expect([format, status, body.error?.code]).toEqual([format, 503, 'PERSISTENCE_UNAVAILABLE']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }
  await mend();
  expect((await get('limit=1')).status).toBe(200);
});

/** Within the preview, and more Parquet than is kept beside the run. */
const tooLargeForMetadata =
  'SELECT md5(CAST(n AS text)) AS digest FROM generate_series(1, 5000) AS t(n)';

/** A file where the folder of the results was, until the returned function is called. */
async function breakResultStore(): Promise<() => Promise<void>> {
  const folder = `${service.dataDir}/objects/results`;
  await rename(folder, `${folder}-away`);
  await writeFile(folder, '');
  return async () => {
    await rm(folder);
    await rename(`${folder}-away`, folder);
  };
}

/** A client that asks and does not read the body, so the service cannot finish sending. */
function openAndStall(path: string): Promise<{ abandon: () => void }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${testToken}`, 'x-database-id': database.id };
    const sent = request(`${service.origin}${path}`, { headers }, (response) => {
      response.pause();
      response.on('error', () => {});
      resolve({ abandon: () => sent.destroy() });
    });
    sent.on('error', reject);
    sent.end();
  });
}
