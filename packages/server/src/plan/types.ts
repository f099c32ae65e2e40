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
 * A table name as written: one to three parts, each with its quoting (true if unknown and in mixed
 * case).
 */
export interface WrittenName {
  readonly parts: readonly NamePart[];
}

export interface NamePart {
  /** The parser's form: under HotSQL an unquoted name in lower case, under `duckdb` verbatim. */
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
   * Under HotSQL, the distinct spellings of table names in `sql`; null under `duckdb`, without a
   * record.
   */
  readonly tableNames: readonly WrittenName[] | null;
  /** True if `sql` calls macros of `plan/macros.ts`, created once at a worker's start. */
  readonly usesMacros: boolean;
  /** Indexes of columns with exact numerics as text; absent if there are none. */
  readonly exactColumns?: readonly number[];
  /** Indexes of columns proved free of nulls; absent if there are none. */
  readonly nullFreeColumns?: readonly number[];
  /** Absent unless a table is read AT a snapshot. */
  readonly timeTravel?: readonly TimeTravel[];
  /** Absent without searches. */
  readonly searches?: readonly SearchCall[];
  /** Classification of the caller's own text, if translated. */
  readonly classification?: Classification;
}

/**
 * The table bound to a written name, with the column types for the planner, or the reason for a
 * missing table.
 */
export interface TableShape {
  readonly parts: readonly NamePart[];
  /** Catalog and schema as bound. */
  readonly qualifiers: readonly string[];
  readonly columns: readonly VisibleColumn[];
  /** The columns of the declared key, on which all other columns depend. */
  readonly key?: readonly string[];
  readonly error?: string;
}

/** The table names of a text whose columns must be known before translation. */
export interface TablesNeeded {
  readonly tables: readonly WrittenName[];
  readonly classification: Classification;
  readonly timeTravel?: readonly TimeTravel[];
  readonly searches?: readonly SearchCall[];
}

/**
 * A snapshot of a catalog by its number, or the newest snapshot committed at or before an instant
 * (milliseconds).
 */
export type SnapshotPoint = { readonly version: number } | { readonly instant: number };

/**
 * A catalog name in the printed text for a catalog at a snapshot. Callers' texts never contain it.
 */
export interface TimeTravel {
  readonly mark: string;
  /** The written name; null for the default catalog. */
  readonly catalog: NamePart | null;
  /**
   * The table's name was unqualified: its schema is the default schema, and `mark` precedes the
   * bare name.
   */
  readonly isBare: boolean;
  readonly point: SnapshotPoint;
}

/**
 * A call of a search as a table function, with its literals. `mark` is the catalog of the search's
 * table.
 */
export interface SearchCall {
  readonly mark: string;
  /** The function's name in lower case. */
  readonly name: string;
  readonly args: readonly SearchArgument[];
  /** Set for a search AT a snapshot. */
  readonly point?: SnapshotPoint;
}

export interface SearchArgument {
  /** Lower case; null for a positional argument. */
  readonly name: string | null;
  readonly value: string | number | readonly number[];
}

/**
 * The properties that saved queries record about a statement
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
  /** True if a select list has more than a `*`. */
  readonly hasProjection: boolean;
  /** A part of the statement returns at most one row, by `LIMIT 1`. */
  readonly limitsToOne: boolean;
}

/**
 * A table reference of DuckDB's tree, without CTEs in scope and table functions; duplicates are
 * removed.
 */
export interface TableReference {
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table: string;
  /**
   * One filter for each reference under this name: a row that fails all of them does not change the
   * result. Absent if a reference needs every row.
   */
  readonly filters?: readonly Filter[];
  /** For a search: the most hits that the text reads. Absent if the text may read all. */
  readonly best?: BestRows;
  /** The most rows of the table that the text reads. Absent if the text may read all. */
  readonly nearest?: NearestRows;
  /** The location of the only condition that decides which rows are searched. */
  readonly conditionAt?: ConditionPlace;
  /** The same condition, printed. */
  readonly filtered?: FilteredRows;
}

/** A location in DuckDB's tree of the text. */
export interface ConditionPlace {
  /** JSON path of the SELECT with the WHERE. */
  readonly select: string;
  /** Indexes of the deciding parts of its AND; absent: the whole condition. */
  readonly parts?: readonly number[];
}

/** A SELECT of the row position of each row that meets the condition. */
export interface FilteredRows {
  readonly sql: string;
  /** The column with the row position. */
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
   * False: derived from the translation. The tables then have no filters, and the text is not
   * checked against the allow-list.
   */
  readonly isFromTree: boolean;
  /** Folded names that may mean a column of a table; absent if any column may be read. */
  readonly columnNames?: readonly string[];
  readonly classification: Classification;
}

