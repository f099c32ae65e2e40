import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { keysIn } from '../../src/lake/manifest-keys.ts';
import type { LakeFile } from '../../src/lake/model.ts';
import { type MetadataHandle, openMetadata } from '../../src/metadata/open-metadata.ts';
import { isSmallFileKey } from '../../src/objects/keys.ts';

/**
 * Fails unless the files of a stopped service on SQLite and disk are exactly those that its
 * metadata names: no more, and none missing. Earlier versions of tables must have been forgotten
 * (QUERN_SNAPSHOT_RETENTION_DAYS=0).
 */
export async function expectOnlyNamedFiles(dataDir: string): Promise<void> {
  const metadata = await openMetadata(`sqlite:${join(dataDir, 'quern.db')}`);
  try {
    const { db } = metadata;
    const uploads = await db
      .selectFrom('uploads')
      .select(['object_key', 'status', 'multipart_id'])
      .execute();
    /** Sessions that are still open may have bytes, and may not. */
    const open = uploads.filter((upload) => upload.status === 'created');
    const openKeys = new Set(open.map((upload) => upload.object_key));
    const ready = uploads
      .filter((upload) => upload.status === 'ready')
      .map((upload) => upload.object_key);
    // A repeated answer shares the object of the earlier result.
    const results = new Set(await storedResults(db));
    const lakeFiles = await presentLakeFiles(db);
    await expectSmallFiles(db, lakeFiles.filter(isSmallFileKey));
    const objectsOfLakes = lakeFiles.filter((key) => !isSmallFileKey(key));
    const named = [...objectsOfLakes, ...results, ...ready].sort();

    const objects = filesBelow(join(dataDir, 'objects')).filter(
      (path) => path !== 'quern-store.json',
    );
    const isHidden = (path: string) => path.startsWith('.etags/') || path.startsWith('incoming/');
    expect(objects.filter((path) => !isHidden(path) && !openKeys.has(path)).sort()).toEqual(named);
    const keyOfHidden = (path: string) => path.split('/').slice(1, 3).join('/');
    const isUseless = (path: string) => {
      const key = keyOfHidden(path);
      return !openKeys.has(key) && !(path.startsWith('.etags/') && named.includes(key));
    };
    expect(objects.filter(isHidden).filter(isUseless)).toEqual([]);

    const multiparts = new Set(open.map((upload) => `objects/multipart/${upload.multipart_id}`));
    const spooled = filesBelow(join(dataDir, 'spool'));
    expect(
      spooled.filter((path) => !multiparts.has(path.split('/').slice(0, 3).join('/'))),
    ).toEqual([]);
  } finally {
    await metadata.close();
  }
}

/** The metadata keep the small files of present versions, and none that no manifest names. */
async function expectSmallFiles(db: MetadataHandle, present: readonly string[]): Promise<void> {
  const rows = await db.selectFrom('lake_small_files').select('key').execute();
  const kept = rows.map(({ key }) => key);
  expect(kept).toEqual(expect.arrayContaining([...present]));
  const manifests = await db.selectFrom('lake_manifests').select('files').execute();
  const named = new Set(manifests.flatMap(({ files }) => keysIn(files)));
  expect(kept.filter((key) => !named.has(key))).toEqual([]);
}

/** Files of every table's present version. */
async function presentLakeFiles(db: MetadataHandle): Promise<string[]> {
  const versions = await db
    .selectFrom('lake_tables as t')
    .innerJoin('lake_versions as v', 'v.id', 't.version_id')
    .select('v.manifest_ids')
    .execute();
  // A fork shares versions with its source.
  const ids = [
    ...new Set(versions.flatMap((version) => JSON.parse(version.manifest_ids) as string[])),
  ];
  if (ids.length === 0) return [];
  const manifests = await db
    .selectFrom('lake_manifests')
    .select('files')
    .where('id', 'in', ids)
    .execute();
  expect(manifests.length).toBe(ids.length);
  const files = manifests.flatMap((manifest) => JSON.parse(manifest.files) as LakeFile[]);
  return [...new Set(files.flatMap(({ key, deletes }) => (deletes ? [key, deletes.key] : [key])))];
}

async function storedResults(db: MetadataHandle): Promise<string[]> {
  const rows = await db
    .selectFrom('results')
    .select('object_key')
    .where('object_key', 'is not', null)
    .execute();
  return rows.flatMap((row) => row.object_key ?? []);
}

/** Paths of all files below a folder, from there. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
