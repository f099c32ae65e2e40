import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installTimeoutMs } from '../clients/python-environment.ts';
import { hasMariaDb, type MariaDb, startMariaDb } from '../mariadb.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';
import { BigqueryWire } from '../sources/bigquery-wire.ts';
import { moveLake, unpackLake } from '../sources/ducklake-fixture.ts';
import { type Fakesnow, startFakesnow } from '../sources/fakesnow.ts';
import { expectInFormats } from '../sources/result-formats.ts';
import { documentedTypes } from '../sources/source-fixture.ts';
import { readFilesBelow } from './search-folder.ts';

/**
 * What differs by kind of source is in test/sources; this is that each is a connection like any
 * other.
 */
const folder = mkdtempSync(join(tmpdir(), 'quern-files-'));
let service: RunningService;
let api: Api;

beforeAll(async () => {
  service = await startService({ env: { QUERN_SOURCES_ALLOW: `* ${folder}` } });
  api = service.api();
}, 60_000);
afterAll(async () => {
  await service?.dispose();
  rmSync(folder, { recursive: true });
});

/** Gives the id of a database that has it as a catalog. */
async function connect(connection: Json): Promise<string> {
  const made = await api.post('/v1/connections', connection);
  expect([made.status, made.body.discovery_status, made.body.discovery_error]).toEqual([
    201,
    'success',
    null,
  ]);
  const database = await api.createDatabase({ name: `of ${connection.name}` });
  await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: made.body.id });
  return database.id;
}

async function query(connection: Json, sql: string): Promise<Json> {
  const { status, body } = await api.query(await connect(connection), sql);
  expect([status, body.error?.message]).toEqual([200, undefined]);
  return body.rows;
}

