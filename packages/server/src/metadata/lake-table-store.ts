import type { MetadataHandle } from './open-metadata.ts';

/** How many of the lakes have a table that was ever loaded. */
export async function countLoadedLakes(
  db: MetadataHandle,
  lakeIds: readonly string[],
): Promise<number> {
  if (lakeIds.length === 0) return 0;
  const loaded = await db
    .selectFrom('lake_tables')
    .select('lake_id')
    .distinct()
    .where('lake_id', 'in', lakeIds)
    .where('version_id', 'is not', null)
    .execute();
  return loaded.length;
}
