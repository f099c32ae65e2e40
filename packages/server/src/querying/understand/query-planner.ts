import type { HasSettings } from '../../config/settings.ts';
import type { NumericLimit } from '../../engine/map-duckdb-error.ts';
import type { HasPlanner } from '../../engine/tasks/planner-tasks.ts';
import { tableType } from '../../engine/types/result-columns.ts';
import { vectorType } from '../../engine/types/vector-type.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { LruCache } from '../../kernel/lru-cache.ts';
import { quoteName } from '../../kernel/quoting.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { LakeTable } from '../../lake/model.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import { type BoundName, bind, bindNames, shapesOf } from '../../plan/bind.ts';
import { guessTables } from '../../plan/hotsql/read/guess-tables.ts';
import type { PlanTextRequest } from '../../plan/plan-text.ts';
import type {
  Plan,
  PlannedText,
  TableShape,
  TablesNeeded,
  VisibleColumn,
  WrittenName,
} from '../../plan/types.ts';
import { fillTemplate, type VectorTemplate, vectorTemplateOf } from '../../plan/vector-template.ts';
import { largeRows } from '../../reading/select-files.ts';
import { isReadLive } from '../../refreshing/refresh-policy.ts';
import { isUnsettled } from '../../refreshing/unsettled-column.ts';
import { type DatabaseView, emptyView, tableOf } from '../see/database-view.ts';
import { addPastCatalogs } from '../see/past-catalogs.ts';
import { readDatabaseView } from '../see/read-database-view.ts';
import { addSearchCatalogs } from '../see/search-catalogs.ts';
import type { PlannedQuery, QueryPlans } from './planned-query.ts';
import { inWordsOfText, needsShapes, type QueryText } from './query-text.ts';
import { readyResult } from './ready-result.ts';
import { TranslatedTexts } from './translated-texts.ts';
import { addUnattached } from './unattached-connections.ts';
import { addUndiscovered } from './undiscovered-catalogs.ts';

/** Tables described to the planner for one text. */
interface DescribedTables {
  readonly shapes: readonly TableShape[];
  /**
   * The planner reads DuckDB's tree of the text for filters. A filter may save reading a file (also
   * the only file, if it must be downloaded), or mark the query as small.
   */
  readonly wantsFilters: boolean;
  /**
   * The planner returns the names of columns in the text: a table is read live, and its source gets
   * the names, or a table has generated columns, which are read only if named.
   */
  readonly namesColumns: boolean;
}

/** A text to plan, its database, and a signal for the end of the caller's wait. */
interface Planning {
  readonly database: DatabaseRow;
  readonly text: QueryText;
  readonly signal: AbortSignal;
  readonly seesConnections: boolean;
  /** What a statement of a script sees in place of the database as it was committed. */
  readonly seen?: DatabaseView;
  /** `text` is the short text of a template; its plan gets the long vectors. */
  readonly filling?: { readonly template: VectorTemplate; readonly whole: QueryText };
}

type PlannerServices = HasClock &
  HasLakes &
  HasMetadata &
  HasObjects &
  HasPlanner &
  HasRemembered &
  HasSettings;

/**
 * Plans a text in three steps. The text's tables are described. A planner worker translates the
 * text, once for each text and description. The names are bound to the current tables.
 */
export class QueryPlanner implements QueryPlans {
  readonly #services: PlannerServices;
  readonly #translated = new TranslatedTexts();
  /** Keyed by text: clients send the same text all day. */
  readonly #guesses = new LruCache<readonly WrittenName[]>(4 * 2 ** 20);
  /** Templates that could not be filled; texts with such a template are planned in full at once. */
  readonly #unfilled = new LruCache<true>(2 ** 20);

  constructor(services: PlannerServices) {
    this.#services = services;
  }

  /** Size of all caches of texts. */
  get heldCharacters(): number {
    return this.#translated.weight + this.#guesses.weight + this.#unfilled.weight;
  }

