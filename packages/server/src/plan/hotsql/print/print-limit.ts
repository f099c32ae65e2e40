import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, nameList, openNode, textOf } from '../read/tree.ts';
import { Namespace } from '../resolve/namespace.ts';
import { type Body, orderList, type SortKey } from '../resolve/query.ts';
import { printCount } from './print-from.ts';
import type { Printing } from './printing.ts';

/** LIMIT or FETCH, and OFFSET: numbers of rows as DuckDB text. */
export interface Limit {
  readonly count: string | undefined;
  readonly offset: string | undefined;
  readonly withTies: boolean;
  /** LIMIT or OFFSET reads columns of outer queries. */
  readonly isCorrelated: boolean;
}

export function readLimit(printing: Printing, select: Fields, namespace: Namespace): Limit {
  const outside = new Namespace(namespace.parent, namespace);
  outside.clause = 'LIMIT';
  const part = (keyword: 'LIMIT' | 'OFFSET', value: unknown) => {
    if (value === undefined || openNode(value).fields.isnull === true) return undefined;
    if ((integerLiteral(value) ?? 0) < 0) {
      reject(`${keyword} must not be negative`, undefined, keyword === 'LIMIT' ? '2201W' : '2201X');
    }
    return printCount(printing, value, outside);
  };
  const { printed, isReading } = outside.reading(() => ({
    count: part('LIMIT', select.limitCount),
    offset: part('OFFSET', select.limitOffset),
  }));
  const { count, offset } = printed;
  const withTies = textOf(select, 'limitOption') === 'LIMIT_OPTION_WITH_TIES';
  if (withTies && count === undefined) {
    reject('row count cannot be null in FETCH FIRST ... WITH TIES clause', undefined, '2201W');
  }
  return { count, offset, withTies, isCorrelated: isReading };
}

export function limitClauses({ count, offset, withTies }: Limit): string {
  const limit = count === undefined || withTies ? '' : `LIMIT ${count}`;
  return `${limit} ${offset === undefined ? '' : `OFFSET ${offset}`}`.trim();
}

/** The rows of a query up to the limit, with all ties of the last row. */
export function rowsWithTies(
  body: Body,
  keys: readonly SortKey[],
  { count = '', offset }: Limit,
): string {
  const last = offset === undefined ? count : `${count} + ${offset}`;
  return rowsWhere(body, keys, (order) => `${count} > 0 AND rank() OVER (${order}) <= ${last}`);
}

/**
 * The rows left by a LIMIT and an OFFSET over outer queries' columns, which DuckDB does not allow.
 */
export function numberedRows(
  body: Body,
  keys: readonly SortKey[],
  { count, offset }: Limit,
): string {
  const first = offset === undefined ? '0' : `coalesce(${offset}, 0)`;
  const last =
    count === undefined
      ? ''
      : ` AND coalesce(row_number() OVER (ORDER) <= ${first} + ${count}, true)`;
  return rowsWhere(
    body,
    keys,
    (order) => `row_number() OVER (${order}) > ${first}${last.replace('ORDER', order)}`,
  );
}

/** The rows that pass a test on their order, in the same order. */
function rowsWhere(body: Body, keys: readonly SortKey[], test: (order: string) => string): string {
  const own = body.columns.map((_, index) => `"c${index + 1}"`);
  const outputs = body.columns.map(
    ({ name }, index) => `${own[index]} AS ${quoteIdentifier(name)}`,
  );
  const extra = keys.flatMap((key) => ('position' in key ? [] : [key.text]));
  const order = keys.length === 0 ? '' : `ORDER BY ${tiedOrder(keys, own)}`;
  const columns = [...own, ...extra.map((_, index) => `"k${index + 1}"`)].join(', ');
  // DISTINCT ON chooses its rows by the order.
  const inner = keys.length === 0 ? '' : `ORDER BY ${orderList(keys)}`;
  return `SELECT ${outputs.join(', ')} FROM (${body.render(extra)} ${inner}) AS "ties"(${columns}) QUALIFY ${test(order)} ${order}`;
}

/** The keys as columns of the rows, for finding ties. */
function tiedOrder(keys: readonly SortKey[], own: readonly string[]): string {
  let extra = 0;
  return keys
    .map((key) => {
      if ('position' in key) return `${own[key.position - 1]} ${key.direction}`;
      extra += 1;
      return `"k${extra}" ${key.direction}`;
    })
    .join(', ');
}

/** `-1` is a sign and a number to the parser. */
function integerLiteral(node: unknown): number | undefined {
  const { kind, fields } = openNode(node);
  if (kind === 'A_Const') return Number(fieldsOf(fields, 'ival')?.ival ?? 0);
  const isMinus =
    kind === 'A_Expr' && fields.lexpr === undefined && nameList(fields, 'name')[0] === '-';
  const value = isMinus ? integerLiteral(fields.rexpr) : undefined;
  return value === undefined ? undefined : -value;
}
