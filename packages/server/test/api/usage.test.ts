import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

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

/** What the files of the tables really take. */
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
    expect(await usage('?since=2099-01-01')).toMatchObject({
      query_count: 0,
      bytes_scanned: 0,
      storage_bytes: loaded,
    });

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
});
