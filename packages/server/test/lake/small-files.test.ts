import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flushSmallFiles } from '../../src/maintenance/flush-small-files.ts';
import { isSmallFileKey } from '../../src/objects/keys.ts';
import { checkObjects } from '../../src/store/check-objects.ts';
import { rowsOfLakes } from '../maintenance/rows-of-lakes.ts';
import { never } from '../maintenance/sweep-fixture.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { LoadFixture } from './load-fixture.ts';

describe.each(metadataKinds)('appends of few rows on %s', (kind) => {
  let fixture: LoadFixture;
  let lakeId: string;
  beforeEach(async () => {
    fixture = await LoadFixture.open(kind);
    fixture.keepsSmallFiles = true;
    lakeId = await fixture.lake();
  });
  afterEach(() => fixture.close());

  const load = (text: string, mode: 'append' | 'replace' = 'append') =>
    fixture.load(lakeId, 't', { mode, key: null }, { bytes: Buffer.from(text), format: 'csv' });
  const keyed = (text: string, mode: 'upsert' | 'delete') =>
    fixture.load(lakeId, 't', { mode, key: ['id'] }, { bytes: Buffer.from(text), format: 'csv' });
  const ids = async () => ((await fixture.read(lakeId, 't')) ?? []).map(({ id }) => Number(id));
  const objects = async () => (await fixture.sweeps.objectKeys('lakes/')).length;

  test('stay in the metadata as one file, and older versions keep their own rows', async () => {
    await load('id,name\n1,one\n');
    const first = (await fixture.table(lakeId, 't'))?.version;
    await load('id,name\n2,two\n3,\n');
    const [file, ...others] = await fixture.files(lakeId, 't');
    expect(others).toEqual([]);
    expect(file?.rowCount).toBe(3);
    expect(isSmallFileKey(file?.key ?? '')).toBe(true);
    expect(await objects()).toBe(0);
    expect(await ids()).toEqual([1, 2, 3]);
    expect(first && (await fixture.readVersion(first)).length).toBe(1);
    // The statistics are those of all rows of the file.
    expect(file?.columns[1]).toMatchObject({ min: '1', max: '3', nullCount: 0 });
    expect(file?.columns[2]).toMatchObject({ nullCount: 1 });
    const { db } = fixture.sweeps.metadata;
    const rows = await db.selectFrom('lake_small_files').selectAll().execute();
    expect(rows.find(({ key }) => key === file?.key)?.bytes.length).toBe(file?.sizeBytes);
    expect(rows.map(({ bytes }) => crc32(bytes))).toContain(file?.checksum);
  });

  test('become few files by themselves once they are many, each row written some times at most', async () => {
    const row = (from: number, count: number) =>
      `id\n${Array.from({ length: count }, (_unused, at) => from + at).join('\n')}\n`;
    let written = 0;
    for (let at = 0; at < 2560; at += 40) {
      await load(row(at, 40));
      const last = (await fixture.files(lakeId, 't')).at(-1);
      if (last && !isSmallFileKey(last.key)) written += last.rowCount;
    }
    const files = await fixture.files(lakeId, 't');
    expect(files.length).toBeLessThanOrEqual(6);
    expect(files.filter(({ key }) => isSmallFileKey(key)).length).toBeLessThanOrEqual(1);
    expect(written).toBeLessThan(5 * 2560);
    expect(await ids()).toEqual(Array.from({ length: 2560 }, (_unused, at) => at));
  });

  test('may be changed, deleted and added to with other columns while they are in no object', async () => {
    await load('id,n\n1,10\n2,20\n3,30\n');
    await keyed('id,n\n2,21\n', 'upsert');
    await keyed('id\n1\n', 'delete');
    await load('id,n,more\n4,40,x\n');
    const rows = (await fixture.read(lakeId, 't')) ?? [];
    const sorted = rows.map(({ id, n, more }) => [Number(id), Number(n), more ?? null]);
    expect(sorted.sort()).toEqual([
      [2, 21, null],
      [3, 30, null],
      [4, 40, 'x'],
    ]);
  });

  test('of a large load, and one that replaces the table, are objects as ever', async () => {
    await load(`id\n${Array.from({ length: 300 }, (_unused, at) => at).join('\n')}\n`);
    await load('id\n300\n', 'replace');
    expect((await fixture.files(lakeId, 't')).map(({ key }) => isSmallFileKey(key))).toEqual([
      false,
    ]);
    expect((await rowsOfLakes(fixture.sweeps.metadata)).lake_small_files).toBe(0);
  });

  test('are flushed into the object store for those who read objects alone, and wait for no append', async () => {
    await load('id\n1\n2\n');
    await keyed('id\n1\n', 'delete');
    const found = await fixture.table(lakeId, 't');
    const place = { lakeId, schema: 'main', table: 't', tableId: found?.id ?? '' };
    const context = { signal: never, assertOwned: async () => {} };
    const flush = () => flushSmallFiles(fixture.services, fixture.tally, place, context);
    expect(await flush()).toBe(true);
    expect((await fixture.files(lakeId, 't')).map(({ key }) => isSmallFileKey(key))).toEqual([
      false,
    ]);
    expect(await ids()).toEqual([2]);
    expect(await flush()).toBe(true);
    await load('id\n3\n');
    expect((await ids()).sort()).toEqual([2, 3]);
  });

  test('are looked at by a check of the store, and found where they are lost', async () => {
    await load('id\n1\n');
    const { db } = fixture.sweeps.metadata;
    const reader = {
      size: async () => null,
      read: () => Promise.reject(new Error('no object is read')),
      localFile: () => Promise.reject(new Error('no object is read')),
      close: async () => {},
    };
    const check = () => checkObjects(db, reader, { checksums: true });
    expect(await check()).toMatchObject({ lost: [] });
    await sql`update lake_small_files set bytes = ${Buffer.from('x')}`.execute(db);
    expect((await check()).lost).toMatchObject([{ role: 'data file', tables: [{ until: null }] }]);
    await db.deleteFrom('lake_small_files').execute();
    expect((await check()).lost).toMatchObject([{ problem: 'is missing' }]);
  });

  test('on both sides of a fork go on apart', async () => {
    const source = await fixture.database();
    lakeId = source.lakeId;
    await load('id\n1\n');
    const fork = await fixture.fork(source.id);
    await load('id\n2\n');
    const own = await ids();
    lakeId = fork.lakeId;
    await load('id\n3\n');
    expect([own, await ids()]).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });
});
