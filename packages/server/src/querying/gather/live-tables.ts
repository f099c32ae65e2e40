import type { HasSettings } from '../../config/settings.ts';
import type { Asked, HasFiles, StagingFolder } from '../../engine/engine.ts';
import type { QueryTable } from '../../engine/query/query-request.ts';
import { connectionNotFound } from '../../finding/connection-not-found.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { LakeTable, SourceColumn } from '../../lake/model.ts';
import { findConnection } from '../../metadata/connection-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { pushedFilter } from '../../plan/filters/pushed-filter.ts';
import { runTimeAt } from '../../plan/filters/time-steps.ts';
import type { BoundTable, Plan } from '../../plan/types.ts';
import { nameAtSource } from '../../refreshing/name-at-source.ts';
import { isReadLive } from '../../refreshing/refresh-policy.ts';
import { toSourceFailure } from '../../refreshing/source-failure.ts';
import { readTarget } from '../../refreshing/source-target.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import type { HasSources } from '../../sources/source.ts';
import {
  becomesNullNote,
  type ExtractRequest,
  type ExtractSummary,
  type SourceTarget,
} from '../../sources/source.ts';
import { SourceError } from '../../sources/source-error.ts';
import { isPast, shownCatalog, tableOf } from '../see/database-view.ts';
import type { LiveRows, PlannedQuery } from '../understand/planned-query.ts';

/** Services for reading tables at their sources. */
export type LiveServices = HasClock & HasFiles & HasMetadata & HasSettings & HasSources & HasVault;

export interface LiveTable {
  readonly bound: BoundTable;
  readonly table: LakeTable;
  /** The name in messages. */
  readonly name: string;
}

/** A query's tables that are read at the source. */
export function liveTables({ plan, view }: PlannedQuery): readonly LiveTable[] {
  return plan.tables.flatMap((bound) => {
    if (bound.kind !== 'table') return [];
    const table = tableOf(view, bound);
    const isKept = isPast(view, bound) && table.version !== null;
    if (!isReadLive(table) || isKept) return [];
    const name = `${shownCatalog(view, bound)}.${bound.schema}.${bound.table}`;
    if (isPast(view, bound))
      throw badRequest(`Table '${name}' is read live, and has no earlier snapshot`);
    return [{ bound, table, name }];
  });
}

/**
 * Reads the rows and columns of a query at their sources, into files for this query alone, so the
 * query's worker needs no network. The query filters the rows again.
 */
export async function readLive(
  services: LiveServices,
  workspaceId: string,
  query: PlannedQuery,
  { signal, limitMs }: LiveLimits,
): Promise<PlannedQuery> {
  const endMs = performance.now() + limitMs;
  const live = liveTables(query);
  if (live.length === 0) return query;
  const folder = await services.files.folder('live');
  const release = () => folder.remove();
  const tables: Map<BoundTable, Asked<QueryTable>> = new Map();
  try {
    for (const [index, table] of live.entries()) {
      const own = await folder.folder(String(index));
      tables.set(
        table.bound,
        await readTable(services, {
          workspaceId,
          query,
          table,
          folder: own,
          signal,
          limitMs: endMs - performance.now(),
        }),
      );
    }
    const rows: LiveRows = { tables, release };
    return { ...query, live: rows };
  } catch (error) {
    await release();
    throw toSourceFailure(error);
  }
}

interface LiveLimits {
  readonly signal: AbortSignal;
  /** Maximum wait of the query, in milliseconds. */
  readonly limitMs: number;
}

interface LiveReading extends LiveLimits {
  readonly workspaceId: string;
  readonly query: PlannedQuery;
  readonly table: LiveTable;
  readonly folder: StagingFolder;
}

