import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api, ApiResponse, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
let workspaceId: string;

/** Acts in a new workspace. */
async function inNewWorkspace(): Promise<Api> {
  return service.organization().with({ 'x-workspace-id': await newWorkspace() });
}

async function newWorkspace(): Promise<string> {
  return (await service.organization().post('/v1/workspaces', { name: 'another' })).body.workspace
    .public_id;
}

beforeAll(async () => {
  service = await sharedService();
  workspaceId = await newWorkspace();
  api = service.organization().with({ 'x-workspace-id': workspaceId });
  database = await api.createDatabase();
  await api.loadCsv(database.id, 'people', 'id,name,team\n1,Ada,a\n2,Grace,a\n3,Edsger,b\n');
});

const create = async (sql: string, fields: Json = {}): Promise<Json> => {
  const { status, body } = await api.post('/v1/queries', { name: 'a query', sql, ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};
const put = (id: string, body: unknown) => api.request('PUT', `/v1/queries/${id}`, body);
const execute = (id: string, body?: unknown, databaseId = database.id) =>
  api.post(`/v1/queries/${id}/execute`, body, { 'x-database-id': databaseId });
const versions = async (id: string, query = '') =>
  (await api.get(`/v1/queries/${id}/versions?${query}`)).body;
const runsOf = async (id: string, query = ''): Promise<Json[]> =>
  (await api.get(`/v1/query-runs?saved_query_id=${id}${query}`, { 'x-database-id': database.id }))
    .body.query_runs;
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code, body.error?.message];

describe('saving', () => {
  it('gives the whole record, with SQL as version 1', async () => {
    const sql = 'SELECT name FROM people WHERE id = 2';
    const body = await create(sql, {
      name: '  who  ',
      description: 'finds',
      tags: [' a ', 'b', 'a'],
    });
    expect(body).toEqual({
      id: expect.stringMatching(/^svqr[0-9a-z]{26}$/),
      name: 'who',
      description: 'finds',
      sql,
      sql_hash: createHash('sha256').update(sql).digest('hex'),
      tags: ['a', 'b'],
      latest_version: 1,
      created_at: body.updated_at,
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      category: 'filtered_scan',
      table_size: null,
      num_tables: 1,
      has_aggregation: false,
      has_group_by: false,
      has_join: false,
      has_limit: false,
      has_order_by: false,
      has_predicate: true,
    });
    expect((await api.get(`/v1/queries/${body.id}`)).body).toEqual(body);
  });

  it('takes null for what is left out, and the same name twice', async () => {
    const first = await create('SELECT 1', { description: null, tags: null });
    expect(first).toMatchObject({ description: '', tags: [] });
    expect((await create('SELECT 1')).id).not.toBe(first.id);
  });

  it('keeps a text that does not plan, unclassified', async () => {
    for (const sql of ['SELEC 1', 'DELETE FROM people', 'SELECT 1; SELECT 2', 'SHOW TABLES']) {
      expect(await create(sql)).toMatchObject({
        sql,
        latest_version: 1,
        category: null,
        num_tables: null,
      });
    }
    const { id } = await create('SELECT no_such_function(1)');
    const { has_join, has_predicate } = (await api.get(`/v1/queries/${id}`)).body;
    expect([has_join, has_predicate]).toEqual([null, null]);
  });

  it('keeps the control characters of a description, but for NUL', async () => {
    const description = 'first line\r\n\tsecond \u0001\u001b[31m\u007f\u0085';
    const { id } = await create('SELECT 1', { description });
    expect((await api.get(`/v1/queries/${id}`)).body.description).toBe(description);
    const listed = (await api.get('/v1/queries?limit=100')).body.queries;
    expect(listed.find((row: Json) => row.id === id).description).toBe(description);
    const fork = await api.post(`/v1/databases/${database.id}/fork`, { description });
    expect([fork.status, fork.body.forked_from?.description]).toEqual([201, description]);
    const refused = await put(id, { description: 'a\0b' });
    expect(refusal(refused)).toEqual([400, 'BAD_REQUEST', expect.stringMatching(/NUL character/)]);
    expect((await api.get(`/v1/queries/${id}`)).body.description).toBe(description);
  });

  it('takes names, descriptions, tags and texts up to their limits', async () => {
    const name = '\u{1f600}'.repeat(255);
    const tags = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(100, 'x'));
    const description = 'd'.repeat(10_000);
    const sql = `SELECT '${'x'.repeat(999_000)}' AS x`;
    expect(await create(sql, { name, tags, description })).toMatchObject({
      name,
      tags,
      description,
    });
    const duplicates = Array.from({ length: 200 }, () => 'same');
    expect((await create('SELECT 1', { tags: duplicates })).tags).toEqual(['same']);
  });

  it.each([
    [{ sql: 'SELECT 1' }, "Field 'name' is required"],
    [{ name: 'n' }, "Field 'sql' is required"],
    [{ name: 7, sql: 'SELECT 1' }, "Field 'name' must be a string"],
    [{ name: 'n', sql: 'SELECT 1', tags: 'a' }, "Field 'tags' must be an array or null"],
    [{ name: 'n', sql: 'SELECT 1', tags: [1] }, "Field 'tags[0]' must be a string"],
    [
      { name: 'n', sql: 'SELECT 1', category: 'join' },
      "Unknown field 'category'; check its spelling or leave it out",
    ],
    [{ name: ' \n', sql: 'SELECT 1' }, "'name' cannot be empty"],
    [{ name: 'n'.repeat(256), sql: 'SELECT 1' }, "'name' has 256 characters; it takes 255 at most"],
    [{ name: 'n', sql: ' \n ' }, 'SQL query cannot be empty'],
    [{ name: 'n', sql: `SELECT '${'ü'.repeat(500_000)}'` }, 'The SQL text is larger than 1 MB'],
    [
      { name: 'n', sql: 'SELECT 1', description: 'd'.repeat(10_001) },
      "'description' has 10001 characters; it takes 10000 at most",
    ],
    [{ name: 'n', sql: 'SELECT 1', tags: ['a', ' '] }, "'tags[1]' cannot be blank"],
    [
      { name: 'n', sql: 'SELECT 1', tags: ['t'.repeat(101)] },
      "'tags[0]' has 101 characters; it takes 100 at most",
    ],
    [
      { name: 'n', sql: 'SELECT 1', tags: Array.from({ length: 51 }, (_, index) => `${index}`) },
      "'tags' has 51 tags; a saved query takes 50 at most",
    ],
    [
      { name: 'a\0b', sql: 'SELECT 1' },
      'The request holds a NUL character, which no text may contain',
    ],
  ])('refuses a wrong body and saves nothing (%#)', async (body, message) => {
    const before = (await api.get('/v1/queries?limit=1000')).body.count;
    expect(refusal(await api.post('/v1/queries', body))).toEqual([400, 'BAD_REQUEST', message]);
    expect((await api.get('/v1/queries?limit=1000')).body.count).toBe(before);
  });
});

