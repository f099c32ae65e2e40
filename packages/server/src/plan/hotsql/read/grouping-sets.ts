import { reject } from './refusal.ts';
import { type Fields, listOf, openNode, textOf } from './tree.ts';

/** PostgreSQL's limit. */
const maxSets = 4096;

type KeySet = readonly string[];

/**
 * GROUP BY DISTINCT: the grouping sets of the items without duplicates; `keyOf` prints an
 * expression.
 */
export function distinctGroupingSets(
  groups: readonly unknown[],
  keyOf: (node: unknown) => string,
): string {
  const setsOf = (node: unknown): readonly KeySet[] => {
    const { kind, fields } = openNode(node);
    if (kind === 'RowExpr' && textOf(fields, 'row_format') === 'COERCE_IMPLICIT_CAST') {
      return [listOf(fields, 'args').map(keyOf)];
    }
    return kind === 'GroupingSet' ? expand(fields, setsOf) : [[keyOf(node)]];
  };
  const all = groups.map(setsOf).reduce<readonly KeySet[]>(
    (left, right) => {
      if (left.length * right.length > maxSets)
        reject(`too many grouping sets present (maximum ${maxSets})`, undefined, '54001');
      return left.flatMap((one) => right.map((other) => [...one, ...other]));
    },
    [[]],
  );
  const distinct = new Map(
    all.map((keys) => [...new Set(keys)].sort()).map((keys) => [keys.join('\0'), keys]),
  );
  return `GROUPING SETS (${[...distinct.values()].map((keys) => `(${keys.join(', ')})`).join(', ')})`;
}

function expand(set: Fields, setsOf: (node: unknown) => readonly KeySet[]): readonly KeySet[] {
  const content = listOf(set, 'content').map(setsOf);
  switch (textOf(set, 'kind')) {
    case 'GROUPING_SET_EMPTY':
      return [[]];
    case 'GROUPING_SET_SETS':
      return content.flat();
    case 'GROUPING_SET_ROLLUP':
      return [...content.keys(), content.length]
        .reverse()
        .map((length) => content.slice(0, length).flat(2));
    default:
      return content.reduce<readonly KeySet[]>(
        (sets, item) => sets.flatMap((keys) => [[...keys, ...item.flat()], keys]),
        [[]],
      );
  }
}
