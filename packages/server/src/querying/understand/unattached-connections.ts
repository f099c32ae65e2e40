import { findConnectionsNamed } from '../../metadata/connection-store.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { catalogNames } from '../../plan/catalog-names.ts';
import type { UnattachedConnection, WrittenName } from '../../plan/types.ts';
import type { DatabaseView } from '../see/database-view.ts';
import type { QueryText } from './query-text.ts';

/** Maximum number of a text's names to look up. */
const lookedUp = 20;

/**
 * Adds to the view the workspace's connections that a text names but that are not attached, for the
 * message of a refusal. Reads nothing if all names begin with a catalog.
 */
export async function addUnattached(
  { metadata }: HasMetadata,
  view: DatabaseView,
  names: readonly WrittenName[],
  { database, text }: { readonly database: DatabaseRow; readonly text: QueryText },
): Promise<DatabaseView> {
  const unknown = [...new Set(firstParts(view, names, text))].slice(0, lookedUp);
  if (unknown.length === 0) return view;
  const within = { workspaceId: database.workspace_id, databaseId: database.id };
  const rows = await findConnectionsNamed(metadata.db, within, unknown);
  if (rows.length === 0) return view;
  const unattached = rows.map(
    ({ name, catalog_name }): UnattachedConnection => ({ name, alias: catalog_name }),
  );
  return { ...view, snapshot: { ...view.snapshot, unattached } };
}

/** Schemas without tables of connections, so their names need no lookup. */
const shownSchemas = new Set(['information_schema', 'pg_catalog']);

/** The first part of each name that should be a catalog and is none. */
function firstParts(
  { snapshot }: DatabaseView,
  names: readonly WrittenName[],
  { defaultCatalog }: QueryText,
): string[] {
  const catalogs = catalogNames(snapshot);
  const index =
    defaultCatalog === null
      ? snapshot.defaultCatalogIndex
      : catalogs.find(defaultCatalog, false)?.index;
  const schemas = snapshot.catalogs[index ?? -1]?.schemas ?? [];
  return names.flatMap(({ parts }) => {
    const [first] = parts;
    if (first === undefined || parts.length < 2) return [];
    if (catalogs.find(first.name, first.quoted) !== undefined) return [];
    const folded = first.name.toLowerCase();
    if (parts.length === 2 && shownSchemas.has(folded)) return [];
    const isSchema =
      parts.length === 2 && schemas.some(({ name }) => name.toLowerCase() === folded);
    return isSchema ? [] : [first.name, folded];
  });
}
