import { quoteLiteral } from '../kernel/quoting.ts';

/** An index as shown by SQL, of a table in one of the visible catalogs. */
export interface ShownIndex {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  /** `sorted`, `bm25` or `vector`. */
  readonly type: string;
  readonly columns: readonly string[];
  /** Ordinal positions of the columns, from 1. */
  readonly places: readonly number[];
  /** Metric of a vector index: `l2`, `cosine` or `dot`. */
  readonly metric: string | null;
  /** `pending` or `ready`. */
  readonly status: string;
  /** The index definition in PostgreSQL's form. */
  readonly definition: string;
}

/**
 * The columns of `information_schema.indexes`: PostgreSQL's type name, and the field of the
 * described index.
 */
const columns = {
  table_catalog: ['text', 'catalog'],
  table_schema: ['text', 'schema'],
  table_name: ['text', 'table'],
  index_name: ['text', 'name'],
  index_type: ['text', 'type'],
  columns: ['_text', 'columns'],
  metric: ['text', 'metric'],
  status: ['text', 'status'],
} as const satisfies Readonly<Record<string, readonly [string, keyof ShownIndex]>>;

/** `column/type` for each column, in the notation of the other views of information_schema. */
export const indexColumns = Object.entries(columns)
  .map(([name, [type]]) => `${name}/${type}`)
  .join(' ');

const field = (name: keyof ShownIndex) => `i['${name}']`;
/**
 * The list of indexes, separate for each query, because queries see different ones
 * (`shownIndexesStatement`).
 */
const told = '(SELECT unnest(hotsql_indexes()) AS i)';

/** True if a printed text reads indexes, and so needs their descriptions. */
export const readsIndexes = (sql: string) => sql.includes('hotsql_indexes');

/** `information_schema.indexes`, over all visible catalogs. */
export const indexRows = `SELECT ${Object.entries(columns)
  .map(([name, [, of]]) => `${field(of)} AS ${name}`)
  .join(', ')} FROM ${told}`;

/** `pg_indexes` of the default catalog, like all of pg_catalog. */
export const catalogIndexRows = `SELECT ${field('schema')}, ${field('table')}, ${field('name')}, NULL, ${field('definition')}
  FROM ${told} WHERE ${field('catalog')} = current_database()`;

/** The form of DuckDB's duckdb_indexes(), which does not know Quern's indexes. */
export const engineIndexRows = `SELECT ${[
  `${field('catalog')} AS database_name`,
  'CAST(NULL AS BIGINT) AS database_oid',
  `${field('schema')} AS schema_name`,
  'CAST(NULL AS BIGINT) AS schema_oid',
  `${field('name')} AS index_name`,
  'CAST(NULL AS BIGINT) AS index_oid',
  `${field('table')} AS table_name`,
  'CAST(NULL AS BIGINT) AS table_oid',
  'CAST(NULL AS VARCHAR) AS comment',
  'CAST(MAP {} AS MAP(VARCHAR, VARCHAR)) AS tags',
  'false AS is_unique',
  'false AS is_primary',
  `CAST(${field('columns')} AS VARCHAR) AS expressions`,
  `${field('definition')} AS sql`,
].join(', ')} FROM ${told}`;

const text = 'VARCHAR';
const rowType: Readonly<Record<keyof ShownIndex, unknown>> = {
  catalog: text,
  schema: text,
  table: text,
  name: text,
  type: text,
  columns: [text],
  places: ['SMALLINT'],
  metric: text,
  status: text,
  definition: text,
};

/** The default catalog's indexes, for tables of pg_catalog. */
export const ownIndexes = `(SELECT ${field('schema')} AS index_schema, ${field('table')} AS index_table, ${field('name')} AS index_name,
  ${field('type')} AS method, ${field('columns')} AS index_columns, ${field('places')} AS places, ${field('status')} AS status,
  ${field('definition')} AS definition FROM ${told} WHERE ${field('catalog')} = current_database())`;

/**
 * Creates the macro called by the texts above, on the query's connection, and for the connection's
 * lifetime. For 1,000 indexes, creating takes 5 ms and reading 6; as SQL rows 25 and 60.
 */
export function shownIndexesStatement(indexes: readonly ShownIndex[]): string {
  const [rows, type] = [indexes, [rowType]].map((value) => quoteLiteral(JSON.stringify(value)));
  return `CREATE OR REPLACE TEMP MACRO hotsql_indexes() AS from_json(${rows}, ${type})`;
}
