import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endlessSql, engineLoad } from '../api/occupy-workers.ts';
import { eventually } from '../eventually.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import { type Api, type ApiResponse, type Json, put, type RunningService } from '../service.ts';
import { createSharedBackends, type SharedBackends, sendSignal } from './shared-backends.ts';

const nodeTimeoutS = 3;
/**
 * Time from the last heartbeat (up to a quarter of the timeout before the death) to the sweep after
 * the timeout, plus slack for a busy machine.
 */
const noticedMs = 12 * nodeTimeoutS * 1000;

describe('a node that fails', () => {
  if (!canRunS3Server()) {
    it.skip('has no S3 server to run on (needs Go)');
    return;
  }
  let backends: SharedBackends;
  let a: RunningService;
  let b: RunningService;
  let api: Api;
  let database: Json;
  /** Some hundred milliseconds of work. */
  let longCsv: Buffer;

  beforeAll(async () => {
    backends = await createSharedBackends({
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_NODE_TIMEOUT: String(nodeTimeoutS),
    });
    [a, b] = await Promise.all([backends.startNode('a'), backends.startNode('b')]);
    api = b.api();
    database = await api.createDatabase();
    const lines = Array.from(
      { length: 600_000 },
      (_, index) => `${index},name ${index},${index / 8},2024-01-31`,
    );
    longCsv = Buffer.from(`id,name,share,day\n${lines.join('\n')}\n`);
  }, installTimeoutMs);
  afterAll(() => backends?.remove());

  const lockOf = (table: string) => `load:${database.default_connection_id}/main.${table}`;
  const isLoading = (table: string) =>
    eventually(async () => {
      const held = await backends.metadata(
        'SELECT 1 FROM locks WHERE name = $1 AND expires_at > 0',
        [lockOf(table)],
      );
      expect(held).toHaveLength(1);
    });
  const ids = (table: string) => api.query(database.id, `SELECT count(*), min(id) FROM ${table}`);
  const loadAnyhow = (table: string, data: string) =>
    eventually(async () => {
      const answer = await api.load(database.id, table, { data });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }, noticedMs);

  it('stands still in the middle of a load: another loads the table, and the first is refused when it goes on', async () => {
    await api.loadCsv(database.id, 'fenced', 'id\n7\n');
    const uploadId = await a.api().upload(longCsv);
    const stalled = a.api().load(database.id, 'fenced', { upload_id: uploadId });
    await isLoading('fenced');
    sendSignal(a, 'SIGSTOP');
    await loadAnyhow('fenced', 'id\n8\n');
    sendSignal(a, 'SIGCONT');
    const answer: ApiResponse = await stalled;
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'RESOURCE_LOCKED']);
    expect((await ids('fenced')).body.rows).toEqual([[1, 8]]);
    // Nothing is lost: the upload is still there to be loaded, and the node is one of the two
    // again.
    const again = await a.api().load(database.id, 'fenced', { upload_id: uploadId });
    expect([again.status, again.body.row_count]).toEqual([200, 600_000]);
    await eventually(async () =>
      expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(2),
    );
  });

  it('stands still while it runs queries: they are interrupted, it drops them when it goes on, and then serves', async () => {
    const scoped = api.with({ 'x-database-id': database.id });
    const { body } = await a
      .api()
      .query(database.id, endlessSql, { dialect: 'duckdb', async: true });
    await eventually(async () => expect((await engineLoad(a)).busy).toBe(1));
    sendSignal(a, 'SIGSTOP');
    await eventually(async () => {
      expect((await scoped.get(`/v1/query-runs/${body.query_run_id}`)).body.status).toBe(
        'interrupted',
      );
    }, noticedMs);
    sendSignal(a, 'SIGCONT');
    await eventually(async () => expect((await engineLoad(a)).busy).toBe(0));
    expect((await scoped.get(`/v1/query-runs/${body.query_run_id}`)).body.status).toBe(
      'interrupted',
    );
    await eventually(async () =>
      expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(2),
    );
    expect((await a.api().query(database.id, 'SELECT 1')).body.rows).toEqual([[1]]);
  });

  it('finalizes an upload, stands still in the middle, and takes nothing away from the one that did it', async () => {
    const declared = { declared_size_bytes: longCsv.length, part_size: 5 * 2 ** 20 };
    const checksum = {
      checksum_algo: 'sha256',
      checksum_value: createHash('sha256').update(longCsv).digest('hex'),
    };
    for (let round = 0; round < 3; round += 1) {
      const { body } = await a.api().post('/v1/uploads', { ...declared, ...checksum });
      const parts: { part_number: number; e_tag: string }[] = [];
      for (const [index, url] of body.part_urls.entries()) {
        const e_tag = await put(
          url,
          longCsv.subarray(index * body.part_size, (index + 1) * body.part_size),
        );
        parts.push({ part_number: index + 1, e_tag });
      }
      const finalize = (caller: Api) =>
        caller.post(
          `/v1/uploads/${body.upload_id}/finalize`,
          { parts },
          { 'x-upload-finalize-token': body.finalize_token },
        );
      const stalled = finalize(a.api());
      const lock = `upload:${body.upload_id}`;
      await eventually(async () =>
        expect(await backends.metadata('SELECT 1 FROM locks WHERE name = $1', [lock])).toHaveLength(
          1,
        ),
      );
      sendSignal(a, 'SIGSTOP');
      await eventually(
        async () => expect([200, 400]).toContain((await finalize(api)).status),
        noticedMs,
      );
      sendSignal(a, 'SIGCONT');
      expect([200, 400, 404, 409, 503]).toContain((await stalled).status);
      const loaded = await api.load(database.id, `finalized_${round}`, {
        upload_id: body.upload_id,
      });
      expect([loaded.status, loaded.body.row_count]).toEqual([200, 600_000]);
    }
  }, 120_000);

  it('dies: its runs are interrupted, its locks are free, its jobs go on, and nothing is loaded twice', async () => {
    const scoped = api.with({ 'x-database-id': database.id });
    await api.loadCsv(database.id, 'jobs', 'id\n1\n');
    const runs = await Promise.all(
      [endlessSql, `SELECT range AS n, md5(range::varchar) FROM range(12000000)`].map(
        async (sql, index) => {
          const answer = await a.api().query(database.id, sql, {
            dialect: 'duckdb',
            ...(index === 0 ? { async: true } : {}),
          });
          expect(answer.status).toBe(index === 0 ? 202 : 200);
          return answer.body;
        },
      ),
    );
    // Jobs of both nodes; the other node takes over the jobs of the dead one. All start at once,
    // because the large result is still being written at the kill.
    const jobs = await Promise.all(
      Array.from({ length: 6 }, async (_, index): Promise<string> => {
        const data = `id\n${index + 2}\n`;
        return (await a.api().load(database.id, 'jobs', { mode: 'append', data, async: true })).body
          .id;
      }),
    );
    await a.kill();
    const diedAt = performance.now();
    await eventually(async () => {
      for (const { query_run_id } of runs) {
        expect((await scoped.get(`/v1/query-runs/${query_run_id}`)).body.status).toBe(
          'interrupted',
        );
      }
    }, noticedMs);
    console.log(
      `runs of a dead node were interrupted after ${Math.round(performance.now() - diedAt)} ms (timeout ${nodeTimeoutS} s)`,
    );
    expect((await scoped.get(`/v1/results/${runs[1].result_id}`)).status).toBe(409);
    expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(1);
    for (const job of jobs) {
      await eventually(
        async () => expect((await api.get(`/v1/jobs/${job}`)).body.status).toBe('succeeded'),
        60_000,
      );
    }
    expect((await api.query(database.id, 'SELECT count(*), sum(id) FROM jobs')).body.rows).toEqual([
      [7, 28],
    ]);
  }, 120_000);
});
