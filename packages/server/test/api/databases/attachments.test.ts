import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, ApiResponse, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;

beforeAll(async () => {
  service = await sharedService();
  api = service.organization();
});

const attach = (database: string, connection: string, alias?: unknown) =>
  api.post(`/v1/databases/${database}/catalogs`, {
    connection_id: connection,
    ...(alias === undefined ? {} : { alias }),
  });
const detach = (database: string, connection: string) =>
  api.delete(`/v1/databases/${database}/catalogs/${connection}`);
const attachments = async (database: string) =>
  (await api.get(`/v1/databases/${database}`)).body.attachments;

async function attached(database: string, connection: string, alias?: string): Promise<void> {
  const { status, body } = await attach(database, connection, alias);
  expect([status, body]).toEqual([204, '']);
}

/** A managed connection with table `main.t` of one value. */
async function source(name: string, value: number): Promise<string> {
  const created = await api.post('/v1/connections', { name, source_type: 'managed', config: {} });
  expect(created.status).toBe(201);
  const { id } = created.body;
  await loadInto(id, value);
  return id;
}

async function loadInto(connection: string, value: number, schema = 'main'): Promise<void> {
  const path = `/v1/connections/${connection}/schemas/${schema}/tables/t/loads`;
  expect((await api.post(path, { mode: 'replace', data: `n\n${value}\n` })).status).toBe(200);
}

async function rows(
  database: string,
  sql: string,
  options: Record<string, unknown> = {},
): Promise<Json> {
  const { status, body } = await api.query(database, sql, options);
  expect([status, body.error ?? null]).toEqual([200, null]);
  return body.rows;
}

async function notFound(database: string, sql: string): Promise<void> {
  const { status, body } = await api.query(database, sql);
  expect([status, body.error?.message]).toEqual([
    400,
    expect.stringMatching(/^table '.*' not found/),
  ]);
}

const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code];

