import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { isRepeatable } from '../../repeatable.ts';
import { distinctGroupingSets } from '../read/grouping-sets.ts';
import { outputName } from '../read/output-name.ts';
import { Refusal, refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  flagOf,
  listOf,
  locationOf,
  openNode,
  stringValue,
  textOf,
} from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { outputPosition } from '../resolve/output-keys.ts';
import type { Body, SortKey } from '../resolve/query.ts';
import { castExpr } from './cast-column.ts';
import { coerce } from './coerce.ts';
import { findColumn, isQuotedPart } from './print-column.ts';
import { printTest } from './print-condition.ts';
import { printFromItem } from './print-from.ts';
import { groupedRowsItem } from './print-set-call.ts';
import { keyApart, namedWindow, printWindow, sortable } from './print-window.ts';
import type { Printing } from './printing.ts';
import { expectSortable, expectTyped, fieldsOfRow } from './row-value.ts';

const targetFields = fieldSet('name', 'val');

/**
 * An item of the select list: a column that `*` stands for, or an expression still to be printed.
 */
type Item =
  | {
      readonly kind: 'column';
      readonly name: string;
      readonly expr: Expr;
      readonly location: number | undefined;
    }
  | { readonly kind: 'expression'; readonly name: string; readonly node: unknown };

interface Target {
  readonly name: string;
  expr: Expr;
}

export function printSelect(printing: Printing, select: Fields, namespace: Namespace): Body {
  const written = listOf(select, 'targetList');
  registerWindows(select, namespace);
  for (const item of listOf(select, 'fromClause'))
    namespace.items.push(printFromItem(printing, item, namespace, namespace));
  const from = [...namespace.items];
  const where = conditionOf(printing, select.whereClause, namespace, 'WHERE');
  namespace.uses = [];
  const items = written.flatMap((target) => expandTarget(printing, target, namespace));
  const grouped = new Map<Item, string>();
  const groups = printGroupBy(printing, select, items, grouped, namespace);
  namespace.uses = [];
  namespace.clause = 'select list';
  const targets = items.map((item) => printItem(printing, item, grouped.get(item), namespace));
  if (namespace.hasNestedRows && namespace.rowLists.size > 1) {
    refuse(
      'a function that gives rows within another, beside a third',
      undefined,
      'put them in FROM',
    );
  }
  const having = conditionOf(printing, select.havingClause, namespace, 'HAVING');
  namespace.clause = 'window';
  const windows = listOf(select, 'windowClause').map((window) => {
    const fields = openNode(window).fields;
    return `${quoteIdentifier(textOf(fields, 'name'))} AS ${printWindow(printing, fields, namespace)}`;
  });
  namespace.clause = 'ORDER BY';
  const distinct = printDistinct(printing, select, targets, namespace);
  const isGrouped = () => groups !== '' || having !== '' || namespace.hasAggregates;
  if (isGrouped()) namespace.expectGrouped();
  if (namespace.hasAggregates) expectNoRecursion(printing, select);
  let onlyWhen: string | undefined;
  let chosen = '';
  return {
    get columns() {
      return targets.map(({ name, expr: { type, isLiteralInteger } }) => ({
        name,
        type,
        isLiteralInteger: isLiteralInteger === true && type.name === 'int4',
      }));
    },
    cast(index, target, context, holding) {
      const item = targets[index];
      if (item !== undefined) item.expr = castExpr(printing, item.expr, target, context, holding);
    },
    onlyWhen: (condition) => {
      onlyWhen = condition;
    },
    render: (extra = []) =>
      [
        `SELECT ${chosen === '' ? distinct.text : ''}${[outputs(targets), ...extra].join(', ')}`,
        fromClause(from, namespace),
        bothConditions(onlyWhen, where),
        withDependent(groups, namespace),
        having,
        windows.length === 0 ? '' : `WINDOW ${windows.join(', ')}`,
        chosen,
      ]
        .filter((part) => part !== '')
        .join(' '),
    arrange(keys) {
      let arranged: readonly SortKey[];
      ({ keys: arranged, chosen } = rowsAfterSort(keys, targets, distinct, namespace));
      return arranged;
    },
    sortKey(node) {
      namespace.clause = 'ORDER BY';
      const key = selectKey(printing, node, targets, namespace, distinct);
      if (isGrouped()) namespace.expectGrouped();
      return key;
    },
  };
}

