import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import {
  type IndexedTable,
  tableOfConnection,
  tableOfDatabase,
} from '../../finding/indexed-table.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { toIndexEntry, toIndexInfo } from '../../indexing/index-info.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import { indexesOfLake, pageOfIndexes } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { readDatabaseView } from '../../querying/see/read-database-view.ts';
import type { Operation, Reply } from '../operation.ts';
import { clampLimit, decodeCursor, encodeCursor, pageOf, pageSizes } from '../paging.ts';

/** The indexes of all visible tables of a database, attached catalogs included; newest first. */
export const listIndexes: Operation<
  'indexes.list',
  HasClock & HasLakes & HasMetadata & HasRemembered
> = async (services, { scope, headers, query }) => {
  const limit = clampLimit(query.limit, pageSizes.usual);
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const after = decodeCursor(query.cursor);
  const { lakes } = await readDatabaseView(services, database);
  const lakeIds = lakes.map(({ lakeId }) => lakeId);
  const wanted = query.connection_id;
  const rows = await pageOfIndexes(services.metadata.db, {
    lakeIds: wanted === undefined ? lakeIds : lakeIds.filter((id) => id === wanted),
    schema: query.schema?.toLowerCase() ?? null,
    table: query.table?.toLowerCase() ?? null,
    indexType: query.index_type ?? null,
    after,
    limit: limit + 1,
  });
  const { page, hasMore } = pageOf(rows, limit);
  const last = page.at(-1);
  const body = { indexes: page.map(toIndexEntry), count: page.length, has_more: hasMore, limit };
  const next =
    hasMore && last
      ? { next_cursor: encodeCursor({ createdAt: last.created_at, id: last.id }) }
      : {};
  return { status: 200, body: { ...body, ...next } };
};

export const listIndexesOfTable: Operation<
  'indexes.listOfTable',
  HasClock & HasLakes & HasMetadata
> = async (services, { scope, params }) =>
  listOf(services, await tableOfConnection(services, scope, params));

export const listIndexesOfDatabaseTable: Operation<
  'databaseIndexes.listOfTable',
  HasClock & HasLakes & HasMetadata & HasRemembered
> = async (services, { scope, params }) =>
  listOf(services, await tableOfDatabase(services, scope, params));

async function listOf(
  services: HasMetadata,
  { lakeId, table }: IndexedTable,
): Promise<Reply<'indexes.listOfTable'>> {
  const rows = await indexesOfLake(services.metadata.db, lakeId);
  const indexes = rows.filter((row) => row.table_id === table.id).map(toIndexInfo);
  return { status: 200, body: { indexes } };
}
