import type { HasSettings } from '../config/settings.ts';
import type { EngineFile, HasFiles, PublishedAs } from '../engine/engine.ts';
import type { HasClock } from '../kernel/clock.ts';
import { resourceLocked } from '../kernel/errors.ts';
import type { SmallFile } from '../lake/commit-load.ts';
import type { LakeFile } from '../lake/model.ts';
import { isSmallFile } from '../lake/small-files.ts';
import { lakeFileKey, smallFileKey } from '../objects/keys.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { FileInMemory, PreparedLoad, PublishedFile } from './prepared-load.ts';

/** A written file in the form of a manifest, under a new key of the lake. */
export function toLakeFile(
  lakeId: string,
  { path, ...file }: PublishedFile,
): { readonly path: EngineFile; readonly file: LakeFile } {
  return { path, file: namedFile(lakeFileKey(lakeId), file) };
}

function namedFile(
  key: string,
  { partitionValues, ...file }: Omit<PublishedFile, 'path'>,
): LakeFile {
  const partition = partitionValues.length === 0 ? {} : { partition: partitionValues };
  return { key, ...file, ...partition };
}

/**
 * Turns synced files into objects and removes their folders. A failure removes the objects again.
 */
export async function publishFiles(
  { objects, files }: HasFiles & HasObjects,
  published: readonly PublishedAs[],
): Promise<void> {
  try {
    await files.publishAll(published);
  } catch (error) {
    await objects.delete(published.map(({ key }) => key));
    throw error;
  }
}

/** Files and deletions of a load, by the keys in the commit. */
export interface PublishedLoad {
  readonly files: readonly LakeFile[];
  readonly deletesKey: string | null;
  /** Those of the files that the commit keeps. */
  readonly smallFiles: readonly SmallFile[];
}

/**
 * Puts the output of a load into the object store. A small file in memory is left to the
 * commit where `mayStaySmall`.
 */
export async function publishPrepared(
  services: HasFiles & HasObjects,
  lakeId: string,
  { written, inMemory, deletesPath }: PreparedLoad,
  mayStaySmall = false,
): Promise<PublishedLoad> {
  if (inMemory && mayStaySmall && isSmallFile(inMemory)) {
    const { bytes, ...file } = inMemory;
    const key = smallFileKey(lakeId);
    return {
      files: [namedFile(key, file)],
      deletesKey: null,
      smallFiles: [{ key, bytes }],
    };
  }
  if (inMemory) {
    const file = await publishBytes(services, lakeId, inMemory);
    return { files: [file], deletesKey: null, smallFiles: [] };
  }
  const files = written.files.map((file) => toLakeFile(lakeId, file));
  const deletesKey = deletesPath === null ? null : lakeFileKey(lakeId);
  const published = files.map(({ path, file }): PublishedAs => ({ key: file.key, file: path }));
  if (deletesPath !== null && deletesKey !== null)
    published.push({ key: deletesKey, file: deletesPath });
  await publishFiles(services, published);
  return { files: files.map(({ file }) => file), deletesKey, smallFiles: [] };
}

async function publishBytes(
  { objects }: HasObjects,
  lakeId: string,
  { bytes, ...written }: FileInMemory,
): Promise<LakeFile> {
  const file = namedFile(lakeFileKey(lakeId), written);
  try {
    await objects.putBytes(file.key, bytes, { isUnnamed: true });
  } catch (error) {
    await objects.delete([file.key]);
    throw error;
  }
  return file;
}

/** Only tests set a shorter grace, and tests do not suspend the process. */
const shortestGraceS = 60;

/**
 * Throws where the collector may have removed files published since `publishedAt`. The transaction
 * that commits the files calls the function, because the process may have been suspended (a
 * sleeping laptop).
 */
export function assertUncollected(
  { clock, settings }: HasClock & HasSettings,
  publishedAt: number,
): void {
  const graceMs = Math.max(settings.orphanGraceS, shortestGraceS) * 1000;
  if (clock.now() - publishedAt < graceMs) return;
  throw resourceLocked('This took too long and was given up; try again');
}
