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
import { isOwnKey, objectPrefixes, storeMarkKey } from '../objects/keys.ts';
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

/** Objects that are looked for, of each kind, where metadata of an earlier version is bound. */
const sampledObjects = 20;

/**
 * Makes sure that the metadata and the object store belong together, and binds them where both are
 * new or show that they do. Throws an Error with a sentence for the operator where they do not.
 * Nodes that start together agree on one identity: the first one's row in the metadata, which the
 * store then gets.
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
 * Beside nodes that start or work at the same time. The metadata's row is there before any store
 * gets its identity, and who has written objects has written the store's mark before; each new mark
 * is the metadata's before it is the store's.
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
    ...manifests.flatMap((files) => keysIn(files).slice(0, 1)),
    ...(await sampleResultKeys(db, sampledObjects)),
    ...(await sampleReadyKeys(db, sampledObjects)),
  ];
  for (const key of keys) if ((await objects.head(key)) !== null) return 'present';
  return keys.length === 0 ? 'nothing' : 'absent';
}

/**
 * Another node may have written it: then it has the same identity, for both took it from the
 * metadata.
 */
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
 * Tells the store of the present state of the metadata, after the metadata itself: so a store that
 * knows a higher mark than the metadata has seen a later state of it. `seconds` is the time of
 * service since the last mark.
 */
export async function markStore(
  { metadata, objects }: BoundServices,
  seconds: number,
): Promise<MarkOutcome> {
  // In this order: another node may tell the store of a mark in between.
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
