import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { Remembered } from '../../src/metadata/remembered.ts';
import { tableWritten } from '../../src/metadata/table-changes.ts';
import { eventually } from '../eventually.ts';
import { createMigratedBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

describe.each(metadataKinds)('rows that are remembered on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let reads: number;
  beforeEach(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    reads = 0;
    await metadata.db
      .insertInto('nodes')
      .values({ id: 'n', started_at: 0, heartbeat_at: 1 })
      .execute();
  });
  afterEach(() => backend.remove());

  const beats = (maxAgeMs = 60_000) =>
    new Remembered<number>(metadata.changes, ['nodes'], maxAgeMs);
  const read = async () => {
    reads += 1;
    const row = await metadata.db
      .selectFrom('nodes')
      .select('heartbeat_at')
      .where('id', '=', 'n')
      .executeTakeFirst();
    return row?.heartbeat_at ?? null;
  };
  const write = (value: number, db: Pick<Metadata['db'], 'updateTable'> = metadata.db) =>
    db.updateTable('nodes').set({ heartbeat_at: value }).where('id', '=', 'n').execute();

  test('are read once, until this process writes their table', async () => {
    const beat = beats();
    expect([await beat.get('n', read), await beat.get('n', read)]).toEqual([1, 1]);
    expect(reads).toBe(1);
    await metadata.db.deleteFrom('locks').execute();
    expect(await beat.get('n', read)).toBe(1);
    expect(reads).toBe(1);
    await write(2);
    expect(await beat.get('n', read)).toBe(2);
    await write(3, metadata.unsynced);
    expect(await beat.get('n', read)).toBe(3);
    await metadata.transaction((trx) => write(4, trx));
    expect(await beat.get('n', read)).toBe(4);
    await metadata.db.deleteFrom('nodes').execute();
    expect(await beat.get('n', read)).toBeNull();
  });

  test('are no more than their bytes: those go that were asked for longest ago', async () => {
    const texts = new Remembered<string>(metadata.changes, ['nodes'], 60_000, 10_000);
    const asked: string[] = [];
    const ask = (key: string, length = 1000) =>
      texts.get(key, async () => {
        asked.push(key);
        return 'x'.repeat(length);
      });
    for (let index = 0; index < 20; index += 1) await ask(`row ${index}`);
    expect(texts.heldBytes).toBeLessThanOrEqual(10_000);
    expect(texts.heldBytes).toBeGreaterThan(5_000);
    asked.length = 0;
    await ask('row 19');
    await ask('row 0');
    expect(asked).toEqual(['row 0']);
    // An entry larger than all others together evicts none.
    await ask('large', 20_000);
    await ask('row 19');
    expect(asked).toEqual(['row 0', 'large']);
  });

  test('are not told of what a transaction has not committed, and not remembered across its end', async () => {
    const beat = beats();
    await beat.get('n', read);
    await expect(
      metadata.transaction(async (trx) => {
        await write(9, trx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await beat.get('n', read)).toBe(1);
    // Read before the write, stored in the cache after the write.
    let held: (() => void) | undefined;
    const reading = beats();
    const slow = reading.get('n', async () => {
      const value = await read();
      await new Promise<void>((resolve) => {
        held = resolve;
      });
      return value;
    });
    await eventually(() => expect(held).toBeDefined());
    await write(5);
    held?.();
    expect(await slow).toBe(1);
    expect(await reading.get('n', read)).toBe(5);
  });

  test('are forgotten after their time, and not remembered where they are not there', async () => {
    const brief = beats(200);
    await brief.get('n', read);
    await eventually(async () => {
      await brief.get('n', read);
      expect(reads).toBe(2);
    });
    const never = beats(0);
    await never.get('n', read);
    await never.get('n', read);
    expect(reads).toBe(4);
    const beat = beats();
    for (let time = 0; time < 2; time++) await beat.get('none', async () => (await read()) && null);
    expect(reads).toBe(6);
  });
});

test('what another process writes into the file is seen', async () => {
  const backend = await createMigratedBackend('sqlite');
  try {
    const [mine, theirs] = [await backend.openMigrated(), await backend.openMigrated()];
    const read = async () => (await mine.db.selectFrom('nodes').select('id').execute()).length;
    const count = new Remembered<number>(mine.changes, ['nodes'], Number.POSITIVE_INFINITY);
    expect(await count.get('', read)).toBe(0);
    await theirs.db
      .insertInto('nodes')
      .values({ id: 'n', started_at: 0, heartbeat_at: 1 })
      .execute();
    expect(await count.get('', read)).toBe(1);
  } finally {
    await backend.remove();
  }
});

test.each([
  ['select 1 from "a"', undefined],
  ['insert into "a" ("x") values (?)', 'a'],
  ['update "a" set "x" = 1', 'a'],
  ['delete from "a"', 'a'],
  ['with "x" as (delete from "a" returning 1) select 1', null],
  ['update "s"."a" set "x" = 1', null],
  ['alter table "a" add column "b"', null],
  ['begin immediate', undefined],
])('%s writes %s', (sql, table) => {
  expect(tableWritten(sql)).toBe(table);
});
