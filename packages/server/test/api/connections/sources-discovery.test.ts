/** Discoveries that stop in the middle, with some tables already staged. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../postgres.ts';
import { type Api, type RunningService, startService } from '../../service.ts';
import { type Relay, startRelay } from '../../sources/relay.ts';

const tables = 3000;
/** The columns have about 5 MB, fetched about 700 kB at a time. */
const heldAfter = 2_000_000;

describe('a discovery that is at its tables', () => {
  let service: RunningService;
  let api: Api;
  let source: PostgresDatabase;
  let client: pg.Client;
  let relay: Relay;
  let metadata: Database.Database;
  let connection: string;
  let changes = 0;

  beforeAll(async () => {
    [service, source] = await Promise.all([startService(), createPostgresDatabase()]);
    api = service.api();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    const columns = Array.from({ length: 12 }, (_unused, at) => `c${at} int`).join(', ');
    await client.query(`do $$ begin for i in 1..${tables} loop
      execute format('create table many_%s (${columns})', i); end loop; end $$`);
    const { port, username: user, password, pathname } = new URL(source.url);
    relay = await startRelay(Number(port));
    const config = { host: '127.0.0.1', port: relay.port, user, password };
    const made = await api.post('/v1/connections', {
      ...{ name: 'many', source_type: 'postgres', skip_discovery: true },
      config: { ...config, database: pathname.slice(1) },
    });
    connection = made.body.id;
    metadata = new Database(join(service.dataDir, 'quern.db'), { readonly: true });
  }, 120_000);
  afterEach(() => relay.mend());
  afterAll(async () => {
    metadata?.close();
    await service?.dispose();
    await relay?.close();
    await client?.end();
    await source?.drop();
  });

  const staged = () =>
    (metadata.prepare('SELECT count(*) AS n FROM lake_found_tables').get() as { n: number }).n;
  const known = async () => (await api.get(`/v1/connections/${connection}`)).body.table_count;
  const sessions = async () => {
    const { rows } = await client.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return rows;
  };
  /** A job of the connection whose discovery waits in the middle of the source's answer. */
  async function held(): Promise<string> {
    changes += 1;
    // Unchanged tables are not staged.
    await client.query(`do $$ begin for i in 1..${tables} loop
      execute format('comment on table many_%s is ''${changes}''', i); end loop; end $$`);
    relay.hold(heldAfter);
    const asked = await api.post('/v1/refresh', {
      ...{ connection_id: connection, data: true, async: true },
    });
    expect(asked.status).toBe(202);
    await eventually(() => expect(staged()).toBeGreaterThan(0));
    expect(staged()).toBeLessThan(tables);
    return asked.body.status_url;
  }

  test('may be cancelled: the source is left alone, nothing of it shows or is left, and the next finds all', async () => {
    const job = await held();
    expect((await api.post(`${job}/cancel`, undefined)).status).toBe(200);
    const { status, error_message } = (await api.get(job)).body;
    expect([status, error_message]).toEqual(['failed', expect.stringMatching(/cancelled/)]);
    await eventually(async () => expect(await sessions()).toEqual([]), 20_000);
    await eventually(() => expect(staged()).toBe(0));
    expect(await known()).toBe(0);
    await relay.mend();
    const again = await api.post('/v1/refresh', { connection_id: connection });
    expect(again.body).toMatchObject({ connections_failed: 0, tables_discovered: tables });
    expect(await known()).toBe(tables);
  }, 60_000);

  test('keeps the tables that were known where its source goes away', async () => {
    const job = await held();
    await relay.cut();
    await eventually(async () => expect((await api.get(job)).body.status).toBe('failed'), 30_000);
    expect((await api.get(job)).body.error_message).toMatch(/127\.0\.0\.1/);
    expect([staged(), await known()]).toEqual([0, tables]);
  }, 60_000);

  test('ends with its connection, of which nothing comes back', async () => {
    const job = await held();
    expect((await api.delete(`/v1/connections/${connection}`)).status).toBe(204);
    await relay.mend();
    await eventually(async () => expect((await api.get(job)).body.status).toBe('failed'), 30_000);
    await eventually(() => expect(staged()).toBe(0));
    expect((await api.get(`/v1/information_schema?connection_id=${connection}`)).status).toBe(404);
  }, 60_000);
});
