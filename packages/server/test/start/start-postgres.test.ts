import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { type Api, type Json, put, type RunningService, startService } from '../service.ts';

/** Two nodes with separate folders, and shared metadata in PostgreSQL and objects in a folder. */
let postgres: PostgresDatabase;
let folder: string;
let nodes: readonly [RunningService, RunningService];
let one: Api;
let other: Api;

const folderOf = (name: string) => join(folder, name);
const environment = () => ({
  QUERN_METADATA_URL: postgres.url,
  QUERN_OBJECTS_URL: `file:${folderOf('objects')}`,
  QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
});
const startNode = (name: string) =>
  startService({
    dataDir: folderOf(name),
    env: {
      ...environment(),
      QUERN_BOOTSTRAP_TOKEN: '',
      QUERN_WORKERS: '1',
      QUERN_SWEEP_INTERVAL: '1',
    },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-nodes-'));
  // An order of text that is not the order of its bytes, as a PostgreSQL of another make may have.
  postgres = await createPostgresDatabase({ icuLocale: 'en-US' });
  nodes = await Promise.all([startNode('a'), startNode('b')]);
  const file = ['a', 'b']
    .map((name) => join(folderOf(name), 'token'))
    .find((path) => existsSync(path));
  const token = (await readFile(file ?? '', 'utf8')).trim();
  one = nodes[0].api(token);
  other = nodes[1].api(token);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.dispose()));
  await postgres.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('two nodes that start together on PostgreSQL', () => {
  test('make one organization, one workspace and one token, which only the first to come prints', async () => {
    const files = ['a', 'b'].filter((name) => existsSync(join(folderOf(name), 'token')));
    expect(files).toHaveLength(1);
    await eventually(() =>
      expect(nodes.filter((node) => node.stderr().includes('qn_'))).toHaveLength(1),
    );
    for (const api of [one, other]) {
      expect((await api.get('/v1/workspaces')).body.workspaces).toHaveLength(1);
      expect((await api.get('/v1/tokens')).body.tokens).toHaveLength(1);
    }
    expect(existsSync(join(folderOf('a'), 'secret.key'))).toBe(false);
  });

  test('a file uploaded through both is a table for both, and a result too', async () => {
    const { id } = await one.createDatabase({ name: 'shared' });
    const bytes = new TextEncoder().encode('n,t\n1,ä\n2,b\n');
    const session = (await one.post('/v1/uploads', { declared_size_bytes: bytes.length })).body;
    await put(session.url.replace(nodes[0].origin, nodes[1].origin), bytes);
    const token = { 'x-upload-finalize-token': session.finalize_token };
    expect((await other.post(`/v1/uploads/${session.upload_id}/finalize`, {}, token)).status).toBe(
      200,
    );
    expect((await one.load(id, 't', { upload_id: session.upload_id })).status).toBe(200);
    const query = await other.query(id, 'SELECT sum(n), max(t) FROM t');
    expect(query.body.rows).toEqual([[3, 'ä']]);
    const scoped = one.with({ 'x-database-id': id });
    const result = await scoped.get(`/v1/results/${query.body.result_id}`);
    expect([result.status, result.body.rows]).toEqual([200, [[3, 'ä']]]);
    expect((await scoped.get(`/v1/query-runs/${query.body.query_run_id}`)).body.status).toBe(
      'succeeded',
    );
  });

  test('what one changes, the other sees at once', async () => {
    const database = await one.createDatabase({ name: 'seen' });
    const tables = `/v1/databases/${database.id}/schemas/main/tables`;
    expect((await other.post(tables, { name: 'T' })).status).toBe(201);
    expect((await one.post(tables, { name: 't' })).status).toBe(409);
    await one.loadCsv(database.id, 't', 'a\n1\n');
    expect((await other.query(database.id, 'SELECT * FROM t')).body.rows).toEqual([[1]]);
    await other.loadCsv(database.id, 't', 'a\n2\n', { mode: 'append' });
    expect((await one.query(database.id, 'SELECT sum(a) FROM t')).body.rows).toEqual([[3]]);
    expect((await other.delete(`${tables}/t`)).status).toBe(204);
    expect((await one.query(database.id, 'SELECT * FROM t')).status).toBe(400);
    expect((await other.delete(`/v1/databases/${database.id}`)).status).toBe(204);
    expect((await one.get(`/v1/databases/${database.id}`)).status).toBe(404);
  });

  test('twenty callers of both who ask for a database of one name get one', async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).post('/v1/databases', {
          name: 'Raced',
          if_not_exists: true,
        }),
      ),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1);
  });

  test('the listing, its search and the information schema keep their order and their escapes', async () => {
    const names = ['100% b', 'x_y', 'xzy', 'Ünïcode ☃', 'back\\slash'];
    for (const name of names) await one.createDatabase({ name });
    const found = async (search: string) =>
      (await other.get(`/v1/databases?search=${encodeURIComponent(search)}`)).body.databases.map(
        (row: Json) => row.name,
      );
    expect(await found('%')).toEqual(['100% b']);
    expect(await found('X_Y')).toEqual(['x_y']);
    expect(await found('k\\S')).toEqual(['back\\slash']);
    expect(await found('nïcode')).toEqual(['Ünïcode ☃']);
    const tables = ['_b', 'a_c', 'ab', 'abc', 'a1'].map((name) => ({ name }));
    const { default_connection_id: id } = await one.createDatabase({
      schemas: [{ name: 's', tables }],
    });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await other.get(
        `/v1/information_schema?connection_id=${id}&limit=2${cursor}`,
      );
      seen.push(...body.tables.map((row: Json) => row.table));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(['_b', 'a1', 'a_c', 'ab', 'abc']);
  });

  test('a NUL or a broken path is refused as with SQLite', async () => {
    expect((await one.get('/v1/databases/a%00b')).status).toBe(404);
    expect((await one.get('/v1/jobs/%00')).status).toBe(404);
    expect((await one.delete('/v1/tokens/%00')).status).toBe(404);
    expect((await one.get('/v1/databases?search=%00')).status).toBe(400);
    expect((await one.get('/v1/databases', { 'x-workspace-id': 'wörk' })).status).toBe(404);
  });

  test('a token of the command works on both at once, and its revocation too', async () => {
    const env = { ...environment(), QUERN_DATA_DIR: folderOf('c') };
    const created = await runQuern(['tokens', 'create'], env);
    const token = created.stdout.trim();
    for (const node of nodes) expect((await node.api(token).get('/v1/databases')).status).toBe(200);
    const { body } = await nodes[0].api(token).get('/v1/tokens');
    expect((await runQuern(['tokens', 'revoke', body.tokens[0].id], env)).code).toBe(0);
    for (const node of nodes) expect((await node.api(token).get('/v1/databases')).status).toBe(401);
  });

  test('a node that starts later finds everything, and without the key none starts', async () => {
    const later = await startNode('late');
    expect(existsSync(join(folderOf('late'), 'token'))).toBe(false);
    expect(later.stderr()).not.toContain('qn_');
    expect(await later.stop()).toBe(0);
    const { code, stderr } = await runQuern([], {
      QUERN_DATA_DIR: folderOf('keyless'),
      QUERN_METADATA_URL: postgres.url,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('QUERN_SECRET_KEY: required')]);
  });
});

test('a node whose metadata cannot be reached any more is alive and not ready', async () => {
  const own = await createPostgresDatabase();
  const dataDir = folderOf('cut-off');
  // Metadata and objects belong together: these are not the other nodes'.
  const objects = `file:${folderOf('cut-off-objects')}`;
  const env = { ...environment(), QUERN_METADATA_URL: own.url, QUERN_OBJECTS_URL: objects };
  const node = await startService({ dataDir, env });
  const statusOf = async (path: string) => (await fetch(`${node.origin}${path}`)).status;
  try {
    await eventually(async () => expect(await statusOf('/readyz')).toBe(200));
    await own.drop();
    await eventually(async () => expect(await statusOf('/readyz')).toBe(503));
    expect(await statusOf('/healthz')).toBe(200);
  } finally {
    await node.kill();
    await own.drop();
  }
});
