import type { WrittenName } from '../../types.ts';
import { nameKey, nameParts, type Quoting } from '../read/name-parts.ts';
import { type Fields, fieldsOf, locationOf, nameList, textOf } from '../read/tree.ts';
import { typeInfo } from './catalog/postgres-catalog.ts';
import { catalogTable } from './catalog-tables.ts';
import { otherTypeNames } from './written-type.ts';

/**
 * The distinct table names of a tree. Unqualified names of WITH queries are among them; the
 * resolver later tells the two apart.
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
    if ('typeName' in item && 'arg' in item) {
      const type = rowType(fieldsOf(item as Fields, 'typeName') ?? {});
      const parts = type && nameParts(quoting, nameList(type, 'names'), locationOf(type));
      if (parts !== undefined) found.set(nameKey(parts), { parts });
    }
    const node = item as Readonly<Record<string, unknown>>;
    for (const name in node) if (typeof node[name] === 'object') pending.push(node[name]);
  }
  return [...found.values()].reverse();
}

/** The target type of a cast if it may be a table's row type: `NULL::people`. */
function rowType(type: Fields): Fields | undefined {
  const name = nameList(type, 'names').at(-1);
  return name === undefined || typeInfo(name) !== undefined || Object.hasOwn(otherTypeNames, name)
    ? undefined
    : type;
}
