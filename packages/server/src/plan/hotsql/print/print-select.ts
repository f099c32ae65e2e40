import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { isRepeatable } from '../../repeatable.ts';
import { refuse, reject } from '../read/refusal.ts';
import { type Fields, listOf, locationOf, openNode, stringValue, textOf } from '../read/tree.ts';
import { asExpression, type Expr, expr, isBareNumber, isNull } from '../resolve/expr.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { outputPosition } from '../resolve/output-keys.ts';
import type { Body, SortKey, SortTerm } from '../resolve/query.ts';
import { castExpr } from './cast-column.ts';
import { joinLongList } from './comma-joins.ts';
import { printTest } from './print-condition.ts';
import { printFromItem } from './print-from.ts';
import { type GroupedItem, printGroupBy } from './print-group-by.ts';
import { groupedRowsItem } from './print-set-call.ts';
import { keyApart, namedWindow, printWindow, sortable } from './print-window.ts';
import { givesRows, hasNull, hasQuery, hasWindow } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { expectSortable } from './row-value.ts';
import { expandTarget, type Item, itemExpr, type Target } from './select-items.ts';

export function printSelect(printing: Printing, select: Fields, namespace: Namespace): Body {
  const written = listOf(select, 'targetList');
  printing.expectColumns(written.length);
  registerWindows(select, namespace);
  for (const item of listOf(select, 'fromClause'))
    namespace.items.push(printFromItem(printing, item, namespace, namespace));
  const joined = joinLongList(printing, select, [...namespace.items], namespace);
  const where = conditionOf(printing, joined.where, namespace, 'WHERE');
  namespace.uses = [];
  const items = written.flatMap((target) => expandTarget(printing, target, namespace));
  printing.expectColumns(items.length);
  const grouped = new Map<Item, GroupedItem>();
  const groups = printGroupBy(printing, select, items, grouped, namespace);
  namespace.uses = [];
  namespace.clause = 'select list';
  const targets = items.map((item) => printItem(printing, item, grouped.get(item), namespace));
  expectOneNesting(namespace);
  const having = conditionOf(printing, select.havingClause, namespace, 'HAVING');
  namespace.clause = 'window';
  const windows = printWindows(printing, select, namespace);
  namespace.clause = 'ORDER BY';
  const distinct = printDistinct(printing, select, targets, namespace);
  const isGrouped = () => groups !== '' || having !== '' || namespace.hasAggregates;
  if (isGrouped()) namespace.expectGrouped();
  if (namespace.hasAggregates) expectNoRecursion(printing, select);
  const asked: { onlyWhen?: string; isValue?: boolean; chosen: string } = { chosen: '' };
  const givesOneRow = () => groups === '' && (having !== '' || namespace.hasAggregates);
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
      asked.onlyWhen = condition;
    },
    asValue: () => {
      asked.isValue = having === '';
    },
    render: (extra = []) =>
      [
        `SELECT ${asked.chosen === '' ? distinct.text : ''}${[outputs(targets), ...extra].join(', ')}`,
        fromClause(joined.from, namespace),
        bothConditions(asked.onlyWhen, where),
        withDependent(groups, namespace),
        renderHaving(having, namespace, givesOneRow() && !asked.isValue),
        windows.length === 0 ? '' : `WINDOW ${windows.join(', ')}`,
        asked.chosen,
      ]
        .filter((part) => part !== '')
        .join(' '),
    arrange(keys) {
      const sorted = rowsAfterSort(keys, targets, distinct, namespace);
      asked.chosen = sorted.chosen;
      return sorted.keys;
    },
    sortKey(node) {
      namespace.clause = 'ORDER BY';
      const key = selectKey(printing, node, targets, namespace, distinct);
      if (isGrouped()) namespace.expectGrouped();
      return key;
    },
  };
}

function printWindows(printing: Printing, select: Fields, namespace: Namespace): readonly string[] {
  return listOf(select, 'windowClause').map((window) => {
    const fields = openNode(window).fields;
    return `${quoteIdentifier(textOf(fields, 'name'))} AS ${printWindow(printing, fields, namespace)}`;
  });
}

function renderHaving(having: string, namespace: Namespace, isOneRow: boolean): string {
  // Without an aggregate DuckDB merges several empty grouping sets into one row.
  const hasEmptySets = namespace.hasGroupingSets && namespace.groupKeys.size === 0;
  return hasEmptySets || (isOneRow && namespace.readsOuter) ? withOneRow(having) : having;
}

/**
 * HAVING with an aggregate that is true for every row. DuckDB 1.5 drops an aggregate's row for an
 * outer row without matches, if all expressions over the row appear to be null for a null row. An
 * expression with `count` never appears to be null.
 */
const withOneRow = (having: string) =>
  having === ''
    ? 'HAVING count(*) >= 0'
    : `HAVING count(*) >= 0 AND (${having.slice('HAVING '.length)})`;

function expectOneNesting({ hasNestedRows, rowLists }: Namespace): void {
  if (!hasNestedRows || rowLists.size <= 1) return;
  refuse(
    'a function that gives rows within another, beside a third',
    undefined,
    'put them in FROM',
  );
}

/**
 * Refuses aggregates over a recursive query's own rows: DuckDB would aggregate only the last step,
 * for ever.
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

/** The windows of WINDOW; a window may refer to earlier ones. */
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
 * Sort keys and DISTINCT ON if no key is a function that gives rows: such functions in the select
 * list expand only after the sort. Returns the new keys, and the text that chooses rows.
 */
