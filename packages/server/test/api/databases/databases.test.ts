import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, ApiResponse, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;

beforeAll(async () => {
  service = await sharedService();
  api = service.organization();
});

const total = async (search = '') =>
  (await api.get(`/v1/databases/count?search=${search}`)).body.total;
const names = (answer: ApiResponse) => answer.body.databases.map((row: Json) => row.name);

describe('creating a database', () => {
  test('with nothing but {} answers 201 with every field and a label made from the id', async () => {
    const { status, body } = await api.post('/v1/databases', {});
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^dbid[0-9a-z]{26}$/),
      name: expect.stringContaining(body.id.slice(-8)),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expires_at: null,
      default_catalog: 'default',
      default_schema: 'main',
      forked_from: null,
      default_connection_id: expect.stringMatching(/^conn[0-9a-z]{26}$/),
      created: true,
    });
  });

  test.each(['memory', 'pg_catalog', 'postgres', 'duckdb'])(
    'takes default_catalog %s, which the engine has a meaning for',
    async (default_catalog) => {
      const database = await api.createDatabase({ default_catalog });
      expect(database.default_catalog).toBe(default_catalog);
      await api.loadCsv(database.id, 't', 'n\n1\n');
      for (const dialect of ['hotsql', 'duckdb', 'postgres', 'snowflake']) {
        for (const name of [`${default_catalog}.main.t`, '"default".main.t', 'main.t', 't']) {
          const { body } = await api.query(database.id, `SELECT n FROM ${name}`, { dialect });
          expect([dialect, name, body.rows]).toEqual([dialect, name, [[1]]]);
        }
        for (const name of [default_catalog, 'default']) {
          const chosen = { dialect, default_catalog: name };
          const { body } = await api.query(database.id, 'SELECT n FROM t', chosen);
          expect([dialect, name, body.rows]).toEqual([dialect, name, [[1]]]);
        }
      }
    },
  );

  test('takes every field, and each of them has its effect', async () => {
    const body = {
      name: 'Everything ☃',
      default_catalog: 'shop',
      default_schema: 'sales',
      expires_at: '2d',
      if_not_exists: false,
      schemas: [
        {
          name: 'Sales',
          tables: [
            {
              name: 'Orders',
              key: ['id'],
              constant_per_key: ['customer'],
              partition_by: [{ column: 'day', transform: 'month' }],
              sorted_by: [{ column: 'id', direction: 'desc', nulls: 'last' }],
            },
          ],
        },
        { name: 'ops' },
      ],
    };
    const created = await api.createDatabase(body);
    expect(created).toMatchObject({
      name: body.name,
      default_catalog: 'shop',
      default_schema: 'sales',
    });
    expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(2 * 86_400_000);
    const schemata = await api.query(
      created.id,
      "SELECT schema_name FROM information_schema.schemata WHERE schema_name IN ('main', 'sales', 'ops') ORDER BY 1",
    );
    expect(schemata.body.rows).toEqual([['main'], ['ops'], ['sales']]);
    const load = { schema: 'sales', data: 'id,customer,day\n1,a,2024-01-31\n' };
    const loaded = await api.load(created.id, 'orders', { data: load.data }, 'sales');
    expect(loaded.status).toBe(200);
    for (const name of ['orders', 'sales.orders', 'shop.sales.orders', 'default.sales.orders']) {
      expect((await api.query(created.id, `SELECT count(*) FROM ${name}`)).body.rows).toEqual([
        [1],
      ]);
    }
  });

  test.each([
    ['declares none', {}, 'main'],
    ['declares one', { schemas: [{ name: 'Public' }] }, 'public'],
    ['declares two', { schemas: [{ name: 'a' }, { name: 'b' }] }, 'main'],
    [
      'names one that it does not declare',
      { default_schema: 'made', schemas: [{ name: 'a' }] },
      'made',
    ],
    ['writes null for both', { default_schema: null, schemas: null }, 'main'],
  ])(
    'that %s has the default schema by the rule, and main always exists',
    async (_, body, expected) => {
      const created = await api.createDatabase(body);
      expect(created.default_schema).toBe(expected);
      await api.loadCsv(created.id, 't', 'a\n1\n');
      for (const schema of new Set(['main', expected])) {
        const declared = await api.post(`/v1/databases/${created.id}/schemas/${schema}/tables`, {
          name: 'more',
        });
        expect(declared.status).toBe(201);
      }
    },
  );

  test('description is an alias of name, and name wins', async () => {
    expect((await api.createDatabase({ description: 'old key' })).name).toBe('old key');
    expect((await api.createDatabase({ description: 'old key', name: 'new key' })).name).toBe(
      'new key',
    );
    expect((await api.createDatabase({ description: 'old key', name: null })).name).toBe('old key');
  });

  test('names are labels: two databases may share one', async () => {
    const [one, two] = [
      await api.createDatabase({ name: 'twin' }),
      await api.createDatabase({ name: 'twin' }),
    ];
    expect(one.id).not.toBe(two.id);
    expect((await api.get('/v1/databases/twin')).status).toBe(404);
  });

  test('with a __proto__ field is 400 and makes nothing', async () => {
    const before = await total();
    const answer = await api.post('/v1/databases', '{"__proto__":{"name":"x"}}');
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await total()).toBe(before);
  });

  test.each([
    ['90m', 90 * 60_000],
    ['24h', 24 * 3_600_000],
    ['7d', 7 * 86_400_000],
  ])('an expiry of %s is counted from the creation', async (text, lifeMs) => {
    const created = await api.createDatabase({ expires_at: text });
    expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(lifeMs);
  });

  test.each([
    ['2040-01-31T12:00:00Z', '2040-01-31T12:00:00.000Z'],
    ['2040-01-31t12:00:00.25+02:00', '2040-01-31T10:00:00.250Z'],
    ['', null],
    [null, null],
  ])('an expiry of %j is kept as %j', async (given, kept) => {
    const { id } = await api.createDatabase({ expires_at: given });
    expect((await api.get(`/v1/databases/${id}`)).body.expires_at).toBe(kept);
  });
});

