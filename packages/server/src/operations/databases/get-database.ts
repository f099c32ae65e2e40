import type { Operation } from '../operation.ts';
import { readDetail } from './database-detail.ts';
import { requireDatabase } from './find-database.ts';

export const getDatabase: Operation<'databases.get', 'clock' | 'metadata' | 'remembered'> = async (
  services,
  { scope, params },
) => {
  const row = await requireDatabase(services, scope, params.database_id);
  return { status: 200, body: await readDetail(services, row) };
};
