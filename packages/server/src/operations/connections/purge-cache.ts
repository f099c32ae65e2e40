import { badRequest, conflict } from '../../kernel/errors.ts';
import type { Operation } from '../operation.ts';
import { requireConnection } from './find-connection.ts';

/** All connections of this version are managed catalogs: nothing of them can be fetched anew, so nothing is purged. */
const ownsItsData = () =>
  badRequest('A managed catalog owns its data; there is no cache to purge. Delete the table instead');

export const purgeConnectionCache: Operation<'connections.purgeCache'> = async (services, { scope, params }) => {
  const row = await requireConnection(services, scope, params.connection_id);
  if (row.database_id !== null) {
    throw conflict("This connection backs a database's default catalog; its data goes with its tables only");
  }
  throw ownsItsData();
};

export const purgeTableCache: Operation<'connections.purgeTableCache'> = async (services, { scope, params }) => {
  await requireConnection(services, scope, params.connection_id);
  throw ownsItsData();
};
