import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elapsedSince } from '../../src/kernel/clock.ts';
import { dismiss, noteCompaction, takeDue } from '../../src/lake/compaction-queue.ts';
import { findSnapshot } from '../../src/lake/snapshots.ts';
import { recoverFromDeadNodes } from '../../src/maintenance/recover-nodes.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, type SweepFixture } from './sweep-fixture.ts';

const hourMs = 3_600_000;

describe.each(metadataKinds.flatMap((kind) => [10, 1].map((hours) => ({ kind, hours }))))(
  'after the clock was set back by $hours hours, on $kind',
  ({ kind, hours }) => {
    const back = -hours * hourMs;
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
      clock.advance(back);
      const readability = {
        subject: 'the database',
        since: clock.now() - 24 * hourMs,
        now: clock.now(),
      };
      const at = (instant: number) => findSnapshot(metadata.db, lakeId, { instant }, readability);
      const newest = await at(dated);
      expect(await at(clock.now())).toBe(newest);
      expect(await at(clock.now() - 1000)).toBe(newest);
      await expect(at(dated + 1)).rejects.toThrow('lies in the future');
      await expect(at(clock.now() - hourMs)).rejects.toThrow('is not kept');
      await fixture.load(lakeId, 't');
      expect(await at(clock.now())).toBe(newest + 1);
      clock.advance(-back);
    });

    test('a job that a dead process had, and one that waits for its next attempt, go on', async () => {
      const { clock, services } = fixture;
      const { jobs, nodes, nodeId } = services;
      await nodes.register('dead');
      const { job } = await jobs.enqueue({ jobType: 'build', payload: {} });
      expect(await jobs.claim('dead', 30_000, ['build'])).not.toBeNull();
      clock.advance(back);
      await nodes.register(nodeId);
      await recoverFromDeadNodes(services, 0);
      expect(await jobs.endExpiredLeases()).toBe(1);
      const second = await jobs.claim(nodeId, 30_000, ['build']);
      expect(second?.job.id).toBe(job.id);
      if (second) await jobs.fail(second, { message: 'no', canRepeat: true });
      clock.advance(back);
      expect((await jobs.claim(nodeId, 30_000, ['build']))?.job.id).toBe(job.id);
      // A file that a living process lost sight of.
      clock.advance(back);
      expect(await jobs.endExpiredLeases()).toBe(1);
    });

    test('a lock that nobody renews is free, and its old owner commits nothing', async () => {
      const { clock, services, metadata } = fixture;
      const { locks } = services;
      const held = await locks.acquire('load:t', 'gone', 15_000);
      clock.advance(back);
      const taken = await locks.acquire('load:t', 'next', 15_000);
      expect(taken).not.toBeNull();
      if (!held || !taken) return;
      await metadata.transaction((trx) => locks.assertHeld(trx, taken));
      await expect(metadata.transaction((trx) => locks.assertHeld(trx, held))).rejects.toThrow(
        'given up',
      );
    });

    test('a table that was noted for compaction is looked at, at the latest when it would have been put off for longest', async () => {
      const { clock, metadata } = fixture;
      const { id } = await fixture.database(await fixture.workspace());
      const noted = {
        lakeId: id,
        workspaceId: `noted-${id}`,
        schema: 'main',
        table: 't',
        tableId: id,
        version: 'v',
      };
      await metadata.transaction((trx) => noteCompaction(trx, noted, clock.now()));
      const take = () => {
        const now = clock.now();
        return takeDue(metadata.db, {
          after: '',
          now,
          heldUntil: now + 600_000,
          longestMs: hourMs / 2,
        });
      };
      clock.advance(back);
      expect(await take()).toEqual(noted);
      // Until the longest allowed time has passed.
      expect(await take()).toBeNull();
      clock.advance(600_000);
      expect(await take()).toEqual(noted);
      await dismiss(metadata.db, noted, 0);
    });

    test('what happened far ahead of the clock was long ago, and what is a little ahead has just been', () => {
      const now = fixture.clock.now();
      expect(elapsedSince(now - back, now)).toBe(Number.POSITIVE_INFINITY);
      expect(elapsedSince(now + 60_000, now)).toBe(-60_000);
      expect(elapsedSince(now - 60_000, now)).toBe(60_000);
    });
  },
);
