import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { resourceLocked } from '../../kernel/errors.ts';
import type { LakeFile } from '../../lake/model.ts';
import { lakeFileKey } from '../../objects/keys.ts';
import type { KeyedFile } from '../../objects/object-store.ts';
import type { Services } from '../services.ts';
import type { FileInMemory, PreparedLoad, PublishedFile } from './prepared-load.ts';

/** A written file as a manifest has it, under a new key of the lake. */
export function toLakeFile(
  lakeId: string,
  { path, ...file }: PublishedFile,
): { readonly path: string; readonly file: LakeFile } {
  return { path, file: namedFile(lakeId, file) };
}

function namedFile(
  lakeId: string,
  { partitionValues, ...file }: Omit<PublishedFile, 'path'>,
): LakeFile {
  const partition = partitionValues.length === 0 ? {} : { partition: partitionValues };
  return { key: lakeFileKey(lakeId), ...file, ...partition };
}

/**
 * Moves synced files into the object store, and removes the folders they were in; a failure removes
 * those that were moved.
 */
export async function publishFiles(
  { objects }: Pick<Services, 'objects'>,
  published: readonly KeyedFile[],
): Promise<void> {
  try {
    await objects.putFiles(published, { isSynced: true });
  } catch (error) {
    await objects.delete(published.map(({ key }) => key));
    throw error;
  } finally {
    const folders = new Set(published.map(({ path }) => dirname(path)));
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Puts what the load has written into the object store. */
export async function publishPrepared(
  services: Services,
  lakeId: string,
  { written, inMemory, deletesPath }: PreparedLoad,
): Promise<{ files: LakeFile[]; deletesKey: string | null }> {
  if (inMemory)
    return { files: [await publishBytes(services, lakeId, inMemory)], deletesKey: null };
  const files = written.files.map((file) => toLakeFile(lakeId, file));
  const deletesKey = deletesPath === null ? null : lakeFileKey(lakeId);
  const published = files.map(({ path, file }) => ({ key: file.key, path }));
  if (deletesPath !== null && deletesKey !== null)
    published.push({ key: deletesKey, path: deletesPath });
  await publishFiles(services, published);
  return { files: files.map(({ file }) => file), deletesKey };
}

async function publishBytes(
  { objects }: Services,
  lakeId: string,
  { bytes, ...written }: FileInMemory,
): Promise<LakeFile> {
  const file = namedFile(lakeId, written);
  try {
    await objects.putBytes(file.key, bytes, { isUnnamed: true });
  } catch (error) {
    await objects.delete([file.key]);
    throw error;
  }
  return file;
}

/** A grace as short as this is for tests, which look after their own. */
const shortestGraceS = 60;

/**
 * To be called in the transaction that commits files published since `publishedAt`: a process that
 * was suspended (a laptop asleep) may find that the collector took them.
 */
export function assertUncollected({ clock, settings }: Services, publishedAt: number): void {
  const graceMs = Math.max(settings.orphanGraceS, shortestGraceS) * 1000;
  if (clock.now() - publishedAt < graceMs) return;
  throw resourceLocked('This took too long and was given up; try again');
}
