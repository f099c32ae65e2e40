/** A column of a Parquet file, with nested columns. */
export interface FileColumn {
  readonly name: string;
  /** The lake's id of the column; null for parts that only Parquet has (the group in a list). */
  readonly fieldId: number | null;
  /** DuckDB's type of the column; null for a nested column. */
  readonly type: string | null;
  readonly children: readonly FileColumn[];
}

/** An element of a file's schema, with the number of its direct children. */
export interface ColumnElement extends Omit<FileColumn, 'children'> {
  readonly childCount: number;
}

const maxDepth = 100;

/**
 * The columns of a file, from schema elements in depth-first order, root first. Throws a RangeError
 * if the elements form no tree, or a tree of more than a hundred levels.
 */
export function schemaTree(elements: readonly ColumnElement[]): readonly FileColumn[] {
  let at = 0;
  const next = (depth: number): FileColumn => {
    const element = elements[at];
    if (!element || depth > maxDepth) throw new RangeError('schema');
    at += 1;
    const { childCount, ...column } = element;
    const children: FileColumn[] = [];
    while (children.length < childCount) children.push(next(depth + 1));
    return { ...column, children };
  };
  return elements.length === 0 ? [] : next(0).children;
}
