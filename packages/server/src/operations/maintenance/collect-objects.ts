import { setImmediate as turn } from 'node:timers/promises';
import { manifestKeys } from '../../lake/manifest-keys.ts';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import { sweepChunk } from '../../metadata/sweep-rows.ts';
import { incomingPrefix, uploadPrefix } from '../../objects/keys.ts';
import type { Services } from '../services.ts';
import { KnownKeys } from './known-keys.ts';

/** Keys in doubt that are looked for in all manifests together: some 5 MB. */
const LAKE_FILES = 50_000;

type FindUnknown = (keys: readonly string[]) => Promise<readonly string[]>;

/**
 * Removes bytes of uploads that were loaded, PUTs for which no session is open, and multipart uploads likewise. An object
 * younger than `graceMs` is left alone. Gives how many went.
 */
export async function collectUploads(services: Services, graceMs: number, signal: AbortSignal): Promise<number> {
  const cutoff = services.clock.now() - graceMs;
  const { db } = services.metadata;
  const rest = { cutoff, size: sweepChunk };
  const uploads = { ...rest, prefix: uploadPrefix, find: (keys: readonly string[]) => loadedUploads(db, keys) };
  const incoming = { ...rest, prefix: incomingPrefix, find: (keys: readonly string[]) => unknownIncoming(db, keys) };
  let removed = await collectBelow(services, uploads, signal);
  removed += await collectBelow(services, incoming, signal);
  return removed + (await abortForgottenMultiparts(services, uploadPrefix, cutoff, signal));
}

/**
 * Removes objects that nobody names: what a crash left between storing an object and committing its name. An object younger
 * than `graceMs` is left alone: its load or query may still be going to commit it, or to read it. It lists whole stores and
 * reads every manifest once (and once more for each 50,000 files in doubt). Gives how many went.
 */
export async function collectOrphans(services: Services, graceMs: number, signal: AbortSignal): Promise<number> {
  const cutoff = services.clock.now() - graceMs;
  const { db } = services.metadata;
  const known = await KnownKeys.read(db, signal);
  let removed = 0;
  removed += await collectBelow(
    services,
    {
      prefix: 'lakes/',
      cutoff,
      size: LAKE_FILES,
      isKnown: (key) => known.mayHave(key),
      find: (keys) => unknownLakeFiles(db, keys, signal),
    },
    signal,
  );
  const results = { prefix: 'results/', cutoff, size: sweepChunk };
  removed += await collectBelow(services, { ...results, find: (keys) => unknownResults(db, keys) }, signal);
  for (const prefix of ['lakes/', 'results/']) {
    removed += await abortForgottenMultiparts(services, prefix, cutoff, signal);
  }
  return removed;
}

interface Collection {
  readonly prefix: string;
  /** Only objects older than this instant. */
  readonly cutoff: number;
  /** Spares most keys the lookup; may be wrong in saying yes, never in saying no. */
  readonly isKnown?: (key: string) => boolean;
  /** Keys looked up together. */
  readonly size: number;
  /** Those of the keys that nobody names. */
  readonly find: FindUnknown;
}

async function collectBelow(
  { objects }: Services,
  { prefix, cutoff, size, isKnown, find }: Collection,
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
    if (object.modifiedAt >= cutoff || isKnown?.(object.key)) continue;
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
  for await (const manifest of manifestKeys(db, null, signal)) {
    for (const key of manifest.keys) left.delete(key);
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
