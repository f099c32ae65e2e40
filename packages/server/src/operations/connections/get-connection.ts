import { countTables } from '../../metadata/connection-store.ts';
import type { Operation } from '../operation.ts';
import { requireOwnConnection } from './find-connection.ts';

export const getConnection: Operation<'connections.get'> = async (services, { scope, params }) => {
  const { id, name, source_type } = await requireOwnConnection(services, scope, params.connection_id);
  const { tables, loaded } = await countTables(services.metadata.db, id);
  return { status: 200, body: { id, name, source_type, table_count: tables, synced_table_count: loaded } };
};
