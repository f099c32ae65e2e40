import { quoteIdentifier } from '../../kernel/quoting.ts';
import { duckdbOnlyFunction } from '../duckdb/function-lists.ts';
import { nearestName } from '../nearest-name.ts';
import { applySignature, type ResolvedCall } from './apply-call.ts';
import { functionsNamed, typeInfo } from './catalog/postgres-catalog.ts';
import { resolveFunction } from './catalog/resolve.ts';
import { coerce } from './coerce.ts';
import { engineOperands, engineResult } from './engine-result.ts';
import { type Expr, expr } from './expr.ts';
import { aggregateImplementations, functionImplementations, functionNames } from './functions/all-functions.ts';
import { castImplementations } from './functions/casts.ts';
import { computeConstant } from './functions/numeric-constants.ts';
import { type AggregateImplementation, type Call, fill, functionKey, implement } from './implementation.ts';
import { orderArguments } from './named-arguments.ts';
import { asEngineAggregate, hasOtherFunction, printOtherFunction } from './other-calls.ts';
import { printCondition } from './print-condition.ts';
import { printSetCall } from './print-set-call.ts';
import { expectGroupable, namedWindow, printSortClause, printWindow, sortDirection } from './print-window.ts';
import type { Printing } from './printing.ts';
import { refuse, reject } from './refusal.ts';
import type { Clause, Scope } from './scope.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from './tree.ts';
import { showType, typeNamed } from './type.ts';

const callFields = fieldSet(
  'funcname',
  'args',
  'agg_order',
  'agg_filter',
  'over',
  'agg_within_group',
  'agg_star',
  'agg_distinct',
  'func_variadic',
  'funcformat',
);

/** A function, aggregate or window call: the one of PostgreSQL's that the types choose, else one that only DuckDB has. */
export function printCall(printing: Printing, fields: Fields, scope: Scope): Expr {
  expectFields('a function call', fields, callFields);
  const location = locationOf(fields);
  const names = nameList(fields, 'funcname');
  const name = names.at(-1) ?? '';
  if (names.length > 1 && names[0] !== 'pg_catalog') {
    const isPublic = names.length === 2 && names[0] === 'public';
    reject(
      isPublic ? `function '${names.join('.')}' does not exist` : `schema '${names[0]}' does not exist`,
      location,
      isPublic ? '42883' : '3F000',
    );
  }
  if (flagOf(fields, 'func_variadic')) refuse('VARIADIC', location);
  if (functionsNamed(name).length > 0) return printKnown(printing, fields, name, scope);
  if (hasOtherFunction(name)) {
    expectPlain(name, fields);
    return printOtherFunction(printing, name, argumentsOf(printing, fields, scope), location);
  }
  const aggregate = asEngineAggregate(name, fields);
  if (aggregate !== undefined) return printEngineCall(printing, aggregate.fields, aggregate.name, scope);
  return printEngineCall(printing, fields, name, scope);
}

/**
 * Where an argument of an aggregate stands, aggregates may not be, and columns of its query need no grouping. An aggregate belongs to
 * the nearest query whose columns it reads: within a subquery that may be an outer one (`owner`).
 */
function withinAggregate<T>(
  scope: Scope,
  clause: Clause,
  print: () => T,
): { readonly printed: T; readonly owner: Scope } {
  const levels = scope.levels();
  const before = levels.map(({ reads, uses }) => ({ reads, uses: uses.length }));
  const outer = scope.clause;
  scope.clause = clause;
  const printed = print();
  scope.clause = outer;
  const at = levels.findIndex(({ reads }, index) => reads > (before[index]?.reads ?? 0));
  const owner = levels[at] ?? scope;
  owner.uses.length = Math.min(owner.uses.length, before[Math.max(at, 0)]?.uses ?? 0);
  return { printed, owner };
}

