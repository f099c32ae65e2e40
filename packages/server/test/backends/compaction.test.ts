import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { openAccounts, transferWhileReading } from '../lake/transfers.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import type { Api, RunningService } from '../service.ts';
import { createSharedBackends, type SharedBackends, sendSignal } from './shared-backends.ts';

const nodeTimeoutS = 3;

describe('tables that two nodes on one PostgreSQL and one bucket compact', () => {
  if (!canRunS3Server()) {
    it.skip('have no S3 server to run on (needs Go)');
    return;
  }
  let backends: SharedBackends;
  let nodes: readonly RunningService[];
  /** Ids of the nodes in the metadata, in order. */
  let nodeIds: unknown[];
  let one: Api;
  let other: Api;

  beforeAll(async () => {
    backends = await createSharedBackends({
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_NODE_TIMEOUT: String(nodeTimeoutS),
      QUERN_SNAPSHOT_RETENTION_DAYS: '0',
      // A few files are enough for a compaction, also during loads.
      QUERN_COMPACTION_QUIET: '0',
    });
    const first = await backends.startNode('a');
    const [known] = await backends.metadata('SELECT id FROM nodes');
    const second = await backends.startNode('b');
    const [next] = await backends.metadata('SELECT id FROM nodes WHERE id <> $1', [known?.id]);
    nodes = [first, second];
    nodeIds = [known?.id, next?.id];
    [one, other] = [first.api(), second.api()];
  }, installTimeoutMs);
  afterAll(() => backends?.remove());

  const compactions = () =>
    nodes.flatMap(({ log }) => log.filter(({ msg }) => msg === 'compaction'));

  it('lose nothing by keyed loads and show nothing half done, on either node', async () => {
    const databases = await Promise.all(
      [one, other, one].map(async (api) => (await api.createDatabase()).id),
    );
    await Promise.all(databases.map((id) => openAccounts(one, id)));
    const traffic = databases.map((databaseId) =>
      transferWhileReading({
        databaseId,
        writers: [one, other],
        readers: [one, other],
        transfers: 6,
        // After a compaction a table waits for the next compaction.
        goesOn: () => compactions().length < databases.length,
      }),
    );
    for (const states of await Promise.all(traffic)) expect(states).toBeGreaterThan(1);
    const sql = 'SELECT * FROM accounts ORDER BY id';
    for (const id of databases) {
      const { rows } = (await one.query(id, sql)).body;
      expect(rows.length).toBe(24);
      expect((await other.query(id, sql)).body.rows).toEqual(rows);
    }
  });

  it('are left to the other node by one that stands still in the middle, which commits nothing when it goes on', async () => {
    const { id } = await one.createDatabase();
    const rowsOfFile = 100_000;
    const csv = (first: number) =>
      `n,v\n${Array.from({ length: rowsOfFile }, (_, index) => `${first + index},0`).join('\n')}\n`;
    for (let file = 0; file < 4; file += 1) {
      await one.loadCsv(id, 't', csv(file * rowsOfFile), { mode: 'append' });
    }
    const owner = await ownerOfCompaction();
    const [stalled, awake] = [
      nodes[owner] as RunningService,
      (nodes[1 - owner] as RunningService).api(),
    ];
    sendSignal(stalled, 'SIGSTOP');
    expect(await jobs('running')).toHaveLength(1);
    // The table's files have changed by the time the stalled node commits.
    expect(
      (await awake.loadCsv(id, 't', 'n,v\n7,1\n', { mode: 'upsert', key: ['n'] })).row_count,
    ).toBe(4 * rowsOfFile);
    await eventually(async () => expect(await jobs('succeeded')).toHaveLength(1), 60_000);
    const [{ attempts } = {}] = await jobs('succeeded');
    expect(Number(attempts)).toBeGreaterThan(1);
    const before = await history(awake, id);
    expect(before).toContain('compact main.t');
    const answers = 'SELECT count(*), sum(n), sum(v), max(v) FROM t';
    const { rows } = (await awake.query(id, answers)).body;
    expect(rows[0].map(Number)).toEqual([
      4 * rowsOfFile,
      (4 * rowsOfFile * (4 * rowsOfFile - 1)) / 2,
      1,
      1,
    ]);

    sendSignal(stalled, 'SIGCONT');
    const told = () =>
      stalled.log.filter(
        ({ msg }) => msg === 'a job was cancelled or taken over by another attempt',
      );
    await eventually(() =>
      expect(told()).toMatchObject([{ jobType: 'ducklake_table_compaction', attempts: 1 }]),
    );
    expect(await history(awake, id)).toEqual(before);
    // The node continues under a new id.
    await eventually(async () =>
      expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(2),
    );
    await eventually(async () =>
      expect((await stalled.api().query(id, answers)).body.rows).toEqual(rows),
    );

    /** The node that has the job. Polls without a pause: the job is short. */
    async function ownerOfCompaction(): Promise<number> {
      for (;;) {
        const [job] = await jobs('running');
        if (job) return nodeIds.indexOf(job.lease_owner);
      }
    }
    function jobs(status: string): Promise<Record<string, unknown>[]> {
      return backends.metadata(
        `SELECT lease_owner, attempts FROM jobs WHERE database_id = $1 AND status = $2
           AND job_type = 'ducklake_table_compaction'`,
        [id, status],
      );
    }
  }, 120_000);

  async function history(api: Api, id: string): Promise<string[]> {
    const { snapshots } = (await api.get(`/v1/databases/${id}/snapshots`)).body;
    return snapshots.map(({ operation }: { operation: string }) => operation);
  }
});
