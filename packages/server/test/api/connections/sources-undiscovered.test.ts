/** Errors of a query for a missing table of an undiscovered source. */
import { beforeAll, expect, test } from 'vitest';
import type { Api } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
beforeAll(async () => {
  service = await sharedService();
  api = service.api();
}, 60_000);

/** Nobody listens on port 1. */
const config = { host: '127.0.0.1', port: 1, user: 'me', database: 'shop' };

async function attached(name: string, options: object): Promise<string> {
  const made = await api.post('/v1/connections', {
    name,
    source_type: 'postgres',
    config,
    ...options,
  });
  expect(made.status).toBe(201);
  const { id } = await api.createDatabase();
  const path = `/v1/databases/${id}/catalogs`;
  expect((await api.post(path, { connection_id: made.body.id, alias: 'src' })).status).toBe(204);
  return id;
}

test('after a discovery that failed a query says so, and to whom it may with what', async () => {
  const database = await attached('shop', {});
  const failed =
    /^table 'src\.public\.orders' not found: the last discovery of connection 'shop' failed/;
  for (const dialect of ['hotsql', 'duckdb', 'snowflake']) {
    const { status, body } = await api.query(database, 'SELECT * FROM src.public.orders', {
      dialect,
    });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(failed)]);
    expect(body.error.message).toContain("Cannot connect to '127.0.0.1' on port 1");
    expect(body.error.message).toContain('POST /v1/refresh');
  }
  const chosen = await api.query(database, 'SELECT * FROM orders', { default_catalog: 'src' });
  expect(chosen.body.error.message).toMatch(/the last discovery of connection 'shop' failed/);
  const asked = { kind: 'database', database_id: database };
  const limited = service.api((await api.post('/v1/tokens', asked)).body.token);
  const told = await limited.query(database, 'SELECT * FROM src.public.orders');
  expect(told.body.error.message).toMatch(failed);
  expect(told.body.error.message).not.toContain('127.0.0.1');
  const own = await api.query(database, 'SELECT * FROM orders');
  expect(own.body.error.message).not.toContain('discovery');
});

test('a discovery that nobody asked for yet is told, too', async () => {
  const database = await attached('later', { skip_discovery: true });
  const { body } = await api.query(database, 'SELECT * FROM src.public.orders');
  expect(body.error.message).toMatch(
    /not found: the tables of connection 'later' have not been discovered yet; wait for its discovery, or refresh it/,
  );
});
