import type { HasClock } from '../kernel/clock.ts';
import { type ConnectionRow, findConnection } from '../metadata/connection-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { Scope } from '../scope/principal.ts';
import { connectionNotFound } from './connection-not-found.ts';

/**
 * A connection of the scope, or a connection behind a live database's default catalog. Throws 404
 * for unknown connections, and for connections of other workspaces and of expired databases.
 */
export async function requireConnection(
  services: HasClock & HasMetadata,
  scope: Scope,
  id: string,
): Promise<ConnectionRow> {
  const row = await findConnection(
    services.metadata.db,
    scope.workspaceId,
    id,
    services.clock.now(),
  );
  if (!row) throw connectionNotFound(id);
  return row;
}

/**
 * A connection of the scope, except default connections
 * (docs/contract/connections.md#default-connections).
 */
export async function requireOwnConnection(
  services: HasClock & HasMetadata,
  scope: Scope,
  id: string,
): Promise<ConnectionRow> {
  const row = await requireConnection(services, scope, id);
  if (row.database_id !== null) throw connectionNotFound(id);
  return row;
}
