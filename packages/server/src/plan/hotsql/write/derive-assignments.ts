import type { Derivation } from '../../statements/derivation.ts';
import { refuse, reject } from '../read/refusal.ts';
import { type Fields, listOf, openNode, textOf } from '../read/tree.ts';
import { columnNamed } from './derive-target.ts';
import { assigned, column, defaultOf, defaults, isDefault, item, subquery } from './nodes.ts';

/** What SET gives, by the names of columns. */
export function assignments(fields: Fields, asked: Derivation): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const node of listOf(fields, 'targetList')) {
    const { fields: target } = openNode(node);
    if (target.indirection !== undefined)
      refuse('a part of a column as the target of SET', undefined, 'assign the whole column');
    const of = columnNamed(asked, textOf(target, 'name'));
    if (values.has(of.name))
      reject(`multiple assignments to same column '${of.name}'`, undefined, '42601');
    const value = singleValue(target.val);
    if (isDefault(value)) {
      if (of.identity !== null) refuse('SET of an identity column to DEFAULT', undefined);
      if (of.generated === null) values.set(of.name, assigned(defaultOf(of), of));
      continue;
    }
    if (of.generated !== null || of.identity?.isAlways === true)
      reject(`column '${of.name}' can only be updated to DEFAULT`, undefined, '428C9');
    values.set(of.name, assigned(value, of));
  }
  return values;
}

/** The value of one column of `(a, b) = (1, 2)` or `(a, b) = (SELECT ...)`. */
function singleValue(node: unknown): unknown {
  const { kind, fields } = openNode(node);
  if (kind !== 'MultiAssignRef') return node;
  const place = Number(fields.colno ?? 1) - 1;
  const count = Number(fields.ncolumns ?? 1);
  const { kind: sourceKind, fields: source } = openNode(fields.source);
  if (sourceKind === 'RowExpr') {
    const values = listOf(source, 'args');
    if (values.length !== count)
      reject('number of columns does not match number of values', undefined, '42601');
    return values[place];
  }
  if (sourceKind !== 'SubLink') return refuse('this source of several columns', undefined);
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  const only = { ...openNode(source.subselect).fields };
  const subselect = {
    SelectStmt: {
      targetList: [item(column('@row', `c${place}`), `c${place}`)],
      fromClause: [subquery(only, '@row', names)],
      ...defaults,
    },
  };
  return { SubLink: { subLinkType: 'EXPR_SUBLINK', subselect } };
}
