import type { HasClock } from '../kernel/clock.ts';
import { badRequest } from '../kernel/errors.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { Scope } from '../scope/principal.ts';
import { requireConnection } from './find-connection.ts';
import { requireDatabase } from './find-database.ts';
import type { HasRemembered } from './remembered-rows.ts';

/**
 * The managed catalog of a request, named by its connection or by the database of a default
 * catalog.
 */
export interface ManagedCatalog {
  /** The id of the connection, which is also the id of the catalog's lake. */
  readonly connectionId: string;
  /** The database of a default catalog; null for a managed connection of its own. */
  readonly databaseId: string | null;
}

/** Throws 404 for an unknown connection, and 400 for a connection that is not managed. */
export async function requireManagedCatalog(
  services: HasClock & HasMetadata,
  scope: Scope,
  connectionId: string,
): Promise<ManagedCatalog> {
  const row = await requireConnection(services, scope, connectionId);
  if (row.source_type !== 'managed') {
    throw badRequest(
      `Connection '${row.name}' is not a managed catalog; only managed catalogs take schemas, tables and loads`,
    );
  }
  return { connectionId: row.id, databaseId: row.database_id };
}

/** The default catalog of a database. */
export async function requireCatalogOfDatabase(
  services: HasClock & HasMetadata & HasRemembered,
  scope: Scope,
  databaseId: string,
): Promise<ManagedCatalog> {
  const row = await requireDatabase(services, scope, databaseId);
  return { connectionId: row.default_connection_id, databaseId: row.id };
}
