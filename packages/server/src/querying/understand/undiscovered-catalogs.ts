import { listDiscoveries } from '../../metadata/connection-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { bindNames } from '../../plan/bind.ts';
import { catalogNames } from '../../plan/catalog-names.ts';
import type { WrittenName } from '../../plan/types.ts';
import type { DiscoveryState } from '../../refreshing/discover-tables.ts';
import type { DatabaseView } from '../see/database-view.ts';
import type { QueryText } from './query-text.ts';

/**
 * Adds to the view the reason for tables missing from a catalog of a source, for the message of a
 * refusal: the last discovery failed or has not ended. Only catalogs with a named, missing table
 * are looked up. `seesConnections`: the caller may read the discovery's error, which names the
 * host.
 */
export async function addUndiscovered(
  { metadata }: HasMetadata,
  view: DatabaseView,
  names: readonly WrittenName[],
  { text, seesConnections }: { readonly text: QueryText; readonly seesConnections: boolean },
): Promise<DatabaseView> {
  const lacking = catalogsLacking(view, names, text);
  if (lacking.size === 0) return view;
  const ids = [...lacking].flatMap((index) => view.lakes[index]?.lakeId ?? []);
  const rows = await listDiscoveries(metadata.db, ids);
  const notes = new Map(rows.map((row) => [row.id, noteOf(row, seesConnections)] as const));
  const catalogs = view.snapshot.catalogs.map((catalog, index) => {
    const lacks = notes.get(view.lakes[index]?.lakeId ?? '') ?? null;
    return lacks === null ? catalog : { ...catalog, lacks };
  });
  return { ...view, snapshot: { ...view.snapshot, catalogs } };
}

/** Indexes of attached catalogs in which a name leads to no table. */
function catalogsLacking(
  { snapshot }: DatabaseView,
  names: readonly WrittenName[],
  text: QueryText,
): ReadonlySet<number> {
  const lacking = new Set<number>();
  if (snapshot.catalogs.length < 2) return lacking;
  const catalogs = catalogNames(snapshot);
  const chosen =
    text.defaultCatalog === null ? undefined : catalogs.find(text.defaultCatalog, false)?.index;
  for (const { parts, bound } of bindNames({ tables: names }, snapshot, text)) {
    if (bound !== undefined) continue;
    const [first] = parts;
    const index =
      parts.length === 3 && first ? catalogs.find(first.name, first.quoted)?.index : chosen;
    if (index !== undefined && index !== snapshot.defaultCatalogIndex) lacking.add(index);
  }
  return lacking;
}

function noteOf(
  { name, discovery }: { readonly name: string; readonly discovery: string | null },
  seesConnections: boolean,
): string | null {
  const refresh = "refresh it (POST /v1/refresh, 'quern refresh run')";
  if (discovery === null)
    return `the tables of connection '${name}' have not been discovered yet; wait for its discovery, or ${refresh}`;
  const { status, error } = JSON.parse(discovery) as DiscoveryState;
  if (status !== 'failed') return null;
  const why = seesConnections && error ? `: ${error}; then` : ';';
  return `the last discovery of connection '${name}' failed${why} ${refresh}`;
}
