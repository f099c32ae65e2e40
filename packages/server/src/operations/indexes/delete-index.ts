import type { HasSettings } from '../../config/settings.ts';
import {
  type IndexedTable,
  tableOfConnection,
  tableOfDatabase,
} from '../../finding/indexed-table.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { generatedColumns } from '../../indexing/generated-column.ts';
import { columnsGenerated } from '../../indexing/with-generated.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { commitLoad } from '../../lake/commit-load.ts';
import { printable } from '../../lake/identifiers.ts';
import { withColumnBeside } from '../../lake/keep-column.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { GeneratedColumn, LakeTable, TableVersion } from '../../lake/model.ts';
import { betweenLoads } from '../../locking/between-loads.ts';
import type { LockServices } from '../../locking/with-lock.ts';
import { type DroppedIndexRow, insertDropped } from '../../metadata/dropped-index-store.ts';
import {
  deleteIndex,
  findIndex,
  type IndexRow,
  indexById,
  segmentsOf,
} from '../../metadata/index-store.ts';
import { vectorsKeyOf } from '../../metadata/segment-keys.ts';
import type { Operation, Reply } from '../operation.ts';

type DeleteServices = LockServices & HasClock & HasLakes & HasSettings;

export const deleteIndexOfTable: Operation<'indexes.delete', DeleteServices> = async (
  services,
  { scope, params, signal },
) =>
  removeIndex(
    services,
    await tableOfConnection(services, scope, params),
    params.index_name,
    signal,
  );

export const deleteIndexOfDatabaseTable: Operation<
  'databaseIndexes.delete',
  DeleteServices & HasRemembered
> = async (services, { scope, params, signal }) =>
  removeIndex(services, await tableOfDatabase(services, scope, params), params.index_name, signal);

/**
 * Deletes the index at once, also while it is built; an index with a generated column waits for the
 * table's loads. Searches in progress continue, and a sweep deletes the built files.
 */
async function removeIndex(
  services: DeleteServices,
  { lakeId, table }: IndexedTable,
  name: string,
  signal: AbortSignal,
): Promise<Reply<'indexes.delete'>> {
  const { db } = services.metadata;
  const shown = `${table.schema}.${table.name}`;
  const missing = () => notFound(`Table '${shown}' has no index ${printable(name)}`);
  const found = await findIndex(db, table.id, name);
  if (!found) throw missing();
  const isGone = columnOf(table, found)
    ? await keepingColumn(services, { lakeId, table, signal }, found)
    : await deleteIndex(db, found.id);
  if (!isGone) throw missing();
  return { status: 204, body: undefined };
}

type LoadedTable = LakeTable & { readonly version: TableVersion };

/** The column that the index adds to queries. */
function columnOf(table: LakeTable, row: IndexRow): GeneratedColumn | undefined {
  return columnsGenerated(table, generatedColumns([row]).get(table.id) ?? [])[0];
}

/**
 * Deletes the index and makes its column a column of the table. The table's files now name the
 * vector files, so nothing is written, embedded or fetched. Runs between loads of the table. False
 * if the index was already deleted.
 */
async function keepingColumn(
  services: DeleteServices,
  { lakeId, table: { schema, name }, signal }: KeptPlace,
  { id }: IndexRow,
): Promise<boolean> {
  const { lakes, metadata, clock, settings } = services;
  const patience = { waitMs: settings.loadWaitMs, signal };
  return betweenLoads(
    services,
    { lakeId, schema, table: name },
    async (lock) => {
      const table = (await lakes.read(lakeId))?.schemas.get(schema)?.get(name);
      const row = await indexById(metadata.db, id);
      if (!table || row?.table_id !== table.id) return false;
      const column = columnOf(table, row);
      if (!table.version || !column) return deleteIndex(metadata.db, id);
      const found: LoadedTable = { ...table, version: table.version };
      const manifests = await lakes.manifestsOf(found.version);
      return metadata.transaction(async (trx) => {
        await lock.assertHeld(trx);
        if (!(await deleteIndex(trx, id))) return false;
        const values = new Map(
          (await segmentsOf(trx, row.definition_id)).map((segment) => [
            segment.file_key,
            { key: segment.object_key, sizeBytes: segment.size_bytes },
          ]),
        );
        const { id: columnId, name: columnName, type } = column;
        const kept = { id: columnId, name: columnName, type, nullable: true as const };
        const content = withColumnBeside(found.version, manifests, kept, (key) =>
          values.get(vectorsKeyOf(key)),
        );
        const now = clock.now();
        const target = { lakeId, schema, table: name, found };
        const loadedAt = found.loadedAt ?? now;
        const { snapshot } = await commitLoad(trx, target, content, 'keep column', now, loadedAt);
        await insertDropped(trx, dropped(row, snapshot, now));
        return true;
      });
    },
    patience,
  );
}

interface KeptPlace extends Pick<IndexedTable, 'lakeId' | 'table'> {
  readonly signal: AbortSignal;
}

function dropped(row: IndexRow, snapshot: number, now: number): DroppedIndexRow {
  const { definition_id, lake_id, table_id, schema_name, table_name } = row;
  const { name, definition, description, created_at } = row;
  return {
    ...{ id: newId('index'), definition_id, lake_id, table_id, schema_name, table_name },
    ...{ name, definition, description, created_at },
    until_snapshot: snapshot,
    dropped_at: now,
  };
}
