import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  connectionConfigOf,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../postgres.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';
import { readFilesBelow } from '../search-folder.ts';

/**
 * A user's story on a real PostgreSQL: secret, connection, discovery, join, refresh, purge, health,
 * deletion.
 */
describe('a PostgreSQL database as a connection', () => {
  let service: RunningService;
  let api: Api;
  let source: PostgresDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    [service, source] = await Promise.all([startService(), createPostgresDatabase()]);
    api = service.api();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query(`
      create table orders (id int primary key, customer text not null, amount numeric(10,2));
      comment on column orders.amount is 'in euros'; comment on table orders is 'what was ordered';
      insert into orders select i, 'c' || i % 3, i * 1.5 from generate_series(1, 1000) as i;
      create schema "Odd Names";
      create table "Odd Names"."Straße ""x""" ("Größe" int, "select" text);
      insert into "Odd Names"."Straße ""x""" values (7, 'yes');
      create table empty_one (a int);
    `);
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await service?.dispose();
    await source?.drop();
  });

  const target = () => {
    const { password, ...config } = connectionConfigOf(source.url);
    return { password, config };
  };
  const connect = async (name: string, more: Json = {}) => {
    const { config } = target();
    return api.post('/v1/connections', { name, source_type: 'postgres', config, ...more });
  };
  const tables = async (id: string) =>
    (await api.get(`/v1/information_schema?connection_id=${id}&include_columns=true`)).body.tables;
  const rows = async (databaseId: string, sql: string) => {
    const { status, body } = await api.query(databaseId, sql);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return body.rows;
  };

  test('is discovered, joined with a local table, refreshed, purged and deleted', async () => {
    const { password } = target();
    expect((await api.post('/v1/secrets', { name: 'shop', value: password })).status).toBe(201);
    const made = await connect('shop', { secret_name: 'Shop' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^conn/),
        name: 'shop',
        source_type: 'postgres',
        discovery_status: 'success',
        discovery_error: null,
        tables_discovered: 3,
      },
    ]);
    const { id } = made.body;
    const listed = await tables(id);
    expect(listed.map((row: Json) => [row.schema, row.table, row.synced, row.state])).toEqual([
      ['Odd Names', 'Straße "x"', false, 'discovered'],
      ['public', 'empty_one', false, 'discovered'],
      ['public', 'orders', false, 'discovered'],
    ]);
    expect(listed[2].primary_key).toEqual(['id']);
    expect(listed[2].columns).toEqual([
      {
        name: 'id',
        data_type: 'Int32',
        arrow_type: 'Int32',
        nullable: false,
        source_type: 'integer',
        comment: null,
      },
      {
        name: 'customer',
        data_type: 'Utf8',
        arrow_type: 'Utf8',
        nullable: false,
        source_type: 'text',
        comment: null,
      },
      {
        name: 'amount',
        data_type: 'Decimal128(10, 2)',
        arrow_type: 'Decimal128(10, 2)',
        nullable: true,
        source_type: 'numeric(10,2)',
        comment: 'in euros',
      },
    ]);

    const database = await api.createDatabase({ name: 'mine' });
    await api.loadCsv(database.id, 'regions', 'customer,region\nc0,north\nc1,south\nc2,west\n');
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: id });
    const facts = `SELECT column_name, is_nullable, "COLUMN_COMMENT" FROM information_schema.columns
      WHERE table_catalog = 'shop' AND table_name = 'orders' ORDER BY ordinal_position`;
    const declared = [
      ['id', 'NO', null],
      ['customer', 'NO', null],
      ['amount', 'YES', 'in euros'],
    ];
    expect(await rows(database.id, facts)).toEqual(declared);
    const joined = `SELECT r.region, count(*), sum(o.amount) FROM shop.public.orders o
      JOIN regions r ON r.customer = o.customer GROUP BY 1 ORDER BY 1`;
    const expected = [
      ['north', 333, 250249.5],
      ['south', 334, 250750.5],
      ['west', 333, 249750],
    ];
    expect(await rows(database.id, joined)).toEqual(expected);
    expect(
      await rows(database.id, `SELECT "Größe", "select" FROM shop."Odd Names"."Straße ""x"""`),
    ).toEqual([[7, 'yes']]);
    expect(await rows(database.id, facts)).toEqual(declared);
    const asked = await api.query(
      database.id,
      `SELECT attname, attnotnull, col_description(c.oid, attnum), obj_description(c.oid), description
      FROM pg_class AS c JOIN pg_attribute ON attrelid = c.oid
      LEFT JOIN pg_description AS d ON d.objoid = c.oid AND d.objsubid = attnum
      WHERE relname = 'orders' ORDER BY attnum`,
      { default_catalog: 'shop' },
    );
    expect(asked.body.rows).toEqual([
      ['id', true, null, 'what was ordered', null],
      ['customer', true, null, 'what was ordered', null],
      ['amount', false, 'in euros', 'what was ordered', 'in euros'],
    ]);
    expect(await rows(database.id, 'SELECT count(*) FROM shop.public.empty_one')).toEqual([[0]]);
    expect((await api.get(`/v1/connections/${id}`)).body).toMatchObject({
      table_count: 3,
      synced_table_count: 3,
    });

    await client.query("insert into orders values (1001, 'c0', 10)");
    expect(await rows(database.id, 'SELECT count(*) FROM shop.public.orders')).toEqual([[1000]]);
    const refreshed = await api.post('/v1/refresh', {
      ...{ connection_id: id, schema_name: 'public', table_name: 'orders', data: true },
    });
    expect([refreshed.status, refreshed.body]).toEqual([
      200,
      {
        connection_id: id,
        schema_name: 'public',
        table_name: 'orders',
        rows_synced: 1001,
        duration_ms: expect.any(Number),
        mode: 'full',
        warnings: [],
      },
    ]);
    expect(await rows(database.id, 'SELECT count(*) FROM shop.public.orders')).toEqual([[1001]]);

    expect((await api.delete(`/v1/connections/${id}/cache`)).status).toBe(204);
    expect((await tables(id)).map((row: Json) => row.synced)).toEqual([false, false, false]);
    await client.query('delete from orders where id > 10');
    expect(await rows(database.id, 'SELECT count(*) FROM shop.public.orders')).toEqual([[10]]);
    expect((await api.delete(`/v1/connections/${id}/tables/public/orders/cache`)).status).toBe(204);
    expect(await rows(database.id, 'SELECT max(id) FROM shop.public.orders')).toEqual([[10]]);

    const health = await api.get(`/v1/connections/${id}/health`);
    expect(health.body).toEqual({
      connection_id: id,
      healthy: true,
      latency_ms: expect.any(Number),
      error: null,
    });

    expect((await api.delete(`/v1/connections/${id}`)).status).toBe(409);
    expect((await api.delete(`/v1/databases/${database.id}/catalogs/${id}`)).status).toBe(204);
    expect((await api.delete(`/v1/connections/${id}`)).status).toBe(204);
    expect((await api.get(`/v1/connections/${id}`)).status).toBe(404);
    expect((await api.get('/v1/secrets/shop')).status).toBe(200);
  }, 60_000);

  test('takes an inline password as a secret of its own, which goes with it, and shows it nowhere', async () => {
    const { password, config } = target();
    const made = await connect('My Shop!', { config: { ...config, password } });
    expect([made.status, made.body.discovery_status]).toEqual([201, 'success']);
    const names = async () =>
      (await api.get('/v1/secrets')).body.secrets.map(({ name }: Json) => name);
    expect(await names()).toContain('conn-my-shop--password');
    const other = await connect('my-shop-', { config: { ...config, password } });
    expect(await names()).toContain('conn-my-shop--password-1');
    // Fetches a table, so a job has worked with the table.
    const refreshed = await api.post('/v1/refresh', {
      connection_id: made.body.id,
      data: true,
      include_uncached: true,
    });
    expect([refreshed.status, refreshed.body]).toEqual([
      200,
      {
        connection_id: made.body.id,
        tables_refreshed: 3,
        tables_failed: 0,
        total_rows: expect.any(Number),
        duration_ms: expect.any(Number),
        errors: [],
        warnings: [],
      },
    ]);
    for (const path of [
      '/v1/connections',
      `/v1/connections/${made.body.id}`,
      '/v1/jobs?job_type=data_refresh_connection',
      '/v1/connection-types/postgres',
    ]) {
      expect(JSON.stringify((await api.get(path)).body)).not.toContain(password);
    }
    expect(
      JSON.stringify((await api.get('/metrics')).body) +
        JSON.stringify(service.log) +
        service.stderr(),
    ).not.toContain(password);
    const files = await readFilesBelow(service.dataDir);
    expect(files.filter(({ bytes }) => bytes.includes(password)).map(({ path }) => path)).toEqual(
      [],
    );
    expect((await api.delete(`/v1/connections/${made.body.id}`)).status).toBe(204);
    expect((await api.delete(`/v1/connections/${other.body.id}`)).status).toBe(204);
    expect((await names()).filter((name: string) => name.startsWith('conn-'))).toEqual([]);
  }, 60_000);

  test('is there also where its discovery failed, and says what is wrong until it is mended', async () => {
    const { password } = target();
    await api.post('/v1/secrets', { name: 'changing', value: 'wrong-password' });
    const made = await connect('broken', { secret_name: 'changing' });
    expect([made.status, made.body.discovery_status, made.body.tables_discovered]).toEqual([
      201,
      'failed',
      0,
    ]);
    expect(made.body.discovery_error).toMatch(/127\.0\.0\.1/);
    expect(made.body.discovery_error).not.toContain('wrong-password');
    const path = `/v1/connections/${made.body.id}`;
    expect((await api.get(path)).body).toMatchObject({
      discovery_status: 'failed',
      discovery_error: made.body.discovery_error,
    });
    expect((await api.get(`${path}/health`)).body).toMatchObject({
      healthy: false,
      error: expect.stringMatching(/127/),
    });
    await api.delete('/v1/secrets/changing');
    expect((await api.get(`${path}/health`)).body.error).toMatch(
      /The secret 'changing' .* is gone/,
    );
    await api.post('/v1/secrets', { name: 'changing', value: password });
    expect((await api.get(`${path}/health`)).body.healthy).toBe(true);
    const refreshed = await api.post('/v1/refresh', { connection_id: made.body.id });
    expect([refreshed.status, refreshed.body]).toEqual([
      200,
      {
        connections_refreshed: 1,
        connections_failed: 0,
        tables_discovered: 3,
        tables_added: 3,
        tables_modified: 0,
        errors: null,
      },
    ]);
    expect((await api.get(path)).body).toMatchObject({
      discovery_status: 'success',
      table_count: 3,
    });
    expect((await api.delete(path)).status).toBe(204);
  }, 60_000);

  test('is fetched once however many ask, behind a 202 that says so', async () => {
    await client.query(
      'create table wide as select i as id, repeat(md5(i::text), 20) as t from generate_series(1, 60000) as i',
    );
    const { password, config } = target();
    const { body } = await connect('big', { config: { ...config, password } });
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: body.id });
    const asked = await api.query(database.id, 'SELECT count(*) AS n FROM big.wide', {
      async: true,
    });
    expect(asked.status).toBe(400);
    const sql = 'SELECT count(*) AS n FROM big.public.wide';
    const answers = await Promise.all([
      api.query(database.id, sql, { async: true }),
      ...Array.from({ length: 4 }, () => api.query(database.id, sql)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 200, 200, 200, 200]);
    for (const { body: answer } of answers.slice(1)) expect(answer.rows).toEqual([[60_000]]);
    const jobs = (await api.get('/v1/jobs?job_type=data_refresh_table')).body.jobs;
    const ofWide = jobs.filter((job: Json) => job.result?.table_name === 'wide');
    expect(ofWide).toHaveLength(1);
    expect((await api.get('/v1/jobs')).body.jobs.map((job: Json) => job.job_type)).not.toContain(
      'data_refresh_table',
    );
    const run = async () =>
      (
        await api.get(`/v1/query-runs/${answers[0]?.body.query_run_id}`, {
          'x-database-id': database.id,
        })
      ).body;
    await eventually(async () => expect((await run()).status).toBe('succeeded'));
  }, 60_000);

  test('that is named in a query and not attached is told of, to those who may see it', async () => {
    const { password, config } = target();
    const { body } = await connect('aside', { config: { ...config, password } });
    const database = await api.createDatabase();
    const message = async (sql: string, more: Json = {}) =>
      (await api.query(database.id, sql, more)).body.error.message;
    const says =
      "connection 'aside' exists and is not attached to this database; attach it (POST /v1/databases/{database_id}/catalogs, 'quern databases attach-catalog')";
    for (const dialect of ['hotsql', 'duckdb', 'snowflake'])
      expect(await message('SELECT 1 FROM aside.public.orders', { dialect })).toMatch(
        new RegExp(`not found: ${says.replace(/[(){}]/g, '\\$&')}`, 'i'),
      );
    expect(await message('SELECT 1 FROM aside.orders')).toContain(
      `${says}, and write '<catalog>.<schema>.orders'`,
    );
    const own = await api.post('/v1/tokens', { kind: 'database', database_id: database.id });
    const seen = await service
      .api(own.body.token)
      .query(database.id, 'SELECT 1 FROM aside.public.orders');
    expect(seen.body.error.message).toBe("table 'aside.public.orders' not found");
    await api.post(`/v1/databases/${database.id}/catalogs`, {
      connection_id: body.id,
      alias: 'elsewhere',
    });
    expect(await message('SELECT 1 FROM aside.public.orders')).toContain(
      "connection 'aside' is attached to this database as catalog 'elsewhere'; use that name",
    );
  }, 60_000);

  test('has tables and columns that differ by case alone, each under a name of its own', async () => {
    const { password, config } = target();
    await client.query(
      'create table cased (a int); create table "Cased" (b text); insert into cased values (1)',
    );
    await client.query(`insert into "Cased" values ('two');
      create schema "Public"; create table "Public".cased (c int);
      insert into "Public".cased values (3);
      create table twice ("ID" int primary key, id text, "Id" numeric, id_2 date);
      comment on column twice."ID" is 'of the old system';
      insert into twice values (7, 'seven', 7.25, '2020-02-02')`);
    const { body } = await connect('cases', { config: { ...config, password } });
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: body.id });
    const shown = await rows(
      database.id,
      `SELECT table_schema, table_name, column_name FROM information_schema.columns
       WHERE table_catalog = 'cases' AND lower(table_name) IN ('cased', 'cased_2', 'twice')
       ORDER BY table_schema DESC, table_name, ordinal_position`,
    );
    const columnsOfTwice = ['ID_3', 'id', 'Id_4', 'id_2'];
    expect(shown).toEqual([
      ...['Cased_2 b', 'cased a', ...columnsOfTwice.map((column) => `twice ${column}`)].map(
        (one) => ['public', ...one.split(' ')],
      ),
      ['Public_2', 'cased', 'c'],
    ]);
    expect(await rows(database.id, 'SELECT a FROM cases.public.CASED')).toEqual([[1]]);
    expect(
      await rows(
        database.id,
        `SELECT a, b, c FROM cases.public.cased, cases.public."Cased_2", cases."Public_2".cased`,
      ),
    ).toEqual([[1, 'two', 3]]);
    expect(await rows(database.id, 'SELECT * FROM cases.public.twice')).toEqual([
      [7, 'seven', 7.25, '2020-02-02'],
    ]);
    expect(await rows(database.id, 'SELECT id, ID, "ID_3", Id_4 FROM cases.public.twice')).toEqual([
      ['seven', 'seven', 7, 7.25],
    ]);
    const listed = await api.get(
      `/v1/information_schema?connection_id=${body.id}&table=TWICE&include_columns=true`,
    );
    const [twice] = listed.body.tables;
    expect(twice.primary_key).toEqual(['ID_3']);
    expect(twice.columns.map((one: Json) => [one.name, one.comment, one.nullable])).toEqual([
      ['ID_3', "of the old system (named 'ID' at the source)", false],
      ['id', null, true],
      ['Id_4', expect.stringMatching(/named 'Id' at the source/), true],
      ['id_2', null, true],
    ]);
    const second = await api.get(`/v1/information_schema?connection_id=${body.id}&table=cased_2`);
    expect(second.body.tables.map((row: Json) => [row.table, row.comment])).toEqual([
      ['Cased_2', "named 'public.Cased' at the source"],
    ]);
    const refresh = (table: string, more: object) =>
      api.post('/v1/refresh', {
        ...{ connection_id: body.id, schema_name: 'public', table_name: table, data: true },
        ...more,
      });
    await client.query(`insert into "Cased" values ('three');
      insert into twice values (8, 'eight', null, null)`);
    expect((await refresh('Cased_2', {})).status).toBe(200);
    expect(await rows(database.id, 'SELECT count(*) FROM cases.public."Cased_2"')).toEqual([[2]]);
    const settled = await api.request(
      'PUT',
      `/v1/connections/${body.id}/tables/public/twice/refresh`,
      { mode: 'incremental', cursor_column: 'ID_3', key: ['ID_3'] },
    );
    expect(settled.status).toBe(200);
    for (const text of ['nine', 'ten']) {
      expect((await refresh('twice', {})).status).toBe(200);
      await client.query('insert into twice values ($1, $2)', [text === 'nine' ? 9 : 10, text]);
    }
    const last = await refresh('twice', {});
    expect([last.status, last.body.mode]).toEqual([200, 'incremental']);
    expect(await rows(database.id, 'SELECT "ID_3", id FROM cases.public.twice ORDER BY 1')).toEqual(
      [
        [7, 'seven'],
        [8, 'eight'],
        [9, 'nine'],
        [10, 'ten'],
      ],
    );
    const live = await api.request(
      'PUT',
      `/v1/connections/${body.id}/tables/public/twice/refresh`,
      {
        mode: 'live',
      },
    );
    expect(live.status).toBe(200);
    expect(await rows(database.id, 'SELECT id FROM cases.public.twice WHERE "ID_3" = 10')).toEqual([
      ['ten'],
    ]);
    const again = await api.post('/v1/refresh', { connection_id: body.id });
    expect(again.body).toMatchObject({ tables_added: 0, tables_modified: 0 });
    await client.query('drop table cased; drop table twice; drop schema "Public" cascade');
    await api.post('/v1/refresh', { connection_id: body.id });
    expect(await rows(database.id, 'SELECT count(*) FROM cases.public."Cased_2"')).toEqual([[2]]);
    await client.query('drop table "Cased"');
  }, 60_000);

  test('shows rows that were purged, as of their snapshot', async () => {
    const { password, config } = target();
    const made = await connect('past', { config: { ...config, password } });
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: made.body.id });
    const first = await api.query(database.id, 'SELECT count(*) FROM past.public.orders');
    const run = await api.get(`/v1/query-runs/${first.body.query_run_id}`, {
      'x-database-id': database.id,
    });
    const snapshot = run.body.database_snapshots.past;
    await api.delete(`/v1/connections/${made.body.id}/cache`);
    const sql = `SELECT count(*) FROM past.public.orders AT (VERSION => ${snapshot})`;
    expect(await rows(database.id, sql)).toEqual(first.body.rows);
    const later = await api.get(`/v1/information_schema?connection_id=${made.body.id}`);
    expect(later.body.tables.map((row: Json) => row.synced)).not.toContain(true);
    expect((await api.delete(`/v1/databases/${database.id}/catalogs/${made.body.id}`)).status).toBe(
      204,
    );
    expect((await api.delete(`/v1/connections/${made.body.id}`)).status).toBe(204);
  }, 60_000);

  test('keeps its rows when a column has become of another kind, and when it is gone', async () => {
    const { password, config } = target();
    await client.query(
      'create table turning (a int, b text); insert into turning values (1, $$x$$)',
    );
    const { body } = await connect('turn', { config: { ...config, password } });
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: body.id });
    const sql = 'SELECT a, b FROM turn.public.turning';
    expect(await rows(database.id, sql)).toEqual([[1, 'x']]);
    const refresh = {
      connection_id: body.id,
      schema_name: 'public',
      table_name: 'turning',
      data: true,
    };
    const state = async () => (await tables(body.id)).find((row: Json) => row.table === 'turning');
    await client.query("alter table turning alter a type date using date '2020-01-01'");
    const refused = await api.post('/v1/refresh', refresh);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      {
        code: 'CONFLICT',
        message: expect.stringMatching(
          /Column 'a' of table 'public.turning' was INTEGER and is DATE/,
        ),
      },
    ]);
    expect(await rows(database.id, sql)).toEqual([[1, 'x']]);
    expect(await state()).toMatchObject({
      state: 'failed',
      synced: true,
      sync_error: expect.stringMatching(/was INTEGER/),
    });
    await api.delete(`/v1/connections/${body.id}/tables/public/turning/cache`);
    expect(await rows(database.id, sql)).toEqual([['2020-01-01', 'x']]);
    expect((await state()).state).toBe('loaded');
    await client.query('drop table turning');
    const gone = await api.post('/v1/refresh', refresh);
    expect([gone.status, gone.body.error.code]).toEqual([502, 'BAD_GATEWAY']);
    expect(await rows(database.id, sql)).toEqual([['2020-01-01', 'x']]);
    const whole = await api.post('/v1/refresh', { connection_id: body.id });
    expect(whole.status).toBe(200);
    expect(await state()).toBeUndefined();
    expect((await api.query(database.id, sql)).body.error.message).toMatch(/not found/);
  }, 60_000);

  test('is stale once its columns are others than those that were fetched, and loaded when they come', async () => {
    const { password, config } = target();
    await client.query('create table growing (a int); insert into growing values (1)');
    const { body } = await connect('grown', { config: { ...config, password } });
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: body.id });
    const state = async () => {
      const found = (await tables(body.id)).find((row: Json) => row.table === 'growing');
      return [found.state, found.columns.map(({ name }: Json) => name)];
    };
    expect(await state()).toEqual(['discovered', ['a']]);
    const sql = 'SELECT * FROM grown.public.growing';
    expect(await rows(database.id, sql)).toEqual([[1]]);
    expect(await state()).toEqual(['loaded', ['a']]);
    await client.query('alter table growing add b text default $$new$$');
    const found = await api.post('/v1/refresh', { connection_id: body.id });
    expect(found.body).toMatchObject({ tables_added: 0, tables_modified: 1 });
    expect((await state())[0]).toBe('stale');
    expect(await rows(database.id, sql)).toEqual([[1]]);
    const refresh = { schema_name: 'public', table_name: 'growing', data: true };
    expect((await api.post('/v1/refresh', { connection_id: body.id, ...refresh })).status).toBe(
      200,
    );
    expect(await state()).toEqual(['loaded', ['a', 'b']]);
    expect(await rows(database.id, sql)).toEqual([[1, 'new']]);
    await client.query('drop table growing');
  }, 60_000);

  test.each([
    ['a schema alone', { schema_name: 'public' }, /'schema_name' needs 'connection_id'/],
    [
      'a table without schema',
      { connection_id: 'x', table_name: 't', data: true },
      /'table_name' needs 'schema_name'/,
    ],
    ['data of everything', { data: true }, /'data' needs 'connection_id'/],
    [
      'one schema',
      { connection_id: 'x', schema_name: 's', data: true },
      /'schema_name' goes with 'table_name'/,
    ],
    [
      'columns of one table',
      { connection_id: 'x', schema_name: 's', table_name: 't' },
      /'table_name' needs 'data'/,
    ],
    ['columns behind the back', { connection_id: 'x', async: true }, /'async' goes with 'data'/],
  ])('is not refreshed by %s', async (_what, body, says) => {
    const { status, body: answer } = await api.post('/v1/refresh', body);
    expect([status, answer.error.message]).toEqual([400, expect.stringMatching(says)]);
  });

  test('that is managed, or unknown, is refreshed from nowhere', async () => {
    const { body } = await api.post('/v1/connections', {
      name: 'own',
      source_type: 'managed',
      config: {},
    });
    const managed = await api.post('/v1/refresh', { connection_id: body.id, data: true });
    expect([managed.status, managed.body.error.message]).toEqual([
      400,
      expect.stringMatching(/load its tables/),
    ]);
    expect((await api.post('/v1/refresh', { connection_id: 'conn_none' })).status).toBe(404);
  });
});
