import type { Job } from '../../jobs/job-row.ts';
import { conflict, QuernError } from '../../kernel/errors.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { Services } from '../services.ts';
import { askForTable } from '../sources/ask-for-work.ts';
import { failureOf } from '../sources/wait-for-work.ts';
import { shownCatalog } from './database-view.ts';
import type { PlannedQuery } from './planned-query.ts';
import type { QueryText } from './query-text.ts';

/** A table of a source that a query reads and that was never fetched, or was purged. */
export interface MissingTable {
  /** As messages call it. */
  readonly name: string;
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

/** What has to be fetched before the query can run. */
export function missingTables({ plan, view }: PlannedQuery): readonly MissingTable[] {
  const missing = new Map<string, MissingTable>();
  for (const bound of plan.tables) {
    if (bound.kind !== 'table') continue;
    const lake = view.lakes[bound.catalogIndex];
    for (const [schema, tables] of lake?.schemas ?? []) {
      for (const { id, name, version } of tables.values()) {
        if (id !== bound.tableId || version !== null || lake === undefined) continue;
        const shown = `${shownCatalog(view, bound)}.${schema}.${name}`;
        missing.set(id, { name: shown, connectionId: lake.lakeId, schema, table: name });
      }
    }
  }
  return [...missing.values()];
}

export interface BringInLimits {
  readonly signal: AbortSignal;
  /** Milliseconds that the query may wait for its tables. */
  readonly limitMs: number;
}

/** A table may be purged again while others are fetched; not for ever. */
const ROUNDS = 3;

/**
 * Brings missing tables in, and plans the text anew over what is there then: the stage between the plan of a query and its
 * execution. The fetching is a job, which whoever else asks for the table waits for too, and which goes on when this one gives up.
 */
export async function bringInTables(
  services: Services,
  database: DatabaseRow,
  text: QueryText,
  first: PlannedQuery,
  { signal, limitMs }: BringInLimits,
): Promise<PlannedQuery> {
  const endMs = performance.now() + limitMs;
  let query = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const missing = missingTables(query);
    if (missing.length === 0) return query;
    const asked: { readonly table: MissingTable; readonly job: Job }[] = [];
    for (const table of missing) {
      const { connectionId, schema, table: name } = table;
      const payload = { workspaceId: database.workspace_id, connectionId, schema, table: name, rediscovers: false };
      asked.push({ table, job: (await askForTable(services, payload)).job });
    }
    for (const { table, job } of asked) {
      const ended = await services.waitForJob(job.id, Math.max(0, endMs - performance.now()), signal);
      signal.throwIfAborted();
      if (ended === null) throw stillFetching(table, job);
      if (ended.status === 'failed') throw failureOf(ended);
    }
    query = await services.queryPlans.plan(database, text, signal);
  }
  if (missingTables(query).length === 0) return query;
  throw conflict('Tables of this query were purged while they were fetched; run it again');
}

/** For the answer to a query that waits for them. */
export function reasonOf(missing: readonly MissingTable[]): string {
  const names = missing.map(({ name }) => `'${name}'`);
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  return names.length === 1
    ? `table ${shown} is fetched from its source first`
    : `tables ${shown} are fetched from their sources first`;
}

const stillFetching = ({ name }: MissingTable, { id }: Job) =>
  new QuernError(
    'SERVICE_UNAVAILABLE',
    `Table '${name}' is still being fetched from its source, as job '${id}', which goes on; ask again, or with 'async'`,
    { retryAfterS: 5 },
  );
