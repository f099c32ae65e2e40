import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocks } from '../../src/metadata/locks.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { PrintedStatement } from '../../src/metadata/printed-statement.ts';
import { ManualClock } from '../manual-clock.ts';
import { createMigratedBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

interface NodeValues {
  readonly id: string;
  readonly heartbeat: number;
}

const joins = new PrintedStatement<NodeValues>(['id', 'heartbeat'], (db, { id, heartbeat }) =>
  db.insertInto('nodes').values({ id, started_at: 7, heartbeat_at: heartbeat }),
);
const beats = new PrintedStatement<NodeValues>(['id', 'heartbeat'], (db, { id, heartbeat }) =>
  db.updateTable('nodes').set({ heartbeat_at: heartbeat }).where('id', '=', id),
);

describe.each(metadataKinds)('statements that are written together on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  beforeEach(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
  });
  afterEach(() => backend.remove());

  const join = (id: string, heartbeat: number) => joins.of(metadata.db, { id, heartbeat });
  const beat = (id: string, heartbeat: number) => beats.of(metadata.db, { id, heartbeat });
  const nodes = () =>
    metadata.db
      .selectFrom('nodes')
      .select(['id', 'started_at', 'heartbeat_at'])
      .orderBy('id')
      .execute();
  const node = (id: string, heartbeat: number) => ({
    id,
    started_at: 7,
    heartbeat_at: heartbeat,
  });

  test.each([true, false])('have their own values each time (synced: %s)', async (synced) => {
    expect(await metadata.write([join('a', 1)], { synced })).toBe(true);
    expect(await metadata.write([join('b', 2), beat('a', 3)], { synced })).toBe(true);
    expect(await nodes()).toEqual([node('a', 3), node('b', 2)]);
  });

  test('are written once, and by the last owner, where two end a lease or take it over', async () => {
    const clock = new ManualClock();
    const other = await backend.open();
    const [ours, theirs] = [createLocks(metadata, clock), createLocks(other, clock)];
    await metadata.write([join('a', 0)], { synced: true });
    for (let round = 1; round <= 20; round += 1) {
      const lease = await ours.acquire('upload', 'us', 1000);
      if (lease === null) throw new Error('the lock was free');
      const write = (node: Metadata, held: typeof lease, heartbeat: number) =>
        node.write([ours.ending(held), beat('a', heartbeat)], { synced: true });
      if (round % 2 === 0) {
        const twice = [write(metadata, lease, round), write(other, lease, round)];
        expect((await Promise.all(twice)).sort()).toEqual([false, true]);
        continue;
      }
      clock.advance(2000);
      const takenOver = async () => {
        const next = await theirs.acquire('upload', 'they', 1000);
        return next !== null && write(other, next, 100 + round);
      };
      const [, second] = await Promise.all([write(metadata, lease, round), takenOver()]);
      expect(second).toBe(true);
      expect(await nodes()).toEqual([node('a', 100 + round)]);
    }
  });

  test('are none of them written where one changes no row', async () => {
    expect(await metadata.write([join('a', 1), beat('nobody', 2)], { synced: true })).toBe(false);
    expect(await metadata.write([beat('nobody', 2)], { synced: true })).toBe(false);
    expect(await nodes()).toEqual([]);
    expect(await metadata.write([join('a', 1)], { synced: true })).toBe(true);
    expect(await nodes()).toEqual([node('a', 1)]);
  });

  test('are none of them written where one fails, and others find the database free', async () => {
    await metadata.write([join('a', 1)], { synced: true });
    const twice = metadata.write([join('b', 1), join('a', 2)], { synced: true });
    await expect(twice).rejects.toThrow(/unique/i);
    const broken = metadata.write([join('c', 1), join('d\0', 1)], { synced: true });
    await expect(broken).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await metadata.transaction((trx) =>
      trx.insertInto('nodes').values({ id: 'e', started_at: 7, heartbeat_at: 1 }).execute(),
    );
    expect(await nodes()).toEqual([node('a', 1), node('e', 1)]);
  });

  test('count as written, for those who remember rows of the table', async () => {
    const before = metadata.changes.of(['nodes']);
    await metadata.write([join('a', 1)], { synced: false });
    expect(metadata.changes.of(['nodes'])).not.toBe(before);
  });

  test('wait for a transaction that has begun, and others wait for them', async () => {
    const order: string[] = [];
    await Promise.all([
      metadata
        .transaction(async (trx) => {
          await trx.selectFrom('nodes').select('id').execute();
          await trx
            .insertInto('nodes')
            .values({ id: 'a', started_at: 7, heartbeat_at: 1 })
            .execute();
        })
        .then(() => order.push('transaction')),
      metadata
        .write([join('b', 1), join('c', 1)], { synced: true })
        .then(() => order.push('write')),
    ]);
    expect(order.toSorted()).toEqual(['transaction', 'write']);
    expect((await nodes()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});
