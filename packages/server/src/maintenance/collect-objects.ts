import { setImmediate as turn } from 'node:timers/promises';
import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import { manifestKeys } from '../lake/manifest-keys.ts';
import type { HasMetadata, MetadataHandle } from '../metadata/open-metadata.ts';
import { sweepChunk } from '../metadata/sweep-rows.ts';
import { incomingPrefix, isOwnKey, type ObjectKind, objectPrefixes } from '../objects/keys.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { collectUnnamed, stateOfCollection, type Unnamed } from './collect-unnamed.ts';
import { KnownKeys } from './known-keys.ts';
import type { CollectionStop } from './sweep-tally.ts';

/** Doubtful keys per scan of all manifests: some 5 MB. */
const lakeFiles = 50_000;
/** Maximum unnamed objects per collection: some 10 MB. Further objects are only counted. */
const unnamedAtOnce = 100_000;

/** Returns the keys to be removed. */
type FindUseless = (keys: readonly string[]) => Promise<readonly string[]>;

/**
 * Removes the bytes of loaded uploads, PUTs without an open session, and such multipart uploads.
 * Objects younger than `graceMs` stay. Returns the number of removed objects.
 */
export async function collectUploads(
  services: HasClock & HasMetadata & HasObjects,
  graceMs: number,
  signal: AbortSignal,
): Promise<number> {
  const cutoff = services.clock.now() - graceMs;
  const { db } = services.metadata;
  const rest = { cutoff, size: sweepChunk };
  const uploads = {
    ...rest,
    prefix: objectPrefixes.uploads,
    find: (keys: readonly string[]) => loadedUploads(db, keys),
  };
  const incoming = {
    ...rest,
    prefix: incomingPrefix,
    find: (keys: readonly string[]) => unknownIncoming(db, keys),
  };
  let removed = 0;
  const remove = async (keys: readonly string[]) => {
    await services.objects.delete(keys);
    removed += keys.length;
  };
  await eachUseless(services, uploads, remove, signal);
  await eachUseless(services, incoming, remove, signal);
  return (
    removed + (await abortForgottenMultiparts(services, objectPrefixes.uploads, cutoff, signal))
  );
}

/**
 * Collects unnamed objects: the remains of a crash between storing an object and committing its
 * name. Objects younger than `graceMs` stay, because a load or query may still commit or read them.
 * Lists whole stores and reads every manifest once (and again for each 50,000 doubtful files).
 * Found objects are recorded first, and removed after QUERN_COLLECT_WAIT without a name. If the
 * objects are too many, or the metadata may not be the store's present one, nothing is recorded or
 * removed. Returns the number of removed objects, or the reason for stopping.
 */
export async function collectOrphans(
  services: HasClock & HasMetadata & HasObjects & HasSettings,
  graceMs: number,
  signal: AbortSignal,
): Promise<number | { readonly stop: CollectionStop }> {
  const state = await stateOfCollection(services);
  if ('stop' in state) return state;
  const cutoff = services.clock.now() - graceMs;
  const unnamed = await findUnnamed(services, cutoff, signal);
  if (signal.aborted) return 0;
  const removed = await collectUnnamed(services, unnamed, state, signal);
  if (removed === 'share') return { stop: 'share' };
  let aborted = 0;
  for (const prefix of [objectPrefixes.lakes, objectPrefixes.indexes, objectPrefixes.results]) {
    aborted += await abortForgottenMultiparts(services, prefix, cutoff, signal);
  }
  return removed + aborted;
}

