import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocks, type Lease, type Locks } from '../../src/metadata/locks.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { deferred } from '../deferred.ts';
import { eventually } from '../eventually.ts';
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

  /** Eight leases of one process, in a small table: PostgreSQL scans the table for one row. */
  const eightLeases = async (locks: Locks) => {
    const leases: Lease[] = [];
    for (let index = 0; index < 8; index += 1) {
      const lease = await locks.acquire(`table:${index}`, 'a', 60_000);
      if (lease === null) throw new Error('the lock was free');
      leases.push(lease);
    }
    await sql`vacuum analyze locks`.execute(metadata.db);
    return leases;
  };

  test('commit what different locks protect beside each other, none aborted for another', async () => {
    const locks = createLocks(metadata, new ManualClock());
    const leases = await eightLeases(locks);
    const began: string[] = [];
    const all = deferred<void>();
    await Promise.all(
      leases.map(async (lease) => {
        await metadata.transaction(async (trx) => {
          began.push(lease.name);
          await locks.endIn(trx, lease);
          if (new Set(began).size === leases.length) all.resolve(undefined);
          await all.promise;
        });
        await locks.release(lease);
      }),
    );
    expect(began.sort()).toEqual(leases.map(({ name }) => name));
  });

  test('write statements under different locks beside each other, none aborted for another', async () => {
    const locks = createLocks(metadata, new ManualClock());
    const leases = await eightLeases(locks);
    const nodes = leases.map(({ name }) => ({ id: name, started_at: 0, heartbeat_at: 0 }));
    await metadata.db.insertInto('nodes').values(nodes).execute();
    // Counts rolled back transactions, too.
    await sql`create sequence attempts`.execute(operator.db);
    const written = operator.db.connection().execute(async (gate) => {
      // Each transaction has read its lock and waits for all others.
      await sql`select pg_advisory_lock(7)`.execute(gate);
      const all = Promise.all(
        leases.map((lease) => {
          const attempt = metadata.db
            .updateTable('nodes')
            .set({ heartbeat_at: sql<number>`nextval('attempts')` })
            .where('id', '=', lease.name)
            .where(sql<boolean>`pg_advisory_xact_lock_shared(7) is not null`)
            .compile();
          return metadata.write([locks.ending(lease), attempt], { synced: true });
        }),
      );
      await eventually(async () => {
        const waiting = await sql<{ count: string }>`select count(*) from pg_locks
          where locktype = 'advisory' and not granted`.execute(gate);
        expect(Number(waiting.rows[0]?.count)).toBe(leases.length);
      });
      await sql`select pg_advisory_unlock(7)`.execute(gate);
      return all;
    });
    expect(await written).toEqual(leases.map(() => true));
    const attempts = await sql<{ last_value: number }>`select last_value from attempts`.execute(
      operator.db,
    );
    expect(Number(attempts.rows[0]?.last_value)).toBe(leases.length);
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
