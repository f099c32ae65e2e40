import { connectionNotFound } from '../../finding/connection-not-found.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { countHolders, detachEverywhere } from '../../metadata/attachment-store.ts';
import {
  type ConnectionRow,
  deleteConnection as deleteRow,
  findConnection,
} from '../../metadata/connection-store.ts';
import { markLakeDeleted } from '../../metadata/lake-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import { secretsOf } from '../../refreshing/source-target.ts';
import { removeUnheldSecrets } from '../../secrets/automatic-secrets.ts';
import type { Operation } from '../operation.ts';

/**
 * The connection and its catalog are inaccessible at once; files are deleted in the background,
 * after their last possible reader.
 */
export const deleteConnection: Operation<'connections.delete', HasClock & HasMetadata> = async (
  services,
  { scope, params },
) => {
  const id = params.connection_id;
  const now = services.clock.now();
  await services.metadata.transaction(async (trx) => {
    const row = await findConnection(trx, scope.workspaceId, id, now);
    if (!row) throw connectionNotFound(id);
    if (row.database_id !== null) {
      throw conflict(
        "This connection backs a database's default catalog; it goes with the database only",
      );
    }
    const holders = await countHolders(trx, [id], now);
    if (holders > 0) {
      throw conflict(
        `Connection '${row.name}' is attached to ${holders === 1 ? '1 database' : `${holders} databases`}; detach it first with DELETE /v1/databases/{database_id}/catalogs/${id}`,
      );
    }
    await remove(trx, row, now);
  });
  return { status: 204, body: undefined };
};

async function remove(trx: MetadataTransaction, row: ConnectionRow, now: number): Promise<void> {
  const { id } = row;
  // Only expired databases can still have the catalog attached.
  await detachEverywhere(trx, id);
  await markLakeDeleted(trx, id, now);
  await deleteRow(trx, id);
  await removeUnheldSecrets(trx, row.workspace_id, Object.values(secretsOf(row)));
}
