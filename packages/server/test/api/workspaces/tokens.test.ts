import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@quern/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../src/operations/operations.ts';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type ApiResponse,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';
import { runQuern } from '../run-quern.ts';

let service: RunningService;
let api: Api;
let home: string;
let away: string;
let database: Json;

beforeAll(async () => {
  service = await startService();
  api = service.api();
  home = (await api.get('/v1/workspaces')).body.workspaces[0].public_id;
  database = await api.createDatabase({ name: 'mine' });
  away = (await api.post('/v1/workspaces', { name: 'away' })).body.workspace.public_id;
});
afterAll(() => service.dispose());

async function issue(body: Record<string, unknown>, by: Api = api): Promise<Json> {
  const { status, body: created } = await by.post('/v1/tokens', body);
  expect(status).toBe(201);
  return created;
}

const listed = async (by: Api = api) =>
  (await by.get('/v1/tokens')).body.tokens.map((row: Json) => row.id);
const soon = () => new Date(Date.now() + 1200).toISOString();

describe('tokens over HTTP', () => {
  test('an issued token shows its text once, says what it is, and works', async () => {
    const created = await issue({
      kind: 'workspace',
      workspace_id: home,
      name: 'ci',
      expires_at: '2h',
      read_only: true,
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^tokn/),
      token: expect.stringMatching(/^qn_[0-9A-Za-z]{43}$/),
      name: 'ci',
      kind: 'workspace',
      workspace_id: home,
      database_id: null,
      read_only: true,
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const lifeMs = Date.parse(created.expires_at) - Date.parse(created.created_at);
    expect(lifeMs).toBe(2 * 3_600_000);
    const list = await api.get('/v1/tokens');
    expect(list.body.tokens.map((row: Json) => row.id)).toContain(created.id);
    expect(JSON.stringify(list.body)).not.toContain(created.token);
    expect((await service.api(created.token).get(`/v1/databases/${database.id}`)).status).toBe(200);
  });

  test('an organization token reaches every workspace and must name one of several', async () => {
    const organization = service.api((await issue({ kind: 'organization' })).token);
    for (const id of [home, away]) {
      expect((await organization.get('/v1/databases', { 'x-workspace-id': id })).status).toBe(200);
    }
    const { status, body } = await organization.get('/v1/databases');
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toContain('X-Workspace-Id');
  });

  test('a workspace token needs no header, and finds no other workspace and nothing of it', async () => {
    const ofAway = service.api((await issue({ kind: 'workspace', workspace_id: away })).token);
    expect((await ofAway.get('/v1/databases')).body.databases).toEqual([]);
    expect((await ofAway.get('/v1/databases', { 'x-workspace-id': home })).status).toBe(404);
    expect((await ofAway.get(`/v1/databases/${database.id}`)).status).toBe(404);
    expect((await ofAway.query(database.id, 'SELECT 1')).status).toBe(404);
    expect((await ofAway.delete(`/v1/databases/${database.id}`)).status).toBe(404);
    const load = `/v1/connections/${database.default_connection_id}/schemas`;
    expect((await ofAway.post(load, { name: 'x' })).status).toBe(404);
  });

  test('an expired token is 401 from its instant on, and no longer listed', async () => {
    const created = await issue({ kind: 'workspace', workspace_id: home, expires_at: soon() });
    const bearer = service.api(created.token);
    expect((await bearer.get('/v1/databases')).status).toBe(200);
    await eventually(async () => expect((await bearer.get('/v1/databases')).status).toBe(401));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(created.expires_at));
    expect(await listed()).not.toContain(created.id);
  });

  test('a revoked token is 401 at the next request; an unknown id is 404; a second time changes nothing', async () => {
    const created = await issue({ kind: 'workspace', workspace_id: home });
    const bearer = service.api(created.token);
    expect((await bearer.get('/v1/databases')).status).toBe(200);
    const revoked = await api.delete(`/v1/tokens/${created.id}`);
    expect([revoked.status, revoked.body]).toEqual([204, '']);
    const refused = await bearer.get('/v1/databases');
    expect([refused.status, refused.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(await listed()).not.toContain(created.id);
    expect((await api.delete('/v1/tokens/tokn00000000000000000000000000')).status).toBe(404);
    expect((await api.delete(`/v1/tokens/${created.id}`)).status).toBe(204);
  });

  test('a read-only token queries and reads, and is 403 for whatever changes something', async () => {
    await api.with({ 'x-workspace-id': home }).loadCsv(database.id, 'numbers', 'n\n4\n5\n');
    const reader = service.api(
      (await issue({ kind: 'workspace', workspace_id: home, read_only: true })).token,
    );
    expect((await reader.query(database.id, 'SELECT sum(n) FROM numbers')).body.rows).toEqual([
      [9],
    ]);
    expect((await reader.get('/v1/databases')).status).toBe(200);
    const attempts = [
      await reader.post('/v1/databases', {}),
      await reader.delete(`/v1/databases/${database.id}`),
      await reader.post('/v1/uploads', {}),
      await reader.post(`/v1/databases/${database.id}/schemas`, { name: 'x' }),
      await reader.load(database.id, 'numbers', { data: 'n\n1\n' }),
      await reader.delete(`/v1/databases/${database.id}/schemas/main/tables/numbers`),
      await reader.post('/v1/tokens', { kind: 'workspace', read_only: true }),
    ];
    for (const { status, body } of attempts)
      expect([status, body.error?.code]).toEqual([403, 'ACCESS_DENIED']);
    expect((await reader.query(database.id, 'SELECT sum(n) FROM numbers')).body.rows).toEqual([
      [9],
    ]);
  });

  test('a workspace token manages the tokens of its workspace only', async () => {
    const foreign = await issue({ kind: 'workspace', workspace_id: away });
    const wide = await issue({ kind: 'organization' });
    const mine = await issue({ kind: 'workspace', workspace_id: home });
    const manager = service.api(mine.token);
    const own = await issue({ kind: 'workspace' }, manager);
    expect(own.workspace_id).toBe(home);
    const seen = await listed(manager);
    expect(seen).toEqual(expect.arrayContaining([own.id, mine.id]));
    expect(seen).not.toContain(foreign.id);
    expect(seen).not.toContain(wide.id);
    for (const id of [foreign.id, wide.id])
      expect((await manager.delete(`/v1/tokens/${id}`)).status).toBe(404);
    expect((await manager.post('/v1/tokens', { kind: 'organization' })).status).toBe(403);
    expect(
      (await manager.post('/v1/tokens', { kind: 'workspace', workspace_id: away })).status,
    ).toBe(404);
    expect((await service.api(foreign.token).get('/v1/databases')).status).toBe(200);
    const foreignDatabase = await api.with({ 'x-workspace-id': away }).createDatabase();
    const stolen = await manager.post('/v1/tokens', {
      kind: 'database',
      database_id: foreignDatabase.id,
    });
    expect(stolen.status).toBe(404);
  });

  test.each([
    ['no kind', {}],
    ['an unknown kind', { kind: 'root' }],
    ['a database kind without a database', { kind: 'database' }],
    ['a database with another kind', { kind: 'workspace', database_id: 'dbid1' }],
    ['an organization kind with a workspace', { kind: 'organization', workspace_id: 'work1' }],
    ['an organization kind with an empty workspace', { kind: 'organization', workspace_id: '' }],
    ['an expiry of no known form', { kind: 'organization', expires_at: 'tomorrow' }],
    ['an expiry that has passed', { kind: 'organization', expires_at: '2020-01-01T00:00:00Z' }],
    ['a name of 256 characters', { kind: 'organization', name: 'n'.repeat(256) }],
    ['an unknown field', { kind: 'organization', scope: 'all' }],
    ['a flag that is a number', { kind: 'organization', read_only: 1 }],
  ])('creation with %s is 400 and issues nothing', async (_, body) => {
    const before = await listed();
    const answer = await api.post('/v1/tokens', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await listed()).toEqual(before);
  });

  test('several workspaces: one must be named for a workspace token', async () => {
    expect((await api.post('/v1/tokens', { kind: 'workspace' })).status).toBe(400);
    expect(
      (await api.post('/v1/tokens', { kind: 'workspace', workspace_id: 'work1' })).status,
    ).toBe(404);
  });
});

describe('a database token', () => {
  let limited: Api;
  let other: Json;

  beforeAll(async () => {
    limited = service.api(
      (await issue({ kind: 'database', workspace_id: home, database_id: database.id })).token,
    );
    other = await api.with({ 'x-workspace-id': home }).createDatabase({ name: 'other' });
  });

  const allowed = new Set([
    'workspaces.list',
    'databases.create',
    'databases.addSchema',
    'databases.addTable',
    'databases.loadTable',
    'uploads.create',
    'uploads.createBatch',
    'uploads.mintParts',
    'uploads.finalize',
    'queries.run',
    'queryRuns.list',
    'queryRuns.get',
    'queryRuns.getProfile',
    'queryRuns.cancel',
    'results.list',
    'results.get',
    'jobs.get',
    'jobs.cancel',
    'tokens.getOwn',
  ]);
  const served = endpoints.filter(
    ({ operationId, security }) => operationId in operations && security !== 'none',
  );

  test.each(served.filter(({ operationId }) => !allowed.has(operationId)))(
    'is 403 on $operationId',
    async (endpoint) => {
      const answer = await call(limited, endpoint, database);
      if (endpoint.errorShape === 'workspace') {
        expect([answer.status, answer.body]).toEqual([403, { error: 'forbidden' }]);
      } else {
        expect([answer.status, answer.body.error.code]).toEqual([403, 'ACCESS_DENIED']);
        expect(answer.body.error.message).toMatch(
          /limited to creating databases, querying, uploading/,
        );
      }
    },
  );

  test.each(served.filter(({ operationId }) => allowed.has(operationId)))(
    'is not refused on $operationId',
    async (endpoint) => {
      expect((await call(limited, endpoint, database)).status).not.toBe(403);
    },
  );

  test('works with its own database: creates, declares, loads, queries, reads runs and results', async () => {
    expect((await limited.post('/v1/databases', {})).status).toBe(201);
    const path = `/v1/databases/${database.id}/schemas`;
    expect((await limited.post(path, { name: 'extra' })).status).toBe(201);
    expect((await limited.post(`${path}/extra/tables`, { name: 'empty' })).status).toBe(201);
    await limited.loadCsv(database.id, 'own', 'a\n1\n');
    const uploadId = await limited.upload(new TextEncoder().encode('a\n2\n'));
    expect(
      (await limited.load(database.id, 'own', { mode: 'append', upload_id: uploadId })).status,
    ).toBe(200);
    const query = await limited.query(database.id, 'SELECT sum(a) FROM own');
    expect(query.body.rows).toEqual([[3]]);
    const scoped = limited.with({ 'x-database-id': database.id });
    expect((await scoped.get(`/v1/results/${query.body.result_id}`)).status).toBe(200);
    expect((await scoped.get(`/v1/query-runs/${query.body.query_run_id}`)).status).toBe(200);
    const job = await limited.load(database.id, 'own', { data: 'a\n7\n', async: true });
    expect(job.status).toBe(202);
    expect((await limited.get(`/v1/jobs/${job.body.id}`)).status).toBe(200);
  });

  test('finds by get-or-create its own database and those that it made, and no other', async () => {
    const admin = api.with({ 'x-workspace-id': home });
    const theirs = await admin.createDatabase({ name: 'Of somebody else' });
    const ask = { name: 'of somebody else', if_not_exists: true };
    const made = await limited.post('/v1/databases', ask);
    expect([made.status, made.body.created]).toEqual([201, true]);
    expect(JSON.stringify(made.body)).not.toContain(theirs.id);
    const again = await limited.post('/v1/databases', ask);
    expect([again.status, again.body.id]).toEqual([200, made.body.id]);
    const own = { name: database.name, if_not_exists: true };
    const found = await limited.post('/v1/databases', own);
    expect([found.status, found.body.id]).toEqual([200, database.id]);
    expect((await admin.delete(`/v1/databases/${made.body.id}`)).status).toBe(204);
  });

  test('is 403 for another database, whatever names it, and for a job of one', async () => {
    const elsewhere = limited.with({ 'x-database-id': other.id });
    const job = await api
      .with({ 'x-workspace-id': home })
      .load(other.id, 't', { data: 'a\n1\n', async: true });
    const attempts: ApiResponse[] = [
      await limited.query(other.id, 'SELECT 1'),
      await limited.post('/v1/query', { sql: 'SELECT 1', database_id: other.id }),
      await elsewhere.get('/v1/results'),
      await elsewhere.get('/v1/query-runs'),
      await limited.post(`/v1/databases/${other.id}/schemas`, { name: 'x' }),
      await limited.post(`/v1/databases/${other.id}/schemas/main/tables`, { name: 'x' }),
      await limited.load(other.id, 't', { data: 'a\n1\n' }),
      await limited.get(`/v1/jobs/${job.body.id}`),
    ];
    for (const { status, body } of attempts)
      expect([status, body.error?.code]).toEqual([403, 'ACCESS_DENIED']);
    expect((await limited.get('/v1/jobs/jobq00000000000000000000000000')).status).toBe(404);
  });
});

/** A well-formed request, so only the permission can refuse it before existence is checked. */
function call(by: Api, endpoint: (typeof endpoints)[number], database: Json): Promise<ApiResponse> {
  const path = endpoint.path
    .replace('{database_id}', database.id)
    .replace('{connection_id}', database.default_connection_id)
    .replace('{schema}', 'main')
    .replace('{public_id}', home)
    .replace(/\{\w+\}/g, 'unknown');
  const query = endpoint.operationId === 'databases.getByName' ? '?name=mine' : '';
  const bodies: Record<string, unknown> = {
    'databases.setConstantPerKey': { constant_per_key: [] },
    'connections.setConstantPerKey': { constant_per_key: [] },
    'refresh.setPolicy': { mode: 'full' },
    'indexes.create': { index_name: 'i', columns: ['c'], index_type: 'bm25' },
    'databaseIndexes.create': { index_name: 'i', columns: ['c'], index_type: 'bm25' },
    'embeddingProviders.create': {
      name: 'p',
      provider_type: 'service',
      config: { model: 'm', base_url: 'https://e.example/v1' },
    },
    'workspaces.create': { name: 'x' },
    'tokens.create': { kind: 'workspace' },
    'uploads.createBatch': { uploads: [{}] },
    'uploads.mintParts': { part_numbers: [1] },
    'uploads.finalize': {},
    'uploads.create': {},
    'databases.create': {},
    'databases.restoreTable': { snapshot_id: 1 },
    'databases.reset': {},
    'databases.attachCatalog': { connection_id: 'unknown' },
    'databaseBatches.create': { count: 1 },
    'databaseContexts.upsert': { name: 'fresh', content: '' },
    'connections.create': { name: 'fresh', source_type: 'managed', config: {} },
    'queries.run': { sql: 'SELECT 1' },
    'queryRuns.cancel': {},
    'savedQueries.create': { name: 'fresh', sql: 'SELECT 1' },
    'savedQueries.execute': {},
    'refresh.run': {},
    'secrets.create': { name: 'fresh', value: 'x' },
    'secrets.update': { value: 'x' },
  };
  const named = endpoint.path.endsWith('/loads')
    ? { mode: 'replace', data: 'a\n1\n' }
    : { name: 'fresh' };
  const body = endpoint.body ? (bodies[endpoint.operationId] ?? named) : undefined;
  return by.request(endpoint.method, path + query, body, {
    'x-database-id': database.id,
    'x-upload-finalize-token': 'unknown',
  });
}

describe('quern tokens beside the running service', () => {
  const quern = (...args: string[]) =>
    runQuern(['tokens', ...args], { QUERN_DATA_DIR: service.dataDir });

  test('create prints a token that works at once, list names it, revoke ends it', async () => {
    const created = await quern(
      'create',
      '--workspace',
      home,
      '--name',
      'from the shell',
      '--expires',
      '7d',
    );
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^qn_[0-9A-Za-z]{43}\n$/);
    const token = created.stdout.trim();
    expect((await service.api(token).get('/v1/databases')).status).toBe(200);

    const line =
      (await quern('list')).stdout.split('\n').find((row) => row.endsWith('\tfrom the shell')) ??
      '';
    const [id = '', kind, reach, rights, state] = line.split('\t');
    expect([kind, reach, rights]).toEqual(['workspace', home, 'read-write']);
    expect(state).toMatch(/^until 20/);
    expect(line).not.toContain(token);

    expect((await quern('revoke', id)).code).toBe(0);
    expect((await service.api(token).get('/v1/databases')).status).toBe(401);
    expect((await quern('list')).stdout).toMatch(new RegExp(`${id}\t.*\trevoked\t`));
  });

  test('the kinds and the read-only flag mean what they mean over HTTP', async () => {
    const wide = service.api(
      (await quern('create', '--kind', 'organization', '--read-only')).stdout.trim(),
    );
    expect((await wide.get('/v1/workspaces')).status).toBe(200);
    expect((await wide.post('/v1/workspaces', { name: 'x' })).status).toBe(403);
    const narrow = await quern('create', '--kind', 'database', '--database', database.id);
    const limited = service.api(narrow.stdout.trim());
    expect((await limited.query(database.id, 'SELECT 1')).status).toBe(200);
    expect((await limited.get('/v1/databases')).status).toBe(403);
  });

  test.each([
    [['create', '--kind', 'root'], /none of organization, workspace, database/],
    [['create', '--kind', 'database'], /needs --database/],
    [['create', '--kind', 'database', '--database', 'dbid1'], /no database 'dbid1'/],
    [['create', '--database', 'dbid1'], /--database goes with --kind database only/],
    [
      ['create', '--kind', 'organization', '--workspace', 'work1'],
      /does not go with --kind organization/,
    ],
    [['create', '--workspace', 'work1'], /no workspace 'work1'/],
    [['create'], /more than one workspace/],
    [['create', '--kind', 'organization', '--expires', 'soon'], /'expires_at' must be/],
    [['create', '--colour', 'red'], /--colour/],
    [['revoke', 'tokn1'], /no token 'tokn1'/],
    [['revoke'], /say create, list or revoke/],
    [['dance'], /say create, list or revoke/],
    [[], /say create, list or revoke/],
  ])('%j is refused with a sentence, a code that is not 0, and no token', async (args, message) => {
    const before = await listed();
    const { code, stdout, stderr } = await quern(...args);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(await listed()).toEqual(before);
  });

  test('nothing is stored or logged of a token but its hash', async () => {
    const { token } = await issue({ kind: 'organization' });
    expect((await service.api(token).get('/v1/workspaces')).status).toBe(200);
    const list = await runQuern(['tokens', 'list'], { QUERN_DATA_DIR: service.dataDir });
    const stored = readdirSync(service.dataDir)
      .filter((name) => name.startsWith('quern.db'))
      .map((name) => readFileSync(join(service.dataDir, name), 'latin1'));
    expect(stored.join('')).toContain(createHash('sha256').update(token).digest('hex'));
    for (const text of [list.stdout, JSON.stringify(service.log), service.stderr(), ...stored]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(testToken);
    }
  });
});