/** The meaning of a text, independent of the visible catalogs; cacheable by text and dialect. */
export interface PlannedText {
  readonly translation: Translation;
  readonly analysis: Analysis;
}

// ---- the visible catalogs for bind() (a snapshot, read from the metadata by the caller)

export interface VisibleCatalogs {
  readonly catalogs: readonly VisibleCatalog[];
  /** Index into `catalogs` of the database's own default catalog. */
  readonly defaultCatalogIndex: number;
  /**
   * Connections named in a text that are not attached under the name, for the message of a refusal.
   */
  readonly unattached?: readonly UnattachedConnection[];
}

export interface UnattachedConnection {
  readonly name: string;
  /** The connection's catalog name, if attached under another name; null: not attached. */
  readonly alias: string | null;
}

export interface VisibleCatalog {
  /**
   * All names of the catalog, the declared name first (`['sales', 'default']`, `['default']`,
   * `['alias']`).
   */
  readonly names: readonly string[];
  /**
   * The schema for `catalog` alone or without a schema (docs/contract/databases.md#default-schema).
   */
  readonly defaultSchema: string;
  readonly schemas: readonly VisibleSchema[];
  /** The reason for tables missing from the catalog, for the message of a refusal. */
  readonly lacks?: string;
  /** Set for a catalog at an earlier snapshot: its only name is a mark, and no list shows it. */
  readonly past?: PastCatalog;
  /** Stands for the target of a statement that writes; no list shows the table. */
  readonly isTarget?: true;
  /**
   * Set for the catalog of a search: the searched table's name in messages. No list shows the
   * catalog.
   */
  readonly searched?: string;
}

export interface PastCatalog {
  readonly mark: string;
  /** The name in messages. */
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
  /** Columns of the declared key. */
  readonly key?: readonly string[];
  /** The source's comment on the table. */
  readonly comment?: string | undefined;
  /** The reason for missing columns, as a sentence, for a source's table before the first fetch. */
  readonly reason?: string;
}

export interface VisibleColumn {
  readonly name: string;
  /** DuckDB's spelling of the type. */
  readonly type: string;
  /**
   * HotSQL's name of the type, for a column of a source whose `type` does not determine the name.
   */
  readonly sqlType?: string;
  /** The source declares the column NOT NULL. */
  readonly notNull?: true;
  /** The source's comment, and a note on values without an exact counterpart. */
  readonly comment?: string;
}

export interface BindOptions {
  /** The request's default_catalog: must name a visible catalog, otherwise 400. */
  readonly defaultCatalog?: string | null;
  /**
   * The request's default_schema: not validated in advance
   * (docs/contract/queries-and-results.md#running-sql).
   */
  readonly defaultSchema?: string | null;
}

// ---- the plan

/** A table for the worker to offer as a view under exactly this catalog, schema and name. */
export interface BoundTable {
  readonly kind: 'table';
  /** Names of the view, as written in the text (DuckDB compares them without case). */
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  /** Index into VisibleCatalogs.catalogs, and the VisibleTable's id. */
  readonly catalogIndex: number;
  readonly tableId: string;
  /** Filters of all its references; absent if every row is needed (TableReference). */
  readonly filters?: readonly Filter[];
  /** Set for a search (TableReference). */
  readonly best?: BestRows;
  /** Set for a table with a single reference (TableReference). */
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

/** A catalog with its declared name. */
export interface DeclaredCatalog {
  readonly name: string;
  /** Never changes, so derived values are cached by the list itself. */
  readonly schemas: readonly VisibleSchema[];
}

/** A long vector, and the short literal in its place in a text. */
export interface PlacedVector {
  /** `'[1.5]'`, quotes included: occurs only once in the text. */
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
  /** Long vectors still missing from `sql`; absent if there are none. */
  readonly vectors?: readonly PlacedVector[];
  /** Distinct; the same table may appear twice under two catalog names. */
  readonly tables: readonly (BoundTable | BoundResult)[];
  /** The query's USE: bare names resolve here. */
  readonly defaultCatalog: string;
  readonly defaultSchema: string;
  /**
   * All catalogs; null unless the query reads information_schema or pg_catalog. `tables` are then
   * listed in the catalogs without rows.
   */
  readonly declared: readonly DeclaredCatalog[] | null;
  /** Column names of the analysis. */
  readonly columnNames?: readonly string[];
  /**
   * False: the executing worker must first check `sql` against the allow-list (`analyze`), and
   * there are no filters.
   */
  readonly isChecked: boolean;
  readonly classification: Classification;
}
