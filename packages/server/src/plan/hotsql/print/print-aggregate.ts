import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  openNode,
  textOf,
} from '../read/tree.ts';
import { type Expr, expr, shownText } from '../resolve/expr.ts';
import type { Clause, Namespace } from '../resolve/namespace.ts';
import { exactType, isExact, showType } from '../resolve/type.ts';
import type { ResolvedCall } from './apply-call.ts';
import { withCollation } from './collation.ts';
import { asTest, whereFiltered } from './evaluation-order.ts';
import { aggregateImplementations } from './functions/all-functions.ts';
import {
  type AggregateFrame,
  type AggregateImplementation,
  type Call,
  fill,
  functionKey,
  shownSignature,
} from './implementation.ts';
import { withShown } from './numeric-text.ts';
import { printTest } from './print-condition.ts';
import {
  expectEquality,
  expectGroupable,
  keyApart,
  namedWindow,
  printSortClause,
  printWindow,
  sortable,
  sortDirection,
} from './print-window.ts';
import { canRaise } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { comparisonKey } from './row-value.ts';

/**
 * Prints an aggregate's argument, where aggregates are not allowed and columns need no grouping. An
 * aggregate belongs to the nearest query among the owners of its columns: inside a subquery,
 * `owner` may be an outer query.
 */
export function withinAggregate<T>(
  namespace: Namespace,
  clause: Clause,
  print: () => T,
): { readonly printed: T; readonly owner: Namespace } {
  const levels = namespace.levels();
  const before = levels.map(({ reads, uses }) => ({ reads, uses: uses.length }));
  const outer = namespace.clause;
  namespace.clause = clause;
  const printed = print();
  namespace.clause = outer;
  const at = levels.findIndex(({ reads }, index) => reads > (before[index]?.reads ?? 0));
  const owner = levels[at] ?? namespace;
  owner.uses.length = Math.min(owner.uses.length, before[Math.max(at, 0)]?.uses ?? 0);
  return { printed, owner };
}

export function expectOwner(
  namespace: Namespace,
  owner: Namespace,
  name: string,
  location: number | undefined,
): void {
  if (owner !== namespace && namespace.clause === 'aggregate')
    refuse("an outer query's aggregate within an aggregate", location);
  expectAggregateAllowed(owner, name, location);
}

const noAggregates: ReadonlySet<Clause> = new Set([
  'WHERE',
  'JOIN conditions',
  'GROUP BY',
  'functions in FROM',
  'FILTER',
  'VALUES',
  'LIMIT',
]);

function expectAggregateAllowed(
  namespace: Namespace,
  name: string,
  location: number | undefined,
): void {
  if (namespace.clause === 'aggregate')
    reject('aggregate function calls cannot be nested', location, '42803');
  if (noAggregates.has(namespace.clause)) {
    reject(
      `aggregate functions are not allowed in ${namespace.clause} ('${name}')`,
      location,
      '42803',
    );
  }
}

export function expectWindowAllowed(namespace: Namespace, location: number | undefined): void {
  if (namespace.clause === 'aggregate')
    reject('aggregate function calls cannot contain window function calls', location, '42803');
  if (namespace.clause === 'window')
    reject('window function calls cannot be nested', location, '42P20');
  if (namespace.clause === 'select list' || namespace.clause === 'ORDER BY') return;
  reject(`window functions are not allowed in ${namespace.clause}`, location, '42P20');
}

export function withinWindow<T>(namespace: Namespace, print: () => T): T {
  const outer = namespace.clause;
  namespace.clause = 'window';
  const printed = print();
  namespace.clause = outer;
  return printed;
}

