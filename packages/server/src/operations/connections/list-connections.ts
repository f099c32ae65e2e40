import { listOwnConnections } from '../../metadata/connection-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';

/** Sorted by name, without the connections behind default catalogs. */
export const listConnections: Operation<'connections.list', HasMetadata> = async (
  services,
  { scope },
) => {
  const rows = await listOwnConnections(services.metadata.db, scope.workspaceId);
  return {
    status: 200,
    body: { connections: rows.map(({ id, name, source_type }) => ({ id, name, source_type })) },
  };
};
