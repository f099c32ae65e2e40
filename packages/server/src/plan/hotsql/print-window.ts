import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { Printing } from './printing.ts';
import { refuse } from './refusal.ts';
import { expectFields, type Fields, fieldSet, fieldsOf, listOf, locationOf, openNode, textOf } from './tree.ts';

const sortFields = fieldSet('node', 'sortby_dir', 'sortby_nulls');
const windowFields = fieldSet(
  'name',
  'refname',
  'partitionClause',
  'orderClause',
  'frameOptions',
  'startOffset',
  'endOffset',
);

/**
 * `ORDER BY ...` or nothing. The place of nulls is always written: PostgreSQL's default is last for ascending and first
 * for descending. A bare integer is an output position in a query's own ORDER BY, and a constant (no order) elsewhere.
 */
export function printSortClause(printing: Printing, items: readonly unknown[], place: 'query' | 'inner'): string {
  if (items.length === 0) return '';
  return `ORDER BY ${items.map((item) => printSortItem(printing, item, place)).join(', ')}`;
}

function printSortItem(printing: Printing, item: unknown, place: 'query' | 'inner'): string {
  const { fields } = openNode(item);
  expectFields('SortBy', fields, sortFields);
  const direction = textOf(fields, 'sortby_dir');
  if (direction === 'SORTBY_USING') refuse('ORDER BY ... USING', locationOf(fields), 'write ASC or DESC');
  const descending = direction === 'SORTBY_DESC';
  const nulls = textOf(fields, 'sortby_nulls');
  const nullsFirst = nulls === 'SORTBY_NULLS_FIRST' || (nulls === 'SORTBY_NULLS_DEFAULT' && descending);
  return `${printSortKey(printing, fields.node, place)} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
}

function printSortKey(printing: Printing, node: unknown, place: 'query' | 'inner'): string {
  const { kind, fields } = openNode(node);
  if (kind !== 'A_Const') return printing.expression(node);
  const position = fieldsOf(fields, 'ival')?.ival;
  if (place === 'inner') return `(${printing.expression(node)})`;
  if (typeof position !== 'number') refuse('a constant in ORDER BY that is no output position', locationOf(fields));
  return String(position);
}

// Bits of frameOptions, from PostgreSQL's src/include/nodes/parsenodes.h.
const frame = {
  nonDefault: 0x1,
  range: 0x2,
  rows: 0x4,
  groups: 0x8,
  between: 0x10,
  startUnboundedPreceding: 0x20,
  endUnboundedFollowing: 0x100,
  startCurrentRow: 0x200,
  endCurrentRow: 0x400,
  startOffsetPreceding: 0x800,
  endOffsetPreceding: 0x1000,
  startOffsetFollowing: 0x2000,
  endOffsetFollowing: 0x4000,
  excludeCurrentRow: 0x8000,
  excludeGroup: 0x10000,
  excludeTies: 0x20000,
} as const;

/** `(PARTITION BY ... ORDER BY ... frame)`, or the bare name of a window for `OVER name`. */
export function printWindow(printing: Printing, window: Fields): string {
  expectFields('WindowDef', window, windowFields);
  const partition = listOf(window, 'partitionClause');
  const parts = [
    textOf(window, 'refname') === '' ? '' : quoteIdentifier(textOf(window, 'refname')),
    partition.length === 0 ? '' : `PARTITION BY ${printing.expressions(partition)}`,
    printSortClause(printing, listOf(window, 'orderClause'), 'inner'),
    printFrame(printing, window),
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

function printFrame(printing: Printing, window: Fields): string {
  const options = typeof window.frameOptions === 'number' ? window.frameOptions : 0;
  const has = (bit: number) => (options & bit) !== 0;
  if (!has(frame.nonDefault)) return '';
  const mode = has(frame.rows) ? 'ROWS' : has(frame.groups) ? 'GROUPS' : 'RANGE';
  const offset = (name: string) => printing.expression(window[name]);
  const start = has(frame.startUnboundedPreceding)
    ? 'UNBOUNDED PRECEDING'
    : has(frame.startCurrentRow)
      ? 'CURRENT ROW'
      : `${offset('startOffset')} ${has(frame.startOffsetPreceding) ? 'PRECEDING' : 'FOLLOWING'}`;
  const end = has(frame.endUnboundedFollowing)
    ? 'UNBOUNDED FOLLOWING'
    : has(frame.endCurrentRow)
      ? 'CURRENT ROW'
      : `${offset('endOffset')} ${has(frame.endOffsetPreceding) ? 'PRECEDING' : 'FOLLOWING'}`;
  const exclude = has(frame.excludeCurrentRow)
    ? ' EXCLUDE CURRENT ROW'
    : has(frame.excludeGroup)
      ? ' EXCLUDE GROUP'
      : has(frame.excludeTies)
        ? ' EXCLUDE TIES'
        : '';
  return `${mode} BETWEEN ${start} AND ${end}${exclude}`;
}
