/** Upkeep of a fetched table's files is the upkeep of any table's files. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  connectionConfigOf,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../postgres.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';
import { attachSource } from '../attach-source.ts';

describe('a table of a source that is refreshed by its changes', () => {
  let service: RunningService;
  let api: Api;
  let source: PostgresDatabase;
  let client: pg.Client;
  let connection: string;
  let database: string;

  beforeAll(async () => {
    [service, source] = await Promise.all([
      startService({ env: { QUERN_SWEEP_INTERVAL: '1', QUERN_COMPACTION_QUIET: '0' } }),
      createPostgresDatabase(),
    ]);
    api = service.api();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query(`
      create table log (n bigint not null, line text);
      insert into log select i, 'line ' || i from generate_series(1, 1000) as i;
      create table notes (id int primary key, changed int not null, note text);
      insert into notes select i, i, 'red apple ' || i from generate_series(1, 500) as i;
    `);
    const config = connectionConfigOf(source.url);
    ({ connection, database } = await attachSource(api, 'postgres', config));
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await service?.dispose();
    await source?.drop();
  });

  const path = (table: string) => `/v1/connections/${connection}/tables/public/${table}`;
  const set = async (table: string, policy: Json) =>
    expect((await api.request('PUT', `${path(table)}/refresh`, policy)).status).toBe(200);
  const refresh = async (table: string, mode: 'full' | 'incremental') => {
    const asked = { connection_id: connection, schema_name: 'public', table_name: table };
    const { status, body } = await api.post('/v1/refresh', { ...asked, data: true });
    expect([status, body]).toMatchObject([200, { mode }]);
  };
  const ask = async (sql: string, of = database) => {
    const { status, body } = await api.query(of, sql);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    const run = await api.get(`/v1/query-runs/${body.query_run_id}`, { 'x-database-id': of });
    return { rows: body.rows, run: run.body };
  };
  const listed = async (table: string) =>
    (await api.get(`/v1/information_schema?connection_id=${connection}&table=${table}`)).body
      .tables[0];

  test('declares no layout; files whose statistics rule out what is asked for are not read', async () => {
    await set('log', { mode: 'incremental', cursor_column: 'n', key: [] });
    await refresh('log', 'full');
    for (const from of [1001, 2001]) {
      await client.query(
        `insert into log select i, 'line ' || i from generate_series(${from}, ${from + 999}) as i`,
      );
      await refresh('log', 'incremental');
    }
    expect(await listed('log')).toMatchObject({ partition_by: [], sorted_by: [], synced: true });
    const sql = 'SELECT count(*), min(line), sum(length(line)) > 0 FROM src.public.log';
    const one = await ask(`${sql} WHERE n BETWEEN 1500 AND 1600`);
    expect([one.rows, one.run.rows_scanned]).toEqual([[[101, 'line 1500', true]], 1000]);
    const none = await ask(`${sql} WHERE n > 5000`);
    expect(none.rows).toEqual([[0, null, null]]);
    expect(none.run.rows_scanned ?? 0).toBe(0);
    const all = await ask(sql);
    expect([all.rows, all.run.rows_scanned]).toEqual([[[3000, 'line 1', true]], 3000]);
    const declared = await api.post(`/v1/connections/${connection}/schemas/public/tables`, {
      name: 'own',
      sorted_by: [{ column: 'n', direction: 'asc' }],
    });
    expect(declared.status).toBe(400);
  }, 60_000);

  test('is compacted between refreshes: its rows, earlier states, indexes and forks stay', async () => {
    await set('notes', { mode: 'incremental', cursor_column: 'changed' });
    await refresh('notes', 'full');
    const index = { index_name: 'words', index_type: 'bm25', columns: ['note'] };
    expect((await api.post(`${path('notes')}/indexes`, index)).status).toBe(201);
    const isIndexed = () =>
      eventually(async () => {
        const { indexes } = (await api.get(`${path('notes')}/indexes`)).body;
        expect(indexes.map((one: Json) => one.status)).toEqual(['ready']);
      }, 20_000);
    await isIndexed();
    const found = async (words: string, of = database) =>
      (await ask(`SELECT id FROM bm25_search('src.public.notes', 'note', '${words}')`, of)).rows;
    const state = 'SELECT count(*), sum(changed) FROM src.public.notes';
    const first = await ask(state);
    const fork = (await api.post(`/v1/databases/${database}/fork`, {})).body.id;
    const compactions = () =>
      service.log.filter(({ msg, lake_id, table }) =>
        [msg === 'compaction', lake_id === connection, table === 'public.notes'].every(Boolean),
      );
    for (let round = 1; compactions().length === 0; round += 1) {
      expect(round).toBeLessThan(50);
      await client.query(`
        update notes set note = 'yellow pear ${round}', changed = ${2 * round + 1000} where id = ${round};
        insert into notes values (${1000 + round}, ${2 * round + 1001}, 'blue plum ${round}')`);
      await refresh('notes', 'incremental');
    }
    const there = await client.query('select count(*)::int, sum(changed)::int from notes');
    const { count, sum } = there.rows[0];
    expect((await ask(state)).rows).toEqual([[count, sum]]);
    expect((await ask(state, fork)).rows).toEqual([[count, sum]]);
    const past = `${state} AT (VERSION => ${first.run.database_snapshots.src})`;
    for (const of of [database, fork]) expect((await ask(past, of)).rows).toEqual(first.rows);
    await isIndexed();
    expect(await found('plum', fork)).toHaveLength(count - 500);
    expect(await found('pear')).toHaveLength(count - 500);
    expect(await found('"apple 1"')).toEqual([]);
    // A refresh after a compaction continues where the last refresh ended.
    await client.query("insert into notes values (9000, 9000, 'a last quince')");
    await refresh('notes', 'incremental');
    expect(await found('quince')).toEqual([[9000]]);
    expect((await ask(state)).rows).toEqual([[count + 1, sum + 9000]]);
  }, 120_000);
});
