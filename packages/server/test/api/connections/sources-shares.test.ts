import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type Api, type RunningService, startService } from '../../service.ts';
import { type DrippingServer, startDrippingPostgres } from '../../sources/postgres-messages.ts';
import { attachSource } from '../attach-source.ts';

const workers = 2;
/** More than the workers, the spare ones and the jobs of sources at a time. */
const connections = 12;

let service: RunningService;
let api: Api;
let server: DrippingServer;
const folder = mkdtempSync(join(tmpdir(), 'quern-shares-'));

beforeAll(async () => {
  const file = new Database(join(folder, 'app.db'));
  file.exec('CREATE TABLE orders (id INTEGER); INSERT INTO orders VALUES (1), (2)');
  file.close();
  [service, server] = await Promise.all([
    startService({
      env: {
        QUERN_SOURCE_WORKERS: String(workers),
        QUERN_SOURCES_ALLOW: `${folder} 127.0.0.0/8`,
      },
    }),
    startDrippingPostgres(),
  ]);
  api = service.api();
}, 60_000);
afterAll(async () => {
  server?.close();
  await service?.dispose();
  rmSync(folder, { recursive: true });
});

test('sources of one workspace that never answer keep those of another waiting for nothing', async () => {
  const [home] = (await api.get('/v1/workspaces')).body.workspaces;
  const first = api.with({ 'x-workspace-id': home.public_id });
  const { body } = await api.post('/v1/workspaces', { name: 'other' });
  const other = api.with({ 'x-workspace-id': body.workspace.public_id });
  const fields = { host: '127.0.0.1', port: server.port, user: 'me', database: 'shop' };
  const hung = Array.from({ length: connections }, (_unused, at) =>
    first.post('/v1/connections', { name: `hung_${at}`, source_type: 'postgres', config: fields }),
  );
  await eventually(() => expect(server.asked()).toBe(workers));
  const { connection, database } = await attachSource(other, 'sqlite', {
    path: join(folder, 'app.db'),
  });
  const read = await other.query(database, 'SELECT count(*) FROM src.main.orders');
  expect([read.status, read.body.rows]).toEqual([200, [[2]]]);
  expect((await other.get(`/v1/connections/${connection}/health`)).body).toMatchObject({
    healthy: true,
    error: null,
  });
  // The workers keep their shares.
  expect(server.asked()).toBe(workers);
  // The answers end with the service.
  for (const one of hung) one.catch(() => {});
}, 120_000);