async function findUnnamed(
  services: HasMetadata & HasObjects,
  cutoff: number,
  signal: AbortSignal,
): Promise<Unnamed> {
  const { db } = services.metadata;
  const known = await KnownKeys.read(db, signal);
  const keys: string[] = [];
  let [count, listed] = [0, 0];
  const collections: Readonly<Record<ObjectKind, Omit<Collection, 'prefix' | 'cutoff'>>> = {
    lakes: {
      size: lakeFiles,
      isKnown: (key) => known.mayHave(key),
      find: (found) => unknownLakeFiles(db, found, signal),
    },
    indexes: { size: sweepChunk, find: (found) => unknownSegments(db, found) },
    results: { size: sweepChunk, find: (found) => unknownResults(db, found) },
    uploads: { size: sweepChunk, find: (found) => unknownUploads(db, found) },
  };
  for (const [kind, rest] of Object.entries(collections)) {
    const collection = { ...rest, cutoff, prefix: objectPrefixes[kind as ObjectKind] };
    listed += await eachUseless(
      services,
      collection,
      async (found) => {
        count += found.length;
        keys.push(...found.slice(0, unnamedAtOnce - keys.length));
      },
      signal,
    );
  }
  return { keys, count, listed };
}

interface Collection {
  readonly prefix: string;
  /** Only objects older than this instant are collected. */
  readonly cutoff: number;
  /** Spares most keys the lookup; may be wrong in saying yes, never in saying no. */
  readonly isKnown?: (key: string) => boolean;
  /** Keys looked up together. */
  readonly size: number;
  readonly find: FindUseless;
}

/**
 * Calls `take` with useless keys below a prefix, page by page. Returns the number of the service's
 * objects below the prefix.
 */
async function eachUseless(
  { objects }: HasObjects,
  { prefix, cutoff, size, isKnown, find }: Collection,
  take: (keys: readonly string[]) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let listed = 0;
  let page: string[] = [];
  const flush = async () => {
    if (page.length === 0) return;
    const useless = await find(page);
    page = [];
    if (signal.aborted) return;
    await take(useless);
    await turn();
  };
  for await (const object of objects.list(prefix)) {
    if (signal.aborted) return listed;
    if (!isOwnKey(object.key)) continue;
    listed += 1;
    if (object.modifiedAt >= cutoff || isKnown?.(object.key)) continue;
    page.push(object.key);
    if (page.length >= size) await flush();
  }
  await flush();
  return listed;
}

async function unknownResults(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('results')
    .select('object_key')
    .where('object_key', 'in', keys)
    .execute();
  return without(keys, rows);
}

async function unknownSegments(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('lake_index_objects')
    .select('object_key')
    .where('object_key', 'in', keys)
    .execute();
  return without(keys, rows);
}

/** Keys of uploads whose rows a load has committed. */
async function loadedUploads(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('object_key')
    .where('object_key', 'in', keys)
    .where('status', '=', 'consumed')
    .execute();
  return rows.map((row) => row.object_key);
}

/** Keys of deleted uploads. */
async function unknownUploads(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  return without(
    keys,
    await db.selectFrom('uploads').select('object_key').where('object_key', 'in', keys).execute(),
  );
}

/**
 * PUTs without an open session, also from a crash during acceptance. A store has them at
 * `incomingPrefix` plus key, or in files below.
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

function without(
  keys: readonly string[],
  rows: readonly { object_key: string | null }[],
): string[] {
  const known = new Set(rows.map((row) => row.object_key));
  return keys.filter((key) => !known.has(key));
}

/** The keys were listed before the manifests are read, so files committed in between are found. */
async function unknownLakeFiles(
  db: MetadataHandle,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const left = new Set(keys);
  for await (const manifest of manifestKeys(db, null, signal)) {
    for (const key of manifest.keys) left.delete(key);
    if (left.size === 0) break;
  }
  return [...left];
}

/**
 * Aborts multipart uploads without a row, and unfinished large files of dead nodes, which have no
 * rows.
 */
async function abortForgottenMultiparts(
  services: HasMetadata & HasObjects,
  prefix: string,
  cutoff: number,
  signal: AbortSignal,
): Promise<number> {
  const { objects, metadata } = services;
  let removed = 0;
  for await (const { key, multipartId, startedAt } of objects.listMultiparts(prefix)) {
    if (signal.aborted) return removed;
    if (startedAt >= cutoff || !isOwnKey(key)) continue;
    const row = await metadata.db
      .selectFrom('uploads')
      .select('id')
      .where('object_key', '=', key)
      .executeTakeFirst();
    if (row) continue;
    await objects.abortMultipart(key, multipartId);
    removed += 1;
  }
  return removed;
}
