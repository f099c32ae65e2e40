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

/**
 * Every object of a tree, at any depth, in no particular order. A list: each text is looked through
 * several times, and a generator takes twice as long.
 */
export function nodesOf(tree: unknown): Fields[] {
  const nodes: Fields[] = [];
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const child of value) if (typeof child === 'object') pending.push(child);
      continue;
    }
    const fields = value as Fields;
    nodes.push(fields);
    // The tree is of JSON.parse: its objects have no fields but their own.
    for (const name in fields) if (typeof fields[name] === 'object') pending.push(fields[name]);
  }
  return nodes;
}

/**
 * Folds ASCII letters only, as DuckDB does. `toLowerCase` would also fold the Kelvin sign to `k`,
 * and a CTE of such a name would then seem to hide a view of the engine that DuckDB still finds.
 */
export function foldName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
