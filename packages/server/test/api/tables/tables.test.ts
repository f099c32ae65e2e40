import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await sharedService();
  api = service.organization();
  database = await api.createDatabase({ name: 'tables' });
});

/** The two doors to the same catalog. */
const routes = [
  ['database', () => `/v1/databases/${database.id}/schemas`],
  ['connection', () => `/v1/connections/${database.default_connection_id}/schemas`],
] as const;

async function catalog(): Promise<string[]> {
  const { body } = await api.get(
    `/v1/information_schema?connection_id=${database.default_connection_id}&limit=1000`,
  );
  return body.tables.map((row: Json) => `${row.schema}.${row.table}`);
}

describe.each(routes)('through the %s route', (route, path) => {
  test('a schema is declared in lower case, with its tables by name', async () => {
    const name = `Schema_${route}`;
    const { status, body } = await api.post(path(), {
      name,
      tables: [{ name: 'Second' }, { name: 'first', key: [] }],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      connection_id: database.default_connection_id,
      schema: name.toLowerCase(),
      tables: ['second', 'first'],
    });
    expect(await catalog()).toEqual(
      expect.arrayContaining([`schema_${route}.first`, `schema_${route}.second`]),
    );
    const seen = await api.query(
      database.id,
      `SELECT schema_name FROM information_schema.schemata WHERE schema_name = 'schema_${route}'`,
    );
    expect(seen.body).toMatchObject({ rows: [[`schema_${route}`]] });
  });

  test('a schema without tables answers an empty list', async () => {
    const { status, body } = await api.post(path(), { name: `bare_${route}` });
    expect([status, body.tables]).toEqual([201, []]);
  });

  test('a table is declared in lower case, unloaded, and takes a load', async () => {
    const { status, body } = await api.post(`${path()}/Main/tables`, {
      name: `Item_${route}`,
      key: ['id'],
      partition_by: null,
      sorted_by: [],
    });
    expect(status).toBe(201);
    const table = `item_${route}`;
    expect(body).toEqual({ connection_id: database.default_connection_id, schema: 'main', table });
    const unloaded = await api.query(database.id, `SELECT * FROM ${table}`);
    expect([unloaded.status, unloaded.body.error.message]).toEqual([
      400,
      expect.stringContaining("' not found"),
    ]);
    await api.loadCsv(database.id, table, 'id\n1\n');
    expect((await api.query(database.id, `SELECT * FROM ${table}`)).body.rows).toEqual([[1]]);
  });

  test('what is there already is 409, in any case of letters, and stays as it was', async () => {
    await api.post(path(), { name: `twice_${route}`, tables: [{ name: 't' }] });
    const before = await catalog();
    const schema = await api.post(path(), { name: `TWICE_${route}`, tables: [{ name: 'other' }] });
    expect([schema.status, schema.body.error.code]).toEqual([409, 'CONFLICT']);
    const main = await api.post(path(), { name: 'main' });
    expect(main.status).toBe(409);
    const table = await api.post(`${path()}/twice_${route}/tables`, { name: 'T' });
    expect([table.status, table.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await catalog()).toEqual(before);
  });

  test('ten declarations of one table at once make one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.post(`${path()}/main/tables`, { name: `raced_${route}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('an unknown schema is 404, and is not made by declaring a table', async () => {
    const before = await catalog();
    const { status, body } = await api.post(`${path()}/nowhere/tables`, { name: 't' });
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.message).not.toMatch(/not declared/);
    expect(await catalog()).toEqual(before);
  });

  test('names of 128 characters and with an underscore first are fine', async () => {
    for (const name of [`_${route}`, route[0]?.repeat(128) ?? '']) {
      expect((await api.post(`${path()}/main/tables`, { name })).status).toBe(201);
    }
  });

  test('long names that begin alike are tables and columns of their own, in every dialect', async () => {
    const stem = `${route}_${'n'.repeat(80)}`;
    const column = 'c'.repeat(200);
    for (const [index, name] of [stem.slice(0, 63), `${stem}_a`, `${stem}_b`].entries()) {
      await api.loadCsv(database.id, name, `${column}_a,${column}_b\n${index},7\n`);
    }
    for (const dialect of ['hotsql', 'postgres', 'duckdb']) {
      const sql = `SELECT b.${column}_a, a.${column}_a, ${stem.slice(0, 63)}.${column}_a, b.${column}_b FROM
        main.${stem}_b AS b, ${stem}_a AS a, ${stem.slice(0, 63)}`;
      const { body } = await api.query(database.id, sql, { dialect });
      expect([dialect, body.columns, body.rows]).toEqual([
        dialect,
        [`${column}_a`, `${column}_a`, `${column}_a`, `${column}_b`],
        [[2, 1, 0, 7]],
      ]);
      expect((await api.query(database.id, `SELECT 1 FROM ${stem}`, { dialect })).status).toBe(400);
    }
  });

  test('a deleted table is gone with its data, and its name is free at once', async () => {
    const table = `cycle_${route}`;
    await api.post(`${path()}/main/tables`, { name: table, key: ['id'] });
    await api.loadCsv(database.id, table, 'id,old\n1,x\n');
    const deleted = await api.delete(`${path()}/MAIN/tables/${table.toUpperCase()}`);
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    expect(await catalog()).not.toContain(`main.${table}`);
    expect((await api.query(database.id, `SELECT * FROM ${table}`)).status).toBe(400);
    const again = await api.delete(`${path()}/main/tables/${table}`);
    expect([again.status, again.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await api.post(`${path()}/main/tables`, { name: table })).status).toBe(201);
    await api.loadCsv(database.id, table, 'fresh\n7\n', { mode: 'append' });
    expect((await api.query(database.id, `SELECT * FROM ${table}`)).body).toMatchObject({
      columns: ['fresh'],
      rows: [[7]],
    });
  });

  test('deleting what is not there is 404, what can be no name 400', async () => {
    expect((await api.delete(`${path()}/nowhere/tables/t`)).status).toBe(404);
    expect((await api.delete(`${path()}/main/tables/nothing`)).status).toBe(404);
    expect((await api.delete(`${path()}/main/tables/a%22b`)).status).toBe(400);
  });
});

