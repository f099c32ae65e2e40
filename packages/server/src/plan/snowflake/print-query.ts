import { quoteIdentifier } from '../../kernel/quoting.ts';
import { printSource, printValues } from './print-from.ts';
import { printName, printOrder } from './print-window.ts';
import type { Printing } from './printing.ts';
import {
  expectFields,
  type Fields,
  identifierOf,
  integerValue,
  isFields,
  isNode,
  listOf,
  openNode,
  present,
  refuse,
} from './tree.ts';

const setOperators: Readonly<Record<string, string>> = {
  union: 'UNION',
  intersect: 'INTERSECT',
  except: 'EXCEPT',
};

export function printQuery(printing: Printing, value: unknown): string {
  const { kind, fields } = openNode(value);
  if (kind === 'select') return printSelect(printing, fields);
  if (setOperators[kind] !== undefined && Object.hasOwn(setOperators, kind))
    return printSetOperation(printing, kind, fields);
  if (kind === 'values') {
    expectFields('VALUES', fields, 'expressions');
    return `SELECT * FROM ${printValues(printing, fields, undefined, [])}`;
  }
  if (kind === 'subquery' || kind === 'paren') {
    expectFields('a query in parentheses', fields, 'this', 'order_by', 'limit', 'offset', 'with');
    return `${printWith(printing, fields.with)}(${printQuery(printing, fields.this)})${printTail(printing, fields)}`;
  }
  return refuse(`${kind.replaceAll('_', ' ').toUpperCase()} as a query`, 'queries are read-only');
}

function printSetOperation(printing: Printing, kind: string, fields: Fields): string {
  expectFields(
    kind.toUpperCase(),
    fields,
    'left',
    'right',
    'all',
    'with',
    'order_by',
    'limit',
    'offset',
    'distinct',
  );
  if (fields.all === true && kind !== 'union') refuse(`${kind.toUpperCase()} ALL`);
  const left = openNode(fields.left).kind;
  // INTERSECT binds tighter in Snowflake; the parser reads from left to right.
  if (kind === 'intersect' && (left === 'union' || left === 'except'))
    refuse('INTERSECT after UNION or MINUS', 'write parentheses');
  const withText = printWith(printing, fields.with);
  const sides = [fields.left, fields.right].map((side) => `(${printQuery(printing, side)})`);
  return `${withText}${sides.join(` ${setOperators[kind]}${fields.all === true ? ' ALL' : ''} `)}${printTail(printing, fields)}`;
}

function printWith(printing: Printing, value: unknown): string {
  if (!isFields(value)) return '';
  expectFields('WITH', value, 'ctes', 'recursive');
  let recursive = value.recursive === true;
  const ctes = listOf(value, 'ctes').map((cte) => {
    if (!isFields(cte)) return refuse('this WITH');
    expectFields('WITH', cte, 'alias', 'this', 'columns');
    const { name } = identifierOf(cte.alias);
    // The word RECURSIVE may be left out.
    recursive ||= names(cte.this, name);
    const columns = listOf(cte, 'columns');
    const list = columns.length === 0 ? '' : `(${columns.map(printName).join(', ')})`;
    return `${quoteIdentifier(name)}${list} AS (${printQuery(printing, cte.this)})`;
  });
  return `WITH ${recursive ? 'RECURSIVE ' : ''}${ctes.join(', ')} `;
}

/** True if a table with this bare name is read inside. */
function names(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((item) => names(item, name));
  if (!isFields(value)) return false;
  const { table } = value;
  if (
    isFields(table) &&
    isFields(table.name) &&
    !present(table.schema) &&
    String(table.name.name).toLowerCase() === name.toLowerCase()
  )
    return true;
  return Object.values(value).some((item) => names(item, name));
}

const selectFields = [
  'expressions',
  'from',
  'joins',
  'where_clause',
  'group_by',
  'having',
  'qualify',
  'order_by',
  'limit',
  'offset',
  'fetch',
  'distinct',
  'top',
  'with',
];