/**
 * The rows so far of a recursive query, of which DuckDB would aggregate those of the last step for
 * ever.
 */
function expectNoRecursion(printing: Printing, select: Fields): void {
  const visit = (item: unknown): boolean => {
    const { kind, fields } = openNode(item);
    if (kind === 'JoinExpr') return visit(fields.larg) || visit(fields.rarg);
    return (
      kind === 'RangeVar' &&
      fields.schemaname === undefined &&
      printing.recursing.has(textOf(fields, 'relname'))
    );
  };
  if (!listOf(select, 'fromClause').some(visit)) return;
  reject(
    "aggregate functions are not allowed in a recursive query's recursive term",
    undefined,
    '42P19',
  );
}

/** The windows of WINDOW, each of which may name those before it. */
function registerWindows(select: Fields, namespace: Namespace): void {
  for (const window of listOf(select, 'windowClause')) {
    const { fields } = openNode(window);
    const name = textOf(fields, 'name');
    if (namespace.windows.has(name))
      reject(`window '${name}' is already defined`, locationOf(fields), '42P20');
    const copied = textOf(fields, 'refname');
    if (copied !== '') namedWindow(copied, namespace, locationOf(fields));
    namespace.windows.set(name, fields);
  }
}

/**
 * Functions that give rows do so after DISTINCT ON and the sort, where no key is one of them: the
 * keys then, and what chooses the rows before.
 */
function rowsAfterSort(
  keys: readonly SortKey[],
  targets: readonly Target[],
  distinct: Distinct,
  { rowLists }: Namespace,
): { readonly keys: readonly SortKey[]; readonly chosen: string } {
  const texts = keys.map(({ text }) =>
    /^\d+$/.test(text) ? (targets[Number(text) - 1]?.expr.text ?? text) : text,
  );
  if (rowLists.size === 0 || texts.length === 0 || distinct.kind === 'rows')
    return { keys, chosen: '' };
  if (texts.some((text) => text.includes('unnest('))) return { keys, chosen: '' };
  const order = texts.map((text, index) => `${text} ${keys[index]?.direction}`).join(', ');
  const first = `QUALIFY row_number() OVER (PARTITION BY ${distinct.keys.join(', ')} ORDER BY ${order}) = 1`;
  const lengths = [...rowLists].map((list) => `len(${list})`).join(', ');
  const places = { text: `unnest(range(greatest(${lengths})))`, direction: 'ASC' };
  return {
    keys: [...keys, { text: 'row_number() OVER ()', direction: 'ASC' }, places],
    chosen: distinct.kind === 'on' ? first : '',
  };
}

/** GROUP BY, with what depends on the keys in it. */
function withDependent(groups: string, { dependent, groupKeys }: Namespace): string {
  if (groups === '') return '';
  return [groups, ...[...dependent].filter((text) => !groupKeys.has(text))].join(', ');
}

function bothConditions(first: string | undefined, where: string): string {
  if (first === undefined) return where;
  return where === '' ? `WHERE ${first}` : `WHERE ${first} AND (${where.slice('WHERE '.length)})`;
}

function fromClause(items: readonly FromItem[], namespace: Namespace): string {
  const rows = groupedRowsItem(namespace);
  const texts = [...items.map((item) => item.render()), ...(rows === undefined ? [] : [rows])];
  return texts.length === 0 ? '' : `FROM ${texts.join(', ')}`;
}