describe('if_not_exists', () => {
  test('creates once with 201, then finds with 200, whatever case and spaces, and ignores the rest', async () => {
    const first = await api.post('/v1/databases', {
      name: 'Shared É',
      if_not_exists: true,
      default_schema: 'one',
    });
    expect([first.status, first.body.created]).toEqual([201, true]);
    const again = await api.post('/v1/databases', {
      name: '  sHARED É ',
      if_not_exists: true,
      default_schema: 'two',
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, created: false });
    const accented = await api.post('/v1/databases', { name: 'shared é', if_not_exists: true });
    expect(accented.status).toBe(201);
  });

  test('is 409 when more than one has the name, and makes nothing', async () => {
    for (const name of ['many', 'MANY']) await api.createDatabase({ name });
    const before = await total();
    const { status, body } = await api.post('/v1/databases', { name: 'many', if_not_exists: true });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await total()).toBe(before);
  });

  test('asked by twenty callers at once makes one', async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.post('/v1/databases', { name: 'raced', if_not_exists: true }),
      ),
    );
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1);
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(await total('raced')).toBe(1);
  });

  test('does not find an expired one', async () => {
    const expires_at = new Date(Date.now() + 1000).toISOString();
    const first = await api.createDatabase({ name: 'brief', if_not_exists: true, expires_at });
    await eventually(async () => {
      const { status, body } = await api.post('/v1/databases', {
        name: 'brief',
        if_not_exists: true,
      });
      expect([status, body.id === first.id]).toEqual([201, false]);
    });
  });
});

