import type { WrittenName } from '../../types.ts';
import { nameKey, nameParts, type Quoting } from '../read/name-parts.ts';
import { locationOf, textOf } from '../read/tree.ts';
import { catalogTable } from './catalog-tables.ts';

/**
 * The distinct names of tables in a tree, those of WITH queries among them where they are written alone: which of the two is
 * meant is known when the names are read.
 */
export function findTables(tree: unknown, quoting: Quoting): readonly WrittenName[] {
  const found = new Map<string, WrittenName>();
  const pending: unknown[] = [tree];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    if ('relname' in item) {
      const fields = item as Readonly<Record<string, unknown>>;
      const schema = textOf(fields, 'schemaname');
      if (schema.toLowerCase() === 'information_schema' || schema === 'pg_catalog') continue;
      if (schema === '' && catalogTable(textOf(fields, 'relname')) !== undefined) continue;
      const written = ['catalogname', 'schemaname', 'relname'].map((part) => textOf(fields, part));
      const parts = nameParts(quoting, written, locationOf(fields));
      found.set(nameKey(parts), { parts });
    }
    const node = item as Readonly<Record<string, unknown>>;
    for (const name in node) if (typeof node[name] === 'object') pending.push(node[name]);
  }
  return [...found.values()].reverse();
}
