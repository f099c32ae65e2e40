/**
 * The values that pass between the stages of planning. Everything here is plain data (structured
 * clone, JSON).
 *
 *   translate(sql, dialect)           -> Translation   front-end.ts, in the planner process
 *   DuckDB json_serialize_sql(text)   -> tree text     engine, in the planner process or the worker
 *   that runs the text
 *   analyze(tree text)                -> Analysis      analyze.ts, in the same
 *   bind(planned text, visible)         -> Plan          bind.ts, anywhere
 */
import type { BestRows } from './filters/best-rows.ts';
import type { Filter } from './filters/filter.ts';
import type { NearestRows } from './filters/nearest-rows.ts';

export type Dialect = 'hotsql' | 'duckdb' | 'postgres' | 'snowflake';

export type StatementKind =
  | 'select'
  | 'show_tables'
  | 'show_columns'
  | 'show_functions'
  | 'describe'
  | 'summarize'
  | 'explain'
  | 'explain_analyze';

/**
 * A table name as written: one to three parts, each with whether it was quoted (true where unknown
 * and mixed case).
 */
export interface WrittenName {
  readonly parts: readonly NamePart[];
}

export interface NamePart {
  /**
   * As the parser gives it: folded to lower case where unquoted under HotSQL, verbatim under
   * `duckdb`.
   */
  readonly name: string;
  readonly quoted: boolean;
}

export interface Translation {
  readonly statementKind: StatementKind;
  /**
   * The DuckDB SELECT to run, or to run under EXPLAIN, DESCRIBE or SUMMARIZE. For `show_*` a SELECT
   * over `information_schema` or constants. Always something that `json_serialize_sql` can
   * serialise.
   */
  readonly sql: string;
  /**
   * Under HotSQL, the distinct spellings of table names in `sql`; null under `duckdb`, which keeps
   * no record.
   */
  readonly tableNames: readonly WrittenName[] | null;
  /** Whether `sql` calls macros of `plan/macros.ts`, which the worker creates once at its start. */
  readonly usesMacros: boolean;
  /**
   * The columns, by their places, that hold exact numerics as texts; absent where there are none.
   */
  readonly exactColumns?: readonly number[];
  /** The columns, by their places, that are proved to hold no null; absent where there are none. */
  readonly nullFreeColumns?: readonly number[];
  /** Absent where no table is read AT a snapshot. */
  readonly timeTravel?: readonly TimeTravel[];
  /** Absent where nothing is searched. */
  readonly searches?: readonly SearchCall[];
  /** Of the caller's own text, where it was translated. */
  readonly classification?: Classification;
}

/**
 * What a written table name is bound to, as the planner needs it to know types; or why it is bound
 * to nothing.
 */
export interface TableShape {
  readonly parts: readonly NamePart[];
  /** Catalog and schema as bound. */
  readonly qualifiers: readonly string[];
  readonly columns: readonly VisibleColumn[];
  /** The columns of its declared key: the others depend on them. */
  readonly key?: readonly string[];
  readonly error?: string;
}

/** What a text needs to know before it can be translated: the columns of the tables it names. */
export interface TablesNeeded {
  readonly tables: readonly WrittenName[];
  readonly classification: Classification;
  readonly timeTravel?: readonly TimeTravel[];
  readonly searches?: readonly SearchCall[];
}

/**
 * A snapshot of a catalog by its number, or the newest one committed at or before an instant
 * (milliseconds).
 */
export type SnapshotPoint = { readonly version: number } | { readonly instant: number };

/**
 * A catalog name in the text to run that stands for a catalog as of a snapshot. No caller's text
 * holds it.
 */
export interface TimeTravel {
  readonly mark: string;
  /** As written; null: the default catalog. */
  readonly catalog: NamePart | null;
  /**
   * The table's name was written alone: its schema is the default one, and `mark` stands before the
   * name alone.
   */
  readonly isBare: boolean;
  readonly point: SnapshotPoint;
}

/**
 * A search that a text calls as a table function, by its literals. `mark` is the catalog of the
 * table that stands for it.
 */
