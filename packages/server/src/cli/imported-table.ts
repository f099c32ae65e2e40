/** A table to create, with the source of its rows. */
export interface ImportedTable {
  readonly schema: string;
  readonly table: string;
  readonly key?: readonly string[];
  /** A file, the rows as lines of JSON, or the columns of a table without rows as a line of CSV. */
  readonly source:
    | { readonly path: string }
    | { lines(): AsyncIterable<Uint8Array> }
    | { readonly header: string };
}
