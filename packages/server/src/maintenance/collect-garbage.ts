import { keysIn, manifestKeys } from '../lake/manifest-keys.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { removeSmallFiles } from '../metadata/small-file-store.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';
import { isSmallFileKey } from '../objects/keys.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { removeSegmentsOfFiles } from './collect-segments.ts';

/**
 * Manifests and keys per lookup; each batch reads the versions or the manifests of one tree of
 * forks.
 */
const rowsPerStep = 50_000;
/** A version lists all manifests of its table in one JSON text, which is parsed at once. */
const versionsPerStep = 20;

/**
 * Removes manifests that no version references, and objects that no other manifest references.
 * Examines only trees of forks with versions deleted since the last run: trees never share objects.
 * A version takes manifests only from its table's present version, so an unreferenced manifest
 * stays unreferenced. Returns the number of removed objects.
 */
export async function collectGarbage(
  services: HasMetadata & HasObjects,
  signal: AbortSignal,
): Promise<number> {
  const { db } = services.metadata;
  let removed = 0;
  const roots = pages(signal, (after: { root_id: string } | undefined) =>
    db
      .selectFrom('lake_garbage')
      .select('root_id')
      .where('root_id', '>', after?.root_id ?? '')
      .orderBy('root_id')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of roots) {
    for (const { root_id } of rows) {
      removed += await collectTree(services, root_id, signal);
      if (signal.aborted) return removed;
      await db.deleteFrom('lake_garbage').where('root_id', '=', root_id).execute();
    }
  }
  return removed;
}

async function collectTree(
  services: HasMetadata & HasObjects,
  rootId: string,
  signal: AbortSignal,
): Promise<number> {
  const { db } = services.metadata;
  let removed = 0;
  const manifests = pages(signal, (after: { id: string } | undefined) =>
    db
      .selectFrom('lake_manifests')
      .select('id')
      .where('root_id', '=', rootId)
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(rowsPerStep)
      .execute(),
  );
  for await (const rows of manifests) {
    const unnamed = new Set(rows.map((row) => row.id));
    await takeNamed(services, rootId, unnamed, signal);
    if (signal.aborted) break;
    removed += await removeManifests(services, rootId, [...unnamed], signal);
  }
  return removed;
}

/** The candidates are read before the versions, so later commits are no candidates. */
async function takeNamed(
  { metadata }: HasMetadata,
  rootId: string,
  unnamed: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const versions = pages(signal, (after: { id: string } | undefined) =>
    metadata.db
      .selectFrom('lake_versions')
      .select(['id', 'manifest_ids'])
      .where('root_id', '=', rootId)
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(versionsPerStep)
      .execute(),
  );
  for await (const rows of versions) {
    for (const row of rows)
      for (const id of JSON.parse(row.manifest_ids) as string[]) unnamed.delete(id);
    if (unnamed.size === 0) return;
  }
}

/**
 * Objects first: rows without objects are found again, objects without rows only by listing
 * everything.
 */
async function removeManifests(
  services: HasMetadata & HasObjects,
  rootId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const { metadata, objects } = services;
  const gone = new Set(ids);
  let removed = 0;
  let batch: string[] = [];
  let keys = new Set<string>();
  const flush = async () => {
    if (batch.length === 0) return;
    await takeKept(services, rootId, gone, keys, signal);
    if (signal.aborted) return;
    const all = [...keys];
    await objects.delete(all.filter((key) => !isSmallFileKey(key)));
    await removeSmallFiles(metadata.db, all.filter(isSmallFileKey));
    await removeSegmentsOfFiles(services, all);
    for (let start = 0; start < batch.length; start += sweepChunk) {
      const chunk = batch.slice(start, start + sweepChunk);
      await metadata.db.deleteFrom('lake_manifests').where('id', 'in', chunk).execute();
    }
    removed += keys.size;
    batch = [];
    keys = new Set();
  };
  for (const id of ids) {
    if (signal.aborted) break;
    const row = await metadata.db
      .selectFrom('lake_manifests')
      .select('files')
      .where('id', '=', id)
      .executeTakeFirst();
    for (const key of keysIn(row?.files ?? '')) keys.add(key);
    batch.push(id);
    if (keys.size >= rowsPerStep) await flush();
  }
  await flush();
  return removed;
}

/** A file continues in a manifest that was rewritten for other files of the old manifest. */
async function takeKept(
  { metadata }: HasMetadata,
  rootId: string,
  gone: ReadonlySet<string>,
  keys: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  for await (const manifest of manifestKeys(metadata.db, rootId, signal)) {
    if (gone.has(manifest.id)) continue;
    for (const key of manifest.keys) keys.delete(key);
    if (keys.size === 0) return;
  }
}
