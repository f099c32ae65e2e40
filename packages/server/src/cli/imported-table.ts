/** A table to be, and what brings its rows. */
export interface ImportedTable {
  readonly schema: string;
  readonly table: string;
  readonly key?: readonly string[];
  /** A file, or the rows as lines of JSON. */
  readonly source: { readonly path: string } | { lines(): AsyncIterable<Uint8Array> };
}