describe('values of each type are in all formats of a result as docs/types.md has them', () => {
  test('of an SQLite file', async () => {
    const documented = documentedTypes('Types of an SQLite file as a source');
    const path = join(folder, 'types.db');
    const file = new Database(path);
    const columns = documented.map(({ sourceType }, index) => `v${index} ${sourceType}`);
    const values = documented.map(({ value }) => value);
    file.exec(`CREATE TABLE types (${columns.join(', ')}); INSERT INTO types VALUES (${values.join(', ')});
      INSERT INTO types (v0) VALUES (NULL)`);
    file.close();
    const id = await connect({ name: 'sqlite_types', source_type: 'sqlite', config: { path } });
    await expectInFormats(api, id, 'sqlite_types.main.types', documented);
  });

  test('of a DuckDB file', async () => {
    const documented = documentedTypes('Types of a DuckDB file as a source');
    const path = join(folder, 'types.duckdb');
    const columns = documented.map(({ sourceType }, index) => `v${index} ${sourceType}`);
    const values = documented.map(({ value }) => value);
    await inDuckDb(`ATTACH '${path}' AS written (STORAGE_VERSION 'v1.5.0'); USE written;
      CREATE TABLE types (${columns.join(', ')}); INSERT INTO types VALUES (${values.join(', ')}), (${values.map(() => 'NULL').join(', ')})`);
    const id = await connect({ name: 'duckdb_types', source_type: 'duckdb', config: { path } });
    await expectInFormats(api, id, 'duckdb_types.main.types', documented);
  });

  test('of a Parquet file on the web', async () => {
    const documented = documentedTypes('Types of a DuckDB file as a source').filter(
      ({ sourceType, type }) => type === sourceType,
    );
    const path = join(folder, 'types.parquet');
    const columns = documented.map(
      ({ sourceType, value }, index) => `CAST(${value} AS ${sourceType}) AS v${index}`,
    );
    const nulls = documented.map(({ sourceType }) => `CAST(NULL AS ${sourceType})`);
    await inDuckDb(
      `COPY (SELECT ${columns.join(', ')} UNION ALL SELECT ${nulls.join(', ')}) TO '${path}' (FORMAT parquet)`,
    );
    const file = readFileSync(path);
    const server = createServer((request, response) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (first === undefined) return void response.writeHead(200).end(file);
      const range = `bytes ${first}-${last}/${file.length}`;
      response
        .writeHead(206, { 'content-range': range })
        .end(file.subarray(Number(first), Number(last) + 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const urls = `http://127.0.0.1:${(server.address() as AddressInfo).port}/types.parquet`;
      const id = await connect({ name: 'web_types', source_type: 'https', config: { urls } });
      await expectInFormats(api, id, 'web_types.main.types', documented);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

async function inDuckDb(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(sql);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test('an SQLite file is a connection', async () => {
  const path = join(folder, 'shop.db');
  const file = new Database(path);
  file.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, paid BOOLEAN, amount REAL, label TEXT);
    INSERT INTO orders VALUES (1, 1, 0.5, 'ü'), (2, 0, 1.25, NULL)`);
  file.close();
  const connection = { name: 'files', source_type: 'sqlite', config: { path } };
  expect(await query(connection, 'SELECT * FROM files.main.orders ORDER BY id')).toEqual([
    [1, true, 0.5, 'ü'],
    [2, false, 1.25, null],
  ]);
  const elsewhere = { name: 'elsewhere', source_type: 'sqlite', config: { path: '/etc/passwd' } };
  expect((await api.post('/v1/connections', elsewhere)).body).toMatchObject({
    discovery_status: 'failed',
    discovery_error: expect.stringContaining("Cannot read file '/etc/passwd'"),
  });
});

test('a DuckLake is a connection, whose files are linked and outlast those of the lake', async () => {
  const lake = unpackLake('sqlite', join(folder, 'lake'));
  moveLake(lake);
  const connection = {
    name: 'lake',
    source_type: 'ducklake',
    config: { catalog_url: `sqlite:${lake.catalog}` },
  };
  expect(
    await query(connection, 'SELECT count(*), sum(i), min(s), max(day) FROM lake.main.plain'),
  ).toEqual([[400, 79800, 'n0', '2024-10-26']]);
  const [database] = (await api.get('/v1/databases?search=of lake')).body.databases;
  const rows = async (sql: string) => (await api.query(database.id, sql)).body.rows;
  const { columns = [], rows: evolved = [] } = lake.expected['main.evolved'] ?? {};
  const texts = evolved.map((row) => [row[columns.indexOf('i')], row[columns.indexOf('txt')]]);
  const byText = (one: unknown, other: unknown) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  const found: Json[] = await rows('SELECT i::text, txt FROM lake.main.evolved');
  expect(found.sort(byText)).toEqual(texts.sort(byText));
  const documented = documentedTypes('Types of a DuckLake as a source');
  for (const table of ['types_file', 'types_inlined'])
    await expectInFormats(api, database.id, `lake.main.${table}`, documented);
  rmSync(lake.dataPath, { recursive: true });
  expect(await rows('SELECT s FROM lake.main.plain WHERE i = 299')).toEqual([['n299']]);
  const { connections } = (await api.get('/v1/connections')).body;
  const { id } = connections.find(({ name }: Json) => name === 'lake');
  const refresh = { connection_id: id, schema_name: 'main', table_name: 'plain', data: true };
  const { status, body } = await api.post('/v1/refresh', refresh);
  expect([status, body.error.message]).toEqual([502, expect.stringContaining('Cannot read file')]);
  expect(await rows('SELECT count(*) FROM lake.main.plain')).toEqual([[400]]);
});

test('files on the web are a connection, which a purge lets be fetched again', async () => {
  let rows = 'id,paid\n1,true\n2,\n';
  const server = createServer(
    (_request, response) =>
      void response.writeHead(200, { 'content-length': rows.length }).end(rows),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const urls = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders.csv?sig=hidden-signature`;
    const connection = { name: 'web', source_type: 'https', config: { urls } };
    expect(await query(connection, 'SELECT * FROM web.main.orders ORDER BY id')).toEqual([
      [1, true],
      [2, null],
    ]);
    const [database] = (await api.get('/v1/databases?search=of web')).body.databases;
    const { id } = (await api.get('/v1/connections')).body.connections.find(
      ({ name }: Json) => name === 'web',
    );
    rows = 'id,paid\n7,false\n';
    expect(
      (await api.query(database.id, 'SELECT count(*) FROM web.main.orders')).body.rows,
    ).toEqual([[2]]);
    await api.delete(`/v1/connections/${id}/tables/main/orders/cache`);
    expect((await api.query(database.id, 'SELECT * FROM web.main.orders')).body.rows).toEqual([
      [7, false],
    ]);
    const told = [
      await api.get(`/v1/connections/${id}`),
      await api.get(`/v1/connections/${id}/health`),
    ];
    expect(
      JSON.stringify(told.map(({ body }) => body)) + JSON.stringify(service.log),
    ).not.toContain('hidden-signature');
    const files = await readFilesBelow(service.dataDir);
    expect(files.filter(({ bytes }) => bytes.includes('hidden-signature'))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("a DuckDB file is a connection, whose files are the lake's as they are", async () => {
  const path = join(folder, 'shop.duckdb');
  const instance = await DuckDBInstance.create(path);
  const writer = await instance.connect();
  await writer.run(`CREATE TABLE orders AS SELECT i AS id, 'ü' || i AS label, i / 2 AS share, {'n': i} AS nested FROM range(5) t(i);
    CREATE TABLE odd AS SELECT 7 AS filename, 8 AS file_row_number; CREATE TABLE empty (i INTEGER, "Name" VARCHAR)`);
  writer.closeSync();
  instance.closeSync();
  const connection = { name: 'ducks', source_type: 'duckdb', config: { path } };
  expect(
    await query(connection, 'SELECT * FROM ducks.main.orders WHERE id >= 3 ORDER BY id'),
  ).toEqual([
    [3, 'ü3', 1.5, { n: 3 }],
    [4, 'ü4', 2.0, { n: 4 }],
  ]);
  const [database] = (await api.get('/v1/databases?search=of ducks')).body.databases;
  const rows = async (sql: string) => (await api.query(database.id, sql)).body.rows;
  expect(await rows('SELECT filename, file_row_number FROM ducks.main.odd')).toEqual([[7, 8]]);
  expect(await rows('SELECT * FROM ducks.main.empty')).toEqual([]);
});

describe.skipIf(!hasMariaDb)('MariaDB (mariadb-server-core)', () => {
  let server: MariaDb;
  beforeAll(async () => {
    server = await startMariaDb();
  }, 120_000);
  afterAll(() => server.stop());

  test('is a connection, its password kept apart', async () => {
    const client = await server.connect();
    await client.query(`CREATE DATABASE shop; CREATE TABLE shop.orders (id bigint unsigned, paid tinyint(1), amount decimal(10,2),
      made timestamp(6) NULL, took time); INSERT INTO shop.orders VALUES
      (18446744073709551615, 1, -0.01, '2024-02-29 12:34:56.000001', '23:59:59'), (1, NULL, NULL, NULL, NULL)`);
    const documented = documentedTypes('Types of MySQL and MariaDB as a source');
    const columns = documented.map(({ sourceType }, index) => `c${index} ${sourceType} NULL`);
    const values = documented.map(({ value }) => value);
    await client.query(`USE shop; SET time_zone = '+00:00'; SET sql_mode = ''`);
    await client.query(`CREATE TABLE every (${columns.join(', ')})`);
    await client.query(`INSERT INTO every VALUES (${values.join(', ')})`);
    await client.query(`INSERT INTO every VALUES (${values.map(() => 'NULL').join(', ')})`);
    await client.end();
    const { host, port, password } = server;
    const config = { host, port, user: 'quern', password, database: 'shop' };
    const rows = await query(
      { name: 'shop', source_type: 'mysql', config },
      'SELECT id::text, paid, amount::text, made, took FROM shop.shop.orders ORDER BY amount NULLS LAST',
    );
    expect(rows).toEqual([
      [
        '18446744073709551615',
        true,
        '-0.01',
        expect.stringMatching(/^2024-02-29T\d\d:\d\d:56\.000001Z$/),
        '23:59:59',
      ],
      ['1', null, null, null, null],
    ]);
    const { connections } = (await api.get('/v1/connections')).body;
    const { id } = connections.find(({ source_type }: Json) => source_type === 'mysql');
    const path = `/v1/connections/${id}/tables/shop/orders/refresh`;
    expect((await api.request('PUT', path, { mode: 'live' })).status).toBe(200);
    const again = await server.connect();
    await again.query('INSERT INTO shop.orders (id, amount) VALUES (7, 7.5)');
    await again.end();
    const [database] = (await api.get('/v1/databases?search=of shop')).body.databases;
    const live = await api.query(database.id, 'SELECT amount FROM shop.shop.orders WHERE id = 7');
    expect([live.body.error?.message, live.body.rows]).toEqual([undefined, [[7.5]]]);
    const lively = { name: 'lively', source_type: 'mysql', config: { ...config, live: true } };
    const whole = await connect(lively);
    const seen = async () =>
      (await api.query(whole, 'SELECT amount FROM lively.shop.orders WHERE id IN (7, 9)')).body
        .rows;
    expect(await seen()).toEqual([[7.5]]);
    const unlike = await server.connect();
    await unlike.query('INSERT INTO shop.orders (id, amount) VALUES (9, 7.5)');
    expect(await seen()).toEqual([[7.5], [7.5]]);
    await unlike.query('INSERT INTO shop.orders (id, paid) VALUES (8, 2)');
    await unlike.end();
    const refused = await api.query(database.id, 'SELECT paid FROM shop.shop.orders WHERE id = 8');
    expect([refused.status, refused.body.error?.message]).toEqual([
      400,
      expect.stringContaining("Column 'paid' of table 'shop.shop.orders', which is read live"),
    ]);
    const expected = documented.map(({ sourceType, type, text }) => ({
      type,
      // An empty cell is a null, but for the text that is empty.
      text: text === '' && sourceType !== 'text' ? null : text,
    }));
    await expectInFormats(api, database.id, 'shop.shop.every', expected);
  });
});

describe('Snowflake (fakesnow)', () => {
  let server: Fakesnow;
  beforeAll(async () => {
    server = await startFakesnow();
  }, installTimeoutMs);
  afterAll(() => server?.stop());

  test('is a connection whose upper-case names are found in any case, its password kept apart', async () => {
    await server.run('SHOP', [
      'CREATE TABLE orders (id NUMBER(38,0), amount NUMBER(10,2), made TIMESTAMP_NTZ, extra VARIANT)',
      `INSERT INTO orders SELECT 1, -0.01, '2024-02-29 12:34:56.000001', parse_json('{"a": 1}')`,
      'INSERT INTO orders VALUES (2, NULL, NULL, NULL)',
    ]);
    const password = 'a-password-for-snowflake';
    const config = {
      account: 'acme',
      user: 'me',
      password,
      warehouse: 'wh',
      database: 'shop',
      host: server.origin,
    };
    const sql = 'SELECT id, amount::text, made, extra FROM snow.public.orders ORDER BY id';
    expect(await query({ name: 'snow', source_type: 'snowflake', config }, sql)).toEqual([
      [1, '-0.01', '2024-02-29T12:34:56.000001', '{"a":1}'],
      [2, null, null, null],
    ]);
    const { connections } = (await api.get('/v1/connections')).body;
    const { id } = connections.find(({ name }: Json) => name === 'snow');
    const health = await api.get(`/v1/connections/${id}/health`);
    expect(health.body).toMatchObject({ healthy: true });
    const shown = await Promise.all(
      ['', `/${id}`, `/${id}/health`].map((path) => api.get(`/v1/connections${path}`)),
    );
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(password);
    const types = (await api.get('/v1/connection-types/snowflake')).body;
    expect(types.config_schema.properties.password).toMatchObject({
      format: 'password',
      writeOnly: true,
    });
  });
});

test('BigQuery is a connection, its key kept apart, also where a stored secret gives it', async () => {
  const wire = await new BigqueryWire().start();
  try {
    wire.fields = [
      { name: 'id', type: 'INTEGER', mode: 'REQUIRED' },
      { name: 'made', type: 'TIMESTAMP' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    ];
    wire.pages = [
      [
        {
          f: [
            { v: '9007199254740993' },
            { v: '1709210096000001' },
            { v: [{ v: 'a' }, { v: 'b' }] },
          ],
        },
      ],
    ];
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const key = {
      type: 'service_account',
      client_email: 'me@x',
      private_key: pem,
      token_uri: `${wire.origin}/token`,
    };
    const config = { project_id: 'acme-shop', host: wire.origin };
    const stored = await api.post('/v1/secrets', {
      name: 'google_key',
      value: JSON.stringify(key),
    });
    expect(stored.status).toBe(201);
    const inline = {
      name: 'big',
      source_type: 'bigquery',
      config: { ...config, credentials_json: JSON.stringify(key) },
    };
    for (const connection of [
      inline,
      { name: 'large', source_type: 'bigquery', config, secret_name: 'google_key' },
    ]) {
      const sql = `SELECT id::text, made::text, tags[2] FROM ${connection.name}.shop.t`;
      expect(await query(connection, sql)).toEqual([
        ['9007199254740993', expect.stringContaining('56.000001'), 'b'],
      ]);
    }
    const shown = await Promise.all(
      ['/v1/connections', '/v1/secrets', '/v1/jobs'].map((path) => api.get(path)),
    );
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(pem.split('\n')[1]);
    expect(wire.called(/^\/token$/).length).toBeGreaterThan(1);
  } finally {
    await wire.stop();
  }
});
