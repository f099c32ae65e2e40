import type { SourceSession } from '../session-driver.ts';

/** Every value as text; of booleans see `isTrue`. */
export type CatalogRow = Readonly<Record<string, string | null>>;

/** Rows of one of the tables of a DuckLake's catalog. */
export interface CatalogRequest {
  readonly table: string;
  readonly columns: readonly string[];
  /** SQL over names of the specification and numbers alone, which every database takes. */
  readonly where?: string;
  readonly orderBy?: string;
  /** At most so many rows. */
  readonly limit: number;
}

/** Rows that stand in the catalog in place of a data file. */
export interface InlinedRequest extends Omit<CatalogRequest, 'columns'> {
  readonly columns: readonly { readonly name: string; readonly lakeType: string }[];
}

/** The database that holds a catalog. All that one session reads is of one state of it. */
export interface LakeCatalog extends SourceSession {
  /** As it says it, for people: `PostgreSQL 18.4`. */
  readonly version: string;
  rows(request: CatalogRequest): Promise<readonly CatalogRow[]>;
  /**
   * Values by their places, as text that DuckDB casts to their type; those of a blob in
   * hexadecimal.
   */
  inlinedRows(request: InlinedRequest): Promise<readonly (readonly (string | null)[])[]>;
  /** The names of a table's columns in their order; none where there is no such table. */
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
  // Under names of ours: PostgreSQL sorts by the text of a column that has its name in the list.
  const list = columns.map((column, index) => `${column} AS c${index}`);
  return `SELECT ${list.join(', ')} FROM ${from}${condition}${order} LIMIT ${limit}`;
}

/** Booleans are texts of three databases and numbers of a fourth. */
export const isTrue = (text: string | null | undefined) =>
  text === 'true' || text === '1' || text === 't';
