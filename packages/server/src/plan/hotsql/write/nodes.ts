/** Nodes as PostgreSQL's parser makes them, for SELECTs that are derived of other statements. */
import type { AssignedColumn } from '../../statements/derivation.ts';
import { parseStatements } from '../read/parser.ts';
import { type Fields, listOf, openNode } from '../read/tree.ts';

export const text = (sval: string) => ({ String: { sval } });
export const column = (...names: string[]) => ({ ColumnRef: { fields: names.map(text) } });
export const item = (val: unknown, name: string) => ({ ResTarget: { name, val } });
export const nullNode = { A_Const: { isnull: true } };
export const integer = (ival: number) => ({ A_Const: { ival: { ival } } });
export const defaults = { limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE' };
export const subquery = (select: Fields, alias: string, columns: readonly string[] = []) => ({
  RangeSubselect: {
    subquery: { SelectStmt: select },
    alias: { aliasname: alias, ...(columns.length > 0 && { colnames: columns.map(text) }) },
  },
});
export const operation = (name: string, lexpr: unknown, rexpr: unknown) => ({
  A_Expr: { kind: 'AEXPR_OP', name: [text(name)], lexpr, rexpr },
});
export const both = (args: readonly unknown[]) =>
  args.length === 1 ? args[0] : { BoolExpr: { boolop: 'AND_EXPR', args } };
export const isNullTest = (arg: unknown) => ({ NullTest: { arg, nulltesttype: 'IS_NULL' } });

export const assigned = (arg: unknown, of: AssignedColumn) => ({
  QuernAssignment: { arg, column: of },
});

/** The tree of an expression's text. */
export function parseExpression(sql: string): unknown {
  const [statement] = parseStatements(`SELECT ${sql}`);
  const [only] = listOf(openNode(statement?.stmt).fields, 'targetList');
  return withoutPlaces(openNode(only).fields.val);
}

/** Without the offsets of another text. */
function withoutPlaces(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPlaces);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      name.endsWith('ocation') ? [] : [[name, withoutPlaces(value)]],
    ),
  );
}

export const defaultOf = (of: AssignedColumn): unknown =>
  of.default === null ? nullNode : parseExpression(of.default);

export const isDefault = (node: unknown) => openNode(node).kind === 'SetToDefault';
