import { outputName } from '../read/output-name.ts';
import { Refusal, refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  listOf,
  locationOf,
  openNode,
  stringValue,
  textOf,
} from '../read/tree.ts';
import type { Expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { findColumn, isQuotedPart } from './print-column.ts';
import type { Printing } from './printing.ts';
import { expectTyped, fieldsOfRow } from './row-value.ts';

const targetFields = fieldSet('name', 'val');

/** An item of the select list: a column of `*`, or an expression not printed yet. */
export type Item =
  | {
      readonly kind: 'column';
      readonly name: string;
      readonly expr: Expr;
      readonly location: number | undefined;
    }
  | { readonly kind: 'expression'; readonly name: string; readonly node: unknown };

export interface Target {
  readonly name: string;
  expr: Expr;
}

/** The columns of `*` and `t.*`; any other item unchanged, with PostgreSQL's name for the item. */
export function expandTarget(
  printing: Printing,
  target: unknown,
  namespace: Namespace,
): readonly Item[] {
  const { fields } = openNode(target);
  expectFields('ResTarget', fields, targetFields);
  const { kind, fields: value } = openNode(fields.val);
  const alias = textOf(fields, 'name');
  if (kind === 'A_Indirection' && openNode(listOf(value, 'indirection').at(-1)).kind === 'A_Star') {
    return expandRow(printing, value, namespace);
  }
  if (kind === 'ColumnRef') {
    const parts = listOf(value, 'fields');
    if (openNode(parts.at(-1)).kind === 'A_Star')
      return expandStar(printing, parts.slice(0, -1), namespace, locationOf(value));
    const column = alias === '' ? findColumn(printing, value, namespace) : undefined;
    // The column's own spelling, if the text's differs in case.
    if (column !== undefined) return [{ kind: 'expression', name: column.name, node: fields.val }];
  }
  return [
    { kind: 'expression', name: alias === '' ? outputName(fields.val) : alias, node: fields.val },
  ];
}

function expandStar(
  printing: Printing,
  before: readonly unknown[],
  namespace: Namespace,
  location: number | undefined,
): readonly Item[] {
  const parts = before.map((part) => stringValue(part) ?? '');
  if (parts.length === 0 && namespace.items.length === 0) {
    return reject('SELECT * with no tables specified is not valid', location);
  }
  const relation =
    parts.length === 0
      ? undefined
      : namespace.findRelation(parts, isQuotedPart(printing, location), location);
  if (parts.length > 0 && relation === undefined) {
    throw new Refusal(
      `missing FROM-clause entry for table '${parts.join('.')}'`,
      location,
      '42P01',
    );
  }
  const columns = relation === undefined ? namespace.columns() : relation.relation.columns;
  return columns.map((column) => ({
    kind: 'column',
    name: column.name,
    expr: column.expr,
    location,
  }));
}

/** `(row).*` */
function expandRow(printing: Printing, indirection: Fields, namespace: Namespace): readonly Item[] {
  const location = locationOf(indirection);
  const steps = listOf(indirection, 'indirection').slice(0, -1);
  const node =
    steps.length === 0
      ? indirection.arg
      : { A_Indirection: { ...indirection, indirection: steps } };
  const row = printing.expression(node, namespace);
  if (row.type.name !== 'record') return refuse('(value).* of what is no row', location);
  return fieldsOfRow(row, location).map((field) => {
    return { kind: 'column', name: field.name, expr: expectTyped(field.expr, location), location };
  });
}

export function itemExpr(printing: Printing, item: Item, namespace: Namespace): Expr {
  return item.kind === 'column' ? item.expr : printing.expression(item.node, namespace);
}
