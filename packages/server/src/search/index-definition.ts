/**
 * Definition of an index without its table; forks and all segments built by the definition share
 * it.
 */
export interface IndexDefinition {
  readonly indexType: 'sorted' | 'bm25' | 'vector';
  readonly columns: readonly IndexedColumn[];
  /** Options in the form of the index's kind; JSON. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * A column of the table when the index was made. A rename or a wider type leaves the id unchanged.
 */
export interface IndexedColumn {
  readonly id: number;
  readonly name: string;
  /** DuckDB's spelling. */
  readonly type: string;
}