/** A resolved aggregate or window call; `owner` is the aggregating query. */
export function printAggregate(
  printing: Printing,
  fields: Fields,
  name: string,
  resolved: ResolvedCall,
  namespace: Namespace,
  owner: Namespace,
): Expr {
  const location = locationOf(fields);
  const { kind } = resolved.signature;
  if (kind === 'window' && fields.over === undefined) {
    reject(`window function ${name} requires an OVER clause`, location, '42P20');
  }
  if (kind === 'window' && fields.agg_filter !== undefined) {
    reject('FILTER is not implemented for non-aggregate window functions', location, '0A000');
  }
  const isOrderedSet = kind === 'ordered-set' || kind === 'hypothetical-set';
  if (isOrderedSet !== flagOf(fields, 'agg_within_group')) {
    reject(
      `WITHIN GROUP is ${isOrderedSet ? 'required for' : 'not for'} the aggregate ${name}`,
      location,
      '42809',
    );
  }
  const implementation = aggregateImplementations.get(functionKey(name, resolved.signature.args));
  if (implementation === undefined) {
    return refuse(`the aggregate ${shownSignature(name, resolved.signature.args)}`, location);
  }
  if (kind !== 'window' && flagOf(fields, 'agg_star') !== (resolved.args.length === 0)) {
    reject(`${name}(*) must be used to call a parameterless aggregate function`, location, '42809');
  }
  if (fields.over === undefined) owner.hasAggregates = true;
  if (flagOf(fields, 'agg_distinct')) expectDistinct(fields, name, resolved.args);
  // Equal values with different texts count once.
  const isCounted = name === 'count' && flagOf(fields, 'agg_distinct');
  const args = isCounted
    ? resolved.args.map((arg) => distinctKey(printing, arg, location))
    : resolved.args;
  const frame = aggregateFrame(
    printing,
    fields,
    args,
    namespace,
    isOrderedSet ? args.at(-1) : undefined,
  );
  // Direct arguments of WITHIN GROUP are computed once, regardless of the filter.
  const direct = isOrderedSet ? listOf(fields, 'args').length : 0;
  const taken = args.map((arg, index) => (index < direct ? arg : frame.filtered(arg)));
  const call: Call = { printing, name, ...resolved, args: taken, location };
  const composed = implementation.compose?.(call, frame);
  const text =
    composed ??
    wrap(
      implementation,
      call,
      frame.write(implementation.spelling, aggregateArguments(implementation, call, isOrderedSet)),
    );
  const type =
    implementation.engine === undefined
      ? call.result
      : { ...call.result, engine: implementation.engine(call) };
  const shown = implementation.shown?.(call, frame);
  if (shown !== undefined && printing.isExact) return expr(shown, exactType);
  const isSorting = isOrderedSet || name === 'max' || name === 'min';
  const made = withCollation(expr(text, type), resolved.args, isSorting, location);
  return shown === undefined ? made : withShown(made, shown);
}

const distinctKey = (printing: Printing, arg: Expr, location: number | undefined): Expr => ({
  ...arg,
  text: sortable(printing, arg, location),
});

/** Aggregates of exact numerics with their own DISTINCT. */
const ownDistinct = /^(?:sum|avg|stddev|var|array_agg)/;

/**
 * Refuses DISTINCT in aggregates whose result depends on PostgreSQL's arbitrary order of distinct
 * values.
 */
function expectDistinct(fields: Fields, name: string, args: readonly Expr[]): void {
  const location = locationOf(fields);
  // Aggregates with their own sort of distinct values.
  const isJsonb = args.every(({ type }) => type.name === 'jsonb');
  if (name === 'json_agg' || name === 'jsonb_agg' || (name === 'array_agg' && isJsonb)) {
    for (const item of args) expectEquality(item, location);
    return;
  }
  if (name.startsWith('json')) {
    refuse(`${name}(DISTINCT ...)`, location, 'aggregate a SELECT DISTINCT ... ORDER BY');
  }
  if (name === 'count') return;
  for (const item of args) {
    expectGroupable(item, `${name}(DISTINCT ...)`, location);
    if (name === 'max' || name === 'min' || comparisonKey(item, location) === item.text) continue;
    if (isExact(item.type) && ownDistinct.test(name)) continue;
    refuse(`${name}(DISTINCT ...) of ${showType(item.type)}`, location);
  }
}

function aggregateArguments(
  { args: template }: AggregateImplementation,
  call: Call,
  isOrderedSet: boolean,
): string {
  if (isOrderedSet)
    return call.args
      .slice(0, -1)
      .map(({ text }) => text)
      .join(', ');
  if (typeof template === 'function') return template(call);
  return fill(template ?? '$*', call.args);
}

function wrap(implementation: AggregateImplementation, call: Call, text: string): string {
  if (implementation.wrap === undefined) return text;
  if (typeof implementation.wrap === 'function') return implementation.wrap(call, text);
  return implementation.wrap.replace('$', () => text);
}

const orderSensitive: ReadonlySet<string> = new Set(['array_agg', 'string_agg']);

/**
 * The clauses around an aggregate's arguments; `sorted` is WITHIN GROUP's expression in the
 * signature's type.
 */