export interface SearchCall {
  readonly mark: string;
  /** Of the function, in lower case. */
  readonly name: string;
  readonly args: readonly SearchArgument[];
  /** AT a snapshot; absent: as of now. */
  readonly point?: SnapshotPoint;
}

export interface SearchArgument {
  /** In lower case; null where it is given by its place. */
  readonly name: string | null;
  readonly value: string | number | readonly number[];
}

/**
 * What saved queries record about a statement
 * (docs/contract/queries-and-results.md#classification).
 */
export interface Classification {
  readonly numTables: number;
  readonly hasAggregation: boolean;
  readonly hasGroupBy: boolean;
  readonly hasJoin: boolean;
  readonly hasLimit: boolean;
  readonly hasOrderBy: boolean;
  readonly hasPredicate: boolean;
  /** Some select list is more than a `*`. */
  readonly hasProjection: boolean;
  /** Some part of it gives one row at most, by `LIMIT 1`. */
  readonly limitsToOne: boolean;
}

/**
 * One table reference of DuckDB's tree that is no CTE in scope and no table function; duplicates
 * are removed.
 */
export interface TableReference {
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table: string;
  /**
   * What each reference under this name needs: a row that none of the filters can be true for
   * changes nothing. Absent where some reference needs every row.
   */
  readonly filters?: readonly Filter[];
  /** Of a search: the text reads no more than these of its hits. Absent where it may read all. */
  readonly best?: BestRows;
  /** The text reads no more than these of the table. Absent where it may read all. */
  readonly nearest?: NearestRows;
  /** Where the condition stands that decides alone which rows of it are looked at. */
  readonly conditionAt?: ConditionPlace;
  /** That condition, once it is printed. */
  readonly filtered?: FilteredRows;
}

/** In DuckDB's tree of the text. */
export interface ConditionPlace {
  /** JSON path of the SELECT whose WHERE it is. */
  readonly select: string;
  /** Of its parts joined by AND those that count; absent: all of it. */
  readonly parts?: readonly number[];
}

/** A SELECT of the place of each row that a condition is met by. */
export interface FilteredRows {
  readonly sql: string;
  /** The column of the place, which the table has for it. */
  readonly place: string;
}

export interface Analysis {
  readonly tables: readonly TableReference[];
  readonly tableFunctions: readonly string[];
  readonly functions: readonly string[];
  /**
   * A reference into information_schema or the allowed part of pg_catalog: attach empty tables of
   * all visible names.
   */
  readonly readsInformationSchema: boolean;
  /**
   * False: it says what the translation says. The tables have no filters, and nothing was held
   * against the allow-list.
   */
  readonly isFromTree: boolean;
  /** Names that may mean a column of a table, folded; absent where any may be read. */
  readonly columnNames?: readonly string[];
  readonly classification: Classification;
}

/** What a text means whatever is visible; may be cached by text and dialect. */
export interface PlannedText {
  readonly translation: Translation;
  readonly analysis: Analysis;
}

// ---- the visible catalogs, as bind() needs them (a snapshot; the caller reads it from the
// metadata)

export interface VisibleCatalogs {
  readonly catalogs: readonly VisibleCatalog[];
  /** Index into `catalogs` of the database's own default catalog. */
  readonly defaultCatalogIndex: number;
  /** Connections that a text names and that are no catalogs of that name, for a refusal to say. */
  readonly unattached?: readonly UnattachedConnection[];
}

export interface UnattachedConnection {
  readonly name: string;
  /** The catalog that it is under another name; null: it is not attached. */
  readonly alias: string | null;
}

export interface VisibleCatalog {
  /**
   * Every name it answers to, the declared one first (`['sales', 'default']`, `['default']`,
   * `['alias']`).
   */
  readonly names: readonly string[];
  /** Where `catalog` alone or no schema is given (docs/contract/databases.md#default-schema). */
  readonly defaultSchema: string;
  readonly schemas: readonly VisibleSchema[];
  /** Why it may lack tables that a text names, for a refusal to say. */
  readonly lacks?: string;
  /** A catalog as of an earlier snapshot: it answers to a mark only, and no list shows it. */
  readonly past?: PastCatalog;
  /**
   * What messages call the table that is searched, of a catalog that stands for a search: no list
   * shows it.
   */
  readonly searched?: string;
}

