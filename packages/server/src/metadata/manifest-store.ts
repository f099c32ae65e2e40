import type { Selectable } from 'kysely';
import type { LakeManifests } from './lake-schema.ts';
import type { MetadataHandle } from './open-metadata.ts';

/** `files`: the JSON of what the manifest lists. */
export type ListedManifest = Pick<Selectable<LakeManifests>, 'id' | 'files'>;

/** The lists of some manifests, the first ones by id. */
export async function sampleManifestFiles(db: MetadataHandle, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('lake_manifests')
    .select('files')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ files }) => files);
}

/** The lists of these manifests. */
export async function manifestFilesOf(
  db: MetadataHandle,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('lake_manifests')
    .select('files')
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ files }) => files);
}

/** By id; the first ones, or those that follow the id `after`. */
export function pageOfManifests(
  db: MetadataHandle,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ListedManifest[]> {
  return db
    .selectFrom('lake_manifests')
    .select(['id', 'files'])
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}
