import type { Fields } from '../fields.ts';

/**
 * Parses the result of json_serialize_sql. A literal such as 1e400 is printed as a bare `Infinity`,
 * which is invalid JSON; its value is not used. (Inside a string the field's quotes would be
 * escaped, so no text of a caller is changed.)
 */
export function readTree(treeText: string): unknown {
  return JSON.parse(
    treeText.includes('Infinity')
      ? treeText.replace(/"value":-?Infinity\b/g, '"value":null')
      : treeText,
  );
}

export type { Fields };

/** Every object of a tree, at any depth, in no particular order. */
export function* nodesOf(tree: unknown): Generator<Fields> {
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield value as Fields;
    for (const child of Object.values(value)) if (typeof child === 'object') pending.push(child);
  }
}

/**
 * Folds ASCII letters only, as DuckDB does. `toLowerCase` would also fold the Kelvin sign to `k`,
 * and a CTE of such a name would then seem to hide a view of the engine that DuckDB still finds.
 */
export function foldName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
