import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
});

const restore = (database: Json, table: string, snapshot: number) =>
  api.post(`/v1/databases/${database.id}/schemas/main/tables/${table}/restore`, {
    snapshot_id: snapshot,
  });
const newest = async (database: Json): Promise<Json> =>
  (await api.get(`/v1/databases/${database.id}/snapshots?limit=1`)).body.snapshots[0];
const rowsOf = async (database: Json, table: string, at = '') => {
  const { status, body } = await api.query(database.id, `SELECT * FROM ${table}${at} ORDER BY 1`);
  expect([status, body.error]).toEqual([200, undefined]);
  return [body.columns, body.rows];
};

describe('a table is restored', () => {
  test('after a load replaced its rows and columns, and back again', async () => {
    const database = await api.createDatabase();
    await api.loadCsv(database.id, 'orders', 'id,price\n1,2.5\n2,3.5\n');
    const before = await rowsOf(database, 'orders');
    const { snapshot_id: good } = await newest(database);
    await api.loadCsv(database.id, 'orders', 'other\nx\n');
    const { snapshot_id: bad } = await newest(database);
    const { status, body } = await restore(database, 'orders', good);
    expect([status, body]).toEqual([
      200,
      {
        connection_id: database.default_connection_id,
        schema_name: 'main',
        table_name: 'orders',
        snapshot_id: bad + 1,
        row_count: 2,
      },
    ]);
    expect(await rowsOf(database, 'orders')).toEqual(before);
    expect(await newest(database)).toMatchObject({ operation: 'restore main.orders' });
    // Both the replaced rows and the restored rows are readable at their snapshots.
    expect(await rowsOf(database, 'orders', ` AT (VERSION => ${bad})`)).toEqual([
      ['other'],
      [['x']],
    ]);
    expect((await restore(database, 'orders', bad)).status).toBe(200);
    expect(await rowsOf(database, 'orders')).toEqual([['other'], [['x']]]);
    // Loads continue from the restored rows.
    await api.loadCsv(database.id, 'orders', 'other\ny\n', { mode: 'append' });
    expect(await rowsOf(database, 'orders')).toEqual([['other'], [['x'], ['y']]]);
  });

  test('after it was dropped, with its key, whatever has its name now', async () => {
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/schemas/main/tables`, { name: 't', key: ['id'] });
    await api.loadCsv(database.id, 't', 'id,v\n1,a\n');
    const { snapshot_id: good } = await newest(database);
    const path = `/v1/databases/${database.id}/schemas/main/tables/t`;
    expect((await api.delete(path)).status).toBe(204);
    expect((await restore(database, 't', good)).body.row_count).toBe(1);
    await api.loadCsv(database.id, 't', 'id,v\n1,b\n2,c\n', { mode: 'upsert' });
    expect((await rowsOf(database, 't'))[1]).toEqual([
      [1, 'b'],
      [2, 'c'],
    ]);
    expect((await api.delete(path)).status).toBe(204);
    await api.loadCsv(database.id, 't', 'new\n9\n');
    expect((await restore(database, 't', good)).status).toBe(200);
    expect(await rowsOf(database, 't')).toEqual([['id', 'v'], [[1, 'a']]]);
    const forked = await api.post(`/v1/databases/${database.id}/fork`, {});
    expect(await rowsOf(forked.body, 't')).toEqual([['id', 'v'], [[1, 'a']]]);
  });

  test('where its indexes fit the rows of then, which they serve', async () => {
    const database = await api.createDatabase();
    await api.loadCsv(database.id, 'notes', 'id,words\n1,red apple\n2,green pear\n');
    const { snapshot_id: first } = await newest(database);
    await api.loadCsv(database.id, 'notes', 'id,words,more\n3,blue plum,late\n');
    const indexes = `/v1/databases/${database.id}/schemas/main/tables/notes/indexes`;
    const make = async (name: string, column: string) => {
      const index = { index_name: name, columns: [column], index_type: 'bm25' };
      expect((await api.post(indexes, index)).status).toBeLessThan(300);
      await eventually(async () => {
        const { body } = await api.get(indexes);
        const found = body.indexes.find((one: Json) => one.index_name === name);
        expect(found.status).toBe('ready');
      });
    };
    await make('late', 'more');
    const refused = await restore(database, 'notes', first);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      "Index 'late' does not fit the rows of then; drop it first, or fork the database at the snapshot",
    ]);
    expect((await rowsOf(database, 'notes'))[1]).toEqual([[3, 'blue plum', 'late']]);
    expect((await api.delete(`${indexes}/late`)).status).toBe(204);
    await make('words', 'words');
    expect((await restore(database, 'notes', first)).status).toBe(200);
    const found = await api.query(
      database.id,
      "SELECT id FROM bm25_search('notes', 'words', 'pear')",
    );
    expect([found.status, found.body.rows]).toEqual([200, [[2]]]);
  });

  test('never where somebody may not load, or half', async () => {
    const database = await api.createDatabase();
    await api.loadCsv(database.id, 't', 'a\n1\n');
    const { body } = await api.post('/v1/tokens', { kind: 'workspace', read_only: true });
    const reader = api.with({ authorization: `Bearer ${body.token}` });
    const path = `/v1/databases/${database.id}/schemas/main/tables/t/restore`;
    expect((await reader.post(path, { snapshot_id: 2 })).status).toBe(403);
    const before = await newest(database);
    for (const [snapshot, status, says] of [
      [99, 400, /^Snapshot 99 of the database does not exist yet; the newest is \d/],
      [0, 400, /^Snapshot 0 of the database is not kept/],
      [-1, 400, /^Snapshot -1 of the database is not kept/],
      [1, 404, /^Table 'main.t' did not exist at snapshot 1/],
    ] as const) {
      const answer = await restore(database, 't', snapshot);
      expect([answer.status, answer.body.error.message]).toEqual([
        status,
        expect.stringMatching(says),
      ]);
    }
    expect((await restore(database, 'none', before.snapshot_id)).status).toBe(404);
    expect(await newest(database)).toEqual(before);
  });
});
