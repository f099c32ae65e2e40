import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';

let service: RunningService;
let api: Api;
let home: string;

beforeAll(async () => {
  service = await startService({
    env: {
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_COLLECT_INTERVAL: '1',
      QUERN_ORPHAN_GRACE: '0',
    },
  });
  api = service.api();
  home = (await api.get('/v1/workspaces')).body.workspaces[0].public_id;
});
afterAll(() => service.dispose());

async function createWorkspace(name: string): Promise<string> {
  const { status, body } = await api.post('/v1/workspaces', { name });
  expect(status).toBe(201);
  return body.workspace.public_id;
}

const listed = async () =>
  (await api.get('/v1/workspaces')).body.workspaces.map((row: Json) => row.public_id);
const token = async (body: object) => service.api((await api.post('/v1/tokens', body)).body.token);
const inWorkspace = (id: string) => api.with({ 'x-workspace-id': id });

describe('workspaces', () => {
  test('the first start made one, named default, with every field that the clients require', async () => {
    const { status, body } = await api.get('/v1/workspaces');
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      workspaces: [
        {
          public_id: expect.stringMatching(/^work[0-9a-z]{26}$/),
          name: 'default',
          active: true,
          favorite: false,
          provision_status: 'provisioned',
        },
      ],
    });
  });

  test('a created one answers 201 with its envelope, trimmed, and is listed', async () => {
    const { status, body } = await api.post('/v1/workspaces', { name: '  Käse & 日本  ' });
    expect(status).toBe(201);
    const id = body.workspace.public_id;
    expect(body).toEqual({
      ok: true,
      workspace: {
        public_id: id,
        name: 'Käse & 日本',
        provision_status: expect.stringMatching(/^(pending|provisioned)$/),
      },
    });
    expect(await listed()).toContain(id);
    await api.delete(`/v1/workspaces/${id}`);
  });

  test('they need no X-Workspace-Id, and an unknown one does no harm', async () => {
    const { status } = await api.get('/v1/workspaces', {
      'x-workspace-id': 'ws_00000000000000000000000000000000',
    });
    expect(status).toBe(200);
  });

  test.each([
    ['no name', {}],
    ['a name of null', { name: null }],
    ['a name of another type', { name: 7 }],
    ['an empty name', { name: '' }],
    ['a blank name', { name: ' \t' }],
    ['a name of 256 characters', { name: 'n'.repeat(256) }],
    ['an unknown field', { name: 'x', colour: 'red' }],
    ['a body that is no object', ['x']],
  ])('creation with %s is 422 in the workspace shape, and makes nothing', async (_, body) => {
    const before = await listed();
    const answer = await api.post('/v1/workspaces', body);
    expect([answer.status, answer.body]).toEqual([422, { error: 'validation_failed' }]);
    expect(await listed()).toEqual(before);
  });

  test('a body that is not JSON is 400, one of another type 415', async () => {
    const broken = await api.post('/v1/workspaces', '{"name":');
    expect([broken.status, broken.body]).toEqual([400, { error: 'invalid_json' }]);
    const text = await api.request('POST', '/v1/workspaces', 'name=x', {
      'content-type': 'text/plain',
    });
    expect([text.status, text.body]).toEqual([415, { error: 'unsupported_media_type' }]);
  });

  test('an explicit null organization is the own one; another organization is 404', async () => {
    const created = await api.post('/v1/workspaces', {
      name: 'mine',
      organization_public_id: null,
    });
    expect(created.status).toBe(201);
    await api.delete(`/v1/workspaces/${created.body.workspace.public_id}`);
    const missing = { error: 'organization_not_found' };
    const other = await api.post('/v1/workspaces', { name: 'x', organization_public_id: 'orgn1' });
    expect([other.status, other.body]).toEqual([404, missing]);
    const list = await api.get('/v1/workspaces?organization_public_id=orgn1');
    expect([list.status, list.body]).toEqual([404, missing]);
  });

  test('without a credential every call is 401 with a body of the workspace shape', async () => {
    const nobody = service.api('x').with({ authorization: '' });
    const anonymous = await fetch(`${service.origin}/v1/workspaces`);
    expect([anonymous.status, await anonymous.json()]).toEqual([
      401,
      { error: 'missing_authorization' },
    ]);
    expect((await nobody.get('/v1/workspaces')).status).toBe(401);
    const unknown = service.api('unknown-token');
    for (const answer of [
      await unknown.get('/v1/workspaces'),
      await unknown.post('/v1/workspaces', { name: 'x' }),
      await unknown.delete(`/v1/workspaces/${home}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([401, { error: 'invalid_token' }]);
    }
  });

  test('a workspace token may not list, create or delete; a database token sees its one workspace', async () => {
    const other = await createWorkspace('second');
    const ofWorkspace = await token({ kind: 'workspace', workspace_id: home });
    for (const answer of [
      await ofWorkspace.get('/v1/workspaces'),
      await ofWorkspace.post('/v1/workspaces', { name: 'x' }),
      await ofWorkspace.delete(`/v1/workspaces/${home}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([403, { error: 'forbidden' }]);
    }
    const { id } = await inWorkspace(home).createDatabase();
    const ofDatabase = await token({ kind: 'database', workspace_id: home, database_id: id });
    const { body } = await ofDatabase.get('/v1/workspaces');
    expect(body.workspaces.map((row: Json) => row.public_id)).toEqual([home]);
    expect((await ofDatabase.delete(`/v1/workspaces/${home}`)).status).toBe(403);
    expect((await ofDatabase.post('/v1/workspaces', { name: 'x' })).status).toBe(403);
    await api.delete(`/v1/workspaces/${other}`);
  });

  test('an id of any length is unknown alike', async () => {
    for (const id of ['x'.repeat(1025), 'x'.repeat(9000)]) {
      const { status, body } = await api.delete(`/v1/workspaces/${id}`);
      expect([status, body]).toEqual([404, { error: 'workspace_not_found' }]);
    }
  });

  test('an unknown one cannot be deleted: 404', async () => {
    const { status, body } = await api.delete('/v1/workspaces/work00000000000000000000000000');
    expect([status, body]).toEqual([404, { error: 'workspace_not_found' }]);
  });
});

