import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { readDetail } from './database-detail.ts';

export const getDatabase: Operation<
  'databases.get',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  const row = await requireDatabase(services, scope, params.database_id);
  return { status: 200, body: await readDetail(services, row) };
};
