import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commitLoad } from '../../src/lake/commit-load.ts';
import { LakeCatalogs } from '../../src/lake/lake-catalogs.ts';
import type { LakeFile, TableVersion } from '../../src/lake/model.ts';
import { createSweepFixture, type SweepFixture } from '../maintenance/sweep-fixture.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';

/** Each full manifest has 1,000 files; the last manifest has one. */
const fileCount = 24_001;

describe.each(metadataKinds)('a table of very many files on %s', (kind) => {
  let fixture: SweepFixture;
  let version: TableVersion;

  beforeAll(async () => {
    fixture = await createSweepFixture(kind);
    const { lakeId } = await fixture.database(await fixture.workspace());
    const files = Array.from({ length: fileCount }, (_, index) => fileOf(index));
    const content = {
      columns: [],
      files,
      keptManifestIds: [],
      keptRows: 0,
      keptBytes: 0,
      keptFiles: 0,
    };
    const target = { lakeId, schema: 'main', table: 't', found: null };
    const committing = fixture.metadata.transaction((trx) =>
      commitLoad(trx, target, content, 'replace', 1),
    );
    ({ version } = await committing);
  });

  afterAll(() => fixture.remove());

  test('is read whole and in order, whatever the cache drops meanwhile', async () => {
    const oneManifest = 200_000;
    const lakes = new LakeCatalogs(fixture.metadata.db, oneManifest);
    const last = { ...version, manifestIds: version.manifestIds.slice(-1) };
    expect(await keysOf(lakes, last)).toEqual([fileOf(fileCount - 1).key]);
    const all = Array.from({ length: fileCount }, (_, index) => fileOf(index).key);
    expect(await keysOf(lakes, version)).toEqual(all);
    const readers = await Promise.all([
      keysOf(lakes, version),
      keysOf(lakes, last),
      keysOf(lakes, version),
    ]);
    expect(readers.map((keys) => keys.length)).toEqual([fileCount, 1, fileCount]);
  });

  test('is read in steps: what comes later is not in memory when the first files are looked at', async () => {
    const { db } = fixture.metadata;
    const [later] = version.manifestIds.slice(-2);
    const { files } = await db
      .selectFrom('lake_manifests')
      .select('files')
      .where('id', '=', later ?? '')
      .executeTakeFirstOrThrow();
    const reading = new LakeCatalogs(db).eachManifest(version);
    expect((await reading.next()).value?.files.length).toBe(1000);
    const marked = files.replace('file-23000', 'changed');
    await sql`update lake_manifests set files = ${marked} where id = ${later}`.execute(db);
    const rest: string[] = [];
    for await (const manifest of reading) rest.push(...manifest.files.map(({ key }) => key));
    expect(rest).toContain('changed');
    expect(rest.length).toBe(fileCount - 1000);
  });
});

function fileOf(index: number): LakeFile {
  return { key: `file-${index}`, rowCount: 1, sizeBytes: 5, footerBytes: 1, columns: {} };
}

async function keysOf(lakes: LakeCatalogs, version: TableVersion): Promise<string[]> {
  return (await lakes.manifestsOf(version)).flatMap(({ files }) => files.map(({ key }) => key));
}
