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
  await rm(await made, { recursive: true, force: true, maxRetries: 5 });
});

type Moment = (job: string) => Promise<void>;

const statusOf = async (job: string) => (await service?.api().get(`/v1/jobs/${job}`))?.body.status;

/**
 * Moments of the kill: when the job exists, at its begin, while its file is written, and after its
 * end.
 */
const moments: readonly Moment[] = [
  async () => {},
  (job) => eventually(async () => expect(await statusOf(job)).not.toBe('pending')),
  (job) =>
    eventually(async () => {
      const spooled = await readdir(join(await made, 'spool', 'search'), { recursive: true }).catch(
        () => [],
      );
      const isWriting = spooled.some((name) => /\.(?:segment|parquet)$/.test(String(name)));
      expect(isWriting || (await statusOf(job)) === 'succeeded').toBe(true);
    }),
  (job) => eventually(async () => expect(await statusOf(job)).toBe('succeeded')),
];

const rowCount = 30_000;
/** Vectors of 4 numbers, no two alike. */
const pointOf = (id: number) =>
  [17, 29, 43, 61].map((prime, place) => ((id * prime) % 997) + id / (place + 2));
const withWord = Array.from({ length: rowCount }, (_unused, id) => id).filter(
  (id) => id % 97 === 5 || id % 13 === 5,
);
const sumOf = (ids: readonly number[]) => ids.reduce((sum, id) => sum + id, 0);

interface Kind {
  readonly type: 'bm25' | 'sorted' | 'vector';
  readonly column: string;
  readonly sql: string;
  readonly rows: readonly (readonly unknown[])[];
}

const kinds: readonly Kind[] = [
  {
    type: 'bm25',
    column: 'note',
    sql: "SELECT count(*), sum(id) FROM bm25_search('t', 'note', '+w5 +common')",
    rows: [[withWord.length, sumOf(withWord)]],
  },
  {
    type: 'sorted',
    column: 'place',
    sql: 'SELECT count(*), min(id), max(id) FROM t WHERE place BETWEEN 100 AND 300',
    rows: [[201, rowCount - 300, rowCount - 100]],
  },
  {
    type: 'vector',
    column: 'v',
    sql: `SELECT id FROM vector_search_vector('t', 'v', ARRAY[${pointOf(700)}], 1)`,
    rows: [[700]],
  },
];

test.each(kinds)(
  'a $type build that is killed goes on at the next start, and nothing that is read meanwhile is wrong',
  async (kind) => {
    const dataDir = await made;
    const options = { dataDir, env: { QUERN_SWEEP_INTERVAL: '1', QUERN_NODE_TIMEOUT: '1' } };
    service = await startService(options);
    const database = await service.api().createDatabase();
    const lines = Array.from(
      { length: rowCount },
      (_unused, id) => `${id},${rowCount - id},w${id % 97} common w${id % 13},"[${pointOf(id)}]"`,
    );
    await service.api().loadCsv(database.id, 't', `id,place,note,v\n${lines.join('\n')}\n`, {
      columns: { id: 'BIGINT', place: 'BIGINT', note: 'VARCHAR', v: 'FLOAT[4]' },
    });
    const path = `/v1/connections/${database.default_connection_id}/tables/main/t/indexes`;
    const check = async () => {
      const headers = { 'x-database-id': database.id, 'cache-control': 'no-cache' };
      const { status, body } =
        (await service?.api().post('/v1/query', { sql: kind.sql }, headers)) ?? {};
      expect([status, body?.rows]).toEqual([200, kind.rows]);
    };
    for (const [round, moment] of moments.entries()) {
      const name = `${kind.type}_${round}`;
      const index = { index_name: name, columns: [kind.column], index_type: kind.type };
      const asked = await service.api().post(path, { ...index, async: true });
      expect([asked.status, asked.body.error]).toEqual([202, undefined]);
      await moment(asked.body.id);
      await service.kill();
      service = await startService(options);
      await check();
      await eventually(async () => {
        const { indexes } = (await service?.api().get(path))?.body ?? {};
        expect(indexes.find((one: { index_name: string }) => one.index_name === name)?.status).toBe(
          'ready',
        );
      }, 60_000);
      await check();
    }
    await service.kill();
  },
  180_000,
);