async function readTable(
  services: HasClock & HasMetadata & HasSettings & HasSources & HasVault,
  reading: LiveReading,
): Promise<Asked<QueryTable>> {
  const { query, table, folder } = reading;
  const { bound, name } = table;
  const { liveMaxRows } = services.settings;
  const all = table.table.source?.columns ?? [];
  const exact = all.filter(({ note }) => note === null || note === becomesNullNote);
  const filter = pushedFilter(bound.filters, exact, runTimeAt(services.clock.now()));
  const columns = columnsNamed(query.plan, all);
  const summary = await extractInTime(services, reading, {
    ...{ ...nameAtSource(table.table), folder: folder.path, maxRows: liveMaxRows + 1 },
    columns: columns.map((column) => column.name),
    ...(filter && { filter }),
  });
  if (summary.rows > liveMaxRows) {
    throw badRequest(
      `Table '${name}' is read live, and more than ${liveMaxRows} of its rows would be (QUERN_LIVE_ROWS); compare numbers, dates, ` +
        "times, uuids or booleans of it with constants, or set its refresh to 'full' or 'incremental'",
    );
  }
  expectTypes(name, columns, summary);
  return {
    name: bound.table,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      stored: column.name,
    })),
    files: summary.files.map((file) => ({ path: folder.file(file.name), rowCount: file.rows })),
  };
}

/** The plan depends on the discovered types, but some types depend on the values. */
function expectTypes(
  table: string,
  columns: readonly SourceColumn[],
  { columns: found }: ExtractSummary,
): void {
  const typeOf = new Map(found.map(({ name, type }) => [name, type]));
  for (const { name, type } of columns) {
    const now = typeOf.get(name) ?? type;
    // Every value has a text.
    if (now === type || type === 'VARCHAR') continue;
    throw badRequest(
      `Column '${name}' of table '${table}', which is read live, holds values that are no ${type} but ${now}; ` +
        'refresh the connection where the source has changed it since; else leave it out, or set ' +
        "the table's refresh to 'full' or 'incremental'",
    );
  }
}

/** The limit includes the wait for a source worker: other work may occupy all of them for hours. */
async function extractInTime(
  services: HasClock & HasMetadata & HasSettings & HasSources & HasVault,
  reading: LiveReading,
  request: ExtractRequest,
): Promise<ExtractSummary> {
  const { signal, limitMs } = reading;
  const deadlineMs = Math.ceil(
    Math.max(1, Math.min(services.settings.liveTimeoutS * 1000, limitMs)),
  );
  const target = await targetOf(services, reading);
  const timeout = AbortSignal.timeout(deadlineMs);
  try {
    return await services.sources.extract(target, request, {
      signal: AbortSignal.any([signal, timeout]),
      deadlineMs,
    });
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    throw new SourceError(
      'time_limit',
      `Table '${reading.table.name}' is read live, and waiting for a source worker and reading took longer than ` +
        `${Math.round(deadlineMs / 1000)} s; ask for fewer rows, or set its refresh to 'full' or 'incremental'`,
    );
  }
}

/**
 * Separate from other work of the connection: a query does not wait for the fetch of a large table.
 */
async function targetOf(
  services: HasClock & HasMetadata & HasVault,
  { workspaceId, query, table }: LiveReading,
): Promise<SourceTarget> {
  const connectionId = query.view.lakes[table.bound.catalogIndex]?.lakeId ?? '';
  const row = await findConnection(
    services.metadata.db,
    workspaceId,
    connectionId,
    services.clock.now(),
  );
  if (!row) throw connectionNotFound(connectionId);
  return { ...(await readTarget(services, row)), connectionId: `${connectionId} live` };
}

/** The columns that the text may mean; a single column if the text only counts rows. */
function columnsNamed(
  { columnNames }: Plan,
  all: readonly SourceColumn[],
): readonly SourceColumn[] {
  if (columnNames === undefined) return all;
  const names = new Set(columnNames);
  const named = all.filter(({ name }) => names.has(name.toLowerCase()));
  return named.length > 0 ? named : all.slice(0, 1);
}
