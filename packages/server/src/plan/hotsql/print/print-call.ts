import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { duckdbOnlyFunction, otherNamesOfStringAgg } from '../../duckdb/function-lists.ts';
import { nearestName } from '../../nearest-name.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  flagOf,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from '../read/tree.ts';
import {
  functionsNamed,
  operatorOfFunction,
  typeInfo,
} from '../resolve/catalog/postgres-catalog.ts';
import { resolveFunction } from '../resolve/catalog/resolve.ts';
import { engineOperands, engineResult } from '../resolve/engine-result.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import { orderArguments } from '../resolve/named-arguments.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { showType, textSearchAdvice, textSearchTypes } from '../resolve/type.ts';
import { applySignature, type ResolvedCall } from './apply-call.ts';
import { applyOperator } from './apply-operator.ts';
import { coerce } from './coerce.ts';
import { withCollation } from './collation.ts';
import { functionImplementations, functionNames } from './functions/all-functions.ts';
import { castImplementations } from './functions/casts.ts';
import { computeExactly } from './functions/exact-functions.ts';
import { computeConstant } from './functions/numeric-constants.ts';
import { implementationFor } from './functions/wide-arrays.ts';
import { functionKey, implement, shownSignature } from './implementation.ts';
import { once } from './operand-once.ts';
import { asEngineAggregate, hasOtherFunction, printOtherFunction } from './other-calls.ts';
import {
  aggregateFrame,
  expectOwner,
  expectWindowAllowed,
  printAggregate,
  withinAggregate,
  withinWindow,
} from './print-aggregate.ts';
import { printSetCall } from './print-set-call.ts';
import { printVariadic, variadicElements } from './print-variadic.ts';
import { hasQuery } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { fieldOfRow } from './row-value.ts';

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

/**
 * A function, aggregate or window call: PostgreSQL's function by the argument types, else a
 * function of DuckDB alone.
 */
export function printCall(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  expectFields('a function call', fields, callFields);
  const location = locationOf(fields);
  const names = nameList(fields, 'funcname');
  const name = names.at(-1) ?? '';
  if (names.length > 1 && names[0] !== 'pg_catalog') {
    const isPublic = names.length === 2 && names[0] === 'public';
    reject(
      isPublic
        ? `function '${names.join('.')}' does not exist`
        : `schema '${names[0]}' does not exist`,
      location,
      isPublic ? '42883' : '3F000',
    );
  }
  if (flagOf(fields, 'func_variadic')) {
    const args = listOf(fields, 'args');
    if (!functionsNamed(name).some((one) => one.isVariadic && one.args.length === args.length)) {
      reject(
        `function ${name} takes no VARIADIC array as argument ${args.length}`,
        location,
        '42883',
      );
    }
    const elements = variadicElements(args.at(-1));
    if (elements === undefined) return printVariadic(printing, fields, name, namespace);
    const { func_variadic: _, ...rest } = fields;
    return printCall(printing, { ...rest, args: [...args.slice(0, -1), ...elements] }, namespace);
  }
  if (functionsNamed(name).length > 0) return printKnown(printing, fields, name, namespace);
  if (hasOtherFunction(name)) {
    expectPlain(name, fields);
    return printOtherFunction(printing, name, argumentsOf(printing, fields, namespace), location);
  }
  const column = columnByName(printing, fields, name, namespace);
  if (column !== undefined) return column;
  const aggregate = asEngineAggregate(name, fields);
  if (aggregate !== undefined)
    return printEngineCall(printing, aggregate.fields, aggregate.name, namespace);
  return printEngineCall(printing, fields, name, namespace);
}

