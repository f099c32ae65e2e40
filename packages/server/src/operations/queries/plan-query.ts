import { createHash } from 'node:crypto';
import type { NumericLimit } from '../../engine/map-duckdb-error.ts';
import { badRequest, QuernError } from '../../kernel/errors.ts';
import { LruCache } from '../../kernel/lru-cache.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { type BoundName, bind, bindNames, shapesOf } from '../../plan/bind.ts';
import { guessTables } from '../../plan/hotsql/read/guess-tables.ts';
import { inHotsqlWords } from '../../plan/hotsql/resolve/engine-words.ts';
import { namingNesting } from '../../plan/nested-construct.ts';
import type { PlanTextRequest } from '../../plan/plan-text.ts';
import type {
  BindOptions,
  Dialect,
  Plan,
  PlannedText,
  ScopeColumn,
  TableShape,
  TablesNeeded,
  WrittenName,
} from '../../plan/types.ts';
import { maxSqlBytes } from '../../scope/limits.ts';
import type { Services } from '../services.ts';
import { addPastCatalogs } from './past-catalogs.ts';
import { emptyScope, type QueryScope, readQueryScope, versionOf } from './query-scope.ts';
import { readyResult } from './ready-result.ts';
import { LARGE_ROWS } from './select-files.ts';

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
  /** The same with numerics computed in 38 digits, or exactly, for one that needed it. */
  widen(limit: NumericLimit, signal: AbortSignal): Promise<Plan>;
  /** What failed in words about the caller's text and not about its translation. */
  inWordsOfText(error: unknown): unknown;
}

/**
 * What the planner says of a text depends on the text and the columns of the tables it names, so it is asked once for each; weighed
 * by its length.
 */
const plannedTexts = new LruCache<PlannedText | TablesNeeded>(16 * 2 ** 20);

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
  const { sql, dialect, defaultCatalog, defaultSchema } = text;
  const options = { defaultCatalog, defaultSchema };
  const ask = (told: ToldTables | undefined, until = signal, limit?: NumericLimit) => {
    const width = { isWide: limit !== undefined, isExact: limit === 'exact' };
    const request = { sql, dialect, ...(told && { shapes: told.shapes }), leavesTree: !told?.wantsFilters, ...width };
    return planText(services, database.workspace_id, request, until);
  };
  const bindIn = (
    planned: PlannedText | TablesNeeded,
    scope: QueryScope,
    told: ToldTables | undefined,
  ): PlannedQuery => {
    if ('tables' in planned) throw new Error('the planner asked for tables that it was told');
    const widen = async (limit: NumericLimit, until: AbortSignal) =>
      bindIn(await ask(told, until, limit), scope, told).plan;
    const inWordsOfText = (error: unknown) => wordsOfText(text, error);
    return { sql, plan: bind(planned, scope.snapshot, options), scope, widen, inWordsOfText };
  };
  const guessed = { tables: needsShapes(dialect) ? guessOnce(sql) : [] };
  const guessedIn = guessed.tables.length > 0 ? await readQueryScope(services, database) : undefined;
  const told = guessedIn && tellTables(services, guessedIn, bindNames(guessed, guessedIn.snapshot, options));
  const first = await ask(told);
  if (!guessedIn && 'translation' in first && namesNothing(first, text)) {
    return bindIn(first, emptyScope(database), told);
  }
  const present = guessedIn ?? (await readQueryScope(services, database));
  const travels = 'tables' in first ? first.timeTravel : first.translation.timeTravel;
  const scope = travels ? await addPastCatalogs(services, present, travels, options) : present;
  if (!('tables' in first)) return bindIn(first, scope, told);
  const needed = await tellNeeded(services, database, first, scope, options);
  return bindIn(await ask(needed), scope, needed);
}

/** What the planner is told of the tables that a text may read. */
interface ToldTables {
  readonly shapes: readonly TableShape[];
  /**
   * Filters may spare the query a file (where it has to be fetched, the only one too), or show that it is a small one: DuckDB's
   * tree of the text is read for them while it is planned.
   */
  readonly wantsFilters: boolean;
}

