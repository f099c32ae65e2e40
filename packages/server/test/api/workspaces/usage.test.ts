import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';

let service: RunningService;
let api: Api;
let home: string;

beforeAll(async () => {
  service = await startService();
  api = service.api();
  home = (await api.get('/v1/workspaces')).body.workspaces[0].public_id;
});
afterAll(() => service.dispose());

const usage = async (query = ''): Promise<Json> => {
  const { status, body } = await api.get(`/v1/usage${query}`, { 'x-workspace-id': home });
  expect(status).toBe(200);
  return body;
};

/** Real size of the tables' files. */
function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

describe('the usage of a workspace', () => {
  test('grows with queries, loads and uploads, and keeps to the workspace', async () => {
    expect(await usage()).toEqual({
      since: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
      query_count: 0,
      bytes_scanned: 0,
      embedded_text_count: 0,
      embedding_token_count: 0,
      storage_bytes: 0,
      storage_captured_at: expect.stringMatching(/Z$/),
    });
    const { id } = await api.createDatabase();
    await api.loadCsv(
      id,
      't',
      `n\n${Array.from({ length: 5_000 }, (_, index) => index).join('\n')}\n`,
    );
    const loaded = (await usage()).storage_bytes;
    expect(loaded).toBeGreaterThan(0);
    expect(loaded).toBe(bytesBelow(join(service.dataDir, 'objects', 'lakes')));
    const sum = await api.query(id, 'SELECT sum(n) FROM t');
    expect(sum.status).toBe(200);
    expect((await api.query(id, 'SELECT nothing FROM t')).status).toBe(400);
    const runs = (await api.get('/v1/query-runs', { 'x-database-id': id })).body.query_runs;
    const scanned = runs.reduce((total: number, run: Json) => total + (run.bytes_scanned ?? 0), 0);
    expect(scanned).toBeGreaterThan(0);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await usage(`?since=${since}`)).toMatchObject({
      since,
      query_count: 2,
      bytes_scanned: scanned,
    });
    // A day, and times as languages print them without a zone, are UTC's.
    for (const [text, instant] of [
      ['2099-01-01', '2099-01-01T00:00:00.000Z'],
      ['2099-01-01T02:03:04', '2099-01-01T02:03:04.000Z'],
      ['2099-01-01 02:03:04.567000', '2099-01-01T02:03:04.567Z'],
      ['2099-01-01T02:03:04+02:00', '2099-01-01T00:03:04.000Z'],
    ] as const) {
      expect(await usage(`?since=${encodeURIComponent(text)}`)).toMatchObject({
        since: instant,
        query_count: 0,
        bytes_scanned: 0,
        storage_bytes: loaded,
      });
    }

    const upload = await api.upload(Buffer.from('n\n1\n'));
    expect((await usage()).storage_bytes).toBe(loaded + 4);
    expect((await api.load(id, 'small', { upload_id: upload })).status).toBe(200);
    const small = (await usage()).storage_bytes - loaded;
    expect(small).toBeGreaterThan(4);

    const { body } = await api.post('/v1/workspaces', { name: 'other' });
    const stranger = api.with({ 'x-workspace-id': body.workspace.public_id });
    expect((await stranger.get('/v1/usage')).body).toMatchObject({
      query_count: 0,
      storage_bytes: 0,
    });

    expect((await api.delete(`/v1/databases/${id}`, { 'x-workspace-id': home })).status).toBe(204);
    expect(await usage()).toMatchObject({
      query_count: 2,
      bytes_scanned: scanned,
      storage_bytes: 0,
    });
  });

  test('is told by day, and keeps to the workspace', async () => {
    const { body } = await api.post('/v1/workspaces', { name: 'by day' });
    const workspaceId = body.workspace.public_id;
    const own = api.with({ 'x-workspace-id': workspaceId });
    const { id } = await own.createDatabase();
    for (const sql of ['SELECT 1', 'SELECT 2', 'SELECT nothing FROM t']) await own.query(id, sql);
    const runs = (await own.get('/v1/query-runs', { 'x-database-id': id })).body.query_runs;
    const dayMs = 86_400_000;
    const today = Date.now() - (Date.now() % dayMs);
    const [dayAgo, weekAgo] = [today - dayMs, today - 7 * dayMs];
    const metadata = new Database(join(service.dataDir, 'quern.db'));
    const move = metadata.prepare(
      'UPDATE query_runs SET created_at = ?, bytes_scanned = ? WHERE id = ?',
    );
    // The last moment of a day, and the first.
    move.run(today - 1, 30, runs[0].id);
    move.run(weekAgo, 7, runs[1].id);
    const removed = metadata.prepare('INSERT INTO removed_run_usage VALUES (?, ?, ?, ?)');
    removed.run(workspaceId, weekAgo, 4, 100);
    removed.run(workspaceId, weekAgo - 60_000, 1000, 1000);
    metadata
      .prepare('INSERT INTO embedding_usage VALUES (?, ?, ?, ?)')
      .run(workspaceId, dayAgo, 5, 50);
    metadata.close();
    const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const daysOf = async (query = '', who = own): Promise<Json[]> =>
      (await who.get(`/v1/usage/days${query}`)).body.days;
    const days = await daysOf(`?since=${new Date(weekAgo + 5000).toISOString()}`);
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 8 }, (_, index) => dayOf(weekAgo + index * dayMs)),
    );
    const none = { embedded_text_count: 0, embedding_token_count: 0 };
    expect(days[0]).toEqual({
      day: dayOf(weekAgo),
      query_count: 5,
      bytes_scanned: 107,
      ...none,
    });
    expect(days[6]).toEqual({
      day: dayOf(dayAgo),
      query_count: 1,
      bytes_scanned: 30,
      embedded_text_count: 5,
      embedding_token_count: 50,
    });
    expect(days[7]).toMatchObject({ day: dayOf(today), query_count: 1 });
    expect(days.slice(1, 6).every((day) => day.query_count === 0)).toBe(true);
    // All of the days together are what is told of the whole.
    const whole = (await own.get(`/v1/usage?since=${dayOf(weekAgo)}`)).body;
    expect(whole.query_count).toBe(days.reduce((sum, day) => sum + day.query_count, 0));
    expect(await daysOf()).toHaveLength(30);
    const elsewhere = await daysOf('', api.with({ 'x-workspace-id': home }));
    expect(elsewhere.slice(0, 29).every((day) => day.query_count === 0)).toBe(true);
    const ever = await daysOf('?since=2001-01-01');
    expect(ever).toHaveLength(366);
    expect(ever.at(-1)?.day).toBe(dayOf(today));
  });
});