function printKnown(printing: Printing, fields: Fields, name: string, namespace: Namespace): Expr {
  const location = locationOf(fields);
  if (functionsNamed(name).some(({ returnsSet }) => returnsSet)) {
    expectPlain(name, fields);
    return printSetCall(printing, fields, name, namespace);
  }
  const kinds = new Set(functionsNamed(name).map(({ kind }) => kind));
  const isWindowed = fields.over !== undefined;
  if (isWindowed && flagOf(fields, 'agg_within_group')) {
    reject(`OVER is not supported for ordered-set aggregate ${name}`, location, '0A000');
  }
  if (isWindowed) expectWindowAllowed(namespace, location);
  const isAggregate =
    kinds.has('aggregate') || kinds.has('ordered-set') || kinds.has('hypothetical-set');
  const printArgs = () => argumentsOf(printing, fields, namespace);
  let args: readonly Expr[];
  let owner = namespace;
  if (isAggregate && !isWindowed) {
    // Direct arguments are outside the aggregate: each is a single value for the group.
    const isOrderedSet = flagOf(fields, 'agg_within_group');
    const direct = isOrderedSet ? printArgs() : [];
    const printRows = isOrderedSet ? () => sortedOf(printing, fields, namespace) : printArgs;
    const within = withinAggregate(namespace, 'aggregate', printRows);
    args = [...direct, ...within.printed];
    owner = within.owner;
    expectOwner(namespace, owner, name, location);
    // DuckDB would assign the aggregate to the inner query.
    if (owner !== namespace && args.some(({ text }) => hasQuery(text))) {
      refuse(
        "an outer query's aggregate of a subquery",
        location,
        'compute the subquery in a WITH query first',
      );
    }
  } else args = isWindowed ? withinWindow(namespace, printArgs) : printArgs();
  const cast = castByName(printing, name, args, location);
  if (cast !== undefined) return cast;
  const types = args.map(({ type }) => type.name);
  const resolution = resolveFunction(functionsNamed(name), types);
  if (resolution.kind !== 'found') {
    if (hasOtherFunction(name)) return printOtherFunction(printing, name, args, location);
    const column = columnByName(printing, fields, name, namespace);
    return column ?? unresolved(name, args, resolution.kind, location);
  }
  const call = applySignature(printing, resolution.candidate, args, location);
  if (call.signature.kind === 'scalar') return printScalar(printing, fields, name, call);
  return printAggregate(printing, fields, name, call, namespace, owner);
}

function argumentsOf(printing: Printing, fields: Fields, namespace: Namespace): readonly Expr[] {
  const name = nameList(fields, 'funcname').at(-1) ?? '';
  const print = (arg: unknown) => printing.expression(arg, namespace);
  return orderArguments(name, listOf(fields, 'args'), print, locationOf(fields));
}

/** The expressions of WITHIN GROUP. */
function sortedOf(printing: Printing, fields: Fields, namespace: Namespace): readonly Expr[] {
  return listOf(fields, 'agg_order').map((item) =>
    printing.expression(openNode(item).fields.node, namespace),
  );
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
  if (kind === 'ambiguous')
    return reject(`function ${shown} is not unique; add explicit casts`, location, '42725');
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
  const computed = computeConstant(printing, key, call.args, location);
  if (computed !== undefined) return computed;
  const exactly = computeExactly(key, { printing, name, ...call, location });
  if (exactly !== undefined) return exactly;
  const implementation = implementationFor(key, functionImplementations.get(key), {
    args: call.args,
    location,
  });
  if (implementation === undefined) {
    const made = printSupport(printing, name, call, location);
    if (made !== undefined) return made;
    const { args, result } = call.signature;
    const isOfSearch = [...args, result].some((type) => textSearchTypes.has(type));
    const advice = isOfSearch ? textSearchAdvice : undefined;
    return refuse(`the function ${shownSignature(name, args)}`, location, advice);
  }
  const made = implement(implementation, { printing, name, ...call, location });
  return withCollation(made, call.args, comparesText.has(name), location);
}

/**
 * Functions behind PostgreSQL's operators and extreme values: `int4pl(a, b)` is `a + b`,
 * `date_larger(a, b)` is the larger value.
 */
function printSupport(
  printing: Printing,
  name: string,
  { args, result }: ResolvedCall,
  location: number | undefined,
): Expr | undefined {
  const operator = operatorOfFunction(name);
  if (operator !== undefined) return applyOperator(printing, operator, args, location);
  const [one, other] = args;
  if (!/(?:larger|smaller)$/.test(name) || one === undefined || other === undefined)
    return undefined;
  if (one.type.engine !== other.type.engine) return undefined;
  return once([one, other], ([left = one, right = other]) => {
    const isLarger = applyOperator(printing, '>', [left, right], location).text;
    const [whenTrue, whenFalse] = name.endsWith('larger') ? [left, right] : [right, left];
    const chosen = `CASE ${isLarger} WHEN true THEN ${whenTrue.text} WHEN false THEN ${whenFalse.text} END`;
    return expr(chosen, result.name === 'numeric' ? left.type : result);
  });
}

