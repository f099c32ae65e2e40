import { quoteIdentifier } from '../../kernel/quoting.ts';
import { commonType } from './catalog/resolve.ts';
import { expectCommonCollation } from './collation.ts';
import { expr } from './expr.ts';
import { commonHolding, type Holding } from './holding.ts';
import { outputKey } from './output-keys.ts';
import { expectEquality, expectGroupable } from './print-window.ts';
import type { Body, Query, QueryColumn } from './query.ts';
import { refuse, reject } from './refusal.ts';
import { comparisonKey } from './row-value.ts';
import { locationOf, nameList, openNode } from './tree.ts';
import { showType, typeNamed } from './type.ts';

/** Both sides' columns in their one type (PostgreSQL's rules for UNION); an untyped literal takes the other side's. */
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
  if (left.columns.length !== right.columns.length) {
    return reject(`each ${operator} query must have the same number of columns`, undefined);
  }
  for (const [index, column] of left.columns.entries()) {
    expectCommonCollation(column.type, right.columns[index]?.type ?? column.type, words === 'UNION ALL');
    unifyColumn(how, sides, index, column, operator);
    const { type } = left.columns[index] ?? column;
    if (words.endsWith(' ALL') && words !== 'UNION ALL') expectGroupable({ text: '', type }, words, undefined);
    else if (words !== 'UNION ALL') expectEquality({ text: '', type }, undefined);
  }
  // What is compared by another text than its own has names in a query around.
  const named = left.columns.map(({ type }, index) => expr(`"c${index + 1}"`, type));
  const keys = named.map((column) => comparisonKey(column, undefined));
  const differing = named.find(({ text }, index) => text !== keys[index]);
  const isWrapped = !isRecursive && differing !== undefined;
  if (differing !== undefined && (isRecursive ? words === 'UNION' : /^(?:INTERSECT|EXCEPT) ALL$/.test(words))) {
    refuse(`${isRecursive ? 'a recursive UNION' : words} of ${showType(differing.type)}`, undefined);
  }
  if (isRecursive && words === 'UNION') {
    for (const column of named) expectGroupable(column, 'a recursive UNION', undefined);
  }
  return {
    get columns() {
      return left.columns.map((column, index) => ({
        ...column,
        isLiteralInteger: column.isLiteralInteger || (right.columns[index]?.isLiteralInteger ?? false),
      }));
    },
    cast(index, target, context, holding) {
      for (const side of sides) side.cast(index, target, context, holding);
    },
    render() {
      if (!isWrapped) return `(${left.render()}) ${words} (${right.render()})`;
      const outputs = left.columns.map(({ name }, index) => `"c${index + 1}" AS ${quoteIdentifier(name)}`);
      const distinct = words.endsWith('ALL') ? '' : `DISTINCT ON (${keys.join(', ')}) `;
      const names = named.map(({ text }) => text).join(', ');
      const rows = words.startsWith('UNION')
        ? `((${left.render()}) UNION ALL (${right.render()})) AS "rows"(${names})`
        : `(${left.render()}) AS "rows"(${names}) ${words === 'EXCEPT' ? 'ANTI' : 'SEMI'} JOIN ${matching(right, keys)}`;
      return `SELECT ${distinct}${outputs.join(', ')} FROM ${rows}`;
    },
    sortKey(node) {
      const position = outputKey(left.columns, node) ?? notAnOutput(node, operator);
      return isWrapped ? (keys[Number(position) - 1] ?? position) : position;
    },
  };
}

/** The rows of the other side that have these keys. */
function matching(side: Query, keys: readonly string[]): string {
  const columns = side.columns.map(({ type }, index) => expr(`"o${index + 1}"`, type));
  const same = columns.map(
    (column, index) => `${keys[index]} IS NOT DISTINCT FROM ${comparisonKey(column, undefined)}`,
  );
  return `(${side.render()}) AS "others"(${columns.map(({ text }) => text).join(', ')}) ON ${same.join(' AND ')}`;
}

function unifyColumn(
  how: Holding,
  sides: readonly Query[],
  index: number,
  { type }: QueryColumn,
  operator: string,
): void {
  const types = sides.map(({ columns }) => columns[index]?.type ?? type);
  const common = commonType(types.map(({ name }) => name));
  if ('clash' in common) {
    const [one, other] = common.clash.map((name) => showType(typeNamed(name)));
    reject(`${operator} types ${one} and ${other} cannot be matched`, undefined, '42804');
  }
  // Two literals without a type stay so: the statement around may give them one.
  if (types.every(({ name }) => name === 'unknown')) return;
  for (const side of sides) side.cast(index, common.type, 'i');
  const holding = commonHolding(
    how,
    sides.map(({ columns }) => columns[index]?.type ?? type),
  );
  if (holding !== undefined) for (const side of sides) side.cast(index, common.type, 'i', holding);
}

function notAnOutput(node: unknown, operator: string): never {
  const { kind, fields } = openNode(node);
  if (kind === 'ColumnRef') {
    reject(`column '${nameList(fields, 'fields').join('.')}' does not exist`, locationOf(fields), '42703');
  }
  return reject(
    `only result column names can be used in the ORDER BY of a ${operator}, not expressions`,
    locationOf(openNode(node).fields),
    '0A000',
  );
}
