import { commonType } from './catalog/resolve.ts';
import { commonHolding } from './holding.ts';
import { outputKey } from './output-keys.ts';
import { expectGroupable } from './print-window.ts';
import type { Body, Query, QueryColumn } from './query.ts';
import { refuse, reject } from './refusal.ts';
import { locationOf, nameList, openNode } from './tree.ts';
import { showType, typeNamed } from './type.ts';

/** Both sides' columns in their one type (PostgreSQL's rules for UNION); an untyped literal takes the other side's. */
export function setOperation(words: string, sides: readonly Query[], operator: string): Body {
  const [left, right] = sides;
  if (left === undefined || right === undefined) return refuse(operator, undefined);
  if (left.columns.length === 0) return refuse(`${operator} of queries without columns`, undefined);
  if (left.columns.length !== right.columns.length) {
    return reject(`each ${operator} query must have the same number of columns`, undefined);
  }
  for (const [index, column] of left.columns.entries()) {
    unifyColumn(sides, index, column, operator);
    const { type } = left.columns[index] ?? column;
    if (!words.endsWith('ALL')) expectGroupable({ text: '', type }, words, undefined);
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
    render: () => `(${left.render()}) ${words} (${right.render()})`,
    sortKey: (node) => outputKey(left.columns, node) ?? notAnOutput(node, operator),
  };
}

function unifyColumn(sides: readonly Query[], index: number, { type }: QueryColumn, operator: string): void {
  const types = sides.map(({ columns }) => columns[index]?.type ?? type);
  const common = commonType(types.map(({ name }) => name));
  if ('clash' in common) {
    const [one, other] = common.clash.map((name) => showType(typeNamed(name)));
    reject(`${operator} types ${one} and ${other} cannot be matched`, undefined, '42804');
  }
  // Two literals without a type stay so: the statement around may give them one.
  if (types.every(({ name }) => name === 'unknown')) return;
  for (const side of sides) side.cast(index, common.type, 'i');
  const holding = commonHolding(sides.map(({ columns }) => columns[index]?.type ?? type));
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
