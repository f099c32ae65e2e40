import type { SourceSession } from '../session-driver.ts';

/** Every value as text; of booleans see `isTrue`. */
export type CatalogRow = Readonly<Record<string, string | null>>;

/** A query over one table of a DuckLake's catalog. */
export interface CatalogRequest {
  readonly table: string;
  readonly columns: readonly string[];
  /** SQL with names of the specification and numbers only, valid in every database. */
  readonly where?: string;
  readonly orderBy?: string;
  /** Maximum number of rows. */
  readonly limit: number;
}

/** A query for inlined rows, which the catalog stores in place of a data file. */
export interface InlinedRequest extends Omit<CatalogRequest, 'columns'> {
  readonly columns: readonly { readonly name: string; readonly lakeType: string }[];
}

/** The database with the catalog. All reads of a session see one state. */
export interface LakeCatalog extends SourceSession {
  /** The database's own words for people: `PostgreSQL 18.4`. */
  readonly version: string;
  rows(request: CatalogRequest): Promise<readonly CatalogRow[]>;
  /** Values by position, as text that DuckDB casts to the column's type; blobs in hexadecimal. */
  inlinedRows(request: InlinedRequest): Promise<readonly (readonly (string | null)[])[]>;
  /** Ordered column names of a table; empty if the table is absent. */
  columnsOf(table: string): Promise<readonly string[]>;
}

/** SQL of a request in a dialect. */
export function selectText(
  { table, where, orderBy, limit }: Omit<CatalogRequest, 'columns'>,
  columns: readonly string[],
  quote: (name: string) => string,
  schema: string | null,
): string {
  const from = schema === null ? quote(table) : `${quote(schema)}.${quote(table)}`;
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  const order = orderBy === undefined ? '' : ` ORDER BY ${orderBy}`;
  // Aliases avoid name clashes: PostgreSQL would sort by the text of a listed column with the same
  // name.
  const list = columns.map((column, index) => `${column} AS c${index}`);
  return `SELECT ${list.join(', ')} FROM ${from}${condition}${order} LIMIT ${limit}`;
}

/** Booleans are texts of three databases and numbers of a fourth. */
export const isTrue = (text: string | null | undefined) =>
  text === 'true' || text === '1' || text === 't';