describe('an expired database', () => {
  test('is 404 everywhere from its instant on', async () => {
    const expires_at = new Date(Date.now() + 2500).toISOString();
    const { id, default_connection_id: connection } = await api.createDatabase({
      name: 'ephemeral',
      expires_at,
    });
    await api.loadCsv(id, 't', 'a\n1\n');
    const { body: run } = await api.query(id, 'SELECT * FROM t');
    expect(run.rows).toEqual([[1]]);
    const scoped = api.with({ 'x-database-id': id });
    await eventually(async () => expect((await api.get(`/v1/databases/${id}`)).status).toBe(404));
    const answers = [
      await api.query(id, 'SELECT 1'),
      await api.load(id, 't', { data: 'a\n1\n' }),
      await api.post(`/v1/databases/${id}/schemas`, { name: 'x' }),
      await api.post(`/v1/connections/${connection}/schemas`, { name: 'x' }),
      await api.get(`/v1/information_schema?connection_id=${connection}`),
      await scoped.get('/v1/results'),
      await scoped.get(`/v1/results/${run.result_id}`),
      await scoped.get(`/v1/query-runs/${run.query_run_id}`),
      await api.get('/v1/databases/by-name?name=ephemeral'),
      await api.delete(`/v1/databases/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await total('ephemeral')).toBe(0);
    expect(names(await api.get('/v1/databases?search=ephemeral'))).toEqual([]);
  });
});

describe('listing databases', () => {
  let alone: Api;

  beforeAll(async () => {
    const { body } = await api.post('/v1/workspaces', { name: 'listing' });
    alone = api.with({ 'x-workspace-id': body.workspace.public_id });
    for (let index = 0; index < 55; index += 1)
      await alone.createDatabase({ name: `d${String(index).padStart(2, '0')}` });
  });
  afterAll(async () => {
    const { body } = await api.get('/v1/workspaces');
    const extra = body.workspaces.filter((row: Json) => row.name === 'listing');
    for (const row of extra) await api.delete(`/v1/workspaces/${row.public_id}`);
  });

  async function walk(query: string): Promise<string[]> {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await alone.get(
        `/v1/databases?${query}${cursor && `&cursor=${cursor}`}`,
      );
      expect([status, body.count]).toEqual([200, body.databases.length]);
      seen.push(...body.databases.map((row: Json) => row.name));
      expect('next_cursor' in body).toBe(body.has_more);
      if (!body.has_more) return seen;
      cursor = body.next_cursor;
    }
  }

  test('the default page has 50, the newest first, in the documented shape', async () => {
    const { body } = await alone.get('/v1/databases');
    expect(body).toMatchObject({
      count: 50,
      limit: 50,
      has_more: true,
      next_cursor: expect.any(String),
    });
    const instants = body.databases.map((row: Json) => Date.parse(row.created_at));
    expect(instants).toEqual([...instants].sort((one, other) => other - one));
    expect(Object.keys(body.databases[0]).sort()).toEqual(
      [
        'created_at',
        'default_catalog',
        'default_schema',
        'expires_at',
        'forked_from',
        'id',
        'name',
      ].sort(),
    );
  });

  test.each(['limit=100', 'limit=7', 'limit=1', ''])(
    'pages of "%s" give each database once',
    async (query) => {
      const seen = await walk(query);
      expect(seen).toHaveLength(55);
      expect(new Set(seen).size).toBe(55);
    },
  );

  test('a database created between two pages moves none of the others', async () => {
    const first = await alone.get('/v1/databases?limit=30');
    const late = await alone.createDatabase({ name: 'late' });
    const second = await alone.get(`/v1/databases?limit=100&cursor=${first.body.next_cursor}`);
    const seen = [...names(first), ...names(second)];
    expect(seen).toHaveLength(55);
    expect(seen).not.toContain('late');
    expect((await alone.delete(`/v1/databases/${late.id}`)).status).toBe(204);
  });

  test.each([
    ['0', 1],
    ['-5', 1],
    ['101', 100],
    ['99999999999999999999', 100],
  ])('a limit of %s is clamped to %i', async (given, used) => {
    const { status, body } = await alone.get(`/v1/databases?limit=${given}`);
    expect([status, body.limit]).toEqual([200, used]);
  });

  test('another workspace sees none of them', async () => {
    const home = service.workspaceId;
    const answer = await api
      .with({ 'x-workspace-id': home })
      .get('/v1/databases?search=d0&limit=100');
    // A label that is made from an id may hold the text by chance.
    expect(names(answer).filter((name: string) => !name.startsWith('database-'))).toEqual([]);
  });
});

describe('search', () => {
  const labels = [
    '100% sure',
    'snake_case',
    'snakeXcase',
    'Hey! you',
    'back\\slash',
    'Ünïcode ☃',
    "o'clock",
  ];
  let home: Api;

  beforeAll(async () => {
    const id = service.workspaceId;
    home = api.with({ 'x-workspace-id': id });
    for (const name of labels) await home.createDatabase({ name });
  });

  test.each([
    ['%', ['100% sure']],
    ['E_C', ['snake_case']],
    ['!', ['Hey! you']],
    ['\\S', ['back\\slash']],
    ['SNAKE', ['snakeXcase', 'snake_case']],
    ['nïcode ☃', ['Ünïcode ☃']],
    ['NÏCODE', []],
    ["'", ["o'clock"]],
    ['no such', []],
  ])('for %s finds by substring, and the count agrees', async (search, expected) => {
    const text = encodeURIComponent(search);
    expect(names(await home.get(`/v1/databases?search=${text}`)).sort()).toEqual(expected);
    expect((await home.get(`/v1/databases/count?search=${text}`)).body).toEqual({
      total: expected.length,
    });
  });

  test('for nothing finds all; an unknown batch has none', async () => {
    const all = (await home.get('/v1/databases/count')).body.total;
    expect((await home.get('/v1/databases/count?search=')).body.total).toBe(all);
    expect((await home.get('/v1/databases/count?batch=none')).body.total).toBe(0);
    expect((await home.get('/v1/databases?batch=none')).body.databases).toEqual([]);
  });

  test('by-name finds the one, is 404 for none, 409 for several, 400 without a name', async () => {
    const found = await home.get('/v1/databases/by-name?name=%20SNAKE_case');
    expect([found.status, found.body.name]).toEqual([200, 'snake_case']);
    expect(found.body).toEqual((await home.get(`/v1/databases/${found.body.id}`)).body);
    expect((await home.get('/v1/databases/by-name?name=snake')).status).toBe(404);
    for (let index = 0; index < 2; index += 1) await home.createDatabase({ name: 'double' });
    expect((await home.get('/v1/databases/by-name?name=double')).status).toBe(409);
    for (const query of ['', '?name=', '?name=%20']) {
      expect((await home.get(`/v1/databases/by-name${query}`)).status).toBe(400);
    }
  });
});

describe('one database', () => {
  let home: Api;
  beforeAll(async () => {
    home = api.with({
      'x-workspace-id': service.workspaceId,
    });
  });

  test('is got with its attachments, which do not name the default catalog', async () => {
    const created = await home.createDatabase({ name: 'got' });
    const { status, body } = await home.get(`/v1/databases/${created.id}`);
    expect(status).toBe(200);
    const { created: _, ...rest } = created;
    expect(body).toEqual({ ...rest, attachments: [] });
  });

  test('shows what is attached to it, which is not deleted meanwhile', async () => {
    const [holder, held] = [
      await home.createDatabase({ name: 'holder' }),
      await home.createDatabase({ name: 'held' }),
    ];
    const attachment = { connection_id: held.default_connection_id, alias: 'other' };
    expect((await home.post(`/v1/databases/${holder.id}/catalogs`, attachment)).status).toBe(204);
    const attachments = async () => (await home.get(`/v1/databases/${holder.id}`)).body.attachments;
    expect(await attachments()).toEqual([
      { connection_id: held.default_connection_id, alias: 'other' },
    ]);
    await home.loadCsv(held.id, 't', 'a\n5\n');
    expect((await home.query(holder.id, 'SELECT * FROM other.main.t')).body.rows).toEqual([[5]]);
    expect((await home.delete(`/v1/databases/${held.id}`)).status).toBe(409);
    const attached = `/v1/databases/${holder.id}/catalogs/${held.default_connection_id}`;
    expect((await home.delete(attached)).status).toBe(204);
    expect((await home.delete(`/v1/databases/${held.id}`)).status).toBe(204);
    expect(await attachments()).toEqual([]);
    expect((await home.query(holder.id, 'SELECT * FROM other.main.t')).status).toBe(400);
  });

  test('deleted is 404 at once, and so is all that was in it; its name is free', async () => {
    const doomed = await home.createDatabase({ name: 'doomed' });
    const bystander = await home.createDatabase({ name: 'bystander' });
    for (const { id } of [doomed, bystander]) await home.loadCsv(id, 't', 'a\n1\n');
    const { body: run } = await home.query(doomed.id, 'SELECT * FROM t');
    const deleted = await home.delete(`/v1/databases/${doomed.id}`);
    expect([deleted.status, deleted.body, deleted.headers.get('content-type')]).toEqual([
      204,
      '',
      null,
    ]);
    const scoped = home.with({ 'x-database-id': doomed.id });
    const answers = [
      await home.get(`/v1/databases/${doomed.id}`),
      await home.delete(`/v1/databases/${doomed.id}`),
      await home.query(doomed.id, 'SELECT * FROM t'),
      await home.load(doomed.id, 't', { data: 'a\n1\n' }),
      await home.delete(`/v1/databases/${doomed.id}/schemas/main/tables/t`),
      await home.post(`/v1/connections/${doomed.default_connection_id}/schemas`, { name: 'x' }),
      await home.get(`/v1/information_schema?connection_id=${doomed.default_connection_id}`),
      await scoped.get(`/v1/results/${run.result_id}`),
      await scoped.get(`/v1/query-runs/${run.query_run_id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await home.query(bystander.id, 'SELECT * FROM t')).body.rows).toEqual([[1]]);
    expect((await home.post('/v1/databases', { name: 'doomed', if_not_exists: true })).status).toBe(
      201,
    );
  });

  test.each(['nope', 'twin', 'a%2Fb', '%00', "'--", '..%2f..%2fetc', 'k%C3%A4se', '%F0%9F%98%80'])(
    'text that is no id (%s) is 404, not 400',
    async (text) => {
      for (const answer of [
        await home.get(`/v1/databases/${text}`),
        await home.delete(`/v1/databases/${text}`),
      ]) {
        expect([answer.status, answer.body.error?.code]).toEqual([404, 'NOT_FOUND']);
      }
    },
  );
});