function printSelect(printing: Printing, fields: Fields): string {
  expectFields('SELECT', fields, ...selectFields);
  const outer = printing.hasGenerator;
  const withText = printWith(printing, fields.with);
  printing.hasGenerator = readsGenerator(fields);
  const condition = (name: string, word: string) => {
    const clause = fields[name];
    return isFields(clause) ? ` ${word} ${printing.value(clause.this)}` : '';
  };
  const text = [
    withText,
    fields.distinct === true ? 'SELECT DISTINCT ' : 'SELECT ',
    printItems(printing, listOf(fields, 'expressions')),
    printFrom(printing, fields),
    condition('where_clause', 'WHERE'),
    printGroups(printing, fields.group_by),
    condition('having', 'HAVING'),
    condition('qualify', 'QUALIFY'),
    printTail(printing, fields),
  ].join('');
  printing.hasGenerator = outer;
  return text;
}

function readsGenerator(fields: Fields): boolean {
  const items = isFields(fields.from) ? listOf(fields.from, 'expressions') : [];
  return items.length === 1 && listOf(fields, 'joins').length === 0 && isGenerator(items[0]);
}

function isGenerator(item: unknown): boolean {
  const { kind, fields } = openNode(item);
  if (kind === 'alias') return isGenerator(fields.this);
  const [argument] = listOf(fields, 'args');
  return (
    kind === 'function' &&
    (/^generator$/i.test(String(fields.name)) ||
      (/^table$/i.test(String(fields.name)) && isNode(argument) && isGenerator(argument)))
  );
}

function printItems(printing: Printing, items: readonly unknown[]): string {
  if (items.length === 0) return refuse('SELECT of nothing');
  const given = new Map<string, string>();
  return items
    .map((item) => {
      const { kind, fields } = openNode(item);
      if (kind === 'star') return printStar(printing, fields);
      if (kind === 'column') return printing.any(item);
      if (kind !== 'alias')
        return `${printItem(printing, item)} AS ${quoteIdentifier(columnName(printing, item))}`;
      expectFields('an alias', fields, 'this', 'alias');
      const { name, quoted } = identifierOf(fields.alias);
      const exact = quoted ? name : name.toUpperCase();
      const other = given.get(name.toLowerCase());
      if (other !== undefined && other !== exact)
        refuse(`two columns that differ only by case: '${name}'`);
      given.set(name.toLowerCase(), exact);
      return `${printItem(printing, fields.this)} AS ${quoteIdentifier(name)}`;
    })
    .join(', ');
}

/** A bare whole number is BIGINT in the result. */
function printItem(printing: Printing, item: unknown): string {
  const printed = printing.any(item);
  return integerValue(item) === undefined ? printed : `CAST(${printed} AS BIGINT)`;
}

