import { removeDatabase } from '../../metadata/remove-database.ts';
import type { Operation } from '../operation.ts';
import { requireDatabase } from './find-database.ts';

/** The database is gone at once; what it held is removed in the background. */
export const deleteDatabase: Operation<
  'databases.delete',
  'clock' | 'metadata' | 'remembered'
> = async (services, { scope, params }) => {
  const row = await requireDatabase(services, scope, params.database_id);
  await services.metadata.transaction((trx) => removeDatabase(trx, row, services.clock.now()));
  return { status: 204, body: undefined };
};