describe('the owner of a catalog', () => {
  test('an unknown connection or database is 404 on every route', async () => {
    for (const root of [
      '/v1/databases/dbid1/schemas',
      '/v1/connections/conn1/schemas',
      '/v1/connections/%00/schemas',
    ]) {
      for (const answer of [
        await api.post(root, { name: 'x' }),
        await api.post(`${root}/main/tables`, { name: 'x' }),
        await api.delete(`${root}/main/tables/x`),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
    }
  });

  test('another workspace finds neither the connection nor the database', async () => {
    const home = service.workspaceId;
    const { body } = await api.post('/v1/workspaces', { name: 'stranger' });
    const stranger = api.with({ 'x-workspace-id': body.workspace.public_id });
    for (const [, path] of routes) {
      expect((await stranger.post(path(), { name: 'x' })).status).toBe(404);
      expect((await stranger.delete(`${path()}/main/tables/item_database`)).status).toBe(404);
    }
    await api.delete(`/v1/workspaces/${body.workspace.public_id}`);
    expect((await api.get('/v1/databases', { 'x-workspace-id': home })).status).toBe(200);
  });

  test('a connection that is not managed is 400', async () => {
    const home = service.workspaceId;
    // No endpoint makes such a connection yet, so its row is written beside the service.
    const metadata = new Database(join(service.dataDir, 'quern.db'));
    metadata
      .prepare(
        "INSERT INTO connections (id, workspace_id, name, source_type, config, created_at) VALUES ('connpg', ?, 'warehouse', 'postgres', '{}', 0)",
      )
      .run(home);
    metadata.close();
    for (const answer of [
      await api.post('/v1/connections/connpg/schemas', { name: 'x' }),
      await api.post('/v1/connections/connpg/schemas/main/tables', { name: 'x' }),
      await api.delete('/v1/connections/connpg/schemas/main/tables/x'),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body.error.message).toContain("'warehouse'");
    }
  });
});
