import { quoteIdentifier } from '../../kernel/quoting.ts';
import { coerce } from './coerce.ts';
import { type Expr, integerConstant, isNull } from './expr.ts';
import type { Printing } from './printing.ts';
import { refuse, reject } from './refusal.ts';
import type { Scope } from './scope.ts';
import { expectFields, type Fields, fieldSet, listOf, locationOf, nameList, openNode, textOf } from './tree.ts';
import { showType } from './type.ts';

const sortFields = fieldSet('node', 'sortby_dir', 'sortby_nulls', 'useOp');
const windowFields = fieldSet(
  'name',
  'refname',
  'partitionClause',
  'orderClause',
  'frameOptions',
  'startOffset',
  'endOffset',
);

/** `ORDER BY ...` of an aggregate or a window, or nothing: a bare number there is a constant. */
export function printSortClause(printing: Printing, items: readonly unknown[], scope: Scope): string {
  if (items.length === 0) return '';
  return `ORDER BY ${items
    .map((item) => {
      const { node } = openNode(item).fields;
      const key = sortable(printing, printing.expression(node, scope), locationOf(openNode(node).fields));
      return `${/^\d+$/.test(key) ? `(${key})` : key} ${sortDirection(item)}`;
    })
    .join(', ')}`;
}

const unsortable = new Set(['json', 'jsonpath', 'xml', 'point', 'box']);

/** What has no equality that DuckDB's grouping knows: `1` and `1.0` are one value of jsonb. */
export function expectGroupable({ type }: Expr, what: string, location: number | undefined): void {
  if (unsortable.has(type.name)) {
    reject(`could not identify an equality operator for type ${showType(type)}`, location, '42883');
  }
  if (type.name === 'jsonb') refuse(`${what} of jsonb`, location, "use its text: x::text, or ->> 'key'");
}

/** The text of a sort key; a type without an order is an error. */
export function sortable(printing: Printing, key: Expr, location: number | undefined): string {
  if (unsortable.has(key.type.name)) {
    reject(`could not identify an ordering operator for type ${showType(key.type)}`, location, '42883');
  }
  if (key.type.name === 'jsonb') return `hotsql_jsonb_key(${key.text})`;
  if (key.type.name === 'bpchar') return `rtrim(${key.text}, ' ')`;
  return key.type.name === 'unknown' ? coerce(printing, key, 'text', 'i', location).text : key.text;
}

/** The place of nulls is always written: PostgreSQL's default is last for ascending and first for descending. */
export function sortDirection(item: unknown): string {
  const { fields } = openNode(item);
  expectFields('SortBy', fields, sortFields);
  const direction = textOf(fields, 'sortby_dir');
  const operator = direction === 'SORTBY_USING' ? (nameList(fields, 'useOp').at(-1) ?? '') : undefined;
  if (operator !== undefined && operator !== '<' && operator !== '>') {
    reject(`operator ${operator} is not a valid ordering operator`, locationOf(fields), '42809');
  }
  const descending = direction === 'SORTBY_DESC' || operator === '>';
  const nulls = textOf(fields, 'sortby_nulls');
  const nullsFirst = nulls === 'SORTBY_NULLS_FIRST' || (nulls === 'SORTBY_NULLS_DEFAULT' && descending);
  return `${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
}

// FRAMEOPTION_* of src/include/nodes/parsenodes.h.
const frame = {
  nonDefault: 0x1,
  rows: 0x4,
  groups: 0x8,
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
export function printWindow(printing: Printing, window: Fields, scope: Scope): string {
  expectFields('WindowDef', window, windowFields);
  if (textOf(window, 'refname') !== '' && listOf(window, 'partitionClause').length > 0) {
    reject(`cannot override PARTITION BY clause of window '${textOf(window, 'refname')}'`, locationOf(window), '42P20');
  }
  const partition = listOf(window, 'partitionClause').map((item) => printing.expression(item, scope).text);
  const parts = [
    textOf(window, 'refname') === '' ? '' : quoteIdentifier(textOf(window, 'refname')),
    partition.length === 0 ? '' : `PARTITION BY ${partition.join(', ')}`,
    printSortClause(printing, listOf(window, 'orderClause'), scope),
    printFrame(printing, window, scope),
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

function printFrame(printing: Printing, window: Fields, scope: Scope): string {
  const options = typeof window.frameOptions === 'number' ? window.frameOptions : 0;
  const has = (bit: number) => (options & bit) !== 0;
  if (!has(frame.nonDefault)) return '';
  const mode = has(frame.rows) ? 'ROWS' : has(frame.groups) ? 'GROUPS' : 'RANGE';
  if (mode === 'GROUPS' && listOf(window, 'orderClause').length === 0 && textOf(window, 'refname') === '') {
    reject('GROUPS mode requires an ORDER BY clause', locationOf(window), '42P20');
  }
  const offset = (name: string) => {
    const printed = printing.expression(window[name], scope);
    if (mode !== 'RANGE') {
      return frameCount(printing, printed, name, window);
    }
    if (printed.type.name !== 'unknown') return printed.text;
    return coerce(printing, printed, 'interval', 'i', locationOf(window)).text;
  };
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

/** Rows or groups of a frame's bound. DuckDB takes a negative or unknown number of them for an empty frame. */
function frameCount(printing: Printing, count: Expr, name: string, window: Fields): string {
  const location = locationOf(window);
  if (readsColumn(window[name])) reject('argument of ROWS and GROUPS must not contain variables', location, '42P10');
  const bound = name === 'startOffset' ? 'starting' : 'ending';
  if (isNull(count)) reject(`frame ${bound} offset must not be null`, location, '22004');
  const literal = integerConstant(count);
  if (literal !== undefined && literal >= 0) return String(literal);
  return printing.macro('frame_count', coerce(printing, count, 'int8', 'i', location).text, `'${bound}'`);
}

function readsColumn(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return 'ColumnRef' in node || Object.values(node).some(readsColumn);
}
