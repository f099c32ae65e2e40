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
  const layout = {
    partition_by: [
      { column: 'day', transform: 'month' },
      { column: 'region', transform: 'identity' },
    ],
    sorted_by: [{ column: 'day' }, { column: 'id', direction: 'desc', nulls: 'last' }],
  };
  database = await api.createDatabase({
    schemas: [
      {
        name: 'sales',
        tables: [{ name: 'orders', ...layout }, { name: 'order_items' }, { name: 'orderxitems' }],
      },
      { name: 'ops', tables: Array.from({ length: 25 }, (_, index) => ({ name: `log_${index}` })) },
    ],
  });
  await api.loadCsv(
    database.id,
    'typed',
    'i,t,d,b,n\n1,x,2024-01-02,true,\n2,y,2024-01-03,false,1.5\n',
  );
});

const list = (query = '') =>
  api.get(`/v1/information_schema?connection_id=${database.default_connection_id}${query}`);
const tablesOf = (body: Json): string[] =>
  body.tables.map((row: Json) => `${row.schema}.${row.table}`);

describe('the information schema', () => {
  test('hides the tables of default catalogs unless their connection is named', async () => {
    const { status, body } = await api.get('/v1/information_schema');
    expect(status).toBe(200);
    expect(body).toMatchObject({ tables: [], count: 0, has_more: false, limit: 100 });
    expect((await list()).body.count).toBe(29);
  });

  test('a declared table has its layout in declaration order, no columns and no sync', async () => {
    const { body } = await list('&schema=sales&table=orders&include_columns=true');
    expect(body.tables).toEqual([
      expect.objectContaining({
        connection: `__db_${database.id}`,
        schema: 'sales',
        table: 'orders',
        synced: false,
        last_sync: null,
        columns: [],
        partition_by: [
          { column: 'day', transform: 'month' },
          { column: 'region', transform: 'identity' },
        ],
        sorted_by: [
          { column: 'day', direction: 'asc', nulls: null },
          { column: 'id', direction: 'desc', nulls: 'last' },
        ],
      }),
    ]);
  });

  test('a loaded table has Arrow types, its time of load, and empty arrays for no layout', async () => {
    const { body } = await list('&table=typed&include_columns=true');
    const [table] = body.tables;
    expect(table).toMatchObject({ schema: 'main', synced: true, partition_by: [], sorted_by: [] });
    expect(Math.abs(Date.parse(table.last_sync) - Date.now())).toBeLessThan(300_000);
    expect(table.columns).toEqual([
      { name: 'i', data_type: 'Int64', arrow_type: 'Int64', nullable: true },
      { name: 't', data_type: 'Utf8', arrow_type: 'Utf8', nullable: true },
      { name: 'd', data_type: 'Date32', arrow_type: 'Date32', nullable: true },
      { name: 'b', data_type: 'Boolean', arrow_type: 'Boolean', nullable: true },
      { name: 'n', data_type: 'Float64', arrow_type: 'Float64', nullable: true },
    ]);
  });

  test('columns come only when asked for, and are an array for every table then', async () => {
    for (const query of ['', '&include_columns=false']) {
      for (const table of (await list(query)).body.tables) expect(table.columns ?? null).toBeNull();
    }
    for (const table of (await list('&include_columns=true')).body.tables)
      expect(table.columns).toBeInstanceOf(Array);
  });

  test.each([
    ['&schema=sales', 3],
    ['&schema=SALES', 3],
    ['&schema=s%25', 3],
    ['&schema=%25', 29],
    ['&table=log_1', 1],
    ['&table=log_1%25', 11],
    ['&table=%25_2', 1],
    ['&table=order_items', 1],
    ['&table=%25o%25g%25_%252%25', 7],
    ['&schema=ops&table=orders', 0],
    ['&schema=op', 0],
    ['&table=', 0],
    ["&table='", 0],
  ])(
    'the filter %s matches whole names, with %% for any characters and _ for itself',
    async (query, count) => {
      const { status, body } = await list(query);
      expect([status, body.count, body.tables.length]).toEqual([200, count, count]);
    },
  );

  test('a pattern of many wildcards is answered at once', async () => {
    const { status, body } = await list(`&table=${'%25a'.repeat(1000)}`);
    expect([status, body.count]).toEqual([200, 0]);
  });

  test.each([1, 4, 28, 29, 1000])(
    'pages of %i give each table once, by schema and table',
    async (limit) => {
      const seen: string[] = [];
      for (let cursor = ''; ; ) {
        const { status, body } = await list(`&limit=${limit}${cursor && `&cursor=${cursor}`}`);
        expect([status, body.limit, body.count]).toEqual([200, limit, body.tables.length]);
        seen.push(...tablesOf(body));
        if (!body.has_more) break;
        cursor = body.next_cursor;
      }
      const sorted = [...new Set(seen)].sort((one, other) => {
        const [left, right] = [one.split('.'), other.split('.')];
        return left[0] === right[0]
          ? (left[1] ?? '') < (right[1] ?? '')
            ? -1
            : 1
          : (left[0] ?? '') < (right[0] ?? '')
            ? -1
            : 1;
      });
      expect(seen).toHaveLength(29);
      expect(seen).toEqual(sorted);
    },
  );

  test.each([
    'cursor=nonsense',
    'cursor=W10',
    'limit=-1',
    'limit=x',
    'include_columns=1',
    'include_columns=True',
    'catalog=x',
  ])('%s is 400', async (query) => {
    const { status, body } = await list(`&${query}`);
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('an unknown connection is 404, and so is one of another workspace', async () => {
    expect((await api.get('/v1/information_schema?connection_id=conn1')).status).toBe(404);
    const home = service.workspaceId;
    const { body } = await api.post('/v1/workspaces', { name: 'other' });
    const path = `/v1/information_schema?connection_id=${database.default_connection_id}`;
    expect((await api.get(path, { 'x-workspace-id': body.workspace.public_id })).status).toBe(404);
    expect((await api.get(path, { 'x-workspace-id': home })).status).toBe(200);
    await api.delete(`/v1/workspaces/${body.workspace.public_id}`);
  });

  test('pages run through several connections in the order of their names, each table once', async () => {
    const tables = [{ name: 'one' }, { name: 'two' }];
    // No endpoint makes a managed connection of its own yet, so two default catalogs are made into
    // such.
    const metadata = new Database(join(service.dataDir, 'quern.db'));
    for (const name of ['alpha', 'Zeta', 'beta']) {
      const { default_connection_id: id } = await api.createDatabase({
        schemas: [{ name: 's', tables }],
      });
      metadata
        .prepare('UPDATE connections SET database_id = NULL, name = ? WHERE id = ?')
        .run(name, id);
    }
    metadata.close();
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await api.get(`/v1/information_schema?limit=1${cursor}`);
      seen.push(...body.tables.map((row: Json) => `${row.connection}.${row.table}`));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual([
      'Zeta.one',
      'Zeta.two',
      'alpha.one',
      'alpha.two',
      'beta.one',
      'beta.two',
    ]);
  });
});
