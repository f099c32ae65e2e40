import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocks, type Lease } from '../../src/metadata/locks.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { deferred } from '../deferred.ts';
import { ManualClock } from '../manual-clock.ts';
import { createMetadataBackend, type MetadataBackend } from './metadata-backends.ts';

describe('connections to PostgreSQL metadata', () => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let operator: Metadata;

  beforeAll(async () => {
    backend = await createMetadataBackend('postgres');
    metadata = await backend.openMigrated();
    operator = await backend.open();
    await metadata.db
      .insertInto('nodes')
      .values({ id: 'n', started_at: 0, heartbeat_at: 1 })
      .execute();
  });
  afterAll(() => backend.remove());

  const breakOthers = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(operator.db);
  const readHeartbeat = async () =>
    (
      await metadata.db
        .selectFrom('nodes')
        .select('heartbeat_at')
        .where('id', '=', 'n')
        .executeTakeFirstOrThrow()
    ).heartbeat_at;

  test('that break while idle are replaced, at the price of one failed query at most', async () => {
    await readHeartbeat();
    await breakOthers();
    const first = await readHeartbeat().catch((error: unknown) => error);
    if (first !== 1) expect(first).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await readHeartbeat()).toBe(1);
  });

  test('that break inside a transaction fail it as SERVICE_UNAVAILABLE, and nothing of it stays', async () => {
    const working = metadata.transaction(async (trx) => {
      await trx.updateTable('nodes').set({ heartbeat_at: 9 }).execute();
      await breakOthers();
      await trx.updateTable('nodes').set({ heartbeat_at: 10 }).execute();
    });
    await expect(working).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await readHeartbeat()).toBe(1);
  });

  test('hold a lock that a transaction relies on until it ends, though its time is over', async () => {
    const clock = new ManualClock();
    const lease = await createLocks(metadata, clock).acquire('l', 'a', 1);
    if (lease === null) throw new Error('the lock was free');
    clock.advance(1);
    const order: string[] = [];
    const asserted = deferred<void>();
    const committing = metadata.transaction(async (trx) => {
      await createLocks(metadata, clock).assertHeld(trx, lease);
      asserted.resolve(undefined);
      await sql`select pg_sleep(0.1)`.execute(trx);
      order.push('work of the first owner');
    });
    await asserted.promise;
    await createLocks(operator, clock).acquire('l', 'b', 1);
    order.push('second owner');
    await committing;
    expect(order).toEqual(['work of the first owner', 'second owner']);
  });

  test('commit what different locks protect beside each other, none aborted for another', async () => {
    const locks = createLocks(metadata, new ManualClock());
    const names = Array.from({ length: 8 }, (_, index) => `table:${index}`);
    const leases: Lease[] = [];
    for (const name of names) {
      const lease = await locks.acquire(name, 'a', 60_000);
      if (lease === null) throw new Error('the lock was free');
      leases.push(lease);
    }
    // Known to be small, the table is read whole for one row.
    await sql`vacuum analyze locks`.execute(metadata.db);
    const began: string[] = [];
    const all = deferred<void>();
    await Promise.all(
      leases.map(async (lease) => {
        await metadata.transaction(async (trx) => {
          began.push(lease.name);
          await locks.endIn(trx, lease);
          if (new Set(began).size === names.length) all.resolve(undefined);
          await all.promise;
        });
      }),
    );
    expect(began.sort()).toEqual(names);
  });

  test('retry a deadlock until both transactions have gone through', async () => {
    await metadata.db
      .insertInto('nodes')
      .values({ id: 'm', started_at: 0, heartbeat_at: 0 })
      .execute();
    const both = (node: Metadata, ids: readonly string[]) =>
      node.transaction(async (trx) => {
        for (const id of ids) {
          await trx
            .updateTable('nodes')
            .set({ heartbeat_at: sql<number>`heartbeat_at + 1` })
            .where('id', '=', id)
            .execute();
          await sql`select pg_sleep(0.02)`.execute(trx);
        }
      });
    await Promise.all([both(metadata, ['n', 'm']), both(operator, ['m', 'n'])]);
    expect(await readHeartbeat()).toBe(3);
  });
});
