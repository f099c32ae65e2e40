import type { HasSettings } from '../../config/settings.ts';
import type { LakeColumn } from '../../engine/ingest/type-evolution.ts';
import { requireCatalogOfDatabase } from '../../finding/managed-catalog.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { outputOf } from '../../indexing/generated-column.ts';
import { definitionOf } from '../../indexing/stored-definition.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { normalizeIdentifier } from '../../lake/identifiers.ts';
import { restoreTable } from '../../lake/restore-table.ts';
import { findSnapshot } from '../../lake/snapshots.ts';
import { betweenLoads } from '../../locking/between-loads.ts';
import type { LockServices } from '../../locking/with-lock.ts';
import { indexesOfLake } from '../../metadata/index-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import { readableSince } from '../../reading/snapshot-retention.ts';
import type { Operation } from '../operation.ts';

/**
 * Restores one table to a snapshot, also a dropped table, as a new commit. No file is copied, and
 * another restore can undo the commit.
 */
export const restoreTableOfDatabase: Operation<
  'databases.restoreTable',
  HasClock & HasMetadata & HasRemembered & HasSettings & LockServices
> = async (services, { scope, params, body }) => {
  const catalog = await requireCatalogOfDatabase(services, scope, params.database_id);
  const { connectionId: lakeId } = catalog;
  const schema = normalizeIdentifier(params.schema, 'schema');
  const table = normalizeIdentifier(params.table, 'table');
  const version = body.snapshot_id;
  const now = services.clock.now();
  const readability = { subject: 'the database', since: readableSince(services), now };
  const restored = await betweenLoads(services, { lakeId, schema, table }, (lock) =>
    services.metadata.transaction(async (trx) => {
      await lock.assertHeld(trx);
      return restoreTable(trx, {
        lakeId,
        schema,
        table,
        now,
        findSnapshot: async (head) => {
          if (version > head)
            throw badRequest(
              `Snapshot ${version} of the database does not exist yet; the newest is ${head}`,
            );
          return findSnapshot(trx, lakeId, { version }, readability);
        },
        check: (tableId, columns) => refuseIndexed(trx, { lakeId, tableId, columns }),
      });
    }),
  );
  return {
    status: 200,
    body: {
      connection_id: lakeId,
      schema_name: schema,
      table_name: table,
      snapshot_id: restored.snapshot,
      row_count: restored.rowCount,
    },
  };
};

/** 409 if an index of the present table does not fit the restored rows. */
async function refuseIndexed(
  trx: MetadataTransaction,
  {
    lakeId,
    tableId,
    columns,
  }: { readonly lakeId: string; readonly tableId: string | null; readonly columns: string },
): Promise<void> {
  if (tableId === null) return;
  const ids = new Set((JSON.parse(columns) as readonly LakeColumn[]).map(({ id }) => id));
  for (const row of await indexesOfLake(trx, lakeId)) {
    if (row.table_id !== tableId) continue;
    const definition = definitionOf(row);
    const isLost =
      outputOf(definition) !== null || definition.columns.some(({ id }) => !ids.has(id));
    if (isLost)
      throw conflict(
        `Index '${row.name}' does not fit the rows of then; drop it first, or fork the database at the snapshot`,
      );
  }
}