  /**
   * Checks the text against the allow-list and binds its names in the database's view; 400
   * otherwise.
   */
  async plan(
    database: DatabaseRow,
    text: QueryText,
    signal: AbortSignal,
    seesConnections = false,
  ): Promise<PlannedQuery> {
    const planning = { database, text, signal, seesConnections };
    const template = vectorTemplateOf(text.sql, text.dialect);
    const short = template && (await this.#planTemplate(planning, template));
    return short ?? this.#plan(planning);
  }

  /**
   * Called after a refusal that may result from guessed types of columns never fetched. Plans a
   * substitute that reads the tables of these columns, so the tables get fetched. Null if the text
   * names no such column.
   */
  async planToFetch(
    database: DatabaseRow,
    text: QueryText,
    signal: AbortSignal,
  ): Promise<PlannedQuery | null> {
    if (!needsShapes(text.dialect)) return null;
    const planning = { database, text, signal, seesConnections: false };
    const needed = await this.#translate(planning, undefined);
    if (!('tables' in needed) || needed.timeTravel || needed.searches) return null;
    const view = await readDatabaseView(this.#services, database);
    const unsettled = bindNames(needed, view.snapshot, text).flatMap(({ bound }) =>
      bound?.kind === 'table' && namesUnsettled(text.sql, tableOf(view, bound)) ? [bound] : [],
    );
    if (unsettled.length === 0) return null;
    const names = unsettled.map(
      ({ catalog, schema, table }, index) => `${quoteName(catalog, schema, table)} AS t${index}`,
    );
    const sql = `SELECT 1 FROM ${names.join(', ')}`;
    const plan = await this.plan(database, { ...text, sql }, signal);
    return { ...plan, sql: text.sql, standsIn: true };
  }

  /**
   * Plans the short text in place of the long one; null if the long text must be planned, also to
   * get its error.
   */
  async #planTemplate(planning: Planning, template: VectorTemplate): Promise<PlannedQuery | null> {
    const { text } = planning;
    const key = `${text.dialect} ${template.sql}`;
    if (this.#unfilled.get(key)) return null;
    const short = { ...text, sql: template.sql };
    const filling = { template, whole: text };
    return this.#plan({ ...planning, text: short, filling }).catch((error: unknown) => {
      if (error instanceof UnfilledTemplate) this.#unfilled.set(key, true, key.length);
      return null;
    });
  }

