import { requireOwnConnection } from '../../finding/find-connection.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { countTables } from '../../metadata/connection-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { DiscoveryState } from '../../refreshing/discover-tables.ts';
import type { Operation } from '../operation.ts';

export const getConnection: Operation<'connections.get', HasClock & HasMetadata> = async (
  services,
  { scope, params },
) => {
  const row = await requireOwnConnection(services, scope, params.connection_id);
  const { id, name, source_type } = row;
  const { tables, loaded } = await countTables(services.metadata.db, id);
  const discovery = row.discovery === null ? null : (JSON.parse(row.discovery) as DiscoveryState);
  return {
    status: 200,
    body: {
      ...{ id, name, source_type, table_count: tables, synced_table_count: loaded },
      ...(discovery && {
        discovery_status: discovery.status,
        discovery_error: discovery.error,
        discovered_at: toTimestamp(discovery.endedAt),
      }),
    },
  };
};
