import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { countHolders } from '../../metadata/attachment-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { removeDatabase } from '../../metadata/remove-database.ts';
import type { Operation } from '../operation.ts';

/**
 * The database is inaccessible at once; its data is removed in the background. 409 while others
 * attach its catalog and would lose access (docs/contract/databases.md#deleting).
 */
export const deleteDatabase: Operation<
  'databases.delete',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  const row = await requireDatabase(services, scope, params.database_id);
  const now = services.clock.now();
  await services.metadata.transaction(async (trx) => {
    const { default_connection_id: catalog } = row;
    const holders = await countHolders(trx, [catalog], now);
    if (holders > 0) {
      throw conflict(
        `The catalog of this database is attached to ${holders === 1 ? '1 other database' : `${holders} other databases`}; detach it there first with DELETE /v1/databases/{database_id}/catalogs/${catalog}`,
      );
    }
    await removeDatabase(trx, row, now);
  });
  return { status: 204, body: undefined };
};