describe('the classification', () => {
  const flags = ['aggregation', 'group_by', 'join', 'limit', 'order_by', 'predicate'];
  it.each([
    ['SELECT * FROM people', 'full_scan', 1, ''],
    ['TABLE people', 'full_scan', 1, ''],
    ['SELECT p.* FROM people p LIMIT 5', 'full_scan', 1, 'limit'],
    ['SELECT 1 AS one', 'full_scan', 0, ''],
    ['VALUES (1), (2)', 'full_scan', 0, ''],
    ['SELECT name FROM people ORDER BY name', 'projection', 1, 'order_by'],
    ['SELECT *, 1 AS one FROM people', 'projection', 1, ''],
    ['SELECT * FROM (SELECT name FROM people)', 'projection', 1, ''],
    ['SELECT DISTINCT team FROM people', 'projection', 1, ''],
    ['SELECT sum(id) OVER () FROM people', 'projection', 1, ''],
    ['SELECT * FROM people WHERE id > 1', 'filtered_scan', 1, 'predicate'],
    ['SELECT * FROM people WHERE id = 1 LIMIT 2', 'filtered_scan', 1, 'limit predicate'],
    ['SELECT * FROM people WHERE id = 1 LIMIT 1', 'point_lookup', 1, 'limit predicate'],
    [
      'SELECT name FROM people WHERE id = 1 FETCH FIRST ROW ONLY',
      'point_lookup',
      1,
      'limit predicate',
    ],
    ['SELECT count(*) FROM people', 'aggregation', 1, 'aggregation'],
    ['SELECT team FROM people GROUP BY team', 'aggregation', 1, 'aggregation group_by'],
    [
      'SELECT team, count(*) FROM people WHERE id > 1 GROUP BY 1',
      'aggregation',
      1,
      'aggregation group_by predicate',
    ],
    [
      'SELECT count(*) FROM people WHERE id = 1 LIMIT 1',
      'aggregation',
      1,
      'aggregation limit predicate',
    ],
    ['SELECT * FROM people p JOIN teams t ON t.id = p.team', 'join', 2, 'join'],
    ['SELECT * FROM people, teams', 'join', 2, 'join'],
    ['SELECT * FROM people NATURAL JOIN teams', 'join', 2, 'join'],
    [
      'SELECT t.name, count(*) FROM people p LEFT JOIN teams t ON t.id = p.team WHERE p.id > 0 GROUP BY 1 ORDER BY 2 LIMIT 3',
      'join',
      2,
      'aggregation group_by join limit order_by predicate',
    ],
    [
      'WITH x AS (SELECT * FROM people WHERE id > 1) SELECT * FROM x',
      'filtered_scan',
      1,
      'predicate',
    ],
    ['EXPLAIN SELECT * FROM people', 'full_scan', 1, ''],
  ])('of %s is %s', async (sql, category, tables, expected) => {
    const saved = await create(sql);
    expect([saved.category, saved.num_tables]).toEqual([category, tables]);
    expect(flags.filter((flag) => saved[`has_${flag}`]).join(' ')).toBe(expected);
  });

  it('needs no table to be there', async () => {
    expect(await create('SELECT a FROM somewhere.else.entirely')).toMatchObject({
      category: 'projection',
      num_tables: 1,
    });
  });
});