function rowsAfterSort(
  keys: readonly SortKey[],
  targets: readonly Target[],
  distinct: Distinct,
  { rowLists }: Namespace,
): { readonly keys: readonly SortKey[]; readonly chosen: string } {
  const texts = keys.map((key) =>
    'position' in key ? (targets[key.position - 1]?.expr.text ?? '') : key.text,
  );
  if (rowLists.size === 0 || texts.length === 0 || distinct.kind === 'rows')
    return { keys, chosen: '' };
  if (texts.some(givesRows)) return { keys, chosen: '' };
  const order = texts.map((text, index) => `${text} ${keys[index]?.direction}`).join(', ');
  const first = `QUALIFY row_number() OVER (PARTITION BY ${distinct.keys.join(', ')} ORDER BY ${order}) = 1`;
  const lengths = [...rowLists].map((list) => `len(${list})`).join(', ');
  const places = { text: `unnest(range(greatest(${lengths})))`, direction: 'ASC' };
  return {
    keys: [...keys, { text: 'row_number() OVER ()', direction: 'ASC' }, places],
    chosen: distinct.kind === 'on' ? first : '',
  };
}

/** GROUP BY, extended by columns that depend on the keys. */
function withDependent(groups: string, { dependent, groupKeys }: Namespace): string {
  if (groups === '') return '';
  return [groups, ...[...dependent].filter((text) => !groupKeys.has(text))].join(', ');
}

function bothConditions(first: string | undefined, where: string): string {
  if (first === undefined) return where;
  return where === '' ? `WHERE ${first}` : `WHERE ${first} AND (${where.slice('WHERE '.length)})`;
}

function fromClause(items: readonly Pick<FromItem, 'render'>[], namespace: Namespace): string {
  const rows = groupedRowsItem(namespace);
  const texts = [...items.map((item) => item.render()), ...(rows === undefined ? [] : [rows])];
  return texts.length === 0 ? '' : `FROM ${texts.join(', ')}`;
}

/** An empty select list gives rows without columns; DuckDB requires a column. */
function outputs(targets: readonly Target[]): string {
  if (targets.length === 0) return '1';
  return targets
    .map(({ name, expr: item }) => `${withType(item)} AS ${quoteIdentifier(name)}`)
    .join(', ');
}

/** DuckDB folds a call with a constant NULL to an untyped NULL, which would become an integer. */
function withType({ text, type }: Expr): string {
  const isTyped = type.engine === '' || ['engine', 'unknown'].includes(type.name) || !hasNull(text);
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

/**
 * `grouped`: GROUP BY's result for the item, if GROUP BY refers to the item by number or name. A
 * bare number is then printed as the text of its key, which is no position.
 */
function printItem(
  printing: Printing,
  item: Item,
  grouped: GroupedItem | undefined,
  namespace: Namespace,
): Target {
  if (grouped?.kind === 'another') {
    const own = itemExpr(printing, item, namespace);
    return { name: item.name, expr: isNull(own) ? own : expr(grouped.value, asText(own).type) };
  }
  if (item.kind === 'column') {
    const stand = namespace.groupedAs.get(item.expr.text);
    if (stand !== undefined) return { name: item.name, expr: expr(stand.text, item.expr.type) };
    if (!namespace.groupKeys.has(item.expr.text))
      namespace.read(item.name, [{ name: item.name, expr: item.expr }], item.location);
    return { name: item.name, expr: item.expr };
  }
  const printed = printing.expression(item.node, namespace);
  if (grouped?.kind === 'constant') {
    // The grouped value is null in the sets without the item.
    const own = isBareNumber(printed) ? { ...printed, text: grouped.key } : asText(printed);
    return { name: item.name, expr: own };
  }
  return { name: item.name, expr: printed };
}

const asText = (value: Expr): Expr =>
  value.type.name === 'unknown' && !isNull(value) ? expr(value.text, 'text') : value;

interface Distinct {
  readonly kind: 'none' | 'rows' | 'on';
  readonly text: string;
  /**
   * Expressions of DISTINCT ON not yet found in ORDER BY. The first keys of ORDER BY must be among
   * them.
   */
  readonly open: Set<string>;
  readonly on: ReadonlySet<string>;
  /** The keys that distinguish rows. */
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
  // A plain DISTINCT is a list with one empty node.
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

/** The output or expression behind a key of DISTINCT ON. */
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
): SortTerm {
  const location = locationOf(openNode(node).fields);
  const index = outputIndex(node, targets);
  const target = index === undefined ? undefined : targets[index];
  if (target !== undefined && index !== undefined) {
    expectDistinctKey(distinct, target.expr.text, location);
    expectSortable(target.expr, location);
    const key = sortable(printing, target.expr, location);
    // A bare number as an output's text would be read as a position.
    if (key === target.expr.text || target.expr.type.name === 'unknown')
      return positionKey(target.expr, index);
    return { text: key };
  }
  const printed = printing.expression(node, namespace);
  expectSortable(printed, location);
  const key = sortable(printing, printed, location);
  expectDistinctKey(distinct, printed.text, location);
  const position = targets.findIndex(({ expr: item }) => item.text === printed.text);
  if (position >= 0 && key === printed.text) return positionKey(printed, position);
  if (distinct.kind !== 'rows') return { text: asExpression(printed, key) };
  if (position < 0) {
    return reject(
      'for SELECT DISTINCT, ORDER BY expressions must appear in select list',
      location,
      '42P10',
    );
  }
  return key === printed.text ? positionKey(printed, position) : { text: key };
}

/**
 * The sort key of an output: its position, or its text again if the repeated text has the same
 * value.
 */
function positionKey({ text, type }: Expr, index: number): SortTerm {
  const isRepeated = !(hasQuery(text) || hasWindow(text) || givesRows(text)) && isRepeatable(text);
  const key = isRepeated ? keyApart(text, type) : text;
  return key === text ? { position: index + 1 } : { text: key };
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