  async #plan(planning: Planning): Promise<PlannedQuery> {
    const { text } = planning;
    const guessed = this.#guessTables(text);
    if (guessed.length === 0) return this.#planUnguessed(planning);
    const present = await this.#readView(planning, guessed);
    const described = this.#describe(
      present,
      bindNames({ tables: guessed }, present.snapshot, text),
    );
    const translated = await this.#translate(planning, described);
    return this.#finish(planning, present, translated, described);
  }

  /**
   * Translates a text; `shapes` describe its tables. Ends when `signal` aborts: a client that sends
   * texts and leaves must not block the planner.
   */
  async translate(
    workspaceId: string,
    asked: PlanTextRequest,
    signal: AbortSignal,
  ): Promise<PlannedText | TablesNeeded> {
    const cached = this.#translated.get(asked);
    if (cached) return cached;
    const { maxColumns, maxNesting } = this.#services.settings;
    const request = { ...asked, limits: { maxColumns, maxNesting } };
    const translated = await this.#services.planner
      .run('planSql', request, { workspaceId, signal, diesOf: 'text' })
      .catch((error: unknown) => {
        throw inWordsOfText(asked, error);
      });
    this.#translated.set(asked, translated);
    return translated;
  }

  /**
   * Plans a text whose tokens name no table. Most such texts read none, and then nothing of the
   * database is read either.
   */
  async #planUnguessed(planning: Planning): Promise<PlannedQuery> {
    const { database, text } = planning;
    const translated = await this.#translate(planning, undefined);
    const readsNothing = !('tables' in translated) && namesNothing(translated, text);
    if (readsNothing) return this.#bind(planning, emptyView(database), translated, undefined);
    const present = await this.#readView(planning, namesOf(translated));
    return this.#finish(planning, present, translated, undefined);
  }

  /** The text over what a statement of a script sees. */
  planSeen(
    database: DatabaseRow,
    text: QueryText,
    seen: DatabaseView,
    signal: AbortSignal,
  ): Promise<PlannedQuery> {
    return this.#plan({ database, text, signal, seesConnections: false, seen });
  }

  /** The database's view, with reasons for missing tables among the names. */
  async #readView(planning: Planning, names: readonly WrittenName[]): Promise<DatabaseView> {
    if (planning.seen) return planning.seen;
    const view = await readDatabaseView(this.#services, planning.database);
    const shown = await addUndiscovered(this.#services, view, names, planning);
    return planning.seesConnections ? addUnattached(this.#services, shown, names, planning) : shown;
  }

  /**
   * Adds the snapshots of the text, describes further tables if the planner needs them, and binds.
   */
  async #finish(
    planning: Planning,
    present: DatabaseView,
    translated: PlannedText | TablesNeeded,
    described: DescribedTables | undefined,
  ): Promise<PlannedQuery> {
    const isShort = 'tables' in translated;
    const travels = isShort ? translated.timeTravel : translated.translation.timeTravel;
    const searches = isShort ? translated.searches : translated.translation.searches;
    const past = travels
      ? await addPastCatalogs(this.#services, present, travels, planning.text)
      : present;
    const view = searches
      ? await addSearchCatalogs(this.#services, past, searches, planning.text)
      : past;
    if (!isShort) return this.#bind(planning, view, translated, described);
    const needed = await this.#describeNeeded(planning, view, translated);
    const again = await this.#translateAgain(planning, needed);
    return this.#bind(planning, view, again, needed);
  }

  #bind(
    planning: Planning,
    view: DatabaseView,
    translated: PlannedText,
    described: DescribedTables | undefined,
  ): PlannedQuery {
    const { text, filling } = planning;
    const whole = filling?.whole ?? text;
    return {
      sql: whole.sql,
      dialect: whole.dialect,
      plan: bindFilled(planning, view, translated),
      view,
      // Binds over the same tables, regardless of later changes.
      widen: async (limit, signal) => {
        const wider = await this.#translateAgain({ ...planning, signal }, described, limit);
        try {
          return bindFilled(planning, view, wider);
        } catch (error) {
          if (!(error instanceof UnfilledTemplate)) throw error;
        }
        const long = { ...planning, text: whole, signal };
        return bind(await this.#translateAgain(long, described, limit), view.snapshot, whole);
      },
      inWordsOfText: (error) => inWordsOfText(whole, error),
    };
  }

  /** Translates again with the same table descriptions. */
  async #translateAgain(
    planning: Planning,
    described: DescribedTables | undefined,
    limit?: NumericLimit,
  ): Promise<PlannedText> {
    const translated = await this.#translate(planning, described, limit);
    if ('tables' in translated) throw new Error('the planner asked for tables that it was told');
    return translated;
  }

  #translate(
    { database, text, signal }: Planning,
    described: DescribedTables | undefined,
    limit?: NumericLimit,
  ): Promise<PlannedText | TablesNeeded> {
    const request = {
      sql: text.sql,
      dialect: text.dialect,
      ...(described && { shapes: described.shapes }),
      leavesTree: !described?.wantsFilters,
      namesColumns: described?.namesColumns === true,
      isWide: limit !== undefined,
      isExact: limit === 'exact',
      ...(text.derivation && { derivation: text.derivation }),
    };
    return this.translate(database.workspace_id, request, signal);
  }

  /**
   * The tables named by the tokens of the text; none if the translation does not depend on tables.
   */
  #guessTables({ sql, dialect }: QueryText): readonly WrittenName[] {
    if (!needsShapes(dialect)) return [];
    const known = this.#guesses.get(sql);
    if (known) return known;
    const tables = guessTables(sql);
    // Empty results are cheap to find again, so they are not cached.
    if (tables.length > 0) this.#guesses.set(sql, tables, sql.length + 100 * tables.length);
    return tables;
  }

  #describe(
    view: DatabaseView,
    names: readonly BoundName[],
    resultColumns?: ReadonlyMap<string, readonly VisibleColumn[]>,
  ): DescribedTables {
    const tables = names.flatMap(({ bound }) =>
      bound?.kind === 'table' ? [tableOf(view, bound)] : [],
    );
    const namesColumns = tables.some((table) => isReadLive(table) || mayHaveBeside(table));
    const versions = tables.flatMap(({ version }) => version ?? []);
    const fewFiles = this.#services.objects.kind === 's3' ? 0 : 1;
    const rows = versions.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const isIndexed = names.some(
      ({ bound }) =>
        bound?.kind === 'table' &&
        (view.sorted?.has(bound.tableId) || view.vectors?.has(bound.tableId)),
    );
    const isLarge = rows >= largeRows || versions.some(({ fileCount }) => fileCount > fewFiles);
    return {
      shapes: shapesOf(names, resultColumns),
      wantsFilters: isIndexed || isLarge || namesColumns,
      namesColumns,
    };
  }

  /** The tables and results that a text names. */
  async #describeNeeded(
    { database, text }: Planning,
    view: DatabaseView,
    needed: TablesNeeded,
  ): Promise<DescribedTables> {
    const names = bindNames(needed, view.snapshot, text);
    const columns = new Map<string, readonly VisibleColumn[]>();
    for (const { bound } of names) {
      if (bound?.kind !== 'result') continue;
      const result = await readyResult(this.#services, database.id, bound.resultId);
      const shape = result.columns.map((column) => ({
        name: column.storedName,
        type: tableType(column),
      }));
      columns.set(bound.resultId, shape);
    }
    return this.#describe(view, names, columns);
  }
}

