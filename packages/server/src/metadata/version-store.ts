import type { MetadataHandle } from './open-metadata.ts';

/**
 * Ids of the versions that the lakes' tables have, at present or at a snapshot that is kept, each
 * once and in order; the first ones, or those that follow `after`.
 */
export async function pageOfKeptVersions(
  db: MetadataHandle,
  lakeIds: readonly string[],
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('lake_table_states')
    .select('version_id')
    .distinct()
    .where('lake_id', 'in', lakeIds)
    .where('version_id', '>', after ?? '')
    .orderBy('version_id')
    .limit(limit)
    .execute();
  return rows.map(({ version_id }) => version_id);
}

/** Ids of the manifests of some versions, in no order; one that versions share comes for each. */
export async function manifestIdsOf(
  db: MetadataHandle,
  versionIds: readonly string[],
): Promise<string[]> {
  const versions = await db
    .selectFrom('lake_versions')
    .select('manifest_ids')
    .where('id', 'in', versionIds)
    .execute();
  return versions.flatMap((row) => JSON.parse(row.manifest_ids) as string[]);
}
