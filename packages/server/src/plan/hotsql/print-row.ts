import { type Expr, expr } from './expr.ts';
import type { Printing } from './printing.ts';
import type { Scope } from './scope.ts';
import { listOf, openNode } from './tree.ts';
import { boolType } from './type.ts';

/** The items of `(a, b)` or `ROW(a, b)`; undefined for any other expression. */
export function rowItems(node: unknown): readonly unknown[] | undefined {
  const { kind, fields } = openNode(node);
  return kind === 'RowExpr' ? listOf(fields, 'args') : undefined;
}

/** A row is null when all its items are, and not null when none is. */
export function printRowNullTest(printing: Printing, row: unknown, scope: Scope, isNegated: boolean): Expr {
  const test = isNegated ? 'IS NOT NULL' : 'IS NULL';
  const items = (rowItems(row) ?? []).map((item) => `${printing.expression(item, scope).text} ${test}`);
  return expr(items.length === 0 ? 'true' : `(${items.join(' AND ')})`, boolType);
}

type Compare = (left: Expr, right: Expr, operator: string) => string;

/** Rows are compared item by item, with PostgreSQL's nulls (DuckDB's struct comparison takes null as a value). */
export function compareRows(left: readonly Expr[], right: readonly Expr[], operator: string, compare: Compare): Expr {
  const pairs = left.flatMap((item, index) => {
    const other = right[index];
    return other === undefined ? [] : [[item, other] as const];
  });
  if (operator === '=' || operator === '<>') {
    const tests = pairs.map(([a, b]) => compare(a, b, operator));
    return expr(`(${tests.join(operator === '=' ? ' AND ' : ' OR ')})`, boolType);
  }
  const strict = operator.charAt(0);
  const text = pairs.reduceRight<string>((rest, [a, b]) => {
    if (rest === '') return compare(a, b, operator);
    return `(${compare(a, b, strict)} OR (${compare(a, b, '=')} AND ${rest}))`;
  }, '');
  return expr(text, boolType);
}
