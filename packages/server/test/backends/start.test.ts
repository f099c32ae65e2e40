import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allMigrations } from '../../src/metadata/migrations/all-migrations.ts';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase } from '../postgres.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import { createSharedBackends, type SharedBackends } from './shared-backends.ts';

describe('a node that starts on PostgreSQL and S3', () => {
  if (!canRunS3Server()) {
    it.skip('has no S3 server to run on (needs Go)');
    return;
  }
  let backends: SharedBackends;
  beforeAll(async () => {
    backends = await createSharedBackends({
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_NODE_TIMEOUT: '2',
      QUERN_WORKERS: '1',
    });
  }, installTimeoutMs);
  afterAll(() => backends?.remove());

  it('together with three others on an empty database makes one schema, organization, workspace and token', async () => {
    const nodes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => backends.startNode(name)));
    expect(await backends.metadata('SELECT 1 FROM schema_versions')).toHaveLength(
      allMigrations.length,
    );
    for (const table of ['organizations', 'workspaces', 'tokens']) {
      expect(await backends.metadata(`SELECT 1 FROM ${table}`), table).toHaveLength(1);
    }
    for (const node of nodes) expect((await node.api().get('/v1/workspaces')).status).toBe(200);
    const [binding] = await backends.metadata(
      'SELECT identity, is_bound, key_id, held FROM store_binding',
    );
    // PostgreSQL's client gives 64-bit integers as text.
    expect(binding).toMatchObject({
      is_bound: '1',
      key_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      held: null,
    });
    expect(await backends.objects()).toEqual(['some/prefix/quern-store.json']);
    expect((await backends.storeMark()).identity).toBe(binding?.identity);
    expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0, 0, 0]);
    expect(await backends.metadata('SELECT id FROM nodes')).toEqual([]);
  });

  it('is among the living before it answers its first request, and until its last query has ended', async () => {
    const watcher = await backends.startNode('a');
    const database = await watcher.api().createDatabase();
    const scoped = watcher.api().with({ 'x-database-id': database.id });
    const node = await backends.startNode('b');
    expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(2);
    // Longer than the timeout of a node: a stopping node is not dead while at work.
    const sql =
      'SELECT count(*) FROM range(1000000000) AS a(i), range(2) AS b(j) WHERE (i * j) % 7 = 3';
    const { body } = await node.api().query(database.id, sql, { dialect: 'duckdb', async: true });
    const stopped = node.stop();
    await eventually(async () => {
      const run = await scoped.get(`/v1/query-runs/${body.query_run_id}`);
      expect(run.body.status).not.toBe('running');
      expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(1);
    }, 40_000);
    expect(await stopped).toBe(0);
    const run = await scoped.get(`/v1/query-runs/${body.query_run_id}`);
    // The process ended by itself or by its closed worker, not by a kill.
    if (run.body.status !== 'succeeded') expect(run.body.error_message).toMatch(/shutting down/);
    await watcher.stop();
  }, 90_000);

  it('refuses a bucket and a key that are not those of its metadata, and takes a prefix beside or below it', async () => {
    const other = await createPostgresDatabase();
    const start = (settings: Record<string, string>) => {
      const folder = {
        QUERN_DATA_DIR: backends.folderOf('other'),
        QUERN_PORT: '0',
        QUERN_SAMPLE: 'off',
      };
      return runQuern([], { ...backends.env, ...folder, ...settings });
    };
    const before = await backends.objects();
    const fresh = await start({ QUERN_METADATA_URL: other.url });
    expect(fresh.code).toBe(1);
    expect(fresh.stderr).toMatch(
      /^quern: the metadata database is new.*QUERN_OBJECTS_URL.*'quern adopt'/,
    );
    const below = backends.env.QUERN_OBJECTS_URL?.replace('some/prefix', 'some/prefix/lakes') ?? '';
    const empty = await start({ QUERN_OBJECTS_URL: below });
    expect([empty.code, empty.stderr]).toEqual([
      1,
      expect.stringContaining('the object store is empty'),
    ]);
    const key = await start({ QUERN_SECRET_KEY: 'another-secret-key-of-more-than-32-characters' });
    expect([key.code, key.stderr]).toEqual([
      1,
      expect.stringContaining('the secret key is not the one'),
    ]);
    expect(await backends.objects()).toEqual(before);
    // Another service, below a folder of the first one's: neither takes the other's objects for its
    // own.
    const nested = await backends.startNode('nested', {
      QUERN_METADATA_URL: other.url,
      QUERN_OBJECTS_URL: below,
    });
    const { id } = await nested.api().createDatabase();
    await nested.api().loadCsv(id, 't', 'a\n1\n');
    expect(await nested.stop()).toBe(0);
    expect(
      (await backends.objects()).some((key) => key.startsWith('some/prefix/lakes/lakes/')),
    ).toBe(true);
    const stored = await backends.objects();
    const eager = { QUERN_ORPHAN_GRACE: '0', QUERN_COLLECT_WAIT: '0', QUERN_COLLECT_SHARE: '100' };
    await backends.metadata("UPDATE locks SET expires_at = 0 WHERE name LIKE 'schedule:%'");
    const outer = await backends.startNode('a', { ...eager, QUERN_LOG_LEVEL: 'debug' });
    await eventually(
      () => expect(outer.log.some((line) => line.sweep === 'collect-orphans')).toBe(true),
      40_000,
    );
    expect(await backends.objects()).toEqual(stored);
    expect(await outer.stop()).toBe(0);
    await other.drop();
  }, 120_000);

  it('refuses a schema that is newer than it knows, and changes nothing', async () => {
    await backends.metadata("INSERT INTO schema_versions VALUES (999, 'of the future', 0)");
    const env = {
      ...backends.env,
      QUERN_DATA_DIR: backends.folderOf('old'),
      QUERN_PORT: '0',
      QUERN_SAMPLE: 'off',
    };
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
