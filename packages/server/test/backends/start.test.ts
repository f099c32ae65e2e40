import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allMigrations } from '../../src/metadata/migrations/all-migrations.ts';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import { createSharedBackends, type SharedBackends } from './shared-backends.ts';

describe('a node that starts on PostgreSQL and S3', () => {
  if (!canRunS3Server()) {
    it.skip('has no S3 server to run on (needs Go)');
    return;
  }
  let backends: SharedBackends;
  beforeAll(async () => {
    backends = await createSharedBackends({ QUERN_SWEEP_INTERVAL: '1', QUERN_NODE_TIMEOUT: '2', QUERN_WORKERS: '1' });
  }, installTimeoutMs);
  afterAll(() => backends?.remove());

  it('together with three others on an empty database makes one schema, organization, workspace and token', async () => {
    const nodes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => backends.startNode(name)));
    expect(await backends.metadata('SELECT 1 FROM schema_versions')).toHaveLength(allMigrations.length);
    for (const table of ['organizations', 'workspaces', 'tokens']) {
      expect(await backends.metadata(`SELECT 1 FROM ${table}`), table).toHaveLength(1);
    }
    for (const node of nodes) expect((await node.api().get('/v1/workspaces')).status).toBe(200);
    expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0, 0, 0]);
    expect(await backends.metadata('SELECT id FROM nodes')).toEqual([]);
  });

  it('is among the living before it answers its first request, and until its last query has ended', async () => {
    const watcher = await backends.startNode('a');
    const database = await watcher.api().createDatabase();
    const scoped = watcher.api().with({ 'x-database-id': database.id });
    const node = await backends.startNode('b');
    expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(2);
    // Longer than the timeout of a node: one that stops is not dead while it still works.
    const sql = 'SELECT count(*) FROM range(1000000000) AS a(i), range(40) AS b(j) WHERE (i * j) % 7 = 3';
    const { body } = await node.api().query(database.id, sql, { dialect: 'duckdb', async: true });
    const stopped = node.stop();
    await eventually(async () => {
      const run = await scoped.get(`/v1/query-runs/${body.query_run_id}`);
      expect(run.body.status).not.toBe('running');
      expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(1);
    }, 40_000);
    expect(await stopped).toBe(0);
    const run = await scoped.get(`/v1/query-runs/${body.query_run_id}`);
    // It ended by itself or when its worker was closed; nobody else ended it.
    if (run.body.status !== 'succeeded') expect(run.body.error_message).toMatch(/shutting down/);
    await watcher.stop();
  }, 90_000);

  it('refuses a schema that is newer than it knows, and changes nothing', async () => {
    await backends.metadata("INSERT INTO schema_versions VALUES (999, 'of the future', 0)");
    const env = { ...backends.env, QUERN_DATA_DIR: backends.folderOf('old'), QUERN_PORT: '0', QUERN_SAMPLE: 'off' };
    const { code, stderr } = await runQuern([], env);
    expect(code).toBe(1);
    expect(stderr).toContain('schema version 999');
    expect(stderr).not.toMatch(/ at .*\.js/);
    expect(await backends.metadata('SELECT id FROM nodes')).toEqual([]);
    await backends.metadata('DELETE FROM schema_versions WHERE version = 999');
    const node = await backends.startNode('old');
    expect(await node.stop()).toBe(0);
  });
});
