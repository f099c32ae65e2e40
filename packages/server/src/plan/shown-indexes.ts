import { quoteLiteral } from '../kernel/quoting.ts';

/** An index as SQL shows it: of a table of one of the catalogs that the query sees. */
export interface ShownIndex {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  /** `sorted`, `bm25` or `vector`. */
  readonly type: string;
  readonly columns: readonly string[];
  /** Their places in the table, from 1. */
  readonly places: readonly number[];
  /** Of a vector index: `l2`, `cosine` or `dot`. */
  readonly metric: string | null;
  /** `pending` or `ready`. */
  readonly status: string;
  /** As PostgreSQL would say how it is made. */
  readonly definition: string;
}

/**
 * The columns of `information_schema.indexes`, by PostgreSQL's names of their types, and what they
 * are of what is told.
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

/** `column/type` of each, as the other views of information_schema are written. */
export const indexColumns = Object.entries(columns)
  .map(([name, [type]]) => `${name}/${type}`)
  .join(' ');

const field = (name: keyof ShownIndex) => `i['${name}']`;
/** A list of them: of a query's own, since no two see the same (`shownIndexesStatement`). */
const told = '(SELECT unnest(hotsql_indexes()) AS i)';

/** Whether a printed text shows indexes, and so has to be told of them. */
export const readsIndexes = (sql: string) => sql.includes('hotsql_indexes');

/** `information_schema.indexes`: of all catalogs that the query sees. */
export const indexRows = `SELECT ${Object.entries(columns)
  .map(([name, [, of]]) => `${field(of)} AS ${name}`)
  .join(', ')} FROM ${told}`;

/** `pg_indexes`: of the default catalog, as all of pg_catalog. */
export const catalogIndexRows = `SELECT ${field('schema')}, ${field('table')}, ${field('name')}, NULL, ${field('definition')}
  FROM ${told} WHERE ${field('catalog')} = current_database()`;

/** As DuckDB's own function of that name shows those of its tables, which ours are not. */
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

/** Those of the default catalog, for the tables of pg_catalog that are made of them. */
export const ownIndexes = `(SELECT ${field('schema')} AS index_schema, ${field('table')} AS index_table, ${field('name')} AS index_name,
  ${field('type')} AS method, ${field('columns')} AS index_columns, ${field('places')} AS places, ${field('status')} AS status,
  ${field('definition')} AS definition FROM ${told} WHERE ${field('catalog')} = current_database())`;

/**
 * Makes what the texts above call, on the connection that runs one of them. It goes with the
 * connection. Of 1,000 indexes it takes 5 ms to make and 6 to read; as rows written in SQL 25 and
 * 60.
 */
export function shownIndexesStatement(indexes: readonly ShownIndex[]): string {
  const [rows, type] = [indexes, [rowType]].map((value) => quoteLiteral(JSON.stringify(value)));
  return `CREATE OR REPLACE TEMP MACRO hotsql_indexes() AS from_json(${rows}, ${type})`;
}