describe('an attached connection', () => {
  test('is read under its alias, whatever case, beside the own tables, and shown in the database', async () => {
    const { id } = await api.createDatabase({ default_catalog: 'own' });
    await api.loadCsv(id, 't', 'n\n1\n');
    const connection = await source('attached_one', 2);
    await attached(id, connection, 'Sales');
    expect(await attachments(id)).toEqual([{ connection_id: connection, alias: 'Sales' }]);
    for (const name of ['Sales.main.t', 'sales.main.t', 'SALES.MAIN.T', '"Sales".main.t']) {
      expect(await rows(id, `SELECT n FROM ${name}`)).toEqual([[2]]);
    }
    expect(
      await rows(id, 'SELECT Sales.main.t.n FROM sales.main.t', { dialect: 'duckdb' }),
    ).toEqual([[2]]);
    expect(await rows(id, 'SELECT a.n + b.n FROM t AS a, sales.main.t AS b')).toEqual([[3]]);
    expect(await rows(id, 'SELECT n FROM t', { default_catalog: 'sales' })).toEqual([[2]]);
    await notFound(id, 'SELECT * FROM attached_one.main.t');
    const run = await api.get('/v1/query-runs?limit=1', { 'x-database-id': id });
    expect(run.status).toBe(200);
  });

  test('without an alias keeps its own name; one that is no identifier is written in quotes', async () => {
    const { id } = await api.createDatabase();
    const odd = `Käse & "Wein" (prod.) ${'long '.repeat(7)}ended`;
    const [plain, quoted] = [await source('plain_name', 3), await source(odd, 4)];
    await attached(id, plain);
    expect((await attach(id, quoted, null)).status).toBe(204);
    expect(await attachments(id)).toEqual([
      { connection_id: plain, alias: null },
      { connection_id: quoted, alias: null },
    ]);
    expect(await rows(id, 'SELECT n FROM plain_name.main.t')).toEqual([[3]]);
    const name = `"${odd.replaceAll('"', '""')}"`;
    expect(Buffer.byteLength(odd)).toBe(63);
    expect(await rows(id, `SELECT n FROM ${name}.main.t`)).toEqual([[4]]);
    expect(await rows(id, `SELECT n FROM ${name}.main.t`, { dialect: 'duckdb' })).toEqual([[4]]);
    expect(await rows(id, 'SELECT n FROM t', { default_catalog: odd })).toEqual([[4]]);
    const listed = await rows(
      id,
      'SELECT table_catalog, table_schema, table_name FROM information_schema.tables ORDER BY 1',
    );
    expect(listed).toEqual([
      [odd, 'main', 't'],
      ['plain_name', 'main', 't'],
    ]);
    expect((await rows(id, 'SHOW TABLES')).map((row: Json) => row[0]).sort()).toEqual([
      odd,
      'plain_name',
    ]);
  });

  test('is in information_schema with its columns, and the own catalog stays the default', async () => {
    const { id } = await api.createDatabase();
    await api.loadCsv(id, 'mine', 'a\n1\n');
    const connection = await source('columns', 5);
    await loadInto(connection, 6, 'more');
    await attached(id, connection, 'ext');
    const tables = await rows(
      id,
      'SELECT table_catalog, table_schema, table_name FROM information_schema.tables ORDER BY 1, 2',
    );
    expect(tables).toEqual([
      ['default', 'main', 'mine'],
      ['ext', 'main', 't'],
      ['ext', 'more', 't'],
    ]);
    const columns = await rows(
      id,
      "SELECT table_schema, column_name FROM information_schema.columns WHERE table_catalog = 'ext' ORDER BY 1",
    );
    expect(columns).toEqual([
      ['main', 'n'],
      ['more', 'n'],
    ]);
    const schemata = await rows(
      id,
      'SELECT DISTINCT catalog_name FROM information_schema.schemata ORDER BY 1',
    );
    expect(schemata.flat()).toEqual(expect.arrayContaining(['default', 'ext']));
    expect(schemata.flat().filter((name: string) => !['default', 'ext'].includes(name))).toEqual(
      [],
    );
    await notFound(id, 'SELECT * FROM t');
  });

  test('detached is not found any more, keeps its data, and can be attached again under another name', async () => {
    const { id } = await api.createDatabase();
    const connection = await source('kept', 7);
    await attached(id, connection, 'first');
    expect(await rows(id, 'SELECT n FROM first.main.t')).toEqual([[7]]);
    const detached = await detach(id, connection);
    expect([detached.status, detached.body]).toEqual([204, '']);
    expect(await attachments(id)).toEqual([]);
    await notFound(id, 'SELECT n FROM first.main.t');
    expect(refusal(await detach(id, connection))).toEqual([404, 'NOT_FOUND']);
    await attached(id, connection, 'second');
    expect(await rows(id, 'SELECT n FROM second.main.t')).toEqual([[7]]);
  });

  test('shows what is loaded into it later, and its table may have the alias of its schema', async () => {
    const { id } = await api.createDatabase();
    const connection = await source('growing', 1);
    await attached(id, connection, 't');
    expect(await rows(id, 'SELECT n FROM t.main.t')).toEqual([[1]]);
    await loadInto(connection, 2);
    expect(await rows(id, 'SELECT n FROM t.main.t')).toEqual([[2]]);
  });
});

