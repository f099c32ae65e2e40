import type { MetadataHandle } from './open-metadata.ts';

/**
 * Ids of the lakes' table versions, at present or at a retained snapshot, each once and in order; a
 * page after `after`.
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

/**
 * Ids of the manifests of some versions, unordered; a shared manifest is repeated for each version.
 */
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

/** A state of a table in a live lake, from a snapshot until (exclusive) another; null: still. */
export interface TableState {
  readonly lake_id: string;
  readonly schema_name: string;
  readonly table_name: string;
  readonly version_id: string;
  readonly from_snapshot: number;
  readonly until_snapshot: number | null;
  /** JSON of the ids of the manifests with the version's files. */
  readonly manifest_ids: string;
  /** The root lake of all forks that may share the version. */
  readonly root_id: string;
}

/** The tables and snapshots with a manifest. Reads all versions: for commands alone. */
export function statesWithManifest(db: MetadataHandle, manifestId: string): Promise<TableState[]> {
  return states(db).where('v.manifest_ids', 'like', `%"${manifestId}"%`).execute();
}

/** A table's states in its lake and, by name, in the forks of the same root, newest first. */
export function statesOfNamesakes(
  db: MetadataHandle,
  table: Pick<TableState, 'root_id' | 'schema_name' | 'table_name'>,
): Promise<TableState[]> {
  return states(db)
    .where('v.root_id', '=', table.root_id)
    .where('s.schema_name', '=', table.schema_name)
    .where('s.table_name', '=', table.table_name)
    .orderBy('s.from_snapshot', 'desc')
    .execute();
}

function states(db: MetadataHandle) {
  return db
    .selectFrom('lake_table_states as s')
    .innerJoin('lake_versions as v', 'v.id', 's.version_id')
    .innerJoin('lakes as l', 'l.id', 's.lake_id')
    .where('l.deleted_at', 'is', null)
    .select([
      's.lake_id',
      's.schema_name',
      's.table_name',
      's.version_id',
      's.from_snapshot',
      's.until_snapshot',
    ])
    .select(['v.manifest_ids', 'v.root_id']);
}
