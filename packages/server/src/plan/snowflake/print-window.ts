import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { Printing } from './printing.ts';
import {
  expectFields,
  type Fields,
  identifierOf,
  integerValue,
  isFields,
  listOf,
  present,
  refuse,
} from './tree.ts';

/** Nulls are the largest values in Snowflake: last in ascending order, first in descending. */
export function printOrder(printing: Printing, items: readonly unknown[]): string {
  return items
    .map((item) => {
      if (!isFields(item)) return refuse('this ORDER BY');
      expectFields('ORDER BY', item, 'this', 'desc', 'nulls_first');
      const descending = item.desc === true;
      const first = typeof item.nulls_first === 'boolean' ? item.nulls_first : descending;
      return `${printing.value(item.this)} ${descending ? 'DESC' : 'ASC'} NULLS ${first ? 'FIRST' : 'LAST'}`;
    })
    .join(', ');
}

const valuePickers = new Set(['first_value', 'last_value', 'nth_value']);

/** The default frame of FIRST_VALUE, LAST_VALUE and NTH_VALUE: the whole partition. */
const wholePartition = ' ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING';

/** ` OVER (...)` of a window function. */
export function printOver(
  printing: Printing,
  over: unknown,
  functionName: string,
): { text: string; hasOrder: boolean } {
  if (!isFields(over)) return refuse('this OVER');
  expectFields('OVER', over, 'partition_by', 'order_by', 'frame', 'window_name');
  if (present(over.window_name))
    return refuse('a named window', 'write its definition in OVER (...)');
  const partition = listOf(over, 'partition_by').map((item) => printing.value(item));
  const order = printOrder(printing, listOf(over, 'order_by'));
  const parts = [
    partition.length === 0 ? '' : `PARTITION BY ${partition.join(', ')}`,
    order === '' ? '' : `ORDER BY ${order}`,
  ].filter((part) => part !== '');
  const frame = isFields(over.frame)
    ? printFrame(over.frame)
    : order !== '' && valuePickers.has(functionName)
      ? wholePartition
      : '';
  return { text: ` OVER (${parts.join(' ')}${frame})`, hasOrder: order !== '' };
}

function printFrame(frame: Fields): string {
  expectFields('a window frame', frame, 'kind', 'start', 'end');
  const kind =
    frame.kind === 'Rows' ? 'ROWS' : frame.kind === 'Range' ? 'RANGE' : refuse('a frame of GROUPS');
  if (!present(frame.end)) return refuse('a frame without BETWEEN');
  return ` ${kind} BETWEEN ${printBound(frame.start, kind)} AND ${printBound(frame.end, kind)}`;
}

const bounds: Readonly<Record<string, string>> = {
  UnboundedPreceding: 'UNBOUNDED PRECEDING',
  UnboundedFollowing: 'UNBOUNDED FOLLOWING',
  CurrentRow: 'CURRENT ROW',
};

function printBound(bound: unknown, kind: string): string {
  if (typeof bound === 'string' && bounds[bound] !== undefined) return bounds[bound];
  if (kind === 'ROWS' && isFields(bound)) {
    for (const side of ['Preceding', 'Following']) {
      const rows = integerValue(bound[side]);
      if (rows !== undefined && rows >= 0) return `${rows} ${side.toUpperCase()}`;
    }
  }
  return refuse('this bound of a window frame');
}

export const printName = (value: unknown) => quoteIdentifier(identifierOf(value).name);
