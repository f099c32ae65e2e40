import { setImmediate as turn } from 'node:timers/promises';
import type { LakeFile } from '../../lake/model.ts';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import { pages, sweepChunk } from '../../metadata/sweep-rows.ts';
import { incomingPrefix, uploadPrefix } from '../../objects/keys.ts';
import type { Services } from '../services.ts';

/** Every batch of lake files reads all manifests, so there are few; 50,000 keys are some 5 MB. */
const LAKE_FILES = 50_000;
/** A manifest has up to 1,000 files with their statistics, and JSON is parsed in one go. */
const MANIFESTS = 20;

type FindUnknown = (keys: readonly string[]) => Promise<readonly string[]>;

/**
 * Removes objects that belong to nobody: what a crash left between storing an object and committing its name, files of
 * versions that were forgotten, bytes of uploads that were loaded. An object younger than `graceMs` is left alone: its
 * load or query may still be going to commit it, or to read it. Gives how many went.
 */
export async function collectObjects(services: Services, graceMs: number, signal: AbortSignal): Promise<number> {
  const cutoff = services.clock.now() - graceMs;
  const { db } = services.metadata;
  const collect = (prefix: string, size: number, find: FindUnknown) =>
    collectBelow(services, { prefix, cutoff, size, find }, signal);
  let removed = 0;
  removed += await collect('lakes/', LAKE_FILES, (keys) => unknownLakeFiles(db, keys, signal));
  removed += await collect('results/', sweepChunk, (keys) => unknownResults(db, keys));
  removed += await collect(uploadPrefix, sweepChunk, (keys) => loadedUploads(db, keys));
  removed += await collect(incomingPrefix, sweepChunk, (keys) => unknownIncoming(db, keys));
  for (const prefix of ['lakes/', 'results/', uploadPrefix]) {
    removed += await abortForgottenMultiparts(services, prefix, cutoff, signal);
  }
  return removed;
}

interface Collection {
  readonly prefix: string;
  /** Only objects older than this instant. */
  readonly cutoff: number;
  /** Keys looked up together. */
  readonly size: number;
  /** Those of the keys that nobody names. */
  readonly find: FindUnknown;
}

async function collectBelow(
  { objects }: Services,
  { prefix, cutoff, size, find }: Collection,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  let page: string[] = [];
  const flush = async () => {
    if (page.length === 0) return;
    const gone = await find(page);
    page = [];
    if (signal.aborted) return;
    await objects.delete(gone);
    removed += gone.length;
    await turn();
  };
  for await (const object of objects.list(prefix)) {
    if (signal.aborted) return removed;
    if (object.modifiedAt >= cutoff) continue;
    page.push(object.key);
    if (page.length >= size) await flush();
  }
  await flush();
  return removed;
}

async function unknownResults(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('results').select('object_key').where('object_key', 'in', keys).execute();
  return without(keys, rows);
}

/** Keys of uploads that are gone, or whose rows are in a table since a load. */
async function loadedUploads(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('object_key')
    .where('object_key', 'in', keys)
    .where('status', '<>', 'consumed')
    .execute();
  return without(keys, rows);
}

/**
 * PUTs for which no session is open; a crash while one is accepted leaves it there too. An object store keeps them at
 * `incoming/<key>`, or in files below it.
 */
async function unknownIncoming(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  const uploadOf = (key: string) => key.slice(incomingPrefix.length).split('/', 2).join('/');
  const uploads = [...new Set(keys.map(uploadOf))];
  const rows = await db
    .selectFrom('uploads')
    .select('object_key')
    .where('object_key', 'in', uploads)
    .where('status', '=', 'created')
    .execute();
  const open = new Set(rows.map((row) => row.object_key));
  return keys.filter((key) => !open.has(uploadOf(key)));
}

function without(keys: readonly string[], rows: readonly { object_key: string | null }[]): string[] {
  const known = new Set(rows.map((row) => row.object_key));
  return keys.filter((key) => !known.has(key));
}

/** The keys were listed before the manifests are read, so a file that is committed in between is found in them. */
async function unknownLakeFiles(db: MetadataHandle, keys: readonly string[], signal: AbortSignal): Promise<string[]> {
  const left = new Set(keys);
  const manifests = pages(signal, (after: { id: string } | undefined) =>
    db
      .selectFrom('lake_manifests')
      .select(['id', 'files'])
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(MANIFESTS)
      .execute(),
  );
  for await (const rows of manifests) {
    for (const row of rows) {
      for (const { key, deletes } of JSON.parse(row.files) as LakeFile[]) {
        left.delete(key);
        if (deletes) left.delete(deletes.key);
      }
    }
    if (left.size === 0) break;
  }
  return [...left];
}

/** Of uploads whose row is gone, and of the service's own large files that a node died over: those have no rows. */
async function abortForgottenMultiparts(
  services: Services,
  prefix: string,
  cutoff: number,
  signal: AbortSignal,
): Promise<number> {
  const { objects, metadata } = services;
  let removed = 0;
  for await (const { key, multipartId, startedAt } of objects.listMultiparts(prefix)) {
    if (signal.aborted) return removed;
    if (startedAt >= cutoff) continue;
    const row = await metadata.db.selectFrom('uploads').select('id').where('object_key', '=', key).executeTakeFirst();
    if (row) continue;
    await objects.abortMultipart(key, multipartId);
    removed += 1;
  }
  return removed;
}
