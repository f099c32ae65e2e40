import type { MetadataHandle } from '../../metadata/open-metadata.ts';

/** Where a table is whole: the newest snapshots come first. */
export interface WholeCopy {
  readonly databaseId: string | null;
  readonly snapshot: number;
  readonly isPresent: boolean;
}

/**
 * A table that lost a file, at the snapshots from `from` until, not with, `until`; null: at
 * present.
 */
export interface LostTable {
  readonly workspaceId: string;
  readonly databaseId: string | null;
  /** Of a managed connection that backs no database. */
  readonly connection: string | null;
  /** `catalog.schema.table`. */
  readonly table: string;
  readonly from: number;
  readonly until: number | null;
  readonly wholeIn: readonly WholeCopy[];
}

const maxCopies = 3;

interface State {
  readonly lake_id: string;
  readonly schema_name: string;
  readonly table_name: string;
  readonly version_id: string;
  readonly from_snapshot: number;
  readonly until_snapshot: number | null;
  readonly manifest_ids: string;
  readonly root_id: string;
}

/**
 * The tables and snapshots whose files some of these manifests list, with what still has the table
 * whole.
 */
export async function lostTables(
  db: MetadataHandle,
  manifests: ReadonlySet<string>,
  allLost: ReadonlySet<string>,
): Promise<LostTable[]> {
  const found = new Map<string, State>();
  for (const id of manifests) {
    const rows = await states(db).where('v.manifest_ids', 'like', `%"${id}"%`).execute();
    for (const row of rows) found.set(`${row.lake_id} ${row.version_id} ${row.from_snapshot}`, row);
  }
  const tables: LostTable[] = [];
  for (const state of found.values()) {
    const place = await placeOf(db, state.lake_id);
    if (!place) continue;
    tables.push({
      workspaceId: place.workspaceId,
      databaseId: place.databaseId,
      connection: place.connection,
      table: `${place.catalog}.${state.schema_name}.${state.table_name}`,
      from: state.from_snapshot,
      until: state.until_snapshot,
      wholeIn: await wholeCopies(db, state, allLost),
    });
  }
  return tables;
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

/** The same table in the same lake at other snapshots, and of the same name in forks. */
async function wholeCopies(
  db: MetadataHandle,
  lost: State,
  allLost: ReadonlySet<string>,
): Promise<WholeCopy[]> {
  const rows = await states(db)
    .where('v.root_id', '=', lost.root_id)
    .where('s.schema_name', '=', lost.schema_name)
    .where('s.table_name', '=', lost.table_name)
    .orderBy('s.from_snapshot', 'desc')
    .execute();
  const copies: WholeCopy[] = [];
  for (const row of rows) {
    if ((JSON.parse(row.manifest_ids) as string[]).some((id) => allLost.has(id))) continue;
    const place = await placeOf(db, row.lake_id);
    if (!place) continue;
    const isPresent = row.until_snapshot === null;
    copies.push({ databaseId: place.databaseId, snapshot: row.from_snapshot, isPresent });
    if (copies.length === maxCopies) break;
  }
  return copies;
}

async function placeOf(db: MetadataHandle, lakeId: string) {
  const row = await db
    .selectFrom('connections as c')
    .leftJoin('databases as d', 'd.default_connection_id', 'c.id')
    .select(['c.workspace_id', 'c.name', 'd.id', 'd.default_catalog'])
    .where('c.id', '=', lakeId)
    .executeTakeFirst();
  if (!row) return null;
  const isDatabase = row.id !== null;
  return {
    workspaceId: row.workspace_id,
    databaseId: row.id,
    connection: isDatabase ? null : row.name,
    catalog: row.default_catalog ?? row.name,
  };
}
