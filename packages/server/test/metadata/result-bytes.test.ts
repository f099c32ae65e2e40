import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import {
  findListedResults,
  findResult,
  insertResult,
  markResultReady,
  readResultBytes,
  replaceResultContent,
} from '../../src/metadata/result-store.ts';
import { createMigratedBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

describe.each(metadataKinds)('the bytes of a small result on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;

  beforeAll(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
  });
  afterAll(() => backend.remove());

  const result = (id: string) => ({
    id,
    workspaceId: 'w',
    databaseId: 'd',
    queryRunId: `run-${id}`,
    now: 5,
    expiresAt: null,
  });
  const ready = (parquet: Uint8Array) => ({
    content: { parquet },
    columns: '[]',
    rowCount: 1,
    sizeBytes: 9,
    checksum: 7,
  });
  const everyByte = Uint8Array.from({ length: 65_536 }, (_unused, index) => index % 256);

  test('come back as they were given, every one of them, and none at all', async () => {
    await insertResult(metadata.db, result('all'), ready(everyByte));
    await insertResult(metadata.db, result('none'), ready(new Uint8Array()));
    expect(
      Buffer.from(everyByte).equals((await readResultBytes(metadata.db, 'all')) ?? Buffer.of()),
    ).toBe(true);
    expect((await readResultBytes(metadata.db, 'none'))?.length).toBe(0);
    expect(await readResultBytes(metadata.db, 'unknown')).toBeNull();
  });

  test('are not read with the record, nor with lists of records', async () => {
    const row = await findResult(metadata.db, 'd', 'all', 6);
    expect(row).toMatchObject({ status: 'ready', object_key: null, size_bytes: 9, checksum: 7 });
    const rows = await findListedResults(metadata.db, 'd', ['all', 'none', 'unknown']);
    expect(rows).toHaveLength(2);
    for (const found of [row, ...rows]) expect(found).not.toHaveProperty('parquet');
  });

  test('come with the moment that a result becomes ready', async () => {
    await insertResult(metadata.db, result('late'));
    expect(await readResultBytes(metadata.db, 'late')).toBeNull();
    expect(await markResultReady(metadata.db, 'late', ready(Buffer.from('PAR1')))).toBe(true);
    expect(Buffer.from((await readResultBytes(metadata.db, 'late')) ?? []).toString()).toBe('PAR1');
    expect(await findResult(metadata.db, 'd', 'late', 6)).toMatchObject({
      size_bytes: 9,
      checksum: 7,
    });
  });

  test('that two write anew at once are of one of them, and the other knows', async () => {
    await insertResult(metadata.db, result('old'), ready(Buffer.from('old')));
    await metadata.db
      .updateTable('results')
      .set({ refused_files: null } as object)
      .where('id', '=', 'old')
      .execute();
    const row = { id: 'old', object_key: null };
    const written = ['one', 'two'].map((text) => ({
      ...ready(Buffer.from(text)),
      sizeBytes: 3,
      checksum: 1,
    }));
    const replaced = await Promise.all(
      written.map((stored) => replaceResultContent(metadata.db, row, stored)),
    );
    expect(replaced.filter(Boolean)).toHaveLength(1);
    const first = replaced[0] ? 'one' : 'two';
    expect(Buffer.from((await readResultBytes(metadata.db, 'old')) ?? []).toString()).toBe(first);
    expect(await findResult(metadata.db, 'd', 'old', 6)).toMatchObject({
      size_bytes: 3,
      checksum: 1,
    });
    // A reader that meanwhile found the object intact does not mark it either.
    expect(await replaceResultContent(metadata.db, row, null)).toBe(false);
  });
});
