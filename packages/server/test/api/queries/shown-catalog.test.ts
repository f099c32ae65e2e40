import { beforeAll, describe, expect, it } from 'vitest';
import { visibleCatalogs } from '../../../src/plan/hotsql/resolve/visible-catalogs.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

/** A worker gets the text of the shown catalog once, and its digest from then on. */
describe('information_schema, asked again and again', () => {
  let service: SharedService;
  let api: Api;
  beforeAll(async () => {
    service = await sharedService();
    api = service.api();
  });

  const listed =
    'SELECT table_name, column_name, data_type FROM information_schema.columns ORDER BY 1, 2';
  const columns = async ({ id }: Json, as: Api = api): Promise<string[]> => {
    const headers = { 'x-database-id': id, 'cache-control': 'no-cache' };
    const { status, body } = await as.post('/v1/query', { sql: listed }, headers);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.rows.map(([table, column, type]: string[]) => `${table}.${column} ${type}`);
  };
  /** Columns by a query that asks more than once, also on another worker. */
  const shows = async (database: Json, expected: readonly string[], as: Api = api) => {
    for (let time = 0; time < 3; time += 1) expect(await columns(database, as)).toEqual(expected);
    const both = [columns(database, as), columns(database, as), columns(database, as)];
    expect(await Promise.all(both)).toEqual([expected, expected, expected]);
  };
  const one = async (table: string, body: Json = {}) => {
    const database = await api.createDatabase(body);
    await api.loadCsv(database.id, table, 'id\n1\n');
    return database;
  };

  it('shows a table with the columns of its last load, and none that was dropped', async () => {
    const database = await one('a');
    await shows(database, ['a.id BIGINT']);
    await api.loadCsv(database.id, 'a', 'id,name\n1,x\n');
    await shows(database, ['a.id BIGINT', 'a.name VARCHAR']);
    await api.loadCsv(database.id, 'b', 'day\n2020-01-01\n');
    await shows(database, ['a.id BIGINT', 'a.name VARCHAR', 'b.day DATE']);
    const path = `/v1/databases/${database.id}/schemas/main/tables/a`;
    expect((await api.delete(path)).status).toBe(204);
    await shows(database, ['b.day DATE']);
  });

  it('shows what a query makes of it, and leaves texts and names that look like it as they are', async () => {
    const database = await one('a');
    const words = `information_schema."columns" WHERE ${visibleCatalogs('table_catalog')}`;
    const literal = `'${words.replaceAll("'", "''")}'`;
    const name = `"${words.replaceAll('"', '""')}"`;
    const joined = `SELECT count(*), ${literal} AS ${name} FROM information_schema.columns a
      JOIN information_schema.columns b ON a.column_name = b.column_name WHERE b.udt_name = 'int8'`;
    const headers = { 'x-database-id': database.id, 'cache-control': 'no-cache' };
    for (let time = 0; time < 4; time += 1) {
      const { body } = await api.post('/v1/query', { sql: joined }, headers);
      expect(body).toMatchObject({ columns: ['count', words], rows: [[1, words]] });
    }
  });

  it('shows a fork what it has, whatever becomes of its source', async () => {
    const source = await one('a');
    await shows(source, ['a.id BIGINT']);
    const { body: fork } = await api.post(`/v1/databases/${source.id}/fork`, {});
    await shows(fork, ['a.id BIGINT']);
    await api.loadCsv(fork.id, 'own', 'x\n1.5\n');
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await columns(source)).toEqual(['a.id BIGINT']);
      expect(await columns(fork)).toEqual(['a.id BIGINT', 'own.x DOUBLE']);
    }
    await api.loadCsv(source.id, 'later', 'y\n1\n');
    await shows(fork, ['a.id BIGINT', 'own.x DOUBLE']);
    await shows(source, ['a.id BIGINT', 'later.y BIGINT']);
  });

  it('shows an attached catalog under its name in each database, as it is now', async () => {
    const shared = await one('common');
    const [left, right] = [await one('l'), await one('r')];
    for (const [database, alias] of [
      [left, 'ext'],
      [right, 'other'],
    ] as const) {
      const path = `/v1/databases/${database.id}/catalogs`;
      const body = { connection_id: shared.default_connection_id, alias };
      expect((await api.post(path, body)).status).toBe(204);
    }
    const catalogs = async ({ id }: Json) => {
      const sql =
        'SELECT table_catalog, table_name, count(*) FROM information_schema.columns GROUP BY 1, 2 ORDER BY 1, 2';
      return (await api.query(id, sql)).body.rows;
    };
    for (let turn = 1; turn < 4; turn += 1) {
      for (let time = 0; time < 2; time += 1) {
        expect(await catalogs(left)).toEqual([
          ['default', 'l', 1],
          ['ext', 'common', turn],
        ]);
        expect(await catalogs(right)).toEqual([
          ['default', 'r', 1],
          ['other', 'common', turn],
        ]);
      }
      const names = Array.from({ length: turn + 1 }, (_unused, index) => `c${index}`).join(',');
      await api.loadCsv(shared.id, 'common', `${names}\n${names}\n`);
    }
  });

  it('shows a database’s token that database, between questions of others about theirs', async () => {
    const [mine, theirs] = [await one('mine'), await one('theirs')];
    const issued = await api.post('/v1/tokens', { kind: 'database', database_id: mine.id });
    const holder = service.api(issued.body.token);
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await columns(theirs)).toEqual(['theirs.id BIGINT']);
      expect(await columns(mine, holder)).toEqual(['mine.id BIGINT']);
    }
    const foreign = { 'x-database-id': theirs.id };
    const refused = await holder.post('/v1/query', { sql: listed }, foreign);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).not.toContain('theirs.id');
  });
});
