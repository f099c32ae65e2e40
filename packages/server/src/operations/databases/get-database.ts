import type { Operation } from '../operation.ts';
import { toDetail } from './database-bodies.ts';
import { requireDatabase } from './find-database.ts';

export const getDatabase: Operation<'databases.get'> = async (services, { scope, params }) => {
  const row = await requireDatabase(services, scope, params.database_id);
  const attachments = await services.metadata.db
    .selectFrom('database_attachments')
    .select(['connection_id', 'alias'])
    .where('database_id', '=', row.id)
    .orderBy('attached_at')
    .orderBy('connection_id')
    .execute();
  return { status: 200, body: toDetail(row, attachments) };
};
