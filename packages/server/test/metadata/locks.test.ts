import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocks, type Lease, type Locks } from '../../src/metadata/locks.ts';
import { createNodes } from '../../src/metadata/nodes.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { ManualClock } from '../manual-clock.ts';
import { createMigratedBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

describe.each(metadataKinds)('locks on %s', (kind) => {
  const clock = new ManualClock();
  let backend: MetadataBackend;
  let metadata: Metadata;
  let otherNode: Metadata;
  let locks: Locks;
  let otherLocks: Locks;

  beforeAll(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    otherNode = await backend.open();
    locks = createLocks(metadata, clock);
    otherLocks = createLocks(otherNode, clock);
  });
  afterAll(() => backend.remove());

  const held = async (name: string, owner = 'a', ttlMs = 1_000): Promise<Lease> => {
    const lease = await locks.acquire(name, owner, ttlMs);
    if (lease === null) throw new Error('the lock is held');
    return lease;
  };
  const assertHeld = (lease: Lease) => metadata.transaction((trx) => locks.assertHeld(trx, lease));

  test('are held by one owner at a time, whoever asks', async () => {
    const lease = await held('one');
    expect(await otherLocks.acquire('one', 'b', 1_000)).toBeNull();
    expect(await locks.acquire('one', 'a', 1_000)).toBeNull();
    await assertHeld(lease);
  });

  test('go to exactly one of many that ask together', async () => {
    const asked = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? locks : otherLocks).acquire('many', `owner${index}`, 1_000),
    );
    expect((await Promise.all(asked)).filter((lease) => lease !== null)).toHaveLength(1);
  });

  test('are free after release, with a higher token', async () => {
    const first = await held('again');
    await locks.release(first);
    const second = await held('again', 'b');
    await locks.release(second);
    const third = await held('again', 'c');
    expect([first, second, third].map((lease) => lease.fencingToken)).toEqual([1, 2, 3]);
  });

  test('are free at the end of their time, and not before', async () => {
    const first = await held('timed');
    clock.advance(999);
    expect(await otherLocks.acquire('timed', 'b', 1_000)).toBeNull();
    clock.advance(1);
    expect(await otherLocks.acquire('timed', 'b', 1_000)).toEqual({
      name: 'timed',
      fencingToken: 2,
    });
    expect(first.fencingToken).toBe(1);
  });

  test('last as long as they are renewed', async () => {
    const lease = await held('renewed');
    for (let round = 0; round < 3; round++) {
      clock.advance(900);
      expect(await locks.renew(lease, 1_000)).toBe(true);
    }
    expect(await otherLocks.acquire('renewed', 'b', 1_000)).toBeNull();
  });

  test('refuse a stalled owner, whose lease went to another, in everything', async () => {
    const stalled = await held('stalled');
    clock.advance(1_001);
    const taken = await otherLocks.acquire('stalled', 'b', 1_000);
    await expect(assertHeld(stalled)).rejects.toMatchObject({ code: 'RESOURCE_LOCKED' });
    expect(await locks.renew(stalled, 1_000)).toBe(false);
    await locks.release(stalled);
    expect(await locks.acquire('stalled', 'c', 1_000)).toBeNull();
    if (taken === null) throw new Error('the lock was free');
    await otherNode.transaction((trx) => otherLocks.assertHeld(trx, taken));
  });

  test('are over with a transaction that ends them, if it commits', async () => {
    const lease = await held('ended');
    const rolledBack = metadata.transaction(async (trx) => {
      await locks.endIn(trx, lease);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await assertHeld(lease);
    const isOver = await metadata.transaction((trx) => locks.endIn(trx, lease));
    // On PostgreSQL, commits that end different locks would abort each other.
    expect(isOver).toBe(kind === 'sqlite');
    await locks[isOver ? 'ended' : 'release'](lease);
    await expect(assertHeld(lease)).rejects.toMatchObject({ code: 'RESOURCE_LOCKED' });
    const next = await otherLocks.acquire('ended', 'b', 60_000);
    expect(next).toEqual({ name: 'ended', fencingToken: 2 });
    // A former owner ends another owner's lock neither by a statement nor in a transaction.
    expect(await metadata.write([locks.ending(lease)], { synced: true })).toBe(false);
    const late = metadata.transaction((trx) => locks.endIn(trx, lease));
    await expect(late).rejects.toMatchObject({ code: 'RESOURCE_LOCKED' });
    expect(await locks.acquire('ended', 'c', 1_000)).toBeNull();
    if (next) expect(await metadata.write([otherLocks.ending(next)], { synced: true })).toBe(true);
  });

  test('still hold past their end when nobody took them over', async () => {
    const late = await held('late');
    clock.advance(60_000);
    await assertHeld(late);
    expect(await locks.renew(late, 1_000)).toBe(true);
  });

  test('do not hold once released', async () => {
    const lease = await held('released');
    await locks.release(lease);
    await expect(assertHeld(lease)).rejects.toMatchObject({ code: 'RESOURCE_LOCKED' });
    expect(await locks.renew(lease, 1_000)).toBe(false);
  });

  test('that may have been taken although that failed are given back before they are asked for again', async () => {
    let fails = true;
    const failing = createLocks(
      { ...metadata, unsynced: failingAfterwards(metadata.unsynced, () => fails) },
      clock,
    );
    await expect(failing.acquire('doubtful', 'a', 60_000)).rejects.toThrow('the sync failed');
    expect(await otherLocks.acquire('doubtful', 'b', 1_000)).toBeNull();
    fails = false;
    const lease = await failing.acquire('doubtful', 'a', 60_000);
    expect(lease).toEqual({ name: 'doubtful', fencingToken: 2 });
    fails = true;
    // A failed release ends nothing if another task of the process holds the lock.
    await expect(failing.acquire('doubtful', 'a', 60_000)).rejects.toThrow('the sync failed');
    fails = false;
    expect(await failing.acquire('doubtful', 'a', 60_000)).toBeNull();
    await assertHeld(lease as Lease);
    fails = true;
    await expect(failing.acquire('doubtful elsewhere', 'a', 60_000)).rejects.toThrow(
      'the sync failed',
    );
    fails = false;
    // Another release is the first sign that something can be written again.
    await failing.release(lease as Lease);
    expect(await otherLocks.acquire('doubtful elsewhere', 'b', 1_000)).toMatchObject({
      fencingToken: 2,
    });
  });

  test('taken in a transaction that rolls back are not taken', async () => {
    const work = metadata.transaction(async (trx) => {
      await locks.acquire('rolled back', 'a', 1_000, { handle: trx });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await otherLocks.acquire('rolled back', 'b', 1_000)).not.toBeNull();
  });

  test('never let two owners commit, however their time runs out between them', async () => {
    await metadata.db
      .insertInto('nodes')
      .values({ id: 'guarded', started_at: 0, heartbeat_at: 0 })
      .execute();
    const attempt = async (node: Metadata, nodeLocks: Locks, owner: string) => {
      const lease = await nodeLocks.acquire('guard', owner, 1);
      if (lease === null) return null;
      clock.advance(1);
      return node
        .transaction(async (trx) => {
          await nodeLocks.assertHeld(trx, lease);
          await trx
            .updateTable('nodes')
            .set({ heartbeat_at: lease.fencingToken })
            .where('id', '=', 'guarded')
            .execute();
          return lease.fencingToken;
        })
        .catch(() => null);
    };
    let highest = 0;
    for (let round = 0; round < 15; round++) {
      const committed = await Promise.all([
        attempt(metadata, locks, 'a'),
        attempt(otherNode, otherLocks, 'b'),
        attempt(metadata, locks, 'c'),
      ]);
      highest = Math.max(highest, ...committed.map((token) => token ?? 0));
      const row = await metadata.db
        .selectFrom('nodes')
        .select('heartbeat_at')
        .where('id', '=', 'guarded')
        .executeTakeFirstOrThrow();
      // A commit of an older token after a newer one would leave the older here.
      expect(row.heartbeat_at).toBe(highest);
    }
    expect(highest).toBeGreaterThan(0);
  });
});

/** Does the work, then fails by `fails`: a commit whose sync failed. */
function failingAfterwards(db: Metadata['db'], fails: () => boolean): Metadata['db'] {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (fails()) throw new Error('the sync failed');
      return result;
    },
  };
  return db.withPlugin(plugin);
}

