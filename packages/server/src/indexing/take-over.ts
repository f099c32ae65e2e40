import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import { commitLoad } from '../lake/commit-load.ts';
import { withoutColumn } from '../lake/keep-column.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import { betweenLoads } from '../locking/between-loads.ts';
import type { LockServices } from '../locking/with-lock.ts';
import type { IndexRow } from '../metadata/index-store.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import { outputOf } from './generated-column.ts';
import { definitionOf } from './stored-definition.ts';

/** Ids of the versions before and after. */
export interface TakenOver {
  readonly from: string;
  readonly to: string;
}

/**
 * Records that an index is ready. If the index's column replaces a column of the table, the same
 * transaction removes the table's column, between loads. Therefore the name always belongs to
 * exactly one column. Earlier snapshots keep the removed column.
 */
export async function takingOver(
  services: LockServices & HasClock & HasLakes & HasSettings,
  row: IndexRow,
  signal: AbortSignal,
  write: (trx: MetadataTransaction, takenOver: TakenOver | null) => Promise<void>,
): Promise<void> {
  const { lakes, metadata, clock, settings } = services;
  const replaced = row.status === 'ready' ? undefined : outputOf(definitionOf(row))?.replaces;
  if (replaced === undefined) return metadata.transaction((trx) => write(trx, null));
  const { lake_id: lakeId, schema_name: schema, table_name: name } = row;
  const patience = { waitMs: settings.loadWaitMs, signal };
  return betweenLoads(
    services,
    { lakeId, schema, table: name },
    async (lock) => {
      const table = (await lakes.read(lakeId))?.schemas.get(schema)?.get(name);
      const version = table?.id === row.table_id ? table.version : null;
      const isThere = version?.columns.some(({ id }) => id === replaced);
      await metadata.transaction(async (trx) => {
        await lock.assertHeld(trx);
        if (!table || !version || !isThere) return write(trx, null);
        const target = { lakeId, schema, table: name, found: { id: table.id, version } };
        const content = withoutColumn(version, replaced);
        const now = clock.now();
        const loadedAt = table.loadedAt ?? now;
        const made = await commitLoad(trx, target, content, 'fill column', now, loadedAt);
        await write(trx, { from: version.id, to: made.version.id });
      });
    },
    patience,
  );
}
