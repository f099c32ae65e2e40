import type { Selectable } from 'kysely';
import type { LakeManifests } from './lake-schema.ts';
import type { MetadataHandle } from './open-metadata.ts';

/** `files` is the JSON list of files in the manifest. */
export type ListedManifest = Pick<Selectable<LakeManifests>, 'id' | 'files'>;

/** The file lists of some manifests, first by id. */
export async function sampleManifestFiles(db: MetadataHandle, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('lake_manifests')
    .select('files')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ files }) => files);
}

/** The file lists of the given manifests. */
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

/** A page of manifests by id, after the id `after`. */
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
