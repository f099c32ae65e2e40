import { expect, test } from 'vitest';
import type { JobRequest } from '../jobs/job-store.ts';
import type { Services } from '../start/services.ts';
import { askForTable } from './ask-for-work.ts';

/** Jobs by key, with one live job per key as in the store. */
function jobsOf() {
  const live = new Map<string, { id: string; status: string }>();
  const enqueue = async ({ dedupeKey = '' }: JobRequest) => {
    const found = live.get(dedupeKey);
    if (found) return { job: found, created: false };
    const job = { id: `job${live.size}`, status: 'pending' };
    live.set(dedupeKey, job);
    return { job, created: true };
  };
  return { live, services: { jobs: { enqueue } } as unknown as Services };
}

test('a refresh begins after it was asked for, and queries share what is under way', async () => {
  const { live, services } = jobsOf();
  const table = {
    workspaceId: 'work1',
    connectionId: 'conn1',
    schema: 'public',
    table: 't',
    isWhole: false,
    removesGone: false,
  };
  const ask = async (rediscovers: boolean) =>
    (await askForTable(services, { ...table, rediscovers })).job.id;
  const run = (id: string) => {
    for (const job of live.values()) if (job.id === id) job.status = 'running';
  };
  const query = await ask(false);
  run(query);
  expect(await ask(false)).toBe(query);
  const refresh = await ask(true);
  expect(refresh).not.toBe(query);
  expect(await ask(true)).toBe(refresh);
  run(refresh);
  const next = await ask(true);
  expect([query, refresh]).not.toContain(next);
  expect(await ask(true)).toBe(next);
});