function tellTables(
  { objects }: Services,
  scope: QueryScope,
  names: readonly BoundName[],
  resultColumns?: ReadonlyMap<string, readonly ScopeColumn[]>,
): ToldTables {
  const versions = names.flatMap(({ bound }) => (bound?.kind === 'table' ? [versionOf(scope, bound)] : []));
  const fewFiles = objects.kind === 's3' ? 0 : 1;
  const rows = versions.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const wantsFilters = rows >= LARGE_ROWS || versions.some(({ fileCount }) => fileCount > fewFiles);
  return { shapes: shapesOf(names, resultColumns), wantsFilters };
}

/** By their texts: clients send one text all day. */
const guesses = new LruCache<readonly WrittenName[]>(4 * 2 ** 20);

/** Of all that is cached of texts, in this process. */
export const plannedCharacters = () => plannedTexts.weight + guesses.weight;

function guessOnce(sql: string): readonly WrittenName[] {
  const known = guesses.get(sql);
  if (known) return known;
  const tables = guessTables(sql);
  // Nothing is found at once where there is nothing to read, or too much.
  if (tables.length > 0) guesses.set(sql, tables, sql.length + 100 * tables.length);
  return tables;
}

/** DuckDB's and Snowflake's texts are translated without the types of columns. */
const needsShapes = (dialect: Dialect) => dialect === 'hotsql' || dialect === 'postgres';

/** The tables that a text names, results among them. */
async function tellNeeded(
  services: Services,
  database: DatabaseRow,
  needed: TablesNeeded,
  scope: QueryScope,
  options: BindOptions,
): Promise<ToldTables> {
  const names = bindNames(needed, scope.snapshot, options);
  const columns = new Map<string, readonly ScopeColumn[]>();
  for (const { bound } of names) {
    if (bound?.kind !== 'result') continue;
    const result = await readyResult(services, database.id, bound.resultId);
    columns.set(
      bound.resultId,
      result.columns.map(({ storedName, storedType }) => ({ name: storedName, type: storedType })),
    );
  }
  return tellTables(services, scope, names, columns);
}

/** HotSQL's callers wrote PostgreSQL's types and functions, so they read of those; what nests too deeply is named for all. */
function wordsOfText({ sql, dialect }: Pick<QueryText, 'sql' | 'dialect'>, error: unknown): unknown {
  if (!(error instanceof QuernError) || error.code !== 'BAD_REQUEST') return error;
  const named = namingNesting(error.message, sql);
  const message = needsShapes(dialect) ? inHotsqlWords(named) : named;
  return message === error.message ? error : new QuernError(error.code, message, { cause: error });
}

/** A text without tables needs no catalogs: `SELECT 1` need not read what the database holds. */
function namesNothing({ analysis }: PlannedText, { defaultCatalog }: QueryText): boolean {
  return analysis.tables.length === 0 && !analysis.readsInformationSchema && defaultCatalog === null;
}

/** Ends when the client goes away: one that sends and leaves must not keep the planner from everybody else. */
export async function planText(
  services: Services,
  workspaceId: string,
  { sql, dialect, shapes, leavesTree = false, isWide = false, isExact = false }: PlanTextRequest,
  signal: AbortSignal,
): Promise<PlannedText | TablesNeeded> {
  const known = JSON.stringify([leavesTree, isWide, isExact, shapes ?? null]);
  const key = createHash('sha256').update(`${dialect}\0${known}\0${sql}`).digest('base64');
  const cached = plannedTexts.get(key);
  if (cached) return cached;
  const { maxNesting } = services.settings;
  const request = { sql, dialect, ...(shapes && { shapes }), leavesTree, isWide, isExact, maxNesting };
  const planned = await services.planner
    .run('planSql', request, { workspaceId, signal, diesOf: 'text' })
    .catch((error: unknown) => {
      throw wordsOfText(request, error);
    });
  // Filters hold every constant of the text as an object.
  plannedTexts.set(key, planned, sql.length + 1000 + JSON.stringify(planned).length);
  return planned;
}
