import type { Job } from '../../jobs/job-row.ts';
import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasJobWaits } from '../../jobs/wait-for-job.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { elapsedSince } from '../../kernel/clock.ts';
import { conflict, QuernError } from '../../kernel/errors.ts';
import type { LakeTable } from '../../lake/model.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { askForTable, type RefreshTablePayload } from '../../refreshing/ask-for-work.ts';
import { readTimeOf } from '../../refreshing/commit-refresh.ts';
import { isReadLive } from '../../refreshing/refresh-policy.ts';
import { failureOf } from '../../refreshing/wait-for-work.ts';
import { isPast, shownCatalog, tableOf } from '../see/database-view.ts';
import type { HasQueryPlans, PlannedQuery } from '../understand/planned-query.ts';
import type { QueryText } from '../understand/query-text.ts';
import { type LiveServices, readLive } from './live-tables.ts';

/**
 * A source's table in a query that was never fetched, was purged, or is older than its policy
 * allows.
 */
export interface MissingTable {
  /** The name in messages. */
  readonly name: string;
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

/** Tables to be fetched before the query can run. */
export function missingTables(query: PlannedQuery): readonly MissingTable[] {
  return tablesRead(query).flatMap(({ table, place }) =>
    table.version === null && !isReadLive(table) ? [place] : [],
  );
}

/**
 * Tables older than their policy allows. A table whose policy permits an answer from old rows is
 * refreshed in the background; the returned tables must be fetched first.
 */
export async function outdatedTables(
  services: HasClock & HasJobs & HasMetadata,
  workspaceId: string,
  query: PlannedQuery,
): Promise<readonly MissingTable[]> {
  const aging = tablesRead(query).filter(
    ({ isPast, table }) =>
      !isPast && table.version !== null && (table.refresh?.maxAgeS ?? null) !== null,
  );
  if (aging.length === 0) return [];
  const outdated: ReadTable[] = [];
  for (const read of aging) {
    const { refresh, loadedAt } = read.table;
    const readAt = (await readTimeOf(services, read.place)) ?? loadedAt ?? 0;
    if (elapsedSince(readAt, services.clock.now()) > (refresh?.maxAgeS ?? 0) * 1000)
      outdated.push(read);
  }
  const isServed = ({ table }: ReadTable) => table.refresh?.whenStale === 'serve';
  for (const { place } of outdated.filter(isServed))
    await askForTable(services, payloadOf(workspaceId, place));
  return outdated.filter((read) => !isServed(read)).map(({ place }) => place);
}

interface ReadTable {
  /** The query reads an earlier snapshot, to which no age limit applies. */
  readonly isPast: boolean;
  readonly table: LakeTable;
  readonly place: MissingTable;
}

/** The tables of a query, once per snapshot. */
function tablesRead({ plan, view }: PlannedQuery): ReadTable[] {
  const read = new Map<string, ReadTable>();
  for (const bound of plan.tables) {
    if (bound.kind !== 'table') continue;
    const table = tableOf(view, bound);
    const { schema } = table;
    const name = `${shownCatalog(view, bound)}.${schema}.${table.name}`;
    const place = {
      name,
      connectionId: view.lakes[bound.catalogIndex]?.lakeId ?? '',
      schema,
      table: table.name,
    };
    read.set(`${bound.catalogIndex}/${table.id}`, { isPast: isPast(view, bound), table, place });
  }
  return [...read.values()];
}

export interface BringInLimits {
  readonly signal: AbortSignal;
  /** Maximum wait for the tables, in milliseconds. */
  readonly limitMs: number;
}

/** A table may be purged again while others are fetched, so the rounds are limited. */
const rounds = 3;

/**
 * The stage between planning and execution. Fetches tables, plans the text again over the new
 * versions, and reads the live tables. Each fetch is a job: other queries for the table wait for
 * the same job, and the job continues after this query gives up.
 */
export async function bringInTables(
  services: LiveServices & HasJobWaits & HasJobs & HasQueryPlans,
  database: DatabaseRow,
  text: QueryText,
  first: { readonly query: PlannedQuery; readonly missing: readonly MissingTable[] },
  { signal, limitMs }: BringInLimits,
): Promise<PlannedQuery> {
  const endMs = performance.now() + limitMs;
  let { query, missing } = first;
  const plan = async () => {
    query = await services.queryPlans.plan(database, text, signal);
    missing = missingTables(query);
  };
  // Another query may have fetched the tables since.
  if (query.standsIn && missing.length === 0) await plan();
  for (let round = 0; missing.length > 0; round += 1) {
    if (round === rounds)
      throw conflict('Tables of this query were purged while they were fetched; run it again');
    const asked: { readonly table: MissingTable; readonly job: Job }[] = [];
    for (const table of missing) {
      asked.push({
        table,
        job: (await askForTable(services, payloadOf(database.workspace_id, table))).job,
      });
    }
    for (const { table, job } of asked) {
      const ended = await services.waitForJob(
        job.id,
        Math.max(0, endMs - performance.now()),
        signal,
      );
      signal.throwIfAborted();
      if (ended === null) throw stillFetching(table, job);
      if (ended.status === 'failed') throw failureOf(ended);
    }
    await plan();
  }
  return readLive(services, database.workspace_id, query, {
    signal,
    limitMs: endMs - performance.now(),
  });
}

function payloadOf(
  workspaceId: string,
  { connectionId, schema, table }: MissingTable,
): RefreshTablePayload {
  return {
    workspaceId,
    connectionId,
    schema,
    table,
    isWhole: false,
    removesGone: false,
    rediscovers: false,
  };
}

/** The reason for waiting, as a sentence for the answer; null if there is none. */
export function reasonOf(
  missing: readonly MissingTable[],
  live: readonly { readonly name: string }[],
): string | null {
  const said = [
    sentenceOf(missing, 'is fetched from its source first', 'are fetched from their sources first'),
    sentenceOf(live, 'is read at its source', 'are read at their sources'),
  ].filter((one) => one !== null);
  return said.length === 0 ? null : said.join('; ');
}

function sentenceOf(
  tables: readonly { readonly name: string }[],
  ofOne: string,
  ofMany: string,
): string | null {
  if (tables.length === 0) return null;
  const names = tables.map(({ name }) => `'${name}'`);
  const shown =
    names.length > 3
      ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
      : names.join(', ');
  return names.length === 1 ? `table ${shown} ${ofOne}` : `tables ${shown} ${ofMany}`;
}

const stillFetching = ({ name }: MissingTable, { id }: Job) =>
  new QuernError(
    'SERVICE_UNAVAILABLE',
    `Table '${name}' is still being fetched from its source, as job '${id}', which goes on; ask again, or with 'async'`,
    { retryAfterS: 5 },
  );
