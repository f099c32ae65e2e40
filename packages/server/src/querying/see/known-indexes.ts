import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { type IndexRow, indexesOfLake } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';

/**
 * The indexes of a lake's tables, as every query asks for them: one that another node made or
 * dropped shows a second later. The same list from one query to the next while nothing changes.
 */
export async function knownIndexes(
  { metadata, remembered }: HasMetadata & HasRemembered,
  lakeId: string,
): Promise<readonly IndexRow[]> {
  return (await remembered.indexes.get(lakeId, () => indexesOfLake(metadata.db, lakeId))) ?? [];
}
