import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { ManualClock } from '../../manual-clock.ts';
import { metadataKinds } from '../../metadata/metadata-backends.ts';
import { Api, type ApiResponse, type Json, put } from '../../service.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

/** Shorter than the time between two sweeps: what answers 404 here is not the sweep's doing. */
const lifeMs = 10_000;

describe.each(metadataKinds)('a database that expires, on %s', (kind) => {
  let running: TimedService;
  let clock: ManualClock;
  let api: Api;

  beforeEach(async () => {
    running = await startTimedService(kind);
    ({ clock, api } = running);
  });
  afterEach(() => running?.dispose());

  const rowOf = (id: string) =>
    running.service.services.metadata.db
      .selectFrom('databases')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();

  /** All requests on the database, by the widest token and by a token limited to the database. */
  async function requests(database: Json): Promise<(() => Promise<ApiResponse>)[]> {
    const { id, default_connection_id: connection } = database;
    const holder = await api.createDatabase({ name: 'holder' });
    await api.loadCsv(id, 't', 'a\n1\n');
    const job = (await api.load(id, 'u', { data: 'a\n1\n', async: true })).body.id;
    await eventually(async () =>
      expect((await api.get(`/v1/jobs/${job}`)).body.status).toBe('succeeded'),
    );
    const { body: run } = await api.query(id, 'SELECT * FROM t');
    await api.post(`/v1/databases/${id}/context`, { name: 'c', content: 'x' });
    await api.post(`/v1/databases/${id}/catalogs`, {
      connection_id: holder.default_connection_id,
      alias: 'h',
    });
    const limited = new Api(
      api.origin,
      (await api.post('/v1/tokens', { kind: 'database', database_id: id })).body.token,
    );
    const session = (await limited.post('/v1/uploads', { declared_size_bytes: 4 })).body;
    await put(session.url, Buffer.from('a\n1\n'));
    const token = { 'x-upload-finalize-token': session.finalize_token };
    const streamed = (await limited.post('/v1/uploads', {})).body;
    const ofStream = { 'x-upload-finalize-token': streamed.finalize_token };
    const other = await api.createDatabase({ name: 'other' });
    const [scoped, scopedLimited] = [api, limited].map((caller) =>
      caller.with({ 'x-database-id': id }),
    );
    if (!scoped || !scopedLimited) throw new Error('two callers');
    const path = `/v1/databases/${id}`;
    return [
      () => api.get(path),
      () => api.get(`/v1/databases/by-name?name=${database.name}`),
      () => api.query(id, 'SELECT 1'),
      () => api.query(id, 'SELECT 1', { async: true }),
      () => api.post('/v1/query', { sql: 'SELECT 1', database_id: id }),
      () => api.load(id, 't', { data: 'a\n1\n' }),
      () => api.load(id, 'v', { data: 'a\n1\n', async: true }),
      () =>
        api.post(`/v1/connections/${connection}/schemas/main/tables/t/loads`, {
          mode: 'append',
          data: 'a\n1\n',
        }),
      () => api.post(`${path}/schemas`, { name: `s${clock.now()}` }),
      () => api.post(`${path}/schemas/main/tables`, { name: `t${clock.now()}` }),
      () => api.post(`/v1/connections/${connection}/schemas`, { name: `c${clock.now()}` }),
      () => api.get(`/v1/information_schema?connection_id=${connection}`),
      () => api.get(`${path}/context`),
      () => api.get(`${path}/context/c`),
      () => api.post(`${path}/context`, { name: 'c', content: 'y' }),
      () => api.get(`${path}/snapshots`),
      () => api.post(`${path}/fork`, { name: 'fork' }),
      () =>
        api.post(`${path}/catalogs`, { connection_id: other.default_connection_id, alias: 'o' }),
      () =>
        api.post(`/v1/databases/${other.id}/catalogs`, {
          connection_id: connection,
          alias: `a${id}`,
        }),
      () =>
        api.post(`/v1/connections/${connection}/schemas/main/tables`, { name: `d${clock.now()}` }),
      () => api.load(id, 'w', { result_id: run.result_id }),
      () => scoped.get('/v1/results'),
      () => scoped.get(`/v1/results/${run.result_id}`),
      () => scoped.get(`/v1/results/${run.result_id}?format=parquet`),
      () => scoped.get('/v1/query-runs'),
      () => scoped.get(`/v1/query-runs/${run.query_run_id}`),
      () => scoped.post(`/v1/query-runs/${run.query_run_id}/cancel`, {}),
      () => limited.query(id, 'SELECT * FROM t'),
      () => scopedLimited.get(`/v1/results/${run.result_id}`),
      () => limited.get(`/v1/jobs/${job}`),
      () => limited.post('/v1/uploads', { declared_size_bytes: 4 }),
      () => limited.post('/v1/uploads/batch', { uploads: [{ declared_size_bytes: 4 }] }),
      () => limited.post('/v1/databases', { name: `made ${clock.now()}` }),
      () => limited.post(`${path}/schemas`, { name: `l${clock.now()}` }),
      // These requests run last, because each can succeed only once.
      () =>
        limited.post(`/v1/uploads/${streamed.upload_id}/parts`, { part_numbers: [1] }, ofStream),
      () => limited.post(`/v1/uploads/${session.upload_id}/finalize`, {}, token),
      () => api.delete(`/v1/connections/${connection}/schemas/main/tables/t`),
      () => api.delete(`${path}/catalogs/${holder.default_connection_id}`),
      () => api.delete(`${path}/schemas/main/tables/u`),
      () => api.delete(`${path}/context/c`),
      // A database is deleted when no other database has its catalog attached.
      () => api.delete(`/v1/databases/${other.id}/catalogs/${connection}`),
      () => api.delete(path),
    ];
  }

  test('is whole until its instant, 404 on every route from then on, and removed within a minute', async () => {
    const expires_at = new Date(clock.now() + lifeMs).toISOString();
    const [whole, gone] = [
      await api.createDatabase({
        name: 'whole',
        expires_at: new Date(clock.now() + lifeMs + 1).toISOString(),
      }),
      await api.createDatabase({ name: 'gone', expires_at }),
    ];
    const [ofWhole, ofGone] = [await requests(whole), await requests(gone)];
    const { body: holder } = await api.get('/v1/databases?search=holder&limit=1');
    await api.post(`/v1/databases/${holder.databases[0].id}/catalogs`, {
      connection_id: gone.default_connection_id,
      alias: 'brief',
    });
    clock.advance(lifeMs);
    for (const [index, request] of ofGone.entries()) {
      const { status, body } = await request();
      expect([status, body.error?.code], `request ${index}`).toEqual([404, 'NOT_FOUND']);
      expect(body.error.message).toMatch(/not found|No database is named|is not attached/);
    }
    const late = await api.query(holder.databases[0].id, 'SELECT * FROM brief.main.t');
    expect([late.status, late.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^table 'brief.main.t' not found/),
    ]);
    expect((await api.get('/v1/databases?search=gone')).body.databases).toEqual([]);
    expect((await api.get('/v1/databases/count?search=gone')).body.total).toBe(0);
    // One millisecond earlier nothing is missing: no request answers 404.
    expect(await rowOf(gone.id)).toBeDefined();
    for (const [index, request] of ofWhole.entries()) {
      const { status, body } = await request();
      expect(status, `request ${index}: ${JSON.stringify(body)}`).toBeLessThan(300);
    }
    // The sweep is due once in 30 s; the schedule looks every second.
    clock.advance(60_000 - 1_000);
    await eventually(async () => expect(await rowOf(gone.id)).toBeUndefined());
  });
});