/** Other vectors may give another plan. */
class UnfilledTemplate extends Error {}

/** The plan to run, with the long vectors of a template's text. */
function bindFilled({ text, filling }: Planning, view: DatabaseView, planned: PlannedText): Plan {
  if (filling === undefined) return bind(planned, view.snapshot, text);
  const filled = fillTemplate(filling.template, planned);
  if (filled === null) throw new UnfilledTemplate();
  return { ...bind(filled.planned, view.snapshot, text), vectors: filled.vectors };
}

/** Table names without the catalogs of snapshots and searches. */
function namesOf(translated: PlannedText | TablesNeeded): readonly WrittenName[] {
  if ('tables' in translated) {
    const { tables, timeTravel = [], searches = [] } = translated;
    const marks = new Set([...timeTravel, ...searches].map(({ mark }) => mark));
    return tables.filter(({ parts }) => !marks.has(parts[0]?.name ?? ''));
  }
  const { tableNames, timeTravel, searches } = translated.translation;
  if (timeTravel || searches) return [];
  return (
    tableNames ??
    translated.analysis.tables.map(({ catalog, schema, table }) => ({
      parts: [catalog, schema, table].flatMap((name) => (name ? [{ name, quoted: false }] : [])),
    }))
  );
}

/** A text without tables needs no catalogs: `SELECT 1` reads nothing of the database. */
function namesNothing({ analysis }: PlannedText, { defaultCatalog }: QueryText): boolean {
  return (
    analysis.tables.length === 0 && !analysis.readsInformationSchema && defaultCatalog === null
  );
}

/** True if values of the table may be stored outside its data files; only vectors are. */
const mayHaveBeside = ({ generated, version }: LakeTable) =>
  generated !== undefined ||
  version?.columns.some(({ type }) => vectorType(type) !== undefined) === true;

/**
 * True if the text names a column of a table never fetched, and the column's type depends on
 * values.
 */
function namesUnsettled(sql: string, table: LakeTable): boolean {
  if (table.version !== null || isReadLive(table)) return false;
  const folded = sql.toLowerCase();
  return (table.source?.columns ?? []).some(
    (column) => isUnsettled(column) && folded.includes(column.name.toLowerCase()),
  );
}