export interface PastCatalog {
  readonly mark: string;
  /** What messages call it. */
  readonly name: string;
  readonly snapshot: number;
}

export interface VisibleSchema {
  readonly name: string;
  readonly tables: readonly VisibleTable[];
}

export interface VisibleTable {
  readonly name: string;
  /** The caller's own key (a table id); handed back in BoundTable untouched. */
  readonly id: string;
  /** False: declared and never loaded. */
  readonly loaded: boolean;
  readonly columns: readonly VisibleColumn[];
  /** Of its declared key. */
  readonly key?: readonly string[];
  /** What its source says of it. */
  readonly comment?: string | undefined;
  /** Of a table of a source that is not loaded: why it has no columns, as a sentence. */
  readonly reason?: string;
}

export interface VisibleColumn {
  readonly name: string;
  /** DuckDB's spelling of the type. */
  readonly type: string;
  /** HotSQL's name of the type, where `type` does not say it: of a column of a source. */
  readonly sqlType?: string;
  /** It is declared so where the rows come from. */
  readonly notNull?: true;
  /** What its source says of it, and what becomes of values that have no exact counterpart. */
  readonly comment?: string;
}

export interface BindOptions {
  /** From the request's default_catalog: must name a visible catalog, otherwise 400. */
  readonly defaultCatalog?: string | null;
  /**
   * From the request's default_schema: not validated up front
   * (docs/contract/queries-and-results.md#running-sql).
   */
  readonly defaultSchema?: string | null;
}

// ---- the plan

/** A table that the worker must offer as a view under exactly this catalog, schema and name. */
export interface BoundTable {
  readonly kind: 'table';
  /** Names to attach under, as the text addresses them (DuckDB compares them without case). */
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  /** Index into VisibleCatalogs.catalogs, and the VisibleTable's id. */
  readonly catalogIndex: number;
  readonly tableId: string;
  /** Of all its references; absent where every row is needed (TableReference). */
  readonly filters?: readonly Filter[];
  /** Of a search (TableReference). */
  readonly best?: BestRows;
  /** Of its one reference (TableReference). */
  readonly nearest?: NearestRows;
  readonly filtered?: FilteredRows;
}

/** `quern.results.<result_id>`: a ready result of the same database, offered under these names. */
export interface BoundResult {
  readonly kind: 'result';
  readonly catalog: 'quern';
  readonly schema: 'results';
  readonly table: string;
  readonly resultId: string;
}

/** A catalog under its declared name. */
export interface DeclaredCatalog {
  readonly name: string;
  /** Never changes: what is made of it is remembered by the list itself. */
  readonly schemas: readonly VisibleSchema[];
}

/** A long vector, and the short literal that stands for it in a text, wherever that stands. */
export interface PlacedVector {
  /** `'[1.5]'`, quotes included: the text has it nowhere else. */
  readonly literal: string;
  /** `[0.25,-1,...]` */
  readonly text: string;
}

export interface Plan {
  readonly statementKind: StatementKind;
  readonly sql: string;
  readonly usesMacros: boolean;
  readonly exactColumns?: readonly number[];
  readonly nullFreeColumns?: readonly number[];
  /** Long vectors that are not in `sql` yet; absent where there are none. */
  readonly vectors?: readonly PlacedVector[];
  /** Distinct; the same table may appear twice under two catalog names. */
  readonly tables: readonly (BoundTable | BoundResult)[];
  /** The USE of the query: bare names resolve here. */
  readonly defaultCatalog: string;
  readonly defaultSchema: string;
  /**
   * All catalogs; null unless the query reads information_schema or pg_catalog. `tables` are then
   * among theirs and hold no rows.
   */
  readonly declared: readonly DeclaredCatalog[] | null;
  /** Of the analysis. */
  readonly columnNames?: readonly string[];
  /**
   * False: whoever runs `sql` has to hold it against the allow-list first (`analyze`), and filters
   * were not looked for.
   */
  readonly isChecked: boolean;
  readonly classification: Classification;
}
