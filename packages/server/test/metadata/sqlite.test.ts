import { copyFileSync, statSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import { createDeferred, type Deferred } from '../../src/kernel/deferred.ts';
import { createLocks } from '../../src/metadata/locks.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import type { MetadataSchema } from '../../src/metadata/schema.ts';
import {
  openSqlite,
  type SqliteFile,
  shareSqlite,
  sqliteDialect,
} from '../../src/metadata/sqlite-dialect.ts';
import { writeAtOnce } from '../../src/metadata/write-at-once.ts';
import { eventually } from '../eventually.ts';
import { createMetadataBackend, type MetadataBackend } from './metadata-backends.ts';

const turnOfTheEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('SQLite metadata', () => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let path: string;

  beforeEach(async () => {
    backend = await createMetadataBackend('sqlite');
    metadata = await backend.openMigrated();
    path = backend.url.slice('sqlite:'.length);
    await metadata.db
      .insertInto('nodes')
      .values({ id: 'n', started_at: 0, heartbeat_at: 1 })
      .execute();
  });
  afterEach(() => backend.remove());

  const readHeartbeat = async (node: Metadata = metadata) =>
    (await node.db.selectFrom('nodes').select('heartbeat_at').executeTakeFirstOrThrow())
      .heartbeat_at;
  const writeHeartbeat = (node: Metadata, value: number) =>
    node.db.updateTable('nodes').set({ heartbeat_at: value }).execute();

  const read = async (name: string, db = metadata.db) =>
    Object.values(
      (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0] ?? {},
    )[0];

  test('is in WAL mode, with foreign keys on', async () => {
    expect(await read('journal_mode')).toBe('wal');
    expect(await read('foreign_keys')).toBe(1);
  });

  test('is readable by its owner only', () => {
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o077).toBe(0);
  });

  test('lets readers and the event loop go on while another process writes for long', async () => {
    const otherProcess = await openSqlite(path);
    otherProcess.exec('begin immediate');
    otherProcess.exec('update nodes set heartbeat_at = 2');
    let written = false;
    const writing = writeHeartbeat(metadata, 3).then(() => {
      written = true;
    });
    for (let turn = 0; turn < 20; turn++) {
      expect(await readHeartbeat()).toBe(1);
      await turnOfTheEventLoop();
    }
    expect(written).toBe(false);
    otherProcess.exec('commit');
    otherProcess.close();
    await writing;
    expect(await readHeartbeat()).toBe(3);
  });

  test('waits to begin a transaction until another process has ended its own, and then sees its work', async () => {
    const otherProcess = await openSqlite(path);
    otherProcess.exec('begin immediate');
    otherProcess.exec('update nodes set heartbeat_at = 2');
    const working = metadata.transaction(async (trx) => {
      const row = await trx.selectFrom('nodes').select('heartbeat_at').executeTakeFirstOrThrow();
      await trx
        .updateTable('nodes')
        .set({ heartbeat_at: row.heartbeat_at * 10 })
        .execute();
    });
    for (let turn = 0; turn < 5; turn++) await turnOfTheEventLoop();
    otherProcess.exec('commit');
    otherProcess.close();
    await working;
    expect(await readHeartbeat()).toBe(20);
  });

  test('keeps statements on the database out of a transaction that is open', async () => {
    const working = metadata.transaction(async (trx) => {
      await trx.updateTable('nodes').set({ heartbeat_at: 5 }).execute();
      await trx.selectFrom('nodes').selectAll().execute();
      throw new Error('no');
    });
    const outside = writeHeartbeat(metadata, 7);
    await expect(working).rejects.toThrow('no');
    await outside;
    expect(await readHeartbeat()).toBe(7);
  });

  test('refuses a transaction that awaits something else than its queries, and serves on', async () => {
    const working = metadata.transaction(async (trx) => {
      await trx.updateTable('nodes').set({ heartbeat_at: 5 }).execute();
      await turnOfTheEventLoop();
      await trx.updateTable('nodes').set({ heartbeat_at: 6 }).execute();
    });
    await expect(working).rejects.toThrow('awaits nothing but its own queries');
    expect(await readHeartbeat()).toBe(1);
    await writeHeartbeat(metadata, 2);
    expect(await readHeartbeat()).toBe(2);
  });

  test('breaks a transaction that waits for itself by a query on the database', async () => {
    const working = metadata.transaction(async () => {
      await readHeartbeat();
    });
    await expect(working).rejects.toThrow('awaits nothing but its own queries');
    expect(await readHeartbeat()).toBe(1);
  });

  test('keeps the order of many transactions and statements that come together', async () => {
    const order: number[] = [];
    const steps = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? metadata.transaction(async (trx) => {
            await trx.selectFrom('nodes').selectAll().execute();
            order.push(index);
          })
        : readHeartbeat().then(() => {
            order.push(index);
          }),
    );
    await Promise.all(steps);
    expect(order).toHaveLength(20);
    expect(order.filter((index) => index % 2 === 0)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });
});