describe('another organization', () => {
  const stranger = 'work-of-another-organization';

  beforeAll(() => {
    // A service makes one organization; the test writes a second.
    const metadata = new Database(join(service.dataDir, 'quern.db'));
    metadata
      .prepare("INSERT INTO organizations (id, name, created_at) VALUES ('orgn2', 'two', 0)")
      .run();
    metadata
      .prepare(
        "INSERT INTO workspaces (id, organization_id, name, active, favorite, provision_status, created_at) VALUES (?, 'orgn2', 'w', 1, 0, 'provisioned', 0)",
      )
      .run(stranger);
    metadata.close();
  });

  test('is neither listed nor entered, its workspace cannot be deleted, and no token is issued for it', async () => {
    expect(await listed()).not.toContain(stranger);
    expect((await api.get('/v1/workspaces?organization_public_id=orgn2')).status).toBe(404);
    expect((await inWorkspace(stranger).get('/v1/databases')).status).toBe(404);
    expect((await inWorkspace(stranger).post('/v1/databases', {})).status).toBe(404);
    expect((await api.delete(`/v1/workspaces/${stranger}`)).status).toBe(404);
    expect(
      (await api.post('/v1/tokens', { kind: 'workspace', workspace_id: stranger })).status,
    ).toBe(404);
  });
});

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a deleted workspace', () => {
  test('is unreachable at once, also for its own tokens, and all of its data goes, but no other data', async () => {
    const gone = await createWorkspace('to be deleted');
    const inside = inWorkspace(gone);
    const objects = join(service.dataDir, 'objects');
    const kept = await inWorkspace(home).createDatabase({ name: 'kept' });
    await inWorkspace(home).loadCsv(kept.id, 't', 'a\n1\n2\n');
    const before = filesBelow(objects).length;
    const lost = await inside.createDatabase({ name: 'lost' });
    await inside.loadCsv(lost.id, 't', 'a\n1\n2\n3\n');
    expect((await inside.query(lost.id, 'SELECT * FROM t')).status).toBe(200);
    await inside.upload(new TextEncoder().encode('a\n1\n'));
    const ofWorkspace = await token({ kind: 'workspace', workspace_id: gone });
    const ofDatabase = await token({ kind: 'database', workspace_id: gone, database_id: lost.id });
    expect(filesBelow(objects).length).toBeGreaterThan(before);

    const deleted = await api.delete(`/v1/workspaces/${gone}`);
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    expect(await listed()).not.toContain(gone);
    expect((await inside.get('/v1/databases')).status).toBe(404);
    expect((await inside.get(`/v1/databases/${lost.id}`)).status).toBe(404);
    expect((await inside.query(lost.id, 'SELECT 1')).status).toBe(404);
    expect((await inWorkspace(home).get(`/v1/databases/${lost.id}`)).status).toBe(404);
    expect((await ofWorkspace.get('/v1/tokens')).status).toBe(401);
    expect((await ofWorkspace.post('/v1/tokens', { kind: 'workspace' })).status).toBe(401);
    expect((await ofDatabase.query(lost.id, 'SELECT 1')).status).toBe(401);
    expect((await api.post('/v1/tokens', { kind: 'workspace', workspace_id: gone })).status).toBe(
      404,
    );
    expect((await api.delete(`/v1/workspaces/${gone}`)).status).toBe(404);

    await eventually(() => expect(filesBelow(objects).length).toBe(before), 45_000);
    const { body } = await inWorkspace(home).query(kept.id, 'SELECT sum(a) FROM t');
    expect(body.rows).toEqual([[3]]);
  });
});
