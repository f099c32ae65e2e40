import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ClaimedJob,
  createJobStore,
  type JobRequest,
  type JobStore,
} from '../../src/jobs/job-store.ts';
import { invariant } from '../../src/kernel/invariant.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { ManualClock } from '../manual-clock.ts';
import {
  createMigratedBackend,
  type MetadataBackend,
  metadataKinds,
} from '../metadata/metadata-backends.ts';

const leaseMs = 30_000;
const types = ['noop', 'managed_load'];

describe.each(metadataKinds)('the job store on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let clock: ManualClock;
  let store: JobStore;

  beforeEach(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    clock = new ManualClock();
    store = createJobStore(metadata, clock);
  });
  afterEach(() => backend.remove());

  const add = async (request: Partial<JobRequest> = {}) =>
    (await store.enqueue({ jobType: 'noop', ...request })).job;
  const claim = async (owner = 'node-a'): Promise<ClaimedJob> => {
    const claimed = await store.claim(owner, leaseMs, types);
    invariant(claimed !== null, 'a job is due');
    return claimed;
  };
  const statusOf = async (id: string) => (await store.get(id))?.status;

  test('keeps what was enqueued', async () => {
    const payload = { table: 'ü"\n', sizes: [1, null, 2.5], nul: 'a\0b' };
    const { job, created } = await store.enqueue({
      jobType: 'managed_load',
      workspaceId: 'w',
      databaseId: 'd',
      listed: true,
      payload,
      maxAttempts: 3,
    });
    expect(created).toBe(true);
    expect(await store.get(job.id)).toEqual(job);
    expect(job).toMatchObject({
      jobType: 'managed_load',
      workspaceId: 'w',
      databaseId: 'd',
      listed: true,
      status: 'pending',
      payload,
      result: null,
      errorMessage: null,
      attempts: 0,
      maxAttempts: 3,
      createdAt: clock.now(),
      completedAt: null,
    });
    expect(await store.get('jobqnothing')).toBeNull();
  });

  test('gives each of many jobs to exactly one of eight claimers', async () => {
    const added = new Set<string>();
    for (let index = 0; index < 40; index++) added.add((await add()).id);
    const nodes = await Promise.all(
      Array.from({ length: 8 }, async () => createJobStore(await backend.open(), clock)),
    );
    const claimAll = async (node: JobStore, owner: string) => {
      const ids: string[] = [];
      for (;;) {
        const claimed = await node.claim(owner, leaseMs, types);
        if (claimed === null) return ids;
        ids.push(claimed.job.id);
      }
    };
    const claimed = (
      await Promise.all(nodes.map((node, index) => claimAll(node, `node-${index}`)))
    ).flat();
    expect(claimed).toHaveLength(40);
    expect(new Set(claimed)).toEqual(added);
  });

  test('gives one due job to one of eight claimers that ask at once', async () => {
    const job = await add();
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, index) => store.claim(`n${index}`, leaseMs, types)),
    );
    expect(asked.filter((claimed) => claimed !== null).map((claimed) => claimed.job.id)).toEqual([
      job.id,
    ]);
  });

  test('gives out jobs in the order of their time, each not before it, and only of the types asked for', async () => {
    const late = await add({ runAt: clock.now() + 1_000 });
    const first = await add();
    clock.advance(1);
    const second = await add();
    await add({ jobType: 'create_index', runAt: 0 });
    expect((await claim()).job.id).toBe(first.id);
    expect((await claim()).job.id).toBe(second.id);
    expect(await store.claim('node-a', leaseMs, types)).toBeNull();
    clock.advance(999);
    expect((await claim()).job.id).toBe(late.id);
    expect(await store.claim('node-a', leaseMs, [])).toBeNull();
  });

  test('records success with its result, once', async () => {
    await add();
    const claimed = await claim();
    expect(claimed.job).toMatchObject({ status: 'running', attempts: 1 });
    clock.advance(5);
    expect(
      await store.complete(claimed, { status: 'partially_succeeded', result: { rows: 3 } }),
    ).toBe(true);
    expect(await store.get(claimed.job.id)).toMatchObject({
      status: 'partially_succeeded',
      result: { rows: 3 },
      completedAt: clock.now(),
    });
    expect(await store.complete(claimed, { status: 'succeeded', result: null })).toBe(false);
    expect(await store.fail(claimed, { message: 'm', canRepeat: true })).toBe(false);
    expect(await store.giveBack(claimed)).toBe(false);
    expect(await store.heartbeat(claimed, leaseMs)).toBe(false);
    expect(await statusOf(claimed.job.id)).toBe('partially_succeeded');
  });

  test('cancels a job that waits, and one that runs, whose attempt can do nothing from then on; one that has ended stays', async () => {
    const cancelled: string[] = [];
    const end = store.onCancelled((id) => cancelled.push(id));
    const waiting = await add();
    expect(await store.cancel(waiting.id)).toBe(true);
    expect(await store.claim('node-a', leaseMs, ['noop'])).toBeNull();
    await add();
    const claimed = await claim();
    clock.advance(5);
    expect(await store.cancel(claimed.job.id)).toBe(true);
    expect(await store.get(claimed.job.id)).toMatchObject({
      status: 'failed',
      errorMessage: 'The job was cancelled',
      completedAt: clock.now(),
    });
    expect(await store.heartbeat(claimed, leaseMs)).toBe(false);
    expect(await store.complete(claimed, { status: 'succeeded', result: null })).toBe(false);
    await expect(metadata.transaction((trx) => store.assertLease(trx, claimed))).rejects.toThrow();
    expect(await store.cancel(claimed.job.id)).toBe(false);
    expect(cancelled).toEqual([waiting.id, claimed.job.id]);
    end();
  });

  test('does not cancel a job whose work is committed, which has only to say so', async () => {
    const { id } = await add();
    await claim();
    await metadata.db.updateTable('jobs').set({ result: '{}' }).where('id', '=', id).execute();
    expect(await store.cancel(id)).toBe(false);
    expect(await statusOf(id)).toBe('running');
  });

  test('retries with growing delays until the attempts are used up, then fails with the message', async () => {
    const { id } = await add({ maxAttempts: 3 });
    for (const delayMs of [1_000, 2_000]) {
      expect(
        await store.fail(await claim(), { message: 'The source is away', canRepeat: true }),
      ).toBe(true);
      expect(await store.get(id)).toMatchObject({
        status: 'pending',
        errorMessage: 'The source is away',
        completedAt: null,
      });
      clock.advance(delayMs - 1);
      expect(await store.claim('node-a', leaseMs, types)).toBeNull();
      clock.advance(1);
    }
    await store.fail(await claim(), { message: 'The source is away', canRepeat: true });
    expect(await store.get(id)).toMatchObject({
      status: 'failed',
      attempts: 3,
      errorMessage: 'The source is away',
      completedAt: clock.now(),
    });
  });

  test('fails at once when another attempt would fail the same way', async () => {
    const { id } = await add();
    await store.fail(await claim(), { message: 'No such table', canRepeat: false });
    expect(await store.get(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      errorMessage: 'No such table',
    });
  });

  test('gives a job back without counting the attempt', async () => {
    const { id } = await add({ maxAttempts: 1 });
    expect(await store.giveBack(await claim())).toBe(true);
    expect(await store.get(id)).toMatchObject({ status: 'pending', attempts: 0 });
    expect((await claim()).job.attempts).toBe(1);
  });

  test('lets a job be claimed again when its node died, the attempt counted, and refuses the dead node', async () => {
    const { id } = await add();
    const dead = await claim('dead node');
    clock.advance(leaseMs - 1);
    expect(await store.endExpiredLeases()).toBe(0);
    clock.advance(1);
    expect(await store.endExpiredLeases()).toBe(1);
    const next = await claim('node-b');
    expect(next.job).toMatchObject({ id, attempts: 2 });
    expect(next.fencingToken).toBeGreaterThan(dead.fencingToken);
    expect(await store.complete(dead, { status: 'succeeded', result: null })).toBe(false);
    expect(await store.heartbeat(dead, leaseMs)).toBe(false);
    const commit = (claimed: ClaimedJob) =>
      metadata.transaction((trx) => store.assertLease(trx, claimed));
    await expect(commit(dead)).rejects.toMatchObject({ code: 'RESOURCE_LOCKED' });
    await commit(next);
    expect(await store.complete(next, { status: 'succeeded', result: null })).toBe(true);
    await expect(commit(next)).rejects.toMatchObject({ code: 'RESOURCE_LOCKED' });
  });

  test('fails a job whose node died at each of its attempts, with a message', async () => {
    const { id } = await add({ maxAttempts: 2 });
    for (let attempt = 0; attempt < 2; attempt++) {
      await claim();
      clock.advance(leaseMs);
      await store.endExpiredLeases();
    }
    const job = await store.get(id);
    expect(job).toMatchObject({ status: 'failed', attempts: 2, completedAt: clock.now() });
    expect(job?.errorMessage).toMatch(/interrupted/);
  });

  test('gives a job that has recorded its answer one more attempt to say so, when its node died at the last one', async () => {
    const { id } = await add({ maxAttempts: 1 });
    await claim();
    await metadata.db
      .updateTable('jobs')
      .set({ result: '{"done":true}' })
      .where('id', '=', id)
      .execute();
    clock.advance(leaseMs);
    await store.endExpiredLeases();
    const again = await claim();
    expect(again.job).toMatchObject({ id, result: { done: true } });
    expect(await store.complete(again, { status: 'succeeded', result: again.job.result })).toBe(
      true,
    );
  });

  test('keeps a job with its owner as long as the owner sends heartbeats', async () => {
    await add();
    const claimed = await claim();
    for (let beat = 0; beat < 3; beat++) {
      clock.advance(leaseMs - 1);
      expect(await store.heartbeat(claimed, leaseMs)).toBe(true);
      expect(await store.endExpiredLeases()).toBe(0);
    }
  });

  test('makes one live job of a dedupe key, and another one after its end', async () => {
    const request = { jobType: 'noop', dedupeKey: 'compact:t1' };
    const requests = await Promise.all(Array.from({ length: 6 }, () => store.enqueue(request)));
    expect(requests.filter((enqueued) => enqueued.created)).toHaveLength(1);
    expect(new Set(requests.map((enqueued) => enqueued.job.id)).size).toBe(1);
    const claimed = await claim();
    expect((await store.enqueue(request)).created).toBe(false);
    await store.complete(claimed, { status: 'succeeded', result: null });
    const next = await store.enqueue(request);
    expect(next.created).toBe(true);
    expect(next.job.id).not.toBe(claimed.job.id);
  });

  test('enqueues with a transaction or not at all, and tells listeners after the commit only', async () => {
    let heard = 0;
    const unsubscribe = store.onEnqueued(() => heard++);
    const rolledBack = metadata.transaction(async (trx) => {
      await store.enqueue({ jobType: 'noop' }, trx);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(heard).toBe(0);
    expect(await store.claim('node-a', leaseMs, types)).toBeNull();
    await metadata.transaction(async (trx) => {
      await store.enqueue({ jobType: 'noop' }, trx);
      expect(heard).toBe(0);
    });
    expect(heard).toBe(1);
    await add();
    expect(heard).toBe(2);
    unsubscribe();
    await add();
    expect(heard).toBe(2);
  });

  test('lists the listed jobs of a workspace, newest first, by type, status and database, in pages', async () => {
    const listed = async (request: Partial<JobRequest>) => {
      const job = await add({ listed: true, workspaceId: 'w1', ...request });
      clock.advance(1);
      return job.id;
    };
    const first = await listed({});
    const load = await listed({ jobType: 'managed_load', databaseId: 'd1' });
    const last = await listed({ databaseId: 'd2' });
    await listed({ listed: false });
    await listed({ workspaceId: 'w2' });
    await store.complete(await claim(), { status: 'succeeded', result: null });
    const list = async (filter: object) =>
      (await store.list({ workspaceId: 'w1', limit: 50, offset: 0, ...filter })).map(
        (job) => job.id,
      );
    expect(await list({})).toEqual([last, load, first]);
    expect(await list({ limit: 2 })).toEqual([last, load]);
    expect(await list({ limit: 2, offset: 2 })).toEqual([first]);
    expect(await list({ limit: 0 })).toEqual([]);
    expect(await list({ jobTypes: ['managed_load'] })).toEqual([load]);
    expect(await list({ statuses: ['succeeded', 'failed'] })).toEqual([first]);
    expect(await list({ statuses: ['pending'] })).toEqual([last, load]);
    expect(await list({ databaseId: 'd1' })).toEqual([load]);
  });

  test('lists jobs of one instant by id, so that pages neither repeat nor skip', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 9; index++)
      ids.push((await add({ listed: true, workspaceId: 'w' })).id);
    const pages: string[] = [];
    for (let offset = 0; offset < 9; offset += 2) {
      for (const job of await store.list({ workspaceId: 'w', limit: 2, offset }))
        pages.push(job.id);
    }
    expect(pages).toEqual(ids.sort().reverse());
  });
});
