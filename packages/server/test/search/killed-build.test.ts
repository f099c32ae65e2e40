import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { type RunningService, startService } from '../service.ts';

let service: RunningService | undefined;
const made = mkdtemp(join(tmpdir(), 'quern-killed-build-'));
afterAll(async () => {
  await service?.kill();
  await rm(await made, { recursive: true, force: true });
});

type Moment = (job: string) => Promise<void>;

const statusOf = async (job: string) => (await service?.api().get(`/v1/jobs/${job}`))?.body.status;

/**
 * When the service is killed: as soon as the job is there, as it begins, as its file is written,
 * and when it has ended.
 */
const moments: readonly Moment[] = [
  async () => {},
  (job) => eventually(async () => expect(await statusOf(job)).not.toBe('pending')),
  (job) =>
    eventually(async () => {
      const spooled = await readdir(join(await made, 'spool', 'search'), { recursive: true }).catch(
        () => [],
      );
      const isWriting = spooled.some((name) => String(name).endsWith('.segment'));
      expect(isWriting || (await statusOf(job)) === 'succeeded').toBe(true);
    }),
  (job) => eventually(async () => expect(await statusOf(job)).toBe('succeeded')),
];

test('a build that is killed goes on at the next start, and nothing that is searched meanwhile is wrong', async () => {
  const dataDir = await made;
  const options = { dataDir, env: { QUERN_SWEEP_INTERVAL: '1', QUERN_NODE_TIMEOUT: '1' } };
  service = await startService(options);
  const database = await service.api().createDatabase();
  const lines = Array.from(
    { length: 30_000 },
    (_unused, id) => `${id},w${id % 97} common w${id % 13}`,
  );
  await service.api().loadCsv(database.id, 't', `id,note\n${lines.join('\n')}\n`);
  const path = `/v1/connections/${database.default_connection_id}/tables/main/t/indexes`;
  const sql = "SELECT count(*), sum(id) FROM bm25_search('t', 'note', '+w5 +common')";
  for (const [round, moment] of moments.entries()) {
    const name = `words_${round}`;
    const asked = await service
      .api()
      .post(path, { index_name: name, columns: ['note'], index_type: 'bm25', async: true });
    expect(asked.status).toBe(202);
    await moment(asked.body.id);
    await service.kill();
    service = await startService(options);
    const { status, body } = await service.api().query(database.id, sql);
    expect([status, body.rows]).toEqual([
      200,
      [[wanted.length, wanted.reduce((sum, id) => sum + id, 0)]],
    ]);
    await eventually(async () => {
      const { indexes } = (await service?.api().get(path))?.body ?? {};
      expect(indexes.find((one: { index_name: string }) => one.index_name === name)?.status).toBe(
        'ready',
      );
    }, 60_000);
  }
  const again = await service.api().query(database.id, `${sql} WHERE id >= 0`);
  expect(again.body.rows[0][0]).toBe(wanted.length);
}, 180_000);

const wanted = Array.from({ length: 30_000 }, (_unused, id) => id).filter(
  (id) => id % 97 === 5 || id % 13 === 5,
);
