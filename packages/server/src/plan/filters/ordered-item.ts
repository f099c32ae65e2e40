import { foldName } from '../duckdb/read-tree.ts';
import { isFields } from '../fields.ts';
import { constant } from './constant-count.ts';

/** The sort expression: the item that `ORDER BY 2` or an alias refers to. */
export function orderedItem(expression: unknown, list: unknown): unknown {
  if (!isFields(expression) || !Array.isArray(list)) return expression;
  if (expression.class === 'CONSTANT') {
    const place = constant(expression);
    const isPlain = list.every((item) => isFields(item) && item.class !== 'STAR');
    return place === undefined || !isPlain ? expression : (list[place - 1] ?? expression);
  }
  const names = expression.class === 'COLUMN_REF' ? expression.column_names : undefined;
  if (!Array.isArray(names) || names.length !== 1) return expression;
  const alias = foldName(String(names[0]));
  const named = list.find((item) => isFields(item) && foldName(String(item.alias ?? '')) === alias);
  return named ?? expression;
}
