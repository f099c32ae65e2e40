import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobContext } from '../../src/jobs/job-runner.ts';
import type { ClaimedJob } from '../../src/jobs/job-store.ts';
import { conflict } from '../../src/kernel/errors.ts';
import type { MetadataTransaction } from '../../src/metadata/open-metadata.ts';
import { createBatch } from '../../src/operations/database-batches/create-batch.ts';
import { deleteBatch } from '../../src/operations/database-batches/delete-batch.ts';
import { fillBatch } from '../../src/operations/database-batches/fill-batch.ts';
import type { OperationRequest } from '../../src/operations/operation.ts';
import type { Services } from '../../src/start/services.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, type SweepFixture } from './sweep-fixture.ts';

const jobTypes = ['bulk_create_databases'];
const leaseMs = 30_000;

describe.each(metadataKinds)('filling a batch, on %s', (kind) => {
  let fixture: SweepFixture;
  let workspaceId: string;
  beforeEach(async () => {
    fixture = await createSweepFixture(kind);
    workspaceId = await fixture.workspace();
  });
  afterEach(() => fixture.remove());

  async function accept(body: object): Promise<{ batch_id: string }> {
    const request = { scope: { workspaceId, principal: { tokenId: 'tokn' } }, body };
    const reply = await createBatch(
      fixture.services,
      request as unknown as OperationRequest<'databaseBatches.create'>,
    );
    if (!('body' in reply)) throw new Error('a body');
    return reply.body as { batch_id: string };
  }

  async function remove(batchId: string): Promise<void> {
    const request = { scope: { workspaceId }, params: { batch_id: batchId } };
    await deleteBatch(
      fixture.services,
      request as unknown as OperationRequest<'databaseBatches.delete'>,
    );
  }

  async function claim(services: Services = fixture.services): Promise<ClaimedJob> {
    const claimed = await services.jobs.claim(services.nodeId, leaseMs, jobTypes);
    if (!claimed) throw new Error('a job to claim');
    return claimed;
  }

  /**
   * The runner's input of a job; `before` runs before each step, with the number of steps so far.
   */
  function context(
    claimed: ClaimedJob,
    before: (step: number) => void | Promise<void> = () => {},
    signal: AbortSignal = new AbortController().signal,
  ): JobContext {
    let step = 0;
    return {
      job: claimed.job,
      signal,
      assertLease: async (trx: MetadataTransaction) => {
        await before(step++);
        await fixture.services.jobs.assertLease(trx, claimed);
      },
      report: async () => {},
    };
  }

  const labels = async () => {
    const rows = await fixture.metadata.db
      .selectFrom('databases')
      .select('name')
      .orderBy('name')
      .execute();
    return rows.map((row) => row.name);
  };
  const expected = (batchId: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        `${String(index).padStart(String(count - 1).length, '0')}-${batchId.slice(0, 6)}`,
    );

  test('goes on after an attempt that was cut off: exactly as many as asked for, none twice', async () => {
    const { batch_id } = await accept({ count: 500, name_template: '{index}' });
    const { jobs } = fixture.services;
    for (const stepOfEnd of [0, 2, 1]) {
      const claimed = await claim();
      const cut = context(claimed, (step) => {
        if (step === stepOfEnd) throw new Error('cut off');
      });
      await expect(fillBatch(fixture.services, cut)).rejects.toThrow('cut off');
      await jobs.giveBack(claimed);
    }
    expect((await labels()).length).toBeGreaterThan(0);
    expect((await labels()).length).toBeLessThan(500);
    const outcome = await fillBatch(fixture.services, context(await claim()));
    expect(outcome).toEqual({
      status: 'succeeded',
      result: { batch_id, requested: 500, created: 500, cancelled: false },
    });
    expect(await labels()).toEqual(expected(batch_id, 500));
    const { db } = fixture.metadata;
    for (const table of ['connections', 'lakes', 'lake_snapshots', 'lake_schemas'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(500);
    }
  });

  test('is fenced: a node that stalls past its lease makes nothing more once another has taken over', async () => {
    const { batch_id } = await accept({ count: 400, name_template: '{index}' });
    const stalled = await claim();
    await expect(
      fillBatch(
        fixture.services,
        context(stalled, (step) => {
          if (step === 1) throw new Error('stalled');
        }),
      ),
    ).rejects.toThrow('stalled');
    fixture.clock.advance(leaseMs + 1);
    expect(await fixture.services.jobs.endExpiredLeases()).toBe(1);
    const other = fixture.node();
    const claimed = await claim(other);
    const woken = fillBatch(fixture.services, context(stalled));
    const filled = fillBatch(other, context(claimed));
    await expect(woken).rejects.toThrow('given to another attempt');
    expect((await filled).result).toEqual({
      batch_id,
      requested: 400,
      created: 400,
      cancelled: false,
    });
    expect(await labels()).toEqual(expected(batch_id, 400));
  });

  test('stops when the node does, between two steps', async () => {
    await accept({ count: 5_000 });
    const stop = new AbortController();
    const working = fillBatch(
      fixture.services,
      context(
        await claim(),
        (step) => {
          if (step === 1) stop.abort(new Error('the node is stopping'));
        },
        stop.signal,
      ),
    );
    await expect(working).rejects.toThrow('the node is stopping');
    expect((await labels()).length).toBeLessThan(1_000);
  });

  test('that expires in between is partially succeeded and says so; expired before the first it has failed', async () => {
    const { batch_id } = await accept({ count: 300, expires_at: '1m' });
    const outcome = await fillBatch(
      fixture.services,
      context(await claim(), () => fixture.clock.advance(31_000)),
    );
    const created = (await labels()).length;
    expect(created).toBeGreaterThan(0);
    expect(outcome).toEqual({
      status: 'partially_succeeded',
      result: { batch_id, requested: 300, created, cancelled: false },
      errorMessage: `${created} of 300 databases were made; then the batch expired`,
    });
    await accept({ count: 1, expires_at: '1m' });
    fixture.clock.advance(60_000);
    await expect(fillBatch(fixture.services, context(await claim()))).rejects.toThrow(
      'The batch expired before any of its databases was made',
    );
  });

  test('whose last attempt fails is partially succeeded when it made some, and has failed when it made none', async () => {
    const failing = (step: number) => {
      if (step === 1) throw new Error('trouble');
    };
    const { batch_id } = await accept({ count: 300 });
    const claimed = await claim();
    const attempts = (number: number): ClaimedJob => ({
      ...claimed,
      job: { ...claimed.job, attempts: number },
    });
    await expect(fillBatch(fixture.services, context(attempts(1), failing))).rejects.toThrow(
      'trouble',
    );
    const created = (await labels()).length;
    const outcome = await fillBatch(
      fixture.services,
      context(attempts(claimed.job.maxAttempts), () => {
        throw new Error('trouble');
      }),
    );
    expect(outcome).toEqual({
      status: 'partially_succeeded',
      result: { batch_id, requested: 300, created, cancelled: false },
      errorMessage: `${created} of 300 databases were made; the others could not be made`,
    });
    await fixture.services.jobs.complete(claimed, outcome);
    const job = await fixture.services.jobs.get(claimed.job.id);
    expect([job?.status, job?.errorMessage]).toEqual(['partially_succeeded', outcome.errorMessage]);
    await accept({ count: 300 });
    const second = await claim();
    const last: ClaimedJob = {
      ...second,
      job: { ...second.job, attempts: second.job.maxAttempts },
    };
    const none = context(last, () => {
      throw conflict('nothing at all');
    });
    await expect(fillBatch(fixture.services, none)).rejects.toThrow('nothing at all');
  });

  test('that is deleted in between stops; its row stays until the job has said how far it came', async () => {
    const { batch_id } = await accept({ count: 5_000, idempotency_key: 'k' });
    const claimed = await claim();
    await expect(
      fillBatch(
        fixture.services,
        context(claimed, (step) => {
          if (step === 2) throw new Error('a moment');
        }),
      ),
    ).rejects.toThrow('a moment');
    const created = (await labels()).length;
    await remove(batch_id);
    expect(await labels()).toEqual([]);
    const outcome = await fillBatch(fixture.services, context(claimed));
    expect(outcome).toEqual({
      status: 'succeeded',
      result: { batch_id, requested: 5_000, created, cancelled: true },
    });
    expect(await labels()).toEqual([]);
    expect((await accept({ count: 1, idempotency_key: 'k' })).batch_id).not.toBe(batch_id);
  });

  test('of a deleted workspace ends without making one', async () => {
    await accept({ count: 10 });
    await fixture.metadata.db
      .updateTable('workspaces')
      .set({ deleted_at: fixture.clock.now() })
      .execute();
    const outcome = await fillBatch(fixture.services, context(await claim()));
    expect(outcome.result).toMatchObject({ created: 0, cancelled: true });
    expect(await labels()).toEqual([]);
  });
});
