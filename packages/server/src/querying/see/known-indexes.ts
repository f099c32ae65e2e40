import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { type IndexRow, indexesOfLake } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';

/**
 * The indexes of a lake's tables, for every query. Changes on another node become visible after a
 * second. Without changes every query gets the same list object.
 */
export async function knownIndexes(
  { metadata, remembered }: HasMetadata & HasRemembered,
  lakeId: string,
): Promise<readonly IndexRow[]> {
  return (await remembered.indexes.get(lakeId, () => indexesOfLake(metadata.db, lakeId))) ?? [];
}
