import type { Operation } from '../operation.ts';
import { requireOwnConnection } from './find-connection.ts';

/** A managed catalog has no source elsewhere: it is well when its own head can be read. */
export const checkConnectionHealth: Operation<'connections.checkHealth'> = async (services, { scope, params }) => {
  const { id } = await requireOwnConnection(services, scope, params.connection_id);
  const startedAt = performance.now();
  const lake = await services.metadata.db
    .selectFrom('lakes')
    .select('head_snapshot')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const healthy = lake !== undefined;
  return {
    status: 200,
    body: {
      connection_id: id,
      healthy,
      latency_ms: Math.round(performance.now() - startedAt),
      error: healthy ? null : 'The catalog of this connection is missing; ask the operator to look at the metadata',
    },
  };
};