export function aggregateFrame(
  printing: Printing,
  fields: Fields,
  args: readonly Expr[],
  namespace: Namespace,
  sorted?: Expr,
): AggregateFrame {
  const isOrderedSet = flagOf(fields, 'agg_within_group');
  const sortItems = listOf(fields, 'agg_order');
  const isWindowed = fields.over !== undefined;
  if (isWindowed) expectPlainWindow(fields);
  const within = <T>(clause: Clause, print: () => T) =>
    isWindowed ? withinWindow(namespace, print) : withinAggregate(namespace, clause, print).printed;
  const filter =
    fields.agg_filter === undefined
      ? undefined
      : asTest(
          within('FILTER', () => printTest(printing, fields.agg_filter, namespace, 'FILTER')).text,
        );
  const filteredText = (text: string) => whereFiltered(filter, text);
  const isDistinct = flagOf(fields, 'agg_distinct');
  const order = within('aggregate', () =>
    isOrderedSet && sorted !== undefined && sortItems.length === 1
      ? `ORDER BY ${filteredText(sortable(printing, sorted, locationOf(fields)))} ${sortDirection(sortItems[0])}`
      : printSortClause(printing, sortItems, namespace, (text, { type }) =>
          filteredText(keyApart(text, type)),
        ),
  );
  const distinct = isDistinct ? 'DISTINCT ' : '';
  if (distinct !== '') expectSortedArguments(printing, sortItems, args, namespace);
  const around = `${filter === undefined ? '' : ` FILTER (WHERE ${filter})`}${printOver(printing, fields, namespace)}`;
  const inside = order === '' ? '' : ` ${order}`;
  const [first] = args;
  // PostgreSQL sorts to find distinct values.
  const sortedDistinct = (spelling: string) =>
    distinct !== '' &&
    orderSensitive.has(spelling) &&
    first !== undefined &&
    first.constant === undefined
      ? ` ORDER BY ${filteredText(keyApart(first.text, first.type))} ASC NULLS LAST`
      : '';
  return {
    isDistinct: distinct !== '',
    directions: sortItems.map(sortDirection),
    hasGroupingSets: namespace.hasGroupingSets,
    filtered: (arg) => filteredArgument(arg, filter),
    filteredText,
    write: (spelling, args) => {
      if (isOrderedSet)
        return `${quoteIdentifier(spelling)}(${args}) WITHIN GROUP (${order})${around}`;
      // DuckDB does not recognize an argument that raises when repeated.
      if (distinct !== '' && spelling === 'array_agg' && canRaise(args)) {
        const [direction, nulls] = (
          sortItems[0] === undefined ? 'ASC NULLS LAST' : sortDirection(sortItems[0])
        ).split(/ (?=N)/);
        return `list_sort("array_agg"(DISTINCT ${args})${around}, '${direction}', '${nulls}')`;
      }
      return `${quoteIdentifier(spelling)}(${distinct}${args}${inside || sortedDistinct(spelling)})${around}`;
    },
    ordered: (spelling, args) => `${quoteIdentifier(spelling)}(${args}${inside})${around}`,
    over: (spelling, args) => `${quoteIdentifier(spelling)}(${args})${around}`,
  };
}

/** The argument, computed only for rows that pass the filter. */
function filteredArgument(arg: Expr, filter: string | undefined): Expr {
  const text = whereFiltered(filter, arg.text);
  if (text === arg.text) return arg;
  const shown = shownText(arg);
  const filtered = expr(text, arg.type);
  return shown === undefined ? filtered : withShown(filtered, whereFiltered(filter, shown));
}

/** Distinct values may be sorted only by themselves. */
function expectSortedArguments(
  printing: Printing,
  sortItems: readonly unknown[],
  args: readonly Expr[],
  namespace: Namespace,
): void {
  for (const item of sortItems) {
    const { node } = openNode(item).fields;
    const key = withinAggregate(namespace, 'aggregate', () =>
      printing.expression(node, namespace),
    ).printed;
    const isCast = openNode(node).kind === 'TypeCast';
    if (
      args.some(({ text, type }) => text === key.text && (!isCast || type.name === key.type.name))
    )
      continue;
    const location = locationOf(openNode(node).fields);
    reject(
      'in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list',
      location,
      '42P10',
    );
  }
}

/** Raises for clauses that PostgreSQL has not implemented for windows either. */
function expectPlainWindow(fields: Fields): void {
  const location = locationOf(fields);
  if (flagOf(fields, 'agg_distinct'))
    reject('DISTINCT is not implemented for window functions', location, '0A000');
  if (listOf(fields, 'agg_order').length > 0) {
    reject('aggregate ORDER BY is not implemented for window functions', location, '0A000');
  }
}

function printOver(printing: Printing, fields: Fields, namespace: Namespace): string {
  const over = fieldsOf(fields, 'over');
  if (over === undefined) return '';
  const name = textOf(over, 'name');
  if (name === '')
    return ` OVER ${withinWindow(namespace, () => printWindow(printing, over, namespace))}`;
  namedWindow(name, namespace, locationOf(over));
  return ` OVER ${quoteIdentifier(name)}`;
}
