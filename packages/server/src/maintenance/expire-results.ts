import type { HasMetadata } from '../metadata/open-metadata.ts';
import { sharedObjects } from '../metadata/result-store.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';
import type { HasObjects } from '../objects/object-store.ts';

/**
 * Removes results whose retention ended before `cutoff`, with their objects. Results answer 404
 * from the end of the retention on; earlier readers have until the cutoff. Returns the number.
 */
export async function expireResults(
  services: HasMetadata & HasObjects,
  cutoff: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  const expired = pages(signal, () =>
    services.metadata.db
      .selectFrom('results')
      .select(['id', 'object_key'])
      .where('expires_at', '<=', cutoff)
      .where('status', 'in', ['ready', 'failed'])
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of expired) {
    await removeResults(services, rows);
    removed += rows.length;
  }
  return removed;
}

/**
 * Objects are deleted first, except objects that another result names: the next sweep finds a row
 * without an object again. (A result near its end is never shared: `maxReuseMs`.)
 */
export async function removeResults(
  { metadata, objects }: HasMetadata & HasObjects,
  rows: readonly { id: string; object_key: string | null }[],
): Promise<void> {
  const ids = rows.map((row) => row.id);
  const keys = [...new Set(rows.flatMap(({ object_key }) => object_key ?? []))];
  const shared = await sharedObjects(metadata.db, keys, ids);
  await objects.delete(keys.filter((key) => !shared.has(key)));
  await metadata.db.deleteFrom('results').where('id', 'in', ids).execute();
}