describe("another database's catalog", () => {
  test('is attached by its default connection, under its default schema, both ways round, and no further', async () => {
    const one = await api.createDatabase({ name: 'one', schemas: [{ name: 'public' }] });
    const two = await api.createDatabase({ name: 'two' });
    const three = await api.createDatabase({ name: 'three', default_catalog: 'third' });
    await api.load(one.id, 't', { data: 'n\n1\n' }, 'public');
    await api.loadCsv(two.id, 't', 'n\n2\n');
    await api.loadCsv(three.id, 't', 'n\n3\n');
    await attached(one.id, two.default_connection_id, 'two');
    await attached(two.id, one.default_connection_id, 'one');
    await attached(two.id, three.default_connection_id);
    expect(await rows(one.id, 'SELECT n FROM two.main.t')).toEqual([[2]]);
    expect(await rows(two.id, 'SELECT n FROM one.public.t')).toEqual([[1]]);
    expect(await rows(two.id, 'SELECT n FROM t', { default_catalog: 'one' })).toEqual([[1]]);
    expect(await rows(two.id, 'SELECT n FROM third.main.t')).toEqual([[3]]);
    await notFound(one.id, 'SELECT n FROM third.main.t');
    await notFound(two.id, `SELECT n FROM "__db_${three.id}".main.t`);
    await notFound(one.id, 'SELECT n FROM two.one.t');
  });

  test('keeps the name of its default catalog without an alias, and needs one where that is default', async () => {
    const [holder, plain] = [
      await api.createDatabase({ default_catalog: 'shop' }),
      await api.createDatabase(),
    ];
    const answer = await attach(holder.id, plain.default_connection_id);
    expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.error.message).toMatch(/^'default' is reserved .*; give an 'alias'$/);
    const twin = await api.createDatabase({ default_catalog: 'shop' });
    expect(refusal(await attach(holder.id, twin.default_connection_id))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(await attachments(holder.id)).toEqual([]);
    await attached(holder.id, twin.default_connection_id, 'shop_2');
    await attached(holder.id, plain.default_connection_id, 'plain');
    expect((await attachments(holder.id)).map((row: Json) => row.alias).sort()).toEqual([
      'plain',
      'shop_2',
    ]);
  });

  test('is not deleted while another database attaches it, and says how many do', async () => {
    const [holder, held] = [await api.createDatabase(), await api.createDatabase()];
    await api.loadCsv(held.id, 't', 'n\n1\n');
    await attached(holder.id, held.default_connection_id, 'gone');
    const refused = await api.delete(`/v1/databases/${held.id}`);
    expect([...refusal(refused), refused.body.error.message]).toEqual([
      409,
      'CONFLICT',
      expect.stringMatching(/attached to 1 other database; detach it there first/),
    ]);
    const { body: fork } = await api.post(`/v1/databases/${holder.id}/fork`, {});
    expect((await api.delete(`/v1/databases/${held.id}`)).body.error.message).toMatch(/2 other/);
    expect(await rows(holder.id, 'SELECT n FROM gone.main.t')).toEqual([[1]]);
    // Deleted databases detach the connection silently, and after the last one nothing keeps the
    // connection.
    expect((await api.delete(`/v1/databases/${fork.id}`)).status).toBe(204);
    expect((await detach(holder.id, held.default_connection_id)).status).toBe(204);
    expect((await api.delete(`/v1/databases/${held.id}`)).status).toBe(204);
    await notFound(holder.id, 'SELECT n FROM gone.main.t');
    await attached(holder.id, await source('successor', 8), 'gone');
    expect(await rows(holder.id, 'SELECT n FROM gone.main.t')).toEqual([[8]]);
    expect((await api.delete(`/v1/databases/${holder.id}`)).status).toBe(204);
  });

  test('of a batch keeps the batch while a database outside of it attaches it', async () => {
    const { body: batch } = await api.post('/v1/databases/bulk', { count: 2 });
    const made = await eventually(async () => {
      const { databases } = (await api.get(`/v1/databases?batch=${batch.batch_id}`)).body;
      expect(databases).toHaveLength(2);
      return databases;
    });
    const details = await Promise.all(
      made.map(async ({ id }: Json) => (await api.get(`/v1/databases/${id}`)).body),
    );
    const [one, two] = details;
    const holder = await api.createDatabase();
    await attached(one.id, two.default_connection_id, 'sibling');
    await attached(holder.id, one.default_connection_id, 'of_batch');
    const path = `/v1/databases/bulk/${batch.batch_id}`;
    expect(refusal(await api.delete(path))).toEqual([409, 'CONFLICT']);
    expect((await api.get(`/v1/databases/${one.id}`)).status).toBe(200);
    expect((await detach(holder.id, one.default_connection_id)).status).toBe(204);
    expect((await api.delete(path)).body).toMatchObject({ deleted_count: 2 });
  });

  test('expired is gone at that instant: in queries, in the list, for its name, and to be attached', async () => {
    const expires_at = new Date(Date.now() + 2_500).toISOString();
    const [holder, other] = [await api.createDatabase(), await api.createDatabase()];
    const held = await api.createDatabase({ expires_at });
    await api.loadCsv(held.id, 't', 'n\n1\n');
    await attached(holder.id, held.default_connection_id, 'brief');
    expect(await rows(holder.id, 'SELECT n FROM brief.main.t')).toEqual([[1]]);
    await eventually(async () =>
      expect((await api.get(`/v1/databases/${held.id}`)).status).toBe(404),
    );
    await notFound(holder.id, 'SELECT n FROM brief.main.t');
    expect(await rows(holder.id, 'SELECT count(*) FROM information_schema.tables')).toEqual([[0]]);
    expect(await attachments(holder.id)).toEqual([]);
    expect(refusal(await detach(holder.id, held.default_connection_id))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(refusal(await attach(other.id, held.default_connection_id, 'late'))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const connection = await source('heir', 9);
    await attached(holder.id, connection, 'brief');
    expect(await rows(holder.id, 'SELECT n FROM brief.main.t')).toEqual([[9]]);
  });
});

describe('names that are taken', () => {
  let id: string;
  let connection: string;
  let spare: string;
  beforeAll(async () => {
    id = (await api.createDatabase({ default_catalog: 'shop' })).id;
    connection = await source('Taken', 1);
    spare = await source('spare', 2);
    await attached(id, connection, 'sales');
  });

  test.each([
    ['the same alias', 'sales'],
    ['the same alias in another case', 'SALES'],
  ])('%s is 409', async (_, alias) => {
    const answer = await attach(id, spare, alias);
    expect(refusal(answer)).toEqual([409, 'CONFLICT']);
    expect(answer.body.error.message).toMatch(/already has a catalog 'sales'/);
    expect(await attachments(id)).toEqual([{ connection_id: connection, alias: 'sales' }]);
  });

  test("the own default catalog's name is 400, in whatever case", async () => {
    for (const alias of ['shop', 'Shop']) {
      const answer = await attach(id, spare, alias);
      expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body.error.message).toMatch(
        /is the name of the database's own default catalog/,
      );
    }
  });

  test('the same connection twice is 409, under whatever alias', async () => {
    for (const alias of ['sales', 'another', undefined]) {
      expect(refusal(await attach(id, connection, alias))).toEqual([409, 'CONFLICT']);
    }
  });

  test("a connection's own name that another has is 409, and an alias helps", async () => {
    const database = (await api.createDatabase()).id;
    await attached(database, spare, 'TAKEN');
    expect(refusal(await attach(database, connection))).toEqual([409, 'CONFLICT']);
    await attached(database, connection, 'other');
  });

  test('asked for by ten at once goes to one', async () => {
    const database = (await api.createDatabase()).id;
    const connections = await Promise.all(
      Array.from({ length: 10 }, (_, index) => source(`race ${index}`, index)),
    );
    const answers = await Promise.all(
      connections.map((one, index) => attach(database, one, index % 2 === 0 ? 'it' : 'IT')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(409)]);
    expect(await attachments(database)).toHaveLength(1);
  });

  test('a hundred catalogs are attached, and not one more', async () => {
    const database = (await api.createDatabase()).id;
    const made = (await api.post('/v1/databases/bulk', { count: 101 })).body;
    const others = await eventually(async () => {
      const pages = await Promise.all(
        [
          '',
          `&cursor=${(await api.get(`/v1/databases?limit=100&batch=${made.batch_id}`)).body.next_cursor}`,
        ].map(
          async (cursor) =>
            (await api.get(`/v1/databases?limit=100&batch=${made.batch_id}${cursor}`)).body
              .databases ?? [],
        ),
      );
      expect(pages.flat()).toHaveLength(101);
      return pages.flat();
    });
    const details = await Promise.all(
      others.map(({ id: other }) => api.get(`/v1/databases/${other}`)),
    );
    for (const [index, { body }] of details.entries()) {
      const answer = await attach(database, body.default_connection_id, `c${index}`);
      expect(refusal(answer)).toEqual(index < 100 ? [204, undefined] : [400, 'BAD_REQUEST']);
    }
    expect(await rows(database, 'SELECT 1')).toEqual([[1]]);
  });
});

describe('wrong requests', () => {
  let id: string;
  let own: string;
  let connection: string;
  beforeAll(async () => {
    ({ id, default_connection_id: own } = await api.createDatabase());
    connection = await source('wrong', 1);
  });

  test.each(['quern', 'Default', 'quern-worker', 'hotsql:', 'temp'])(
    'a connection named %s is attached under an alias only',
    async (name) => {
      const database = (await api.createDatabase()).id;
      const reserved = await source(name, 5);
      const answer = await attach(database, reserved);
      expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body.error.message).toMatch(
        /is reserved and cannot be the name of an attached catalog; give an 'alias'/,
      );
      await attached(database, reserved, 'allowed');
      expect(await rows(database, 'SELECT n FROM allowed.main.t')).toEqual([[5]]);
    },
  );

  test('a connection whose name is too long for SQL is attached under an alias only', async () => {
    const long = await source('é'.repeat(32), 6);
    const answer = await attach(id, long);
    expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.error.message).toMatch(/more than 63 bytes/);
    const database = (await api.createDatabase()).id;
    await attached(database, long, 'n'.repeat(63));
    expect(await rows(database, `SELECT n FROM ${'n'.repeat(63)}.main.t`)).toEqual([[6]]);
  });

  test("a database's own default catalog can be neither attached nor detached: 400", async () => {
    expect(refusal(await attach(id, own, 'me'))).toEqual([400, 'BAD_REQUEST']);
    expect(refusal(await detach(id, own))).toEqual([400, 'BAD_REQUEST']);
  });

  test('what does not exist is 404, also what is in another workspace', async () => {
    const home = service.workspaceId;
    const { body } = await api.post('/v1/workspaces', { name: 'other' });
    const stranger = api.with({ 'x-workspace-id': body.workspace.public_id });
    const foreign = await stranger.createDatabase();
    const inside = api.with({ 'x-workspace-id': home });
    const path = (database: string) => `/v1/databases/${database}/catalogs`;
    for (const answer of [
      await inside.post(path(id), { connection_id: 'nope' }),
      await inside.post(path(id), { connection_id: foreign.default_connection_id, alias: 'x' }),
      await inside.post(path('nope'), { connection_id: connection }),
      await inside.post(path(foreign.id), { connection_id: connection }),
      await inside.delete(`${path(id)}/nope`),
      await inside.delete(`${path(id)}/${connection}`),
      await inside.delete(`${path('nope')}/${connection}`),
      await stranger.post(path(foreign.id), { connection_id: connection, alias: 'x' }),
    ]) {
      expect(refusal(answer)).toEqual([404, 'NOT_FOUND']);
    }
    expect((await api.delete(`/v1/workspaces/${body.workspace.public_id}`)).status).toBe(204);
  });

  test('a token limited to the database may not attach, and reads what is attached to it', async () => {
    const database = (await api.createDatabase()).id;
    const asked = { kind: 'database', database_id: database, workspace_id: service.workspaceId };
    const limited = service.api((await api.post('/v1/tokens', asked)).body.token);
    expect(
      (await limited.post(`/v1/databases/${database}/catalogs`, { connection_id: connection }))
        .status,
    ).toBe(403);
    await attached(database, connection, 'shared');
    expect((await limited.query(database, 'SELECT n FROM shared.main.t')).body.rows).toEqual([[1]]);
  });
});
