import { createHash } from 'node:crypto';
import { badRequest } from '../../kernel/errors.ts';
import { LruCache } from '../../kernel/lru-cache.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { bind } from '../../plan/bind.ts';
import type { Dialect, Plan, PlannedText } from '../../plan/types.ts';
import { maxSqlBytes } from '../../scope/limits.ts';
import type { Services } from '../services.ts';
import { addPastCatalogs } from './past-catalogs.ts';
import { emptyScope, type QueryScope, readQueryScope } from './query-scope.ts';

export interface QueryText {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly defaultCatalog: string | null;
  readonly defaultSchema: string | null;
}

/** A query whose names are bound to tables as they are now; running it needs nothing more from the metadata. */
export interface PlannedQuery {
  readonly sql: string;
  readonly plan: Plan;
  readonly scope: QueryScope;
}

/** What the planner says of a text depends on the text alone, so it is asked once; weighed by its length. */
const plannedTexts = new LruCache<PlannedText>(16 * 2 ** 20);

/** Checks what the text alone shows; throws 400. */
export function checkQueryText(sql: string): void {
  if (sql.trim() === '') throw badRequest('SQL query cannot be empty');
  if (Buffer.byteLength(sql) > maxSqlBytes) throw badRequest('The SQL text is larger than 1 MB');
}

/** Text in, plan out: translated, checked against the allow-list, names bound in the database's scope. 400 otherwise. */
export async function planQuery(
  services: Services,
  database: DatabaseRow,
  text: QueryText,
  signal: AbortSignal,
): Promise<PlannedQuery> {
  const planned = await planText(services, database.workspace_id, text, signal);
  const { defaultCatalog, defaultSchema } = text;
  const options = { defaultCatalog, defaultSchema };
  const present = namesNothing(planned, text) ? emptyScope(database) : await readQueryScope(services, database);
  const travels = planned.translation.timeTravel;
  const scope = travels ? await addPastCatalogs(services, present, travels, options) : present;
  return { sql: text.sql, plan: bind(planned, scope.snapshot, options), scope };
}

/** A text without tables needs no catalogs: `SELECT 1` need not read what the database holds. */
function namesNothing({ analysis }: PlannedText, { defaultCatalog }: QueryText): boolean {
  return analysis.tables.length === 0 && !analysis.readsInformationSchema && defaultCatalog === null;
}

/** Ends when the client goes away: one that sends and leaves must not keep the planner from everybody else. */
export async function planText(
  services: Services,
  workspaceId: string,
  { sql, dialect }: Pick<QueryText, 'sql' | 'dialect'>,
  signal: AbortSignal,
): Promise<PlannedText> {
  const key = createHash('sha256').update(`${dialect}\0${sql}`).digest('base64');
  const known = plannedTexts.get(key);
  if (known) return known;
  const planned = await services.planner.run('planSql', { sql, dialect }, { workspaceId, signal });
  // Filters hold every constant of the text as an object.
  plannedTexts.set(key, planned, sql.length + 1000 + JSON.stringify(planned.analysis).length);
  return planned;
}
