import { setImmediate as turn } from 'node:timers/promises';
import type { HasSettings } from '../config/settings.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { readBinding, updateBinding } from '../metadata/store-binding.ts';
import { sweepChunk } from '../metadata/sweep-rows.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { readStoreMark } from '../store/store-mark.ts';
import type { CollectionStop } from './sweep-tally.ts';

/** So few go whatever their share is: what one crash leaves in a store that is nearly empty. */
const fewObjects = 10;

export interface Unnamed {
  /** Those to look at now; the next collection looks at the rest. */
  readonly keys: readonly string[];
  /** How many there are in all, `keys` and the rest. */
  readonly count: number;
  /** All objects that were listed. */
  readonly listed: number;
}

export interface CollectionState {
  readonly serviceSeconds: number;
  readonly isAllowed: boolean;
}

/**
 * What a collection goes by, or why there may be none: it is for the metadata that the store
 * belongs to, and for nobody else.
 */
export async function stateOfCollection({
  metadata,
  objects,
}: HasMetadata & HasObjects): Promise<CollectionState | { readonly stop: CollectionStop }> {
  // In this order: a mark is the metadata's before it is the store's.
  const mark = await readStoreMark(objects);
  const binding = await readBinding(metadata.db);
  if (binding === null || mark?.identity !== binding.identity) return { stop: 'not ours' };
  if (mark.mark > binding.mark) return { stop: 'restored' };
  if (binding.held !== null) return { stop: binding.held };
  return { serviceSeconds: binding.service_seconds, isAllowed: binding.collect_allowed === 1 };
}

/**
 * Notes which objects nothing names, and removes those that were noted QUERN_COLLECT_WAIT of
 * service ago and that nothing has named since. Gives how many went, or 'share' when it stopped
 * because too much of the store would go.
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

/** What is named by now, or gone, begins anew should it ever be found unnamed again. */
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

/** Yields to the event loop between two chunks, so that requests are served meanwhile. */
async function* chunksOf(keys: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < keys.length; start += sweepChunk) {
    if (start > 0) await turn();
    yield keys.slice(start, start + sweepChunk);
  }
}
