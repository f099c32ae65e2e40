import { setImmediate as turn } from 'node:timers/promises';
import type { HasSettings } from '../config/settings.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { readBinding, updateBinding } from '../metadata/store-binding.ts';
import { sweepChunk } from '../metadata/sweep-rows.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { readStoreMark } from '../store/store-mark.ts';
import type { CollectionStop } from './sweep-tally.ts';

/**
 * A number always removable, whatever the share: the remains of a crash in a nearly empty store.
 */
const fewObjects = 10;

export interface Unnamed {
  /** Objects of this collection; the next collection examines the rest. */
  readonly keys: readonly string[];
  /** Number of all unnamed objects, `keys` included. */
  readonly count: number;
  /** Number of all listed objects. */
  readonly listed: number;
}

export interface CollectionState {
  readonly serviceSeconds: number;
  readonly isAllowed: boolean;
}

/**
 * The state for a collection, or the reason against one: only the metadata to which the store
 * belongs may collect.
 */
export async function stateOfCollection({
  metadata,
  objects,
}: HasMetadata & HasObjects): Promise<CollectionState | { readonly stop: CollectionStop }> {
  // The order matters: the metadata has a new mark before the store has.
  const mark = await readStoreMark(objects);
  const binding = await readBinding(metadata.db);
  if (binding === null || mark?.identity !== binding.identity) return { stop: 'not ours' };
  if (mark.mark > binding.mark) return { stop: 'restored' };
  if (binding.held !== null) return { stop: binding.held };
  return { serviceSeconds: binding.service_seconds, isAllowed: binding.collect_allowed === 1 };
}

/**
 * Records unnamed objects, and removes objects recorded QUERN_COLLECT_WAIT of service ago and
 * unnamed since. Returns the number of removed objects, or 'share' if too large a share of the
 * store would be removed.
 */
export async function collectUnnamed(
  services: HasMetadata & HasObjects & HasSettings,
  unnamed: Unnamed,
  { serviceSeconds, isAllowed }: CollectionState,
  signal: AbortSignal,
): Promise<number | 'share'> {
  const { metadata, objects, settings } = services;
  const firstSeen = await readNotes(services, unnamed.keys);
  const isNew = (key: string) => !firstSeen.has(key);
  const fresh = unnamed.keys.filter(isNew);
  const freshCount = fresh.length + unnamed.count - unnamed.keys.length;
  if (
    !isAllowed &&
    freshCount > Math.max(fewObjects, (unnamed.listed * settings.collectSharePercent) / 100)
  )
    return 'share';
  await note(services, fresh, serviceSeconds);
  for (const key of fresh) firstSeen.set(key, serviceSeconds);
  await forgetNamed(services, unnamed);
  const due = unnamed.keys.filter(
    (key) => (firstSeen.get(key) ?? 0) + settings.collectWaitS <= serviceSeconds,
  );
  let removed = 0;
  for await (const chunk of chunksOf(due)) {
    if (signal.aborted) return removed;
    await objects.delete(chunk);
    await metadata.db.deleteFrom('unnamed_objects').where('object_key', 'in', chunk).execute();
    removed += chunk.length;
  }
  if (isAllowed) await updateBinding(metadata.db, { collect_allowed: 0 });
  return removed;
}

async function readNotes(
  { metadata }: HasMetadata,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const notes = new Map<string, number>();
  for await (const chunk of chunksOf(keys)) {
    const rows = await metadata.db
      .selectFrom('unnamed_objects')
      .selectAll()
      .where('object_key', 'in', chunk)
      .execute();
    for (const row of rows) notes.set(row.object_key, row.first_seen);
  }
  return notes;
}

async function note(
  { metadata }: HasMetadata,
  keys: readonly string[],
  serviceSeconds: number,
): Promise<void> {
  for await (const chunk of chunksOf(keys)) {
    const rows = chunk.map((object_key) => ({ object_key, first_seen: serviceSeconds }));
    const insert = metadata.db.insertInto('unnamed_objects').values(rows);
    await insert.onConflict((conflict) => conflict.column('object_key').doNothing()).execute();
  }
}

/** Forgets objects that are named or deleted; a later record starts the wait again. */
async function forgetNamed({ metadata }: HasMetadata, { keys, count }: Unnamed): Promise<void> {
  if (count > keys.length) return;
  const found = new Set(keys);
  let after = '';
  for (;;) {
    const rows = await metadata.db
      .selectFrom('unnamed_objects')
      .select('object_key')
      .where('object_key', '>', after)
      .orderBy('object_key')
      .limit(sweepChunk)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    const gone = rows.map((row) => row.object_key).filter((key) => !found.has(key));
    if (gone.length > 0) {
      await metadata.db.deleteFrom('unnamed_objects').where('object_key', 'in', gone).execute();
    }
    after = last.object_key;
    await turn();
  }
}

/** Yields to the event loop between two chunks, so requests are served. */
async function* chunksOf(keys: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < keys.length; start += sweepChunk) {
    if (start > 0) await turn();
    yield keys.slice(start, start + sweepChunk);
  }
}