/** Functions on characters of a text, which depend on the collation. */
const comparesText: ReadonlySet<string> = new Set(
  'lower upper initcap casefold strpos position replace split_part regexp_match regexp_matches regexp_replace like'.split(
    ' ',
  ),
);

function expectPlain(name: string, fields: Fields): void {
  const location = locationOf(fields);
  if (fields.over !== undefined) {
    reject(
      `OVER specified, but ${name} is not a window function nor an aggregate function`,
      location,
      '42809',
    );
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

const notPlain = [
  'over',
  'agg_star',
  'agg_distinct',
  'agg_order',
  'agg_filter',
  'agg_within_group',
] as const;

/** `name(t)`: the named column of a row, if no function of the name accepts the row. */
function columnByName(
  printing: Printing,
  fields: Fields,
  name: string,
  namespace: Namespace,
): Expr | undefined {
  const [only, ...more] = listOf(fields, 'args');
  if (
    only === undefined ||
    more.length > 0 ||
    notPlain.some((part) => fields[part] !== undefined) ||
    openNode(only).kind !== 'ColumnRef'
  ) {
    return undefined;
  }
  const before = namespace
    .levels()
    .map((level) => ({ level, reads: level.reads, uses: level.uses.length }));
  const value = printing.expression(only, namespace);
  if (value.type.fields?.some((field) => field.name === name))
    return fieldOfRow(value, name, locationOf(fields));
  for (const { level, reads, uses } of before) {
    level.reads = reads;
    level.uses.length = Math.min(uses, level.uses.length);
  }
  return undefined;
}

/** A function that DuckDB has and PostgreSQL lacks. */
function printEngineCall(
  printing: Printing,
  fields: Fields,
  name: string,
  namespace: Namespace,
): Expr {
  const location = locationOf(fields);
  const kind = duckdbOnlyFunction(name);
  if (kind === undefined) return unknownFunction(fields, name);
  const isAggregate = kind === 'aggregate';
  if (fields.over !== undefined) expectWindowAllowed(namespace, location);
  const print = () => engineOperands(name, engineArguments(printing, fields, namespace));
  let args: readonly Expr[];
  let owner = namespace;
  if (isAggregate && fields.over === undefined) {
    ({ printed: args, owner } = withinAggregate(namespace, 'aggregate', print));
    expectOwner(namespace, owner, name, location);
  } else args = print();
  const written = (texts: readonly Expr[]) =>
    flagOf(fields, 'agg_star') ? '*' : texts.map(({ text }) => text).join(', ');
  const type = engineResult(name, args);
  if (!isAggregate) {
    expectPlain(name, fields);
    return expr(`${quoteIdentifier(name)}(${written(args)})`, type);
  }
  if (fields.over === undefined) owner.hasAggregates = true;
  const frame = aggregateFrame(printing, fields, args, namespace);
  return expr(frame.write(name, written(args.map(frame.filtered))), type);
}

/** DuckDB's named arguments (`struct_pack(a := 1)`) are allowed. */
function engineArguments(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
): readonly Expr[] {
  return listOf(fields, 'args').map((arg) => {
    const { kind, fields: named } = openNode(arg);
    if (kind !== 'NamedArgExpr') return printing.expression(arg, namespace);
    const value = printing.expression(named.arg, namespace);
    return { ...value, text: `${quoteIdentifier(textOf(named, 'name'))} := ${value.text}` };
  });
}

function unknownFunction(fields: Fields, name: string): never {
  const location = locationOf(fields);
  if (/^st_/.test(name)) refuse(`geospatial functions ('${name}')`, location);
  if (otherNamesOfStringAgg.has(name)) {
    reject(
      `function '${name}' does not exist; write string_agg(x, ',' ORDER BY y)`,
      location,
      '42883',
    );
  }
  const nearest = nearestName(name, functionNames());
  const advice = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
  return reject(`function '${name}' does not exist${advice}`, location, '42883');
}
