import { expectFields, type Fields, fieldSet, listOf, locationOf, openNode } from '../read/tree.ts';
import { type Expr, expr, type NamedExpr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { boolType } from '../resolve/type.ts';
import { plainly } from './evaluation-order.ts';
import { wholeRowOfStar } from './print-column.ts';
import type { Printing } from './printing.ts';
import { fieldsOfRow, rowOf } from './row-value.ts';

const rowFields = fieldSet('args', 'row_format');

/** True for `(a, b)` and `ROW(a, b)`. */
export const isRow = (node: unknown) => openNode(node).kind === 'RowExpr';

/** The items of `(a, b)` or `ROW(a, b)`, with the columns of `t.*` expanded. */
export function rowItems(printing: Printing, node: unknown, namespace: Namespace): readonly Expr[] {
  const { fields } = openNode(node);
  expectFields('a row', fields, rowFields);
  return listOf(fields, 'args').flatMap((item) => {
    const row = wholeRowOfStar(printing, item, namespace);
    if (row === undefined) return [printing.expression(item, namespace)];
    return row.type.name === 'record'
      ? fieldsOfRow(row, locationOf(fields)).map((field) => field.expr)
      : [row];
  });
}

/** A row as a value, with columns f1, f2, ... */
export function printRow(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const items = rowItems(printing, { RowExpr: fields }, namespace);
  const named = items.map((item, index): NamedExpr => ({ name: `f${index + 1}`, expr: item }));
  return rowOf(named, locationOf(fields));
}

type Compare = (left: Expr, right: Expr, operator: string) => string;
type Connect = (tests: readonly string[], word: 'AND' | 'OR') => string;

/** Literal rows are compared item by item, with PostgreSQL's treatment of nulls. */
export function compareRows(
  left: readonly Expr[],
  right: readonly Expr[],
  operator: string,
  compare: Compare,
  connect: Connect = plainly,
): Expr {
  const pairs = left.flatMap((item, index) => {
    const other = right[index];
    return other === undefined ? [] : [[item, other] as const];
  });
  if (operator === '=' || operator === '<>') {
    const tests = pairs.map(([a, b]) => compare(a, b, operator));
    return expr(connect(tests, operator === '=' ? 'AND' : 'OR'), boolType);
  }
  const strict = operator.charAt(0);
  const text = pairs.reduceRight<string>((rest, [a, b]) => {
    if (rest === '') return compare(a, b, operator);
    return connect([compare(a, b, strict), connect([compare(a, b, '='), rest], 'AND')], 'OR');
  }, '');
  return expr(text, boolType);
}