describe.each(metadataKinds)('nodes on %s', (kind) => {
  test('are dead when their heartbeat is older than asked, and notice their removal', async () => {
    const backend = await createMigratedBackend(kind);
    try {
      const clock = new ManualClock();
      const nodes = createNodes(await backend.openMigrated(), clock, 10_000);
      await nodes.register('old');
      await nodes.register('beating');
      clock.advance(10_000);
      expect(await nodes.heartbeat('beating')).toBe(true);
      await nodes.register('new');
      clock.advance(1);
      expect(await nodes.deadNodes(10_000)).toEqual(['old']);
      expect(await nodes.deadNodes(0)).toEqual(['old', 'beating', 'new']);
      await nodes.remove('old');
      expect(await nodes.heartbeat('old')).toBe(false);
      expect(await nodes.deadNodes(10_000)).toEqual([]);
    } finally {
      await backend.remove();
    }
  });

  test('judge others only after beating for the timeout themselves, anew after an outage', async () => {
    const backend = await createMigratedBackend(kind);
    try {
      const clock = new ManualClock();
      const nodes = createNodes(await backend.openMigrated(), clock, 10_000);
      const beatFor = async (steps: number) => {
        for (let step = 0; step < steps; step += 1) {
          clock.advance(2_500);
          await nodes.heartbeat('judge');
        }
      };
      expect(nodes.canJudge()).toBe(false);
      await nodes.register('judge');
      await beatFor(3);
      expect(nodes.canJudge()).toBe(false);
      await beatFor(1);
      expect(nodes.canJudge()).toBe(true);
      clock.advance(60_000);
      expect(nodes.canJudge()).toBe(false);
      await nodes.heartbeat('judge');
      expect(nodes.canJudge()).toBe(false);
      await beatFor(4);
      expect(nodes.canJudge()).toBe(true);
    } finally {
      await backend.remove();
    }
  });
});
