import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../eventually.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../postgres.ts';
import { type Relay, startRelay } from '../../sources/relay.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

const tables = 200;
/** The columns have about 300 kB. */
const heldAfter = 50_000;

let running: TimedService;
let source: PostgresDatabase;
let relay: Relay;

beforeAll(async () => {
  [running, source] = await Promise.all([
    startTimedService('sqlite', { QUERN_LOAD_TIMEOUT: '1' }),
    createPostgresDatabase(),
  ]);
  const client = new pg.Client({ connectionString: source.url });
  await client.connect();
  const columns = Array.from({ length: 12 }, (_unused, at) => `c${at} int`).join(', ');
  await client.query(`do $$ begin for i in 1..${tables} loop
    execute format('create table many_%s (${columns})', i); end loop; end $$`);
  await client.end();
  relay = await startRelay(Number(new URL(source.url).port));
}, 120_000);
afterAll(async () => {
  await relay?.close();
  await running?.dispose();
  await source?.drop();
  vi.restoreAllMocks();
});

test('a discovery that takes longer than its minute is skipped in the answer, goes on once however many ask, and lists its tables at its end', async () => {
  const { api } = running;
  const elapsed = performance.now.bind(performance);
  let skippedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + skippedMs);
  const { username: user, password, pathname } = new URL(source.url);
  const config = { host: '127.0.0.1', port: relay.port, user, password };
  relay.hold(heldAfter);
  const asked = api.post('/v1/connections', {
    ...{ name: 'slow', source_type: 'postgres' },
    config: { ...config, database: pathname.slice(1) },
  });
  const discoveries = async () =>
    ((await running.rows()).get('jobs') ?? []).filter((row) => row.includes('source_discovery'));
  await eventually(async () =>
    expect(await discoveries()).toEqual([expect.stringContaining('"running"')]),
  );
  skippedMs = 60_000;
  const made = await asked;
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      discovery_status: 'skipped',
      discovery_error: expect.stringMatching(/takes long and goes on/),
      tables_discovered: 0,
    },
  ]);
  const path = `/v1/connections/${made.body.id}`;
  const { body: before } = await api.get(path);
  expect([before.table_count, before.discovery_status]).toEqual([0, undefined]);
  for (const body of [{ connection_id: made.body.id }, {}]) {
    const answer = await api.post('/v1/refresh', body);
    const { status, headers } = answer;
    expect([status, headers.get('retry-after'), answer.body.error.message]).toEqual([
      503,
      '5',
      `The tables of connection 'slow' are still being discovered, which goes on; GET ${path} says how it ended`,
    ]);
  }
  expect(await discoveries()).toHaveLength(1);
  await relay.mend();
  await eventually(async () =>
    expect((await api.get(path)).body).toMatchObject({
      ...{ table_count: tables, discovery_status: 'success', discovery_error: null },
    }),
  );
  const again = await api.post('/v1/refresh', { connection_id: made.body.id });
  expect([again.status, again.body]).toMatchObject([
    200,
    { connections_refreshed: 1, tables_discovered: tables, tables_added: 0 },
  ]);
}, 60_000);
