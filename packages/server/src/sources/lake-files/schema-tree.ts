/** A column of a Parquet file, with those that are in it. */
export interface FileColumn {
  readonly name: string;
  /** The lake's id of the column; null of what only Parquet has (the group in a list). */
  readonly fieldId: number | null;
  /** As DuckDB reads it; null of what has parts. */
  readonly type: string | null;
  readonly children: readonly FileColumn[];
}

/** An element of the schema of a file, and how many there are right in it. */
export interface ColumnElement extends Omit<FileColumn, 'children'> {
  readonly childCount: number;
}

const maxDepth = 100;

/**
 * The columns of a file. Its elements stand depth first, the root before all. Throws a RangeError
 * where they are no tree, or one of more than a hundred levels.
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
