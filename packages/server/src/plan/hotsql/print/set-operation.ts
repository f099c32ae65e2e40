import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { refuse, reject } from '../read/refusal.ts';
import { locationOf, nameList, openNode } from '../read/tree.ts';
import { commonType } from '../resolve/catalog/resolve.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import { outputKey } from '../resolve/output-keys.ts';
import type { Body, Query } from '../resolve/query.ts';
import { isExact, isShape, showType, typeNamed, unknownType } from '../resolve/type.ts';
import { expectCommonCollation } from './collation.ts';
import { commonHolding, type Holding } from './holding.ts';
import { expectEquality, expectGroupable, keyApart } from './print-window.ts';
import { comparisonKey } from './row-value.ts';

/**
 * Combines queries with the same operator (`a UNION b UNION c`); operators other than UNION have
 * two sides. Columns get one type by PostgreSQL's rules, from left to right, and an untyped literal
 * takes the other side's type.
 */
export function setOperation(
  how: Holding,
  words: string,
  sides: readonly Query[],
  operator: string,
  isRecursive = false,
): Body {
  const [left, right] = sides;
  if (left === undefined || right === undefined) return refuse(operator, undefined);
  if (left.columns.length === 0) return refuse(`${operator} of queries without columns`, undefined);
  for (const at of sides.keys()) if (at > 0) joinSide(how, words, sides, at, operator);
  // Columns compared by keys get names in an enclosing query.
  const named = left.columns.map(({ type }, index) => expr(`"c${index + 1}"`, type));
  const keys = named.map((column) =>
    words === 'UNION ALL' && isShape(column.type.name)
      ? column.text
      : comparisonKey(column, undefined),
  );
  const differing = named.find(({ text }, index) => text !== keys[index]);
  let isWrapped = !isRecursive && differing !== undefined;
  // PostgreSQL returns only one of 2 and 2.0, as often as both occur; the choice depends on the
  // numbers of rows.
  const countsNumerics =
    /^(?:INTERSECT|EXCEPT) ALL$/.test(words) && named.some(({ type }) => isExact(type));
  if (differing !== undefined && (isRecursive ? words === 'UNION' : countsNumerics)) {
    refuse(
      `${isRecursive ? 'a recursive UNION' : words} of ${showType(differing.type)}`,
      undefined,
    );
  }
  if (isRecursive && words === 'UNION') {
    for (const column of named) expectGroupable(column, 'a recursive UNION', undefined);
  }
  return {
    get columns() {
      const columns = sides.map((side) => side.columns);
      return (columns[0] ?? []).map((column, index) => ({
        ...column,
        isLiteralInteger: columns.some((own) => own[index]?.isLiteralInteger === true),
      }));
    },
    cast(index, target, context, holding) {
      for (const side of sides) side.cast(index, target, context, holding);
    },
    render() {
      if (!isWrapped) return connected(words, sides);
      const outputs = left.columns.map(
        ({ name }, index) => `"c${index + 1}" AS ${quoteIdentifier(name)}`,
      );
      const distinct = words.endsWith('ALL') ? '' : `DISTINCT ON (${keys.join(', ')}) `;
      const names = named.map(({ text }) => text);
      const listed = names.join(', ');
      const join = words.startsWith('EXCEPT') ? 'ANTI' : 'SEMI';
      const rows = words.startsWith('UNION')
        ? `(${balanced(sides.map((side) => side.render()))}) AS "rows"(${listed})`
        : words.endsWith(' ALL')
          ? `(${numbered(left.render(), 'rows', names, keys)}) AS "rows" ${join} JOIN ${matchingOneByOne(right, keys)}`
          : `(${left.render()}) AS "rows"(${listed}) ${join} JOIN ${matching(right, keys)}`;
      return `SELECT ${distinct}${outputs.join(', ')} FROM ${rows}`;
    },
    sortKey(node) {
      const position = outputKey(left.columns, node) ?? notAnOutput(node, operator);
      const [key, column] = [keys[position - 1], named[position - 1]];
      if (key === undefined || column === undefined) return { position };
      const apart = keyApart(key, column.type);
      isWrapped ||= apart !== key;
      return isWrapped ? { text: apart } : { position };
    },
  };
}

const otherColumns = (side: Query) =>
  side.columns.map(({ type }, index) => expr(`"o${index + 1}"`, type));

function haveKeys(columns: readonly Expr[], keys: readonly string[]): string {
  return columns
    .map(
      (column, index) => `${keys[index]} IS NOT DISTINCT FROM ${comparisonKey(column, undefined)}`,
    )
    .join(' AND ');
}