/** Snowflake names a column by the text of the expression; no unquoted name can match. */
function columnName(printing: Printing, item: unknown): string {
  const text = printing
    .spell(item)
    .replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[^'"]+/g, (piece) =>
      /^['"]/.test(piece) ? piece : piece.toUpperCase(),
    );
  return text.slice(0, 255);
}

function printStar(printing: Printing, fields: Fields): string {
  if (printing.hasGenerator) refuse('a star over GENERATOR');
  expectFields('*', fields, 'table', 'except', 'rename');
  const prefix = present(fields.table) ? `${printName(fields.table)}.` : '';
  const except = listOf(fields, 'except').map(printName);
  return `${prefix}*${except.length === 0 ? '' : ` EXCLUDE (${except.join(', ')})`}${printRename(fields)}`;
}

function printRename(fields: Fields): string {
  const pairs = listOf(fields, 'rename').map((pair) =>
    Array.isArray(pair) && pair.length === 2
      ? `${printName(pair[0])} AS ${printName(pair[1])}`
      : refuse('this RENAME'),
  );
  return pairs.length === 0 ? '' : ` RENAME (${pairs.join(', ')})`;
}

const joinWords: Readonly<Record<string, string>> = {
  Inner: 'JOIN',
  Left: 'LEFT JOIN',
  Right: 'RIGHT JOIN',
  Full: 'FULL JOIN',
  Cross: 'CROSS JOIN',
};

function printFrom(printing: Printing, fields: Fields): string {
  if (!isFields(fields.from))
    return listOf(fields, 'joins').length === 0 ? '' : refuse('JOIN without FROM');
  expectFields('FROM', fields.from, 'expressions');
  const items = listOf(fields.from, 'expressions').map((item) => printSource(printing, item));
  return ` FROM ${items.join(', ')}${listOf(fields, 'joins')
    .map((join) => printJoin(printing, join))
    .join('')}`;
}

function printJoin(printing: Printing, join: unknown): string {
  if (!isFields(join)) return refuse('this JOIN');
  expectFields('JOIN', join, 'this', 'on', 'using', 'kind', 'nesting_group');
  if (join.nesting_group !== 0 && present(join.nesting_group)) refuse('joins in parentheses');
  const kind = String(join.kind);
  const word =
    joinWords[kind] ?? refuse(`${kind.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase()} JOIN`);
  const source = printSource(printing, join.this);
  const using = listOf(join, 'using');
  if (using.length > 0) {
    if (kind === 'Full') refuse('FULL JOIN with USING', 'write ON');
    return ` ${word} ${source} USING (${using.map(printName).join(', ')})`;
  }
  if (present(join.on)) return ` ${word} ${source} ON ${printing.value(join.on)}`;
  // A join without a condition is a cross join.
  if (kind !== 'Inner' && kind !== 'Cross') refuse(`${word} without ON`);
  return ` CROSS JOIN ${source}`;
}

function printGroups(printing: Printing, groups: unknown): string {
  if (!isFields(groups)) return '';
  expectFields('GROUP BY', groups, 'expressions', 'all');
  if (groups.all === true) return ' GROUP BY ALL';
  return ` GROUP BY ${listOf(groups, 'expressions')
    .map((item) => printGroup(printing, item))
    .join(', ')}`;
}

const groupings = new Set(['GROUPING SETS', 'ROLLUP', 'CUBE']);

function printGroup(printing: Printing, item: unknown): string {
  const { kind, fields } = openNode(item);
  const name = String(fields.name).toUpperCase();
  if (kind !== 'function' || !groupings.has(name)) return printing.any(item);
  const sets = listOf(fields, 'args').map((arg) =>
    openNode(arg).kind === 'tuple' ? printing.any(arg) : `(${printing.any(arg)})`,
  );
  return `${name} (${sets.join(', ')})`;
}

/** ORDER BY and the forms of LIMIT. */
function printTail(printing: Printing, fields: Fields): string {
  const order = isFields(fields.order_by) ? orderItems(fields.order_by) : [];
  const text = order.length === 0 ? '' : ` ORDER BY ${printOrder(printing, order)}`;
  const counts = [fields.limit, fields.top, fields.fetch].filter(present);
  if (counts.length > 1) refuse('more than one of LIMIT, TOP and FETCH');
  const [count] = counts;
  if (count === undefined && present(fields.offset)) refuse('OFFSET without LIMIT');
  const limit = count === undefined ? undefined : rowCount(count);
  const offset = present(fields.offset) ? rowCount(fields.offset) : undefined;
  return `${text}${limit === undefined ? '' : ` LIMIT ${limit}`}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
}

function orderItems(order: Fields): readonly unknown[] {
  expectFields('ORDER BY', order, 'expressions');
  return listOf(order, 'expressions').map((item) => {
    if (!isFields(item) || !isNode(item.this)) return refuse('this ORDER BY');
    const { kind, fields } = openNode(item.this);
    if (
      kind === 'column' &&
      !present(fields.table) &&
      isFields(fields.name) &&
      /^all$/i.test(String(fields.name.name))
    )
      return refuse('ORDER BY ALL');
    return item;
  });
}

/** A whole number; NULL means no limit. The count is the clause itself or a field of the clause. */
function rowCount(clause: unknown): number | undefined {
  if (!isFields(clause)) return refuse('this LIMIT');
  const counted = clause.this ?? clause.count;
  if (counted !== undefined)
    expectFields('LIMIT', clause, 'this', 'count', 'direction', 'rows', 'parenthesized');
  const count = counted ?? clause;
  if (openNode(count).kind === 'null') return undefined;
  return integerValue(count) ?? refuse('a computed LIMIT');
}