describe('a commit of SQLite metadata', () => {
  let backend: MetadataBackend;
  let synced: Kysely<MetadataSchema>;
  let unsynced: Kysely<MetadataSchema>;
  let path: string;
  let file: SqliteFile;
  /** Begun syncs, each ended by the test. */
  let syncs: Deferred<void>[];

  beforeEach(async () => {
    backend = await createMetadataBackend('sqlite');
    await backend.openMigrated();
    path = backend.url.slice('sqlite:'.length);
    syncs = [];
    const database = await openSqlite(path);
    database.pragma('wal_checkpoint(TRUNCATE)');
    file = shareSqlite(database, () => {
      const sync = createDeferred<void>();
      syncs.push(sync);
      return sync.promise;
    });
    synced = new Kysely({ dialect: sqliteDialect(file) });
    unsynced = new Kysely({ dialect: sqliteDialect(file, 'unsynced') });
  });
  afterEach(async () => {
    await synced.destroy();
    await backend.remove();
  });

  const insert = (db: Kysely<MetadataSchema>, id: string) =>
    db.insertInto('nodes').values({ id, started_at: 0, heartbeat_at: 1 }).execute();
  const inTransaction = (id: string) => synced.transaction().execute((trx) => insert(trx, id));
  const nodes = async () =>
    (await synced.selectFrom('nodes').select('id').execute()).map(({ id }) => id);
  /** Content of the database file without the log. */
  const nodesWithoutWal = async () => {
    copyFileSync(path, `${path}-copy`);
    const copy = await openSqlite(`${path}-copy`);
    try {
      return copy.prepare('SELECT id FROM nodes ORDER BY id').pluck().all();
    } finally {
      copy.close();
    }
  };
  /** Ended writes so far, in order. */
  const watch = (work: Record<string, Promise<unknown>>) => {
    const ended: string[] = [];
    for (const [name, promise] of Object.entries(work)) {
      promise.then(
        () => ended.push(name),
        (error: { code?: string }) => ended.push(`${name} ${error.code}`),
      );
    }
    return ended;
  };

  test('is told once it is on disk, with all that were made meanwhile by one sync more', async () => {
    const ended = watch({ a: insert(synced, 'a'), b: inTransaction('b') });
    await eventually(() => expect(syncs).toHaveLength(1));
    const later = watch({ c: inTransaction('c'), d: insert(synced, 'd'), e: inTransaction('e') });
    await eventually(async () => expect(await nodes()).toEqual(['a', 'b', 'c', 'd', 'e']));
    expect([...ended, ...later]).toEqual([]);
    syncs[0]?.resolve();
    await eventually(() => expect(ended.toSorted()).toEqual(['a', 'b']));
    await eventually(() => expect(syncs).toHaveLength(2));
    expect(later).toEqual([]);
    syncs[1]?.resolve();
    await eventually(() => expect(later).toHaveLength(3));
    expect(syncs).toHaveLength(2);
  });

  test('of statements that are written together waits for the disk where it is told', async () => {
    const statement = (id: string) =>
      synced.insertInto('nodes').values({ id, started_at: 0, heartbeat_at: 1 }).compile();
    const ended = watch({
      a: writeAtOnce(file, [statement('a'), statement('b')], true),
      c: writeAtOnce(file, [statement('c')], false),
    });
    await eventually(() => expect(ended).toEqual(['c']));
    expect(await nodes()).toEqual(['a', 'b', 'c']);
    await eventually(() => expect(syncs).toHaveLength(1));
    syncs[0]?.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    await eventually(() => expect(ended).toEqual(['c', 'a PERSISTENCE_UNAVAILABLE']));
  });

  test('waits for no disk where nothing was written or nobody is told', async () => {
    expect(await nodes()).toEqual([]);
    await synced.transaction().execute((trx) => trx.selectFrom('nodes').selectAll().execute());
    await insert(unsynced, 'u');
    expect(syncs).toEqual([]);
  });

  test('is not waited for by who takes a lock: it ends with the machine', async () => {
    const locks = createLocks({ unsynced, kind: 'sqlite' }, systemClock);
    const lease = await locks.acquire('a table', 'a node', 60_000);
    if (!lease) throw new Error('it is free');
    await locks.release(lease);
    expect(syncs).toEqual([]);
  });

  test('that could not be synced is an error of storage, and the next rests on no sync after it alone', async () => {
    const failed = watch({ a: inTransaction('a') });
    await eventually(() => expect(syncs).toHaveLength(1));
    syncs[0]?.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    await eventually(() => expect(failed).toEqual(['a PERSISTENCE_UNAVAILABLE']));
    expect(await nodesWithoutWal()).toEqual([]);
    const next = watch({ b: inTransaction('b') });
    await eventually(() => expect(syncs).toHaveLength(2));
    syncs[1]?.resolve();
    await eventually(() => expect(next).toEqual(['b']));
    expect(await nodesWithoutWal()).toEqual(['a', 'b']);
    // From then on the log takes writes again.
    const after = watch({ c: inTransaction('c') });
    await eventually(() => expect(syncs).toHaveLength(3));
    syncs[2]?.resolve();
    await eventually(() => expect(after).toEqual(['c']));
    expect(await nodesWithoutWal()).toEqual(['a', 'b']);
    expect(await nodes()).toEqual(['a', 'b', 'c']);
  });
});