describe('changing', () => {
  it('makes a version of other SQL, and of nothing else', async () => {
    const first = await create('SELECT 1 AS v', { name: 'first', tags: ['t'] });
    const renamed = (await put(first.id, { name: 'second' })).body;
    expect(renamed).toMatchObject({
      name: 'second',
      sql: 'SELECT 1 AS v',
      latest_version: 1,
      tags: ['t'],
    });
    const same = (
      await put(first.id, { sql: 'SELECT 1 AS v\n', tags: null, name: null, description: null })
    ).body;
    expect(same).toMatchObject({ latest_version: 1, tags: ['t'], name: 'second' });
    const other = (
      await put(first.id, { sql: 'SELECT count(*) FROM people', description: 'd', tags: [] })
    ).body;
    expect(other).toMatchObject({
      latest_version: 2,
      category: 'aggregation',
      description: 'd',
      tags: [],
    });
    expect(other.created_at).toBe(first.created_at);
    expect(other.updated_at >= renamed.updated_at).toBe(true);
    const back = (await put(first.id, { sql: 'SELECT 1 AS v' })).body;
    expect(back).toMatchObject({
      latest_version: 3,
      category: 'full_scan',
      sql_hash: first.sql_hash,
    });
    const listed = await versions(first.id);
    expect(listed).toMatchObject({
      saved_query_id: first.id,
      count: 3,
      has_more: false,
      limit: 100,
      offset: 0,
    });
    expect(listed.versions.map((row: Json) => [row.version, row.sql, row.category])).toEqual([
      [3, 'SELECT 1 AS v', 'full_scan'],
      [2, 'SELECT count(*) FROM people', 'aggregation'],
      [1, 'SELECT 1 AS v', 'full_scan'],
    ]);
    expect((await api.get(`/v1/queries/${first.id}`)).body).toEqual(back);
  });

  it('overrides category and table size until null clears them', async () => {
    const { id } = await create('SELECT * FROM people');
    const set = (await put(id, { category_override: 'of the team', table_size_override: 'huge' }))
      .body;
    expect(set).toMatchObject({
      category: 'of the team',
      table_size: 'huge',
      has_join: false,
      latest_version: 1,
    });
    // Also later versions keep their own classification.
    expect((await put(id, { sql: 'SELECT name FROM people' })).body).toMatchObject({
      category: 'of the team',
      latest_version: 2,
    });
    expect((await versions(id)).versions[0]).toMatchObject({
      category: 'projection',
      table_size: null,
    });
    expect((await put(id, { category_override: null })).body).toMatchObject({
      category: 'projection',
      table_size: 'huge',
    });
    expect((await put(id, { table_size_override: null })).body).toMatchObject({ table_size: null });
  });

  it.each([
    [{}, 'The body is empty; name at least one field'],
    [{ name: '' }, "'name' cannot be empty"],
    [{ sql: '  ' }, 'SQL query cannot be empty'],
    [
      { category_override: 'x'.repeat(101) },
      "'category_override' has 101 characters; it takes 100 at most",
    ],
    [
      { table_size_override: 'x'.repeat(101) },
      "'table_size_override' has 101 characters; it takes 100 at most",
    ],
    [{ sql: 'SELECT 2', tags: [''] }, "'tags[0]' cannot be blank"],
    [
      { sql: 'SELECT 2', latest_version: 7 },
      "Unknown field 'latest_version'; check its spelling or leave it out",
    ],
  ])('refuses a wrong body and changes nothing (%#)', async (body, message) => {
    const saved = await create('SELECT 1');
    expect(refusal(await put(saved.id, body))).toEqual([400, 'BAD_REQUEST', message]);
    expect((await api.get(`/v1/queries/${saved.id}`)).body).toEqual(saved);
  });

  it('numbers versions without gaps, whoever changes it at the same moment', async () => {
    const { id } = await create('SELECT 0');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        put(id, { sql: `SELECT ${index + 1}`, tags: [`${index + 1}`] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const listed = (await versions(id)).versions;
    expect(listed.map((row: Json) => row.version)).toEqual(
      Array.from({ length: 13 }, (_, index) => 13 - index),
    );
    expect(new Set(listed.map((row: Json) => row.sql)).size).toBe(13);
    const latest = (await api.get(`/v1/queries/${id}`)).body;
    expect(latest).toMatchObject({
      latest_version: 13,
      sql: listed[0].sql,
      tags: [listed[0].sql.slice(7)],
    });
  });
});

describe('listing', () => {
  it('goes by name, then id, in pages', async () => {
    const other = await inNewWorkspace();
    for (const name of ['b', 'a', 'c', 'a', 'B'])
      await other.post('/v1/queries', { name, sql: 'SELECT 1' });
    const all = (await other.get('/v1/queries')).body;
    expect(all).toMatchObject({ count: 5, has_more: false, limit: 100, offset: 0 });
    expect(all.queries.map((row: Json) => row.name)).toEqual(['B', 'a', 'a', 'b', 'c']);
    expect(Object.keys(all.queries[0]).sort()).toEqual(
      ['created_at', 'description', 'id', 'latest_version', 'name', 'tags', 'updated_at'].sort(),
    );
    const [one, two] = all.queries.slice(1, 3);
    expect(one.id < two.id).toBe(true);
    const page = (await other.get('/v1/queries?limit=2&offset=2')).body;
    expect(page).toMatchObject({ count: 2, has_more: true, limit: 2, offset: 2 });
    expect(page.queries).toEqual(all.queries.slice(2, 4));
    expect((await other.get('/v1/queries?limit=0')).body).toMatchObject({
      count: 1,
      limit: 1,
      has_more: true,
    });
    expect((await other.get('/v1/queries?limit=5000&offset=9')).body).toMatchObject({
      count: 0,
      limit: 1000,
    });
    expect((await other.get('/v1/queries?limit=-1')).status).toBe(400);
    expect((await other.get('/v1/queries?cursor=x')).status).toBe(400);
  });

  it('pages through versions, also where their texts are large', async () => {
    const { id } = await create('SELECT 0');
    for (let version = 2; version <= 11; version += 1) {
      await put(id, { sql: `SELECT ${version}, '${'x'.repeat(990_000)}'` });
    }
    const seen: number[] = [];
    for (let offset = 0; ; ) {
      const page = await versions(id, `offset=${offset}`);
      seen.push(...page.versions.map((row: Json) => row.version));
      expect(page.count).toBe(page.versions.length);
      if (!page.has_more) break;
      expect(page.count).toBe(page.limit);
      offset += page.limit;
    }
    expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(
      (await versions(id, 'limit=2&offset=9')).versions.map((row: Json) => row.version),
    ).toEqual([2, 1]);
  });
});

describe('executing', () => {
  it('runs the latest version, or the one that is named', async () => {
    const { id } = await create('SELECT name FROM people WHERE id = 1');
    await put(id, { sql: 'SELECT count(*) AS n FROM people' });
    const latest = await execute(id);
    expect(latest.status).toBe(200);
    expect(latest.body).toMatchObject({
      columns: ['n'],
      rows: [[3]],
      total_row_count: 1,
      truncated: false,
    });
    const pinned = await execute(id, { version: 1 });
    expect(pinned.body).toMatchObject({ columns: ['name'], rows: [['Ada']] });
    expect((await execute(id, { version: null })).body.rows).toEqual([[3]]);
    expect((await execute(id, {})).body.rows).toEqual([[3]]);
    expect((await execute(id, 'null')).body.rows).toEqual([[3]]);
    const runs = await runsOf(id);
    expect(runs.map((run) => [run.saved_query_id, run.saved_query_version, run.status])).toEqual([
      [id, 2, 'succeeded'],
      [id, 2, 'succeeded'],
      [id, 2, 'succeeded'],
      [id, 1, 'succeeded'],
      [id, 2, 'succeeded'],
    ]);
    expect(runs[3].id).toBe(pinned.body.query_run_id);
    const result = await api.get(`/v1/results/${pinned.body.result_id}`, {
      'x-database-id': database.id,
    });
    expect(result.body.rows).toEqual([['Ada']]);
  });

  it('takes zero bytes that call themselves JSON', async () => {
    const { id } = await create('SELECT 5 AS five');
    const headers = { 'x-database-id': database.id, 'content-type': 'application/json' };
    const { status, body } = await api.request('POST', `/v1/queries/${id}/execute`, '', headers);
    expect([status, body.rows]).toEqual([200, [[5]]]);
  });

  it('keeps the history of runs when the query is deleted, and of no other query', async () => {
    const { id } = await create('SELECT 1 AS n');
    await execute(id);
    await execute(id);
    await api.query(database.id, 'SELECT 1 AS n');
    expect((await api.delete(`/v1/queries/${id}`)).status).toBe(204);
    expect(refusal(await execute(id))).toEqual([404, 'NOT_FOUND', `Saved query '${id}' not found`]);
    const runs = await runsOf(id);
    expect(runs.map((run) => [run.saved_query_id, run.saved_query_version])).toEqual([
      [id, 1],
      [id, 1],
    ]);
    expect((await runsOf(id, '&status=failed')).length).toBe(0);
    expect((await runsOf(id, '&limit=1')).length).toBe(1);
    expect(
      (await api.get(`/v1/query-runs/${runs[0]?.id}`, { 'x-database-id': database.id })).status,
    ).toBe(200);
  });

  it('records what fails and what is refused as runs of the query', async () => {
    const { id } = await create('SELECT * FROM nowhere');
    const refused = await execute(id);
    expect(refusal(refused)).toEqual([
      400,
      'BAD_REQUEST',
      expect.stringMatching(/^table .*nowhere' not found/),
    ]);
    await put(id, { sql: 'SELECT 1 / (id - id) FROM people' });
    expect((await execute(id)).status).toBe(400);
    expect((await runsOf(id)).map((run) => [run.status, run.saved_query_version])).toEqual([
      ['failed', 2],
      ['failed', 1],
    ]);
  });

  it('is of the workspace: any database of it gives its own rows', async () => {
    const { id } = await create('SELECT name FROM people');
    const other = await api.createDatabase();
    expect((await execute(id, undefined, other.id)).status).toBe(400);
    await api.loadCsv(other.id, 'people', 'name\nBarbara\n');
    expect((await execute(id, undefined, other.id)).body.rows).toEqual([['Barbara']]);
  });

  it('refuses what is wrong, in the order of checks, and leaves no run', async () => {
    const { id } = await create('SELECT 1');
    const header = { 'x-database-id': database.id };
    const run = (path: string, body?: unknown, headers: Record<string, string> = header) =>
      api.post(`/v1/queries/${path}/execute`, body, headers);
    expect(refusal(await run(id, undefined, {}))).toEqual([
      400,
      'BAD_REQUEST',
      'the X-Database-Id header is required',
    ]);
    expect((await run(id, undefined, { 'x-database-id': 'a b' })).status).toBe(400);
    expect(refusal(await run(id, undefined, { 'x-database-id': 'dbid_none' }))).toEqual([
      404,
      'NOT_FOUND',
      "Database 'dbid_none' not found",
    ]);
    expect(refusal(await run('svqr_none'))).toEqual([
      404,
      'NOT_FOUND',
      "Saved query 'svqr_none' not found",
    ]);
    for (const version of [0, 2, -1, 2 ** 53, 1e300]) {
      expect(refusal(await run(id, { version }))).toEqual([
        404,
        'NOT_FOUND',
        `Version ${version} of saved query '${id}' not found; the latest is 1`,
      ]);
    }
    for (const body of [{ version: '1' }, { version: 1.5 }, { sql: 'SELECT 2' }, []]) {
      expect((await run(id, body)).status).toBe(400);
    }
    expect(await runsOf(id)).toEqual([]);
  });
});

describe('who may', () => {
  const token = async (kind: string, fields: Json = {}): Promise<Api> => {
    const { status, body } = await api.post('/v1/tokens', {
      name: kind,
      kind,
      workspace_id: workspaceId,
      ...fields,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    return service.api(body.token);
  };

  it('keeps the queries of workspaces apart', async () => {
    const other = await inNewWorkspace();
    const saved = await create('SELECT 1', { name: 'mine' });
    expect((await other.get('/v1/queries')).body.count).toBe(0);
    const foreign = await other.createDatabase();
    for (const answer of [
      await other.get(`/v1/queries/${saved.id}`),
      await other.request('PUT', `/v1/queries/${saved.id}`, { name: 'theirs' }),
      await other.delete(`/v1/queries/${saved.id}`),
      await other.get(`/v1/queries/${saved.id}/versions`),
      await other.post(`/v1/queries/${saved.id}/execute`, {}, { 'x-database-id': foreign.id }),
    ]) {
      expect(refusal(answer)).toEqual([404, 'NOT_FOUND', `Saved query '${saved.id}' not found`]);
    }
    expect((await api.get(`/v1/queries/${saved.id}`)).body).toEqual(saved);
  });

  it('refuses a database token everything, and a read-only one every change', async () => {
    const saved = await create('SELECT 1');
    const path = `/v1/queries/${saved.id}`;
    const header = { 'x-database-id': database.id };
    const limited = await token('database', { database_id: database.id });
    const reading = await token('workspace', { read_only: true });
    const change = (who: Api) => [
      who.post('/v1/queries', { name: 'n', sql: 'SELECT 1' }),
      who.request('PUT', path, { name: 'n' }),
      who.delete(path),
    ];
    const read = (who: Api) => [
      who.get('/v1/queries'),
      who.get(path),
      who.get(`${path}/versions`),
      who.post(`${path}/execute`, {}, header),
    ];
    for (const answer of await Promise.all([
      ...change(limited),
      ...read(limited),
      ...change(reading),
    ])) {
      expect([answer.status, answer.body.error.code]).toEqual([403, 'ACCESS_DENIED']);
    }
    for (const answer of await Promise.all(read(reading))) expect(answer.status).toBe(200);
    expect((await api.get(path)).body).toEqual(saved);
  });

  it('is 404 for what is not there, and 401 without a token', async () => {
    for (const answer of [
      await api.get('/v1/queries/svqr_none'),
      await put('svqr_none', { name: 'n' }),
      await api.delete('/v1/queries/svqr_none'),
      await api.get('/v1/queries/svqr_none/versions'),
    ]) {
      expect(refusal(answer)).toEqual([404, 'NOT_FOUND', "Saved query 'svqr_none' not found"]);
    }
    expect((await service.api('qn_wrong').get('/v1/queries')).status).toBe(401);
  });
});
