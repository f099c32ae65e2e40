import type { ColumnInfo, TableInfo } from '@quern/contract';
import { columnTypeName } from '../../engine/types/arrow-type.ts';
import { clientTypeName } from '../../engine/types/client-type-name.ts';
import { toIndexInfo } from '../../indexing/index-info.ts';
import { readWithGenerated } from '../../indexing/with-generated.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestampOrNull } from '../../kernel/clock.ts';
import { badRequest, notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { LakeTable, SourceColumn, SourceTable } from '../../lake/model.ts';
import { listVisibleConnections } from '../../metadata/connection-store.ts';
import { type IndexRow, indexesOfLake } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { refreshBody } from '../../refreshing/refresh-policy.ts';
import {
  readSyncStates,
  refreshedAt,
  type SyncState,
  tableState,
} from '../../refreshing/sync-state.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, pageOf, pageSizes } from '../paging.ts';

/** Tables of the workspace's connections, or of one; sorted by connection, schema, table. */
export const listInformationSchema: Operation<
  'informationSchema.list',
  HasClock & HasLakes & HasMetadata
> = async (services, { scope, query }) => {
  const limit = clampLimit(query.limit, pageSizes.usual);
  const connections = await visibleConnections(
    services,
    scope.workspaceId,
    query.connection_id ?? null,
  );
  const schemaMatches = likeMatcher(query.schema ?? null);
  const tableMatches = likeMatcher(query.table ?? null);
  const after = decodePosition(query.cursor);

  // A connection may have very many tables, so only the page's tables are described.
  const rows: { position: Position; info: TableInfo }[] = [];
  for (const connection of connections) {
    const catalog = await readWithGenerated(services, connection.id);
    if (!catalog) continue;
    const found: LakeTable[] = [];
    for (const [schema, tables] of catalog.schemas) {
      if (!schemaMatches(schema)) continue;
      for (const table of tables.values()) {
        if (rows.length + found.length > limit) break;
        const position: Position = [connection.name, schema, table.name];
        if (tableMatches(table.name) && !(after && comparePositions(position, after) <= 0))
          found.push(table);
      }
    }
    if (found.length === 0) continue;
    const syncs = await readSyncStates(services, connection.id);
    const indexes = await indexesOfLake(services.metadata.db, connection.id);
    for (const table of found)
      rows.push({
        position: [connection.name, table.schema, table.name],
        info: toTableInfo(
          connection.name,
          table,
          syncs.get(table.id) ?? null,
          indexes.filter((index) => index.table_id === table.id),
          query.include_columns === true,
        ),
      });
    if (rows.length > limit) break;
  }
  const { page, hasMore } = pageOf(rows, limit);
  const last = page.at(-1);
  return {
    status: 200,
    body: {
      tables: page.map((row) => row.info),
      count: page.length,
      has_more: hasMore,
      limit,
      ...(hasMore && last ? { next_cursor: encodePosition(last.position) } : {}),
    },
  };
};

type Position = readonly [connection: string, schema: string, table: string];

/**
 * The connections to list; without a connection_id, default catalogs are left out
 * (docs/contract/connections.md#information-schema).
 */
async function visibleConnections(
  services: HasClock & HasMetadata,
  workspaceId: string,
  connectionId: string | null,
) {
  const { metadata, clock } = services;
  const now = clock.now();
  const found = await listVisibleConnections(metadata.db, workspaceId, connectionId, now);
  if (connectionId !== null && found.length === 0)
    throw notFound(`Connection ${printable(connectionId)} not found`);
  // Sorted by the cursor's comparison, independent of the metadata's collation.
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function toTableInfo(
  connection: string,
  table: LakeTable,
  sync: SyncState | null,
  indexes: readonly IndexRow[],
  includeColumns: boolean,
): TableInfo {
  return {
    connection,
    schema: table.schema,
    table: table.name,
    synced: table.version !== null,
    last_sync: toTimestampOrNull(refreshedAt(table, sync)),
    ...(includeColumns ? { columns: toColumnInfos(table) } : {}),
    constant_per_key: [...table.layout.constantPerKey],
    partition_by: table.layout.partitionBy.map(({ column, transform }) => ({ column, transform })),
    sorted_by: table.layout.sortedBy.map(({ column, direction, nulls }) => ({
      column,
      direction,
      nulls,
    })),
    ...(indexes.length > 0 && { indexes: indexes.map(toIndexInfo) }),
    ...(table.source !== null && sourceInfo(table, table.source, sync)),
  };
}

/** Facts from the table's source, and the state of its refresh. */
function sourceInfo(table: LakeTable, source: SourceTable, sync: SyncState | null) {
  return {
    state: tableState(table, sync),
    kind: source.kind,
    comment: withSourceName(
      source.comment,
      source.from && `${source.from.schema}.${source.from.table}`,
    ),
    primary_key: [...source.primaryKey],
    row_estimate: source.rowEstimate,
    refresh: table.refresh === null ? null : refreshBody(table.refresh),
    sync_error: sync?.error ?? null,
  };
}

/** Merges discovered facts into fetched columns: NOT NULL, comments, the source's own types. */
function toColumnInfos({ version, source, generated = [] }: LakeTable): ColumnInfo[] {
  const discovered = new Map((source?.columns ?? []).map((column) => [column.name, column]));
  const stored = version?.columns ?? source?.columns ?? [];
  return [...stored, ...generated].map(({ name, type }) => {
    const found = discovered.get(name);
    return {
      name,
      data_type: clientTypeName(type),
      arrow_type: columnTypeName(type),
      nullable: found?.nullable ?? true,
      ...(found && { source_type: found.sourceType, comment: commentOf(found) }),
    };
  });
}

/** The source's comment. For an inexact type a note adds how values are converted. */
function commentOf({ comment, note, sourceName }: SourceColumn): string | null {
  const said = comment === null || note === null ? (comment ?? note) : `${comment} (${note})`;
  return withSourceName(said, sourceName);
}

/** Adds the source's name for a name that Quern changed to differ in more than case. */
function withSourceName(comment: string | null, sourceName: string | undefined): string | null {
  if (sourceName === undefined) return comment;
  const said = `named '${sourceName}' at the source`;
  return comment === null ? said : `${comment} (${said})`;
}

/**
 * SQL LIKE without case, where only `%` is a wildcard: `_` is common in names. Null matches all.
 */
function likeMatcher(pattern: string | null): (name: string) => boolean {
  if (pattern === null) return () => true;
  const parts = pattern.toLowerCase().split(/%+/);
  // A regular expression with many wildcards could take exponential time; this matcher is linear.
  return (name) => matchesParts(name.toLowerCase(), parts);
}

function matchesParts(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Encodes three names. Every text of this form is a valid position among the tables. */
function encodePosition(position: Position): string {
  return position.map((name) => Buffer.from(name).toString('base64url')).join('.');
}

function decodePosition(cursor: string | null | undefined): Position | null {
  if (cursor === null || cursor === undefined) return null;
  if (!/^(?:[\w-]{0,6000}\.){2}[\w-]{0,6000}$/.test(cursor)) {
    throw badRequest(
      "'cursor' is not a cursor of this listing; pass next_cursor of the page before, unchanged",
    );
  }
  const [connection = '', schema = '', table = ''] = cursor.split('.').map((part) => {
    return Buffer.from(part, 'base64url').toString('utf8');
  });
  return [connection, schema, table];
}

function comparePositions(left: Position, right: Position): number {
  for (const index of [0, 1, 2] as const) {
    if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
  }
  return 0;
}
