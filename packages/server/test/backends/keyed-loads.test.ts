import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, transferWhileReading } from '../lake/transfers.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import type { RunningService } from '../service.ts';
import { createSharedBackends, type SharedBackends } from './shared-backends.ts';

describe('keyed loads by two nodes on one PostgreSQL and one bucket', () => {
  if (!canRunS3Server()) {
    it.skip('have no S3 server to run on (needs Go)');
    return;
  }
  let backends: SharedBackends;
  let nodes: readonly [RunningService, RunningService];

  beforeAll(async () => {
    backends = await createSharedBackends({
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_SNAPSHOT_RETENTION_DAYS: '0',
      // The table is compacted all the time.
      QUERN_COMPACTION_QUIET: '0',
    });
    nodes = await Promise.all([backends.startNode('a'), backends.startNode('b')]);
  }, installTimeoutMs);
  afterAll(() => backends?.remove());

  it('lose nothing and show nothing half done, on either node', async () => {
    const [one, other] = nodes.map((node) => node.api());
    if (!one || !other) throw new Error('two nodes');
    const { id } = await one.createDatabase();
    await openAccounts(one, id);
    const traffic = { databaseId: id, writers: [one, other], readers: [one, other], transfers: 10 };
    expect(await transferWhileReading(traffic)).toBeGreaterThan(1);
    const sql = 'SELECT * FROM accounts ORDER BY id';
    const rows = (await one.query(id, sql)).body.rows;
    expect(rows.length).toBe(24);
    expect((await other.query(id, sql)).body.rows).toEqual(rows);
  });
});
