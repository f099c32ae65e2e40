/**
 * Definition of an index without its table; forks and all segments built by the definition share
 * it.
 */
export interface IndexDefinition {
  readonly indexType: 'sorted' | 'bm25' | 'vector';
  readonly columns: readonly IndexedColumn[];
  /** As the kind of index has them; JSON. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A column of the table when the index was made. Its id stays when it is renamed or widened. */
export interface IndexedColumn {
  readonly id: number;
  readonly name: string;
  /** DuckDB's spelling. */
  readonly type: string;
}