function expectOwner(scope: Scope, owner: Scope, name: string, location: number | undefined): void {
  if (owner !== scope && scope.clause === 'aggregate')
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

function expectAggregateAllowed(scope: Scope, name: string, location: number | undefined): void {
  if (scope.clause === 'aggregate') reject('aggregate function calls cannot be nested', location, '42803');
  if (noAggregates.has(scope.clause)) {
    reject(`aggregate functions are not allowed in ${scope.clause} ('${name}')`, location, '42803');
  }
}

function expectWindowAllowed(scope: Scope, location: number | undefined): void {
  if (scope.clause === 'aggregate')
    reject('aggregate function calls cannot contain window function calls', location, '42803');
  if (scope.clause === 'window') reject('window function calls cannot be nested', location, '42P20');
  if (scope.clause === 'select list' || scope.clause === 'ORDER BY') return;
  reject(`window functions are not allowed in ${scope.clause}`, location, '42P20');
}

function printKnown(printing: Printing, fields: Fields, name: string, scope: Scope): Expr {
  const location = locationOf(fields);
  if (functionsNamed(name).some(({ returnsSet }) => returnsSet)) {
    expectPlain(name, fields);
    return printSetCall(printing, fields, name, scope);
  }
  const kinds = new Set(functionsNamed(name).map(({ kind }) => kind));
  const isWindowed = fields.over !== undefined;
  if (isWindowed) expectWindowAllowed(scope, location);
  const isAggregate = kinds.has('aggregate') || kinds.has('ordered-set') || kinds.has('hypothetical-set');
  const printArgs = () => argumentsOf(printing, fields, scope);
  let args: readonly Expr[];
  let owner = scope;
  if (isAggregate && !isWindowed) {
    ({ printed: args, owner } = withinAggregate(scope, 'aggregate', printArgs));
    expectOwner(scope, owner, name, location);
  } else args = isWindowed ? withinWindow(scope, printArgs) : printArgs();
  const cast = castByName(printing, name, args, location);
  if (cast !== undefined) return cast;
  const types = args.map(({ type }) => type.name);
  const resolution = resolveFunction(functionsNamed(name), types);
  if (resolution.kind !== 'found') {
    if (hasOtherFunction(name)) return printOtherFunction(printing, name, args, location);
    return unresolved(name, args, resolution.kind, location);
  }
  const call = applySignature(printing, resolution.candidate, args, location);
  if (call.signature.kind === 'scalar') return printScalar(printing, fields, name, call);
  return printAggregate(printing, fields, name, call, scope, owner);
}

function withinWindow<T>(scope: Scope, print: () => T): T {
  const outer = scope.clause;
  scope.clause = 'window';
  const printed = print();
  scope.clause = outer;
  return printed;
}

function argumentsOf(printing: Printing, fields: Fields, scope: Scope): readonly Expr[] {
  const name = nameList(fields, 'funcname').at(-1) ?? '';
  const print = (arg: unknown) => printing.expression(arg, scope);
  const written = orderArguments(name, listOf(fields, 'args'), print, locationOf(fields));
  if (!flagOf(fields, 'agg_within_group')) return written;
  const sorted = listOf(fields, 'agg_order').map((item) => printing.expression(openNode(item).fields.node, scope));
  return [...written, ...sorted];
}

/** `text(x)`, `int4(x)`: a cast under the name of its type. */
function castByName(
  printing: Printing,
  name: string,
  args: readonly Expr[],
  location: number | undefined,
): Expr | undefined {
  const [only] = args;
  if (only === undefined || args.length !== 1 || typeInfo(name) === undefined) return undefined;
  if (!castImplementations.has(`${only.type.name}>${name}`)) return undefined;
  return coerce(printing, only, name, 'e', location);
}

function unresolved(
  name: string,
  args: readonly Expr[],
  kind: 'none' | 'ambiguous',
  location: number | undefined,
): never {
  const shown = `${name}(${args.map(({ type }) => showType(type)).join(', ')})`;
  if (kind === 'ambiguous') return reject(`function ${shown} is not unique; add explicit casts`, location, '42725');
  if (args.some(({ type }) => type.name === 'engine')) {
    return refuse(
      `${name}() of a value whose type PostgreSQL does not know`,
      location,
      'cast it first: CAST(x AS text)',
    );
  }
  return reject(`function ${shown} does not exist`, location, '42883');
}

function printScalar(printing: Printing, fields: Fields, name: string, call: ResolvedCall): Expr {
  const location = locationOf(fields);
  expectPlain(name, fields);
  const key = functionKey(name, call.signature.args);
  const computed = computeConstant(key, call.args);
  if (computed !== undefined) return computed;
  const implementation = functionImplementations.get(key);
  if (implementation === undefined) return refuse(`the function ${shownSignature(name, call)}`, location);
  return implement(implementation, { printing, name, ...call, location });
}

const shownSignature = (name: string, { signature }: ResolvedCall) =>
  `${name}(${signature.args.map((type) => showType(typeNamed(type))).join(', ')})`;

function expectPlain(name: string, fields: Fields): void {
  const location = locationOf(fields);
  if (fields.over !== undefined) {
    reject(`OVER specified, but ${name} is not a window function nor an aggregate function`, location, '42809');
  }
  const parts = {
    agg_star: `${name}(*)`,
    agg_distinct: 'DISTINCT',
    agg_order: 'ORDER BY',
    agg_filter: 'FILTER',
    agg_within_group: 'WITHIN GROUP',
  };
  for (const [part, word] of Object.entries(parts)) {
    if (fields[part] !== undefined)
      reject(`${word} specified, but ${name} is not an aggregate function`, location, '42809');
  }
}

function printAggregate(
  printing: Printing,
  fields: Fields,
  name: string,
  resolved: ResolvedCall,
  scope: Scope,
  owner: Scope,
): Expr {
  const location = locationOf(fields);
  const { kind } = resolved.signature;
  if (kind === 'window' && fields.over === undefined) {
    reject(`window function ${name} requires an OVER clause`, location, '42P20');
  }
  const isOrderedSet = kind === 'ordered-set' || kind === 'hypothetical-set';
  if (isOrderedSet !== flagOf(fields, 'agg_within_group')) {
    reject(`WITHIN GROUP is ${isOrderedSet ? 'required for' : 'not for'} the aggregate ${name}`, location, '42809');
  }
  const implementation = aggregateImplementations.get(functionKey(name, resolved.signature.args));
  if (implementation === undefined) return refuse(`the aggregate ${shownSignature(name, resolved)}`, location);
  if (kind !== 'window' && flagOf(fields, 'agg_star') !== (resolved.args.length === 0)) {
    reject(`${name}(*) must be used to call a parameterless aggregate function`, location, '42809');
  }
  if (fields.over === undefined) owner.hasAggregates = true;
  // The order in which PostgreSQL happens to give distinct values is part of these results.
  if (flagOf(fields, 'agg_distinct') && name.startsWith('json')) {
    refuse(`${name}(DISTINCT ...)`, location, 'aggregate a SELECT DISTINCT ... ORDER BY');
  }
  if (flagOf(fields, 'agg_distinct'))
    for (const item of resolved.args) expectGroupable(item, `${name}(DISTINCT ...)`, location);
  const call: Call = { printing, name, ...resolved, location };
  const printed = (args: string, spelling = implementation.spelling) =>
    aggregateText(printing, fields, spelling, args, scope, call.args.at(-1));
  const { beside } = implementation;
  if (implementation.parts !== undefined && flagOf(fields, 'agg_distinct')) {
    refuse(`${name}(DISTINCT ...) of ${showType(call.args[0]?.type ?? call.result)}`, location);
  }
  const wrapped =
    implementation.parts === undefined
      ? wrap(
          implementation,
          call,
          printed(aggregateArguments(implementation, call, isOrderedSet)),
          beside === undefined ? '' : printed(fill(beside.args, call.args), beside.spelling),
        )
      : fill(
          String(implementation.wrap),
          implementation.parts.map((args) => expr(printed(fill(args, call.args)), call.result)),
        );
  return expr(
    wrapped,
    implementation.engine === undefined ? call.result : { ...call.result, engine: implementation.engine(call) },
  );
}

function aggregateArguments({ args: template }: AggregateImplementation, call: Call, isOrderedSet: boolean): string {
  if (isOrderedSet)
    return call.args
      .slice(0, -1)
      .map(({ text }) => text)
      .join(', ');
  if (typeof template === 'function') return template(call);
  return fill(template ?? '$*', call.args);
}

function wrap(implementation: AggregateImplementation, call: Call, text: string, beside: string): string {
  if (implementation.wrap === undefined) return text;
  if (typeof implementation.wrap === 'function') return implementation.wrap(call, text, beside);
  return implementation.wrap.replace('$', () => text);
}

/** The call with DISTINCT, ORDER BY, FILTER and OVER; what WITHIN GROUP orders is of the signature's type. */
function aggregateText(
  printing: Printing,
  fields: Fields,
  spelling: string,
  args: string,
  scope: Scope,
  sorted?: Expr,
): string {
  const isOrderedSet = flagOf(fields, 'agg_within_group');
  const sortItems = listOf(fields, 'agg_order');
  const inner = () =>
    isOrderedSet && sorted !== undefined && sortItems.length === 1
      ? `ORDER BY ${sorted.text} ${sortDirection(sortItems[0])}`
      : printSortClause(printing, sortItems, scope);
  const isWindowed = fields.over !== undefined;
  if (isWindowed) expectPlainWindow(fields);
  const order = isWindowed ? withinWindow(scope, inner) : withinAggregate(scope, 'aggregate', inner).printed;
  const distinct = flagOf(fields, 'agg_distinct') ? 'DISTINCT ' : '';
  const content = `${distinct}${args}${isOrderedSet || order === '' ? '' : ` ${order}`}`;
  const test = () => printCondition(printing, fields.agg_filter, scope, 'FILTER').text;
  const condition =
    fields.agg_filter === undefined
      ? undefined
      : isWindowed
        ? withinWindow(scope, test)
        : withinAggregate(scope, 'FILTER', test).printed;
  const filter = condition === undefined ? '' : ` FILTER (WHERE ${condition})`;
  return `${quoteIdentifier(spelling)}(${content})${isOrderedSet ? ` WITHIN GROUP (${order})` : ''}${filter}${printOver(printing, fields, scope)}`;
}

/** What PostgreSQL has not implemented for windows either. */
function expectPlainWindow(fields: Fields): void {
  const location = locationOf(fields);
  if (flagOf(fields, 'agg_distinct')) reject('DISTINCT is not implemented for window functions', location, '0A000');
  if (listOf(fields, 'agg_order').length > 0) {
    reject('aggregate ORDER BY is not implemented for window functions', location, '0A000');
  }
}

function printOver(printing: Printing, fields: Fields, scope: Scope): string {
  const over = fieldsOf(fields, 'over');
  if (over === undefined) return '';
  const name = textOf(over, 'name');
  if (name === '') return ` OVER ${withinWindow(scope, () => printWindow(printing, over, scope))}`;
  namedWindow(name, scope, locationOf(over));
  return ` OVER ${quoteIdentifier(name)}`;
}

/** A function that PostgreSQL does not have and DuckDB has. */
function printEngineCall(printing: Printing, fields: Fields, name: string, scope: Scope): Expr {
  const location = locationOf(fields);
  const kind = duckdbOnlyFunction(name);
  if (kind === undefined) return unknownFunction(fields, name);
  const isAggregate = kind === 'aggregate';
  if (fields.over !== undefined) expectWindowAllowed(scope, location);
  const print = () => engineOperands(name, engineArguments(printing, fields, scope));
  let args: readonly Expr[];
  let owner = scope;
  if (isAggregate && fields.over === undefined) {
    ({ printed: args, owner } = withinAggregate(scope, 'aggregate', print));
    expectOwner(scope, owner, name, location);
  } else args = print();
  const written = flagOf(fields, 'agg_star') ? '*' : args.map(({ text }) => text).join(', ');
  const type = engineResult(name, args);
  if (!isAggregate) {
    expectPlain(name, fields);
    return expr(`${quoteIdentifier(name)}(${written})`, type);
  }
  if (fields.over === undefined) owner.hasAggregates = true;
  return expr(aggregateText(printing, fields, name, written, scope), type);
}

/** DuckDB's named arguments (`struct_pack(a := 1)`) are fine. */
function engineArguments(printing: Printing, fields: Fields, scope: Scope): readonly Expr[] {
  return listOf(fields, 'args').map((arg) => {
    const { kind, fields: named } = openNode(arg);
    if (kind !== 'NamedArgExpr') return printing.expression(arg, scope);
    const value = printing.expression(named.arg, scope);
    return { ...value, text: `${quoteIdentifier(textOf(named, 'name'))} := ${value.text}` };
  });
}

function unknownFunction(fields: Fields, name: string): never {
  const location = locationOf(fields);
  if (/^st_/.test(name)) refuse(`geospatial functions ('${name}')`, location);
  const nearest = nearestName(name, functionNames());
  const advice = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
  return reject(`function '${name}' does not exist${advice}`, location, '42883');
}
