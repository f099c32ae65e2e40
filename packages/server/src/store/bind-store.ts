import type { HasClock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { HasLog } from '../kernel/log.ts';
import { keysIn } from '../lake/manifest-keys.ts';
import { sampleManifestFiles } from '../metadata/manifest-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { sampleResultKeys } from '../metadata/result-store.ts';
import {
  type BindingRow,
  ensureBinding,
  readBinding,
  takeMark,
  updateBinding,
} from '../metadata/store-binding.ts';
import { sampleReadyKeys } from '../metadata/upload-store.ts';
import { isOwnKey, isSmallFileKey, objectPrefixes, storeMarkKey } from '../objects/keys.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { ObjectExistsError, type ObjectStore } from '../objects/object-store.ts';
import {
  bindingSentence,
  decideBinding,
  type MetadataSide,
  type StoreSide,
} from './decide-binding.ts';
import { markBytes, readStoreMark } from './store-mark.ts';

export type BoundServices = HasClock & HasLog & HasMetadata & HasObjects;

/** The number of objects of each kind to look for when metadata of an earlier version is bound. */
const sampledObjects = 20;

/**
 * Verifies that the metadata and the object store belong together. New or provably matching pairs
 * are bound. Throws an Error with a sentence for the operator for any other pair. Nodes that start
 * together agree on one identity: the first node's row in the metadata, which is then written to
 * the store.
 */
export async function bindStore(services: BoundServices): Promise<void> {
  const { metadata, objects, clock, log } = services;
  const row = await ensureBinding(metadata.db, newId('store'), clock.now());
  const { metadataSide, storeSide } = await observe(services, row);
  const decision = decideBinding(metadataSide, storeSide);
  switch (decision.kind) {
    case 'refuse':
      throw new Error(bindingSentence(decision.reason));
    case 'bind':
      await writeFirstMark(objects, row.identity);
      await updateBinding(metadata.db, { is_bound: 1 });
      log.info({ store: row.identity }, 'the object store is bound to this metadata');
      break;
    case 'restored':
      await updateBinding(metadata.db, {
        is_bound: 1,
        mark: storeSide.mark?.mark ?? 0,
        held: 'restored',
      });
      log.warn({ store: row.identity }, restoredWarning);
      break;
    case 'continue':
      break;
  }
  await markStore(services, 0);
}

export const restoredWarning =
  "the metadata is older than the object store has seen it (was a backup restored?): objects that it does not name are kept until 'quern collect --allow'";

/**
 * Reads both sides while other nodes start or work. The order of writes makes the observation safe.
 * The metadata's row exists before any store has the identity. A writer of objects has written the
 * store's mark before. Each new mark is in the metadata before the store.
 */
export async function observe({ metadata, objects }: BoundServices, row: BindingRow) {
  const hasObjects = await holdsObjects(objects);
  const storeSide: StoreSide = { mark: await readStoreMark(objects), hasObjects };
  const isBound = row.is_bound === 1;
  const isKnown = storeSide.mark?.identity === row.identity;
  const names = isBound || isKnown ? 'present' : await namesObjects(metadata, objects);
  const mark = (await readBinding(metadata.db))?.mark ?? row.mark;
  const metadataSide: MetadataSide = { identity: row.identity, isBound, mark, names };
  return { metadataSide, storeSide };
}

async function holdsObjects(objects: ObjectStore): Promise<boolean> {
  for (const prefix of Object.values(objectPrefixes)) {
    for await (const { key } of objects.list(prefix)) if (isOwnKey(key)) return true;
  }
  return false;
}

async function namesObjects(
  { db }: HasMetadata['metadata'],
  objects: ObjectStore,
): Promise<MetadataSide['names']> {
  const manifests = await sampleManifestFiles(db, sampledObjects);
  const keys = [
    ...manifests.flatMap((files) =>
      keysIn(files)
        .filter((key) => !isSmallFileKey(key))
        .slice(0, 1),
    ),
    ...(await sampleResultKeys(db, sampledObjects)),
    ...(await sampleReadyKeys(db, sampledObjects)),
  ];
  for (const key of keys) if ((await objects.head(key)) !== null) return 'present';
  return keys.length === 0 ? 'nothing' : 'absent';
}

/** Another node may have written the mark, with the same identity from the metadata. */
async function writeFirstMark(objects: ObjectStore, identity: string): Promise<void> {
  try {
    await objects.putBytes(storeMarkKey, markBytes({ identity, mark: 0 }));
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error;
    const found = await readStoreMark(objects);
    if (found?.identity !== identity) throw new Error(bindingSentence('another store'));
  }
}

export type MarkOutcome = 'marked' | 'restored' | 'lost' | 'another';

/**
 * Writes the metadata's present mark to the store, after the metadata itself. A store with a higher
 * mark than the metadata has therefore seen a later state. `seconds` is the time of service since
 * the last mark.
 */
export async function markStore(
  { metadata, objects }: BoundServices,
  seconds: number,
): Promise<MarkOutcome> {
  // The order matters: another node may write a mark to the store in between.
  const found = await readStoreMark(objects);
  const row = await readBinding(metadata.db);
  if (found === null) return 'lost';
  if (found.identity !== row?.identity) return 'another';
  const isRestored = found.mark > row.mark;
  if (isRestored) await updateBinding(metadata.db, { mark: found.mark, held: 'restored' });
  const mark = await takeMark(metadata.db, row.identity, seconds);
  if (mark === null) return 'another';
  await objects.replaceBytes(storeMarkKey, markBytes({ identity: row.identity, mark }));
  return isRestored ? 'restored' : 'marked';
}