/** The rows of the other side with the same keys. */
function matching(side: Query, keys: readonly string[]): string {
  const columns = otherColumns(side);
  const names = columns.map(({ text }) => text).join(', ');
  return `(${side.render()}) AS "others"(${names}) ON ${haveKeys(columns, keys)}`;
}

/**
 * Like `matching`, with each row matched to one row of the other side: the first of equal keys to
 * the first, and so on.
 */
function matchingOneByOne(side: Query, keys: readonly string[]): string {
  const columns = otherColumns(side);
  const names = columns.map(({ text }) => text);
  const own = columns.map((column) => comparisonKey(column, undefined));
  const rows = numbered(side.render(), 'others', names, own);
  return `(${rows}) AS "others" ON "rows"."$number" = "others"."$number" AND ${haveKeys(columns, keys)}`;
}

/**
 * Rows numbered within equal keys. PostgreSQL counts rows of equal keys, and returns the first of
 * them as often.
 */
function numbered(
  rows: string,
  alias: string,
  names: readonly string[],
  keys: readonly string[],
): string {
  const over = `OVER (PARTITION BY ${keys.join(', ')})`;
  const columns = names.map((name) => `first_value(${name}) ${over} AS ${name}`);
  return `SELECT ${columns.join(', ')}, row_number() ${over} AS "$number" FROM (${rows}) AS "${alias}"(${names.join(', ')})`;
}

/** All rows of the sides in a tree of minimal depth, because DuckDB walks the tree by recursion. */
function balanced(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0] ?? '';
  const half = Math.ceil(texts.length / 2);
  return `(${balanced(texts.slice(0, half))}) UNION ALL (${balanced(texts.slice(half))})`;
}

/** A single UNION makes the rows of all sides distinct. */
function connected(words: string, sides: readonly Query[]): string {
  const texts = sides.map((side) => side.render());
  if (words === 'UNION ALL') return balanced(texts);
  return `(${balanced(texts.slice(0, -1))}) ${words} (${texts.at(-1)})`;
}

/** Casts the columns of a further side, and of all earlier sides, to common types. */
function joinSide(
  how: Holding,
  words: string,
  sides: readonly Query[],
  at: number,
  operator: string,
): void {
  const [left, right] = [sides[0]?.columns ?? [], sides[at]?.columns ?? []];
  if (left.length !== right.length) {
    reject(`each ${operator} query must have the same number of columns`, undefined);
  }
  for (const [index, column] of left.entries()) {
    expectCommonCollation(column.type, right[index]?.type ?? column.type, words === 'UNION ALL');
    unifyColumn(how, sides, at, index, operator);
    const { type } = sides[0]?.columns[index] ?? column;
    if (words !== 'UNION ALL') expectEquality({ text: '', type }, undefined);
  }
}

function unifyColumn(
  how: Holding,
  sides: readonly Query[],
  at: number,
  index: number,
  operator: string,
): void {
  const typeOf = (side: number) => sides[side]?.columns[index]?.type ?? unknownType;
  const common = commonType([typeOf(0).name, typeOf(at).name]);
  if ('clash' in common) {
    const [one, other] = common.clash.map((name) => showType(typeNamed(name)));
    reject(`${operator} types ${one} and ${other} cannot be matched`, undefined, '42804');
  }
  const target = common.type === 'unknown' ? 'text' : common.type;
  // Earlier sides already have one type, seldom changed by a further side.
  if (at === 1 || typeOf(0).name !== target)
    for (const side of sides.slice(0, at)) side.cast(index, target, 'i');
  sides[at]?.cast(index, target, 'i');
  const holding = commonHolding(how, [typeOf(0), typeOf(at)]);
  if (holding === undefined) return;
  if (typeOf(0).engine !== holding.engine) {
    for (const side of sides.slice(0, at)) side.cast(index, target, 'i', holding);
  }
  sides[at]?.cast(index, target, 'i', holding);
}

function notAnOutput(node: unknown, operator: string): never {
  const { kind, fields } = openNode(node);
  if (kind === 'ColumnRef') {
    reject(
      `column '${nameList(fields, 'fields').join('.')}' does not exist`,
      locationOf(fields),
      '42703',
    );
  }
  return reject(
    `only result column names can be used in the ORDER BY of a ${operator}, not expressions`,
    locationOf(openNode(node).fields),
    '0A000',
  );
}
