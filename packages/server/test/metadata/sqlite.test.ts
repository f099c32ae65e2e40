import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { openSqlite } from '../../src/metadata/sqlite-dialect.ts';
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
    await metadata.db.insertInto('nodes').values({ id: 'n', started_at: 0, heartbeat_at: 1 }).execute();
  });
  afterEach(() => backend.remove());

  const readHeartbeat = async (node: Metadata = metadata) =>
    (await node.db.selectFrom('nodes').select('heartbeat_at').executeTakeFirstOrThrow()).heartbeat_at;
  const writeHeartbeat = (node: Metadata, value: number) =>
    node.db.updateTable('nodes').set({ heartbeat_at: value }).execute();

  const read = async (name: string, db = metadata.db) =>
    Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];

  test('is synced at every commit, in WAL mode, with foreign keys on', async () => {
    expect(await read('journal_mode')).toBe('wal');
    expect(await read('synchronous')).toBe(2);
    expect(await read('foreign_keys')).toBe(1);
  });

  test('does not wait for the disk in writes nobody was told of, nor do they change how others commit', async () => {
    expect(await read('synchronous', metadata.unsynced)).toBe(1);
    await Promise.all(
      Array.from({ length: 20 }, async (_unused, index) => {
        await metadata.unsynced.updateTable('nodes').set({ heartbeat_at: index }).execute();
        await metadata.transaction(async (trx) => {
          expect(await read('synchronous', trx)).toBe(2);
          await trx.updateTable('nodes').set({ heartbeat_at: 100 }).execute();
        });
        expect(await read('synchronous')).toBe(2);
      }),
    );
    await expect(
      metadata.unsynced.insertInto('nodes').values({ id: 'n', started_at: 0, heartbeat_at: 1 }).execute(),
    ).rejects.toThrow();
    expect(await read('synchronous')).toBe(2);
    expect(await readHeartbeat()).toBe(100);
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
