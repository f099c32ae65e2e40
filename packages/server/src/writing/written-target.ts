import { badRequest } from '../kernel/errors.ts';
import { normalizeIdentifier } from '../lake/identifiers.ts';
import type { TargetName } from '../plan/statements/write-statement.ts';
import type { DatabaseView } from '../querying/see/database-view.ts';

/** Where a statement writes, within the database's own catalog. */
export interface WrittenPlace {
  readonly schema: string;
  readonly table: string;
}

export interface NamingOptions {
  readonly defaultCatalog: string | null;
  readonly defaultSchema: string | null;
}

/**
 * The place of a written name. 400 where it is in another catalog than the database's own: what is
 * attached is read, and a table of a source is written at its source.
 */
export function placeOf(
  view: DatabaseView,
  { catalog, schema, table }: TargetName,
  options: NamingOptions,
): WrittenPlace {
  const own = view.snapshot.catalogs[view.snapshot.defaultCatalogIndex];
  const written = catalog ?? options.defaultCatalog;
  const isOwn =
    written === null || own?.names.some((name) => name.toLowerCase() === written.toLowerCase());
  if (!isOwn)
    throw badRequest(
      `Catalog '${written}' is attached and only read here; write to it in its own database, or at its source`,
    );
  const named = schema ?? options.defaultSchema ?? own?.defaultSchema ?? 'main';
  if (named.toLowerCase() === 'information_schema' || named.toLowerCase() === 'pg_catalog')
    throw badRequest(`Schema '${named}' shows the catalog and cannot be written to`);
  return {
    schema: normalizeIdentifier(named, 'schema'),
    table: normalizeIdentifier(table, 'table'),
  };
}

export const keyOfPlace = ({ schema, table }: WrittenPlace) => `${schema}.${table}`;