/** An empty select list gives rows without columns, where DuckDB wants one. */
function outputs(targets: readonly Target[]): string {
  if (targets.length === 0) return '1';
  return targets
    .map(({ name, expr: item }) => `${withType(item)} AS ${quoteIdentifier(name)}`)
    .join(', ');
}

/**
 * DuckDB folds a call with a constant NULL into a NULL of no type, which would become an integer.
 */
function withType({ text, type }: Expr): string {
  const isTyped =
    !/\bNULL\b/.test(text) || type.engine === '' || ['engine', 'unknown'].includes(type.name);
  return isTyped ? text : `CAST(${text} AS ${type.engine})`;
}

function conditionOf(
  printing: Printing,
  node: unknown,
  namespace: Namespace,
  clause: 'WHERE' | 'HAVING',
): string {
  if (node === undefined) return '';
  namespace.clause = clause;
  return `${clause} ${printTest(printing, node, namespace, clause).text}`;
}

/** The columns of `*` and `t.*`; any other item as it is, with PostgreSQL's name for it. */
function expandTarget(printing: Printing, target: unknown, namespace: Namespace): readonly Item[] {
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
    // The column's own spelling, where the text's differs by case.
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

/**
 * `groupText`: what GROUP BY made of the item, where it numbers or names it; a constant there is no
 * other.
 */
function printItem(
  printing: Printing,
  item: Item,
  groupText: string | undefined,
  namespace: Namespace,
): Target {
  if (item.kind === 'column') {
    const stand = namespace.groupedAs.get(item.expr.text);
    if (stand !== undefined) return { name: item.name, expr: expr(stand.text, item.expr.type) };
    if (!namespace.groupKeys.has(item.expr.text))
      namespace.read(item.name, [{ name: item.name, expr: item.expr }], item.location);
    return { name: item.name, expr: item.expr };
  }
  const printed = printing.expression(item.node, namespace);
  if (groupText?.startsWith(`coalesce(${printed.text}, NULL`)) {
    return { name: item.name, expr: expr(groupText, printed.type) };
  }
  if (groupText?.startsWith('CAST(') && printed.constant?.kind === 'number') {
    return { name: item.name, expr: { ...printed, text: groupText } };
  }
  return { name: item.name, expr: printed };
}

const groupingKeywords: Readonly<Record<string, string>> = {
  GROUPING_SET_ROLLUP: 'ROLLUP ',
  GROUPING_SET_CUBE: 'CUBE ',
  GROUPING_SET_SETS: 'GROUPING SETS ',
};

/** GROUP BY; what its expressions are printed as is then known to the namespace. */
function printGroupBy(
  printing: Printing,
  select: Fields,
  items: readonly Item[],
  grouped: Map<Item, string>,
  namespace: Namespace,
): string {
  const groups = listOf(select, 'groupClause');
  if (groups.length === 0) return '';
  namespace.clause = 'GROUP BY';
  const keys: string[] = [];
  namespace.hasGroupingSets = groups.some((group) => openNode(group).kind === 'GroupingSet');
  const print = (group: unknown): string => {
    const { kind, fields } = openNode(group);
    if (kind === 'GroupingSet') {
      if (textOf(fields, 'kind') === 'GROUPING_SET_EMPTY') return '()';
      const keyword = groupingKeywords[textOf(fields, 'kind')];
      if (keyword === undefined) return refuse('this grouping set', locationOf(fields));
      return `${keyword}(${listOf(fields, 'content').map(print).join(', ')})`;
    }
    const isList = kind === 'RowExpr' && textOf(fields, 'row_format') === 'COERCE_IMPLICIT_CAST';
    return isList ? `(${listOf(fields, 'args').map(print).join(', ')})` : keyOf(group);
  };
  const keyOf = (node: unknown): string => {
    const key = groupKey(printing, node, items, grouped, namespace);
    keys.push(key);
    return key;
  };
  const text = flagOf(select, 'groupDistinct')
    ? distinctGroupingSets(groups, keyOf)
    : groups.map(print).join(', ');
  for (const key of keys) namespace.groupKeys.add(key);
  return `GROUP BY ${text}`;
}

/** A column of FROM, else an output's name or position, else an expression. */
function groupKey(
  printing: Printing,
  node: unknown,
  items: readonly Item[],
  grouped: Map<Item, string>,
  namespace: Namespace,
): string {
  const { kind, fields } = openNode(node);
  const location = locationOf(fields);
  let item: Item | undefined;
  if (kind === 'A_Const') item = items[outputPosition(fields, items.length, 'GROUP BY')];
  else if (
    kind === 'ColumnRef' &&
    listOf(fields, 'fields').length === 1 &&
    !isOwnColumn(fields, namespace)
  ) {
    const name = stringValue(listOf(fields, 'fields')[0]) ?? '';
    const named = items.filter((own) => own.name === name);
    if (named.length > 1) reject(`GROUP BY '${name}' is ambiguous`, location, '42702');
    item = named[0];
  }
  let printed =
    item === undefined ? printing.expression(node, namespace) : itemExpr(printing, item, namespace);
  if (printed.type.name === 'unknown') printed = coerce(printing, printed, 'text', 'i', location);
  // A bare number would be a position.
  const isNumber = /^\(?-?\d+\)?$/.test(printed.text);
  const plain = isNumber
    ? `CAST(${printed.text} AS ${printed.type.engine})`
    : groupable(printing, printed, location);
  const key =
    namespace.hasGroupingSets && item !== undefined ? ownKey(plain, item, grouped) : plain;
  if (!isNumber && plain !== printed.text) {
    const text = `CASE WHEN grouping(${key}) = 0 THEN any_value(${printed.text}) END`;
    namespace.groupedAs.set(printed.text, { text, key });
  }
  if (item !== undefined) grouped.set(item, key);
  return key;
}

/**
 * An output's key, told apart from that of another output of the same text: one may be null in a
 * set where the other is not.
 */
function ownKey(key: string, item: Item, grouped: ReadonlyMap<Item, string>): string {
  const known = grouped.get(item);
  if (known !== undefined) return known;
  const twins = [...grouped.values()].filter(
    (other) => other === key || other.startsWith(`coalesce(${key}, NULL`),
  );
  return twins.length === 0 ? key : `coalesce(${key}${', NULL'.repeat(twins.length)})`;
}

/** DuckDB's grouping() takes no `row(...)`, but takes a list of one. */
function groupable(printing: Printing, value: Expr, location: number | undefined): string {
  const key = sortable(printing, value, location);
  return key.startsWith('row(') ? `[${key}]` : key;
}

function isOwnColumn(column: Fields, namespace: Namespace): boolean {
  const name = stringValue(listOf(column, 'fields')[0]) ?? '';
  return namespace.columns().some((own) => own.name === name);
}

function itemExpr(printing: Printing, item: Item, namespace: Namespace): Expr {
  return item.kind === 'column' ? item.expr : printing.expression(item.node, namespace);
}

interface Distinct {
  readonly kind: 'none' | 'rows' | 'on';
  readonly text: string;
  /**
   * The expressions of DISTINCT ON that ORDER BY has not named yet: its first keys must be among
   * them.
   */
  readonly open: Set<string>;
  readonly on: ReadonlySet<string>;
  /** What the rows are told apart by. */
  readonly keys: readonly string[];
}

function printDistinct(
  printing: Printing,
  select: Fields,
  targets: readonly Target[],
  namespace: Namespace,
): Distinct {
  const none = { open: new Set<string>(), on: new Set<string>(), keys: [] };
  if (select.distinctClause === undefined) return { kind: 'none', text: '', ...none };
  // A plain DISTINCT is a list of one empty node.
  const expressions = listOf(select, 'distinctClause').filter(
    (item) => Object.keys(item as object).length > 0,
  );
  if (expressions.length === 0) {
    const keys = targets.map(({ expr: item }) => sortable(printing, item, undefined));
    const areTexts = keys.every((key, index) => key === targets[index]?.expr.text);
    return {
      kind: 'rows',
      text: areTexts ? 'DISTINCT ' : `DISTINCT ON (${keys.join(', ')}) `,
      ...none,
    };
  }
  const printed = expressions.map((node) => keyExpr(printing, node, targets, namespace));
  const keys = printed.map((key, index) =>
    sortable(printing, key, locationOf(openNode(expressions[index]).fields)),
  );
  const texts = printed.map(({ text }) => text);
  return {
    kind: 'on',
    text: `DISTINCT ON (${keys.join(', ')}) `,
    open: new Set(texts),
    on: new Set(texts),
    keys,
  };
}

/** The output or expression that a key of DISTINCT ON means. */
function keyExpr(
  printing: Printing,
  node: unknown,
  targets: readonly Target[],
  namespace: Namespace,
): Expr {
  const index = outputIndex(node, targets);
  const target = index === undefined ? undefined : targets[index];
  return target === undefined ? printing.expression(node, namespace) : target.expr;
}

function outputIndex(node: unknown, targets: readonly Target[]): number | undefined {
  const { kind, fields } = openNode(node);
  if (kind === 'A_Const') return outputPosition(fields, targets.length, 'ORDER BY');
  const parts = kind === 'ColumnRef' ? listOf(fields, 'fields') : [];
  const name = parts.length === 1 ? stringValue(parts[0]) : undefined;
  if (name === undefined) return undefined;
  const index = targets.findIndex((target) => target.name === name);
  const another = targets.findIndex(
    (target, at) =>
      at > index && target.name === name && target.expr.text !== targets[index]?.expr.text,
  );
  if (index >= 0 && another >= 0)
    reject(`ORDER BY '${name}' is ambiguous`, locationOf(fields), '42702');
  return index < 0 ? undefined : index;
}

function selectKey(
  printing: Printing,
  node: unknown,
  targets: readonly Target[],
  namespace: Namespace,
  distinct: Distinct,
): string {
  const location = locationOf(openNode(node).fields);
  const index = outputIndex(node, targets);
  const target = index === undefined ? undefined : targets[index];
  if (target !== undefined && index !== undefined) {
    expectDistinctKey(distinct, target.expr.text, location);
    expectSortable(target.expr, location);
    const key = sortable(printing, target.expr, location);
    // A number that is an output's whole text would be a position itself.
    if (key === target.expr.text || target.expr.type.name === 'unknown')
      return positionKey(target.expr, index);
    return key;
  }
  const printed = printing.expression(node, namespace);
  expectSortable(printed, location);
  const key = sortable(printing, printed, location);
  expectDistinctKey(distinct, printed.text, location);
  const position = targets.findIndex(({ expr: item }) => item.text === printed.text);
  if (position >= 0 && key === printed.text) return positionKey(printed, position);
  if (distinct.kind !== 'rows')
    return /^\(?-?\d+\)?$/.test(key) ? `CAST(${key} AS ${printed.type.engine})` : key;
  if (position < 0) {
    return reject(
      'for SELECT DISTINCT, ORDER BY expressions must appear in select list',
      location,
      '42P10',
    );
  }
  return key === printed.text ? positionKey(printed, position) : key;
}

/**
 * The key that an output is: its position, or its text once more where that gives the same value.
 */
function positionKey({ text, type }: Expr, index: number): string {
  const isRepeated = !/\b(?:SELECT|OVER|unnest)\b/.test(text) && isRepeatable(text);
  const key = isRepeated ? keyApart(text, type) : text;
  return key === text ? String(index + 1) : key;
}

function expectDistinctKey(
  { kind, open, on }: Distinct,
  text: string,
  location: number | undefined,
): void {
  if (kind !== 'on' || open.size === 0) return;
  if (!on.has(text)) {
    reject(
      'SELECT DISTINCT ON expressions must match initial ORDER BY expressions',
      location,
      '42P10',
    );
  }
  open.delete(text);
}
