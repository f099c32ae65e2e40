import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSnapshot } from '../../src/lake/snapshots.ts';
import { recoverFromDeadNodes } from '../../src/operations/maintenance/recover-nodes.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, type SweepFixture } from './sweep-fixture.ts';

const HOUR_MS = 3_600_000;

describe.each(metadataKinds)('after the clock was set back by ten hours, on %s', (kind) => {
  let fixture: SweepFixture;
  beforeAll(async () => {
    fixture = await createSweepFixture(kind);
  });
  afterAll(() => fixture.remove());

  test('the present, and the time that a snapshot is dated, mean the newest snapshot; later times do not', async () => {
    const { metadata, clock } = fixture;
    const { lakeId } = await fixture.database(await fixture.workspace());
    await fixture.load(lakeId, 't');
    const dated = clock.now();
    clock.advance(-10 * HOUR_MS);
    const readability = { subject: 'the database', since: clock.now() - 24 * HOUR_MS, now: clock.now() };
    const at = (instant: number) => findSnapshot(metadata.db, lakeId, { instant }, readability);
    const newest = await at(dated);
    expect(await at(clock.now())).toBe(newest);
    expect(await at(clock.now() - 1000)).toBe(newest);
    await expect(at(dated + 1)).rejects.toThrow('lies in the future');
    await expect(at(clock.now() - HOUR_MS)).rejects.toThrow('is not kept');
    await fixture.load(lakeId, 't');
    expect(await at(clock.now())).toBe(newest + 1);
    clock.advance(10 * HOUR_MS);
  });

  test('a job that a dead process had, and one that waits for its next attempt, go on', async () => {
    const { clock, services } = fixture;
    const { jobs, nodes, nodeId } = services;
    await nodes.register('dead');
    const { job } = await jobs.enqueue({ jobType: 'build', payload: {} });
    expect(await jobs.claim('dead', 30_000, ['build'])).not.toBeNull();
    clock.advance(-10 * HOUR_MS);
    await nodes.register(nodeId);
    await recoverFromDeadNodes(services, 0);
    expect(await jobs.endExpiredLeases()).toBe(1);
    const second = await jobs.claim(nodeId, 30_000, ['build']);
    expect(second?.job.id).toBe(job.id);
    if (second) await jobs.fail(second, { message: 'no', canRepeat: true });
    clock.advance(-10 * HOUR_MS);
    expect((await jobs.claim(nodeId, 30_000, ['build']))?.job.id).toBe(job.id);
  });
});
