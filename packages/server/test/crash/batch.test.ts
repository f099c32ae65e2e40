import { expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api } from '../service.ts';
import { killedService } from './killed-service.ts';

const count = 10_000;
const kills = 2;

const killed = killedService();

async function namesOf(api: Api, batchId: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.get(
      `/v1/databases?batch=${batchId}&limit=100${cursor && `&cursor=${cursor}`}`,
    );
    names.push(...body.databases.map((row: { name: string }) => row.name));
    if (!body.has_more) return names;
    cursor = body.next_cursor;
  }
}

it('a batch that is killed in the middle again and again ends with exactly what was asked for', async () => {
  let service = await killed.start();
  const template = {
    count,
    name_template: '{index}',
    idempotency_key: 'once',
    schemas: [{ name: 'public' }],
  };
  const { status, body } = await service.api().post('/v1/databases/bulk', template);
  expect(status).toBe(202);
  const { batch_id: id, job_id: job } = body;
  const progress: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const api = service.api();
    await eventually(async () => {
      const { body: batch } = await api.get(`/v1/databases/bulk/${id}`);
      // Not all at once: each attempt makes some databases and leaves some.
      expect(batch.created_count).toBeGreaterThan((count * (kill - 1)) / (kills + 2));
      progress.push(batch.created_count);
    });
    await service.kill();
    service = await killed.start();
    // Acknowledged databases exist, and the count is the number of databases.
    const after = service.api();
    const { body: batch } = await after.get(`/v1/databases/bulk/${id}`);
    expect(batch.created_count).toBeGreaterThanOrEqual(progress.at(-1) ?? 0);
  }
  console.log(`batch crash test: killed after ${progress.join(', ')} of ${count}`);
  expect(progress[0]).toBeLessThan(count);
  const api = service.api();
  await eventually(async () => {
    const { body: ended } = await api.get(`/v1/jobs/${job}`);
    expect(ended.status).toBe('succeeded');
    expect(ended.result).toEqual({
      batch_id: id,
      requested: count,
      created: count,
      cancelled: false,
    });
  }, 60_000);
  expect((await api.get(`/v1/databases/count?batch=${id}`)).body.total).toBe(count);
  const names = await namesOf(api, id);
  const suffix = id.slice(0, 6);
  expect(names.sort()).toEqual(
    Array.from(
      { length: count },
      (_, index) => `${String(index).padStart(String(count - 1).length, '0')}-${suffix}`,
    ),
  );
  const again = await api.post('/v1/databases/bulk', template);
  expect([again.status, again.body.batch_id]).toEqual([202, id]);
}, 300_000);
