import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, openNode, textOf } from '../read/tree.ts';
import { type Expr, expr, type NamedExpr } from '../resolve/expr.ts';
import { type Query, settle } from '../resolve/query.ts';
import { boolType } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { compareRows } from './print-row.ts';
import { isChanging } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { fieldsOfRow, rowOf } from './row-value.ts';

type Location = number | undefined;
type Compare = (left: Expr, right: Expr, operator: string) => string;

/** The SELECT of a scalar subquery. */
export function rowSubquery(node: unknown): Fields | undefined {
  const { kind, fields } = openNode(node);
  if (kind !== 'SubLink' || textOf(fields, 'subLinkType') !== 'EXPR_SUBLINK') return undefined;
  return fieldsOf(openNode(fields.subselect).fields, 'op') === undefined
    ? openNode(fields.subselect).fields
    : undefined;
}

/**
 * The items of a row, cast for comparison with a subquery's columns: untyped literals take the
 * columns' types.
 */
function matchItems(
  printing: Printing,
  left: readonly Expr[],
  query: Query,
  location: Location,
): readonly Expr[] {
  const { columns } = settle(query);
  if (columns.length < left.length) return reject('subquery has too few columns', location);
  if (columns.length > left.length) return reject('subquery has too many columns', location);
  return left.map((item, index) => {
    const type = columns[index]?.type.name ?? 'text';
    return item.type.name === 'unknown' ? coerce(printing, item, type, 'i', location) : item;
  });
}

const numbered = (items: readonly Expr[]): readonly NamedExpr[] =>
  items.map((item, index) => ({ name: `f${index + 1}`, expr: item }));

/** A subquery's columns under new names, and each row as one value. */
function namedRows(printing: Printing, query: Query, location: Location) {
  const alias = printing.freshName('rows');
  const names = query.columns.map((_, index) => `f${index + 1}`);
  const columns = query.columns.map(({ type }, index) =>
    expr(`${quoteIdentifier(alias)}.${quoteIdentifier(names[index] ?? '')}`, type),
  );
  const from = `(${query.render()}) AS ${quoteIdentifier(alias)}(${names.map(quoteIdentifier).join(', ')})`;
  return { columns, from, row: rowOf(numbered(columns), location) };
}

/** `(a, b) < (SELECT ...)`: both rows are computed once, and then compared item by item. */
export function compareWithSubquery(
  printing: Printing,
  given: readonly Expr[],
  query: Query,
  operator: string,
  compare: Compare,
  location: Location,
): Expr {
  const left = rowOf(numbered(matchItems(printing, given, query, location)), location);
  const { row, from } = namedRows(printing, query, location);
  const side = (name: string, { type }: Expr) =>
    fieldsOfRow(expr(`struct_extract("p", '${name}')`, type), location).map((field) => field.expr);
  const test = compareRows(side('l', left), side('r', row), operator, compare);
  const pair = `{'l': ${left.text}, 'r': (SELECT ${row.text} FROM ${from})}`;
  return expr(`list_transform([${pair}], lambda "p": ${test.text})[1]`, boolType);
}

/** `x op ANY (SELECT ...)` with any operator, over the list of the subquery's rows. */
export function quantifiedOverList(
  printing: Printing,
  query: Query,
  quantifier: 'ANY' | 'ALL',
  test: (columns: readonly Expr[]) => string,
  location: Location,
): Expr {
  const { row, from } = namedRows(printing, query, location);
  const columns = fieldsOfRow(expr('"q"', row.type), location).map((field) => field.expr);
  const rows = `coalesce(ARRAY (SELECT ${row.text} FROM ${from}), [])`;
  const tests = `list_transform(${rows}, lambda "q": CAST(${test(columns)} AS BOOLEAN))`;
  return expr(printing.macro(quantifier === 'ANY' ? 'any_of' : 'all_of', tests), boolType);
}

/**
 * Like `quantifiedRows`, for a correlated subquery: each of its rows is tested. Inside a lambda
 * DuckDB does not find the columns of a query two levels out.
 */
function quantifiedOverRows(
  printing: Printing,
  query: Query,
  quantifier: 'ANY' | 'ALL',
  test: (columns: readonly Expr[]) => string,
  location: Location,
): Expr {
  const { columns, from } = namedRows(printing, query, location);
  const tested = quoteIdentifier(printing.freshName('tested'));
  const decides = quantifier === 'ANY' ? tested : `NOT ${tested}`;
  const decided = quantifier === 'ANY';
  const text = `(SELECT CASE WHEN bool_or(${decides}) THEN ${decided} WHEN bool_or(${tested} IS NULL) THEN NULL ELSE ${!decided} END FROM (SELECT ${test(columns)} AS ${tested} FROM ${from}))`;
  return expr(text, boolType);
}

/**
 * `(a, b) op ANY (SELECT ...)`. `isPlain`: the items may be used inside a subquery. `isCorrelated`:
 * the subquery reads outer columns.
 */
export function quantifiedRows(
  printing: Printing,
  given: readonly Expr[],
  query: Query,
  operator: string,
  quantifier: 'ANY' | 'ALL',
  compare: Compare,
  { isPlain, isCorrelated }: { readonly isPlain: boolean; readonly isCorrelated: boolean },
  location: Location,
): Expr {
  const left = matchItems(printing, given, query, location);
  const isMembership = operator === (quantifier === 'ANY' ? '=' : '<>');
  // DuckDB has no IN over several columns in a correlated query.
  const found =
    isMembership && isPlain && !isCorrelated
      ? membership(printing, left, query, compare, location)
      : undefined;
  if (found !== undefined)
    return quantifier === 'ANY' ? expr(found, boolType) : expr(`(NOT ${found})`, boolType);
  const test = (columns: readonly Expr[]) => compareRows(left, columns, operator, compare).text;
  const overRows = isPlain && isCorrelated && !left.some(({ text }) => isChanging(text));
  const over = overRows ? quantifiedOverRows : quantifiedOverList;
  return over(printing, query, quantifier, test, location);
}

/**
 * `(a, b) IN (SELECT ...)`. DuckDB hashes rows, but returns null near any null; PostgreSQL returns
 * null only if nulls decide. Rows with nulls are few, so those of each side are compared
 * separately. Undefined if the columns need keys for comparison.
 */
function membership(
  printing: Printing,
  left: readonly Expr[],
  query: Query,
  compare: Compare,
  location: Location,
): string | undefined {
  const { columns, from } = namedRows(printing, query, location);
  const tests = left.map((item, index) => compare(item, columns[index] ?? item, '='));
  const isDirect = tests.every(
    (test, index) => test === `(${left[index]?.text} = ${columns[index]?.text})`,
  );
  if (!isDirect) return undefined;
  const may = tests.map((test) => `${test} IS DISTINCT FROM false`).join(' AND ');
  const hasNull = (items: readonly Expr[]) =>
    `(${items.map(({ text }) => `${text} IS NULL`).join(' OR ')})`;
  const unknown = [columns, left].map(
    (items) => `EXISTS (SELECT 1 FROM ${from} WHERE ${hasNull(items)} AND ${may})`,
  );
  const row = `(${left.map(({ text }) => text).join(', ')})`;
  return `CASE WHEN ${row} IN (${query.render()}) THEN true WHEN ${unknown.join(' OR ')} THEN NULL ELSE false END`;
}
