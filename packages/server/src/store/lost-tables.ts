import { findConnectionOwner } from '../metadata/connection-store.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';
import {
  statesOfNamesakes,
  statesWithManifest,
  type TableState,
} from '../metadata/version-store.ts';

/** A place with the whole table; the newest snapshots come first. */
export interface WholeCopy {
  readonly databaseId: string | null;
  readonly snapshot: number;
  readonly isPresent: boolean;
}

/**
 * A table that lost a file, at the snapshots from `from` up to but not including `until`. Null
 * means the present.
 */
export interface LostTable {
  readonly workspaceId: string;
  readonly databaseId: string | null;
  /** The managed connection of a table outside databases. */
  readonly connection: string | null;
  /** `catalog.schema.table`. */
  readonly table: string;
  readonly from: number;
  readonly until: number | null;
  readonly wholeIn: readonly WholeCopy[];
}

const maxCopies = 3;

/**
 * The tables and snapshots with files in the manifests, and the remaining whole copies of each
 * table.
 */
export async function lostTables(
  db: MetadataHandle,
  manifests: ReadonlySet<string>,
  allLost: ReadonlySet<string>,
): Promise<LostTable[]> {
  const found = new Map<string, TableState>();
  for (const id of manifests) {
    for (const row of await statesWithManifest(db, id))
      found.set(`${row.lake_id} ${row.version_id} ${row.from_snapshot}`, row);
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

/** The same table in the same lake at other snapshots, and tables with the same name in forks. */
async function wholeCopies(
  db: MetadataHandle,
  lost: TableState,
  allLost: ReadonlySet<string>,
): Promise<WholeCopy[]> {
  const copies: WholeCopy[] = [];
  for (const row of await statesOfNamesakes(db, lost)) {
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
  const row = await findConnectionOwner(db, lakeId);
  if (!row) return null;
  const isDatabase = row.id !== null;
  return {
    workspaceId: row.workspace_id,
    databaseId: row.id,
    connection: isDatabase ? null : row.name,
    catalog: row.default_catalog ?? row.name,
  };
}
