import { type Fields, fieldsOf, listOf, openNode } from '../read/tree.ts';

/** The number of columns of a query; null where a star stands in its list. */
export function writtenWidth(select: Fields): number | null {
  const left = fieldsOf(select, 'larg');
  if (left !== undefined) return writtenWidth(left);
  const [row] = listOf(select, 'valuesLists');
  if (row !== undefined) return listOf(openNode(row).fields, 'items').length;
  const list = listOf(select, 'targetList');
  return JSON.stringify(list).includes('"A_Star"') ? null : list.length;
}
