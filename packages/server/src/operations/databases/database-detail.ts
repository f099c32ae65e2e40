import type { DatabaseDetailResponse } from '@quern/contract';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { Services } from '../services.ts';
import { toDetail } from './database-bodies.ts';

/** A database with its attachments, in the order in which they were made. */
export async function readDetail({ metadata }: Services, row: DatabaseRow): Promise<DatabaseDetailResponse> {
  const attachments = await metadata.db
    .selectFrom('database_attachments')
    .select(['connection_id', 'alias'])
    .where('database_id', '=', row.id)
    .orderBy('attached_at')
    .orderBy('connection_id')
    .execute();
  return toDetail(row, attachments);
}
