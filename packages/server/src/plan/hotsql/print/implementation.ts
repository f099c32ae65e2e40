import { refuse } from '../read/refusal.ts';
import type { Signature } from '../resolve/catalog/postgres-catalog.ts';
import { type Expr, expr, isNull } from '../resolve/expr.ts';
import { isVarying, showType, type Type, typeNamed, unvarying, varying } from '../resolve/type.ts';
import { once } from './operand-once.ts';
import type { Printing } from './printing.ts';

/** A call of an operator, function or aggregate with its resolved signature. */
export interface Call {
  readonly printing: Printing;
  readonly name: string;
  readonly signature: Signature;
  /** Already cast to the types of the signature. */
  readonly args: readonly Expr[];
  /**
   * PostgreSQL's result type. The implementation decides the representation of `numeric` and of
   * polymorphic results.
   */
  readonly result: Type;
  readonly location: number | undefined;
}

/**
 * DuckDB's computation of a call: a text with `$1`, `$2` for the arguments, each allowed several
 * times (`$*`: all of them), or a function that returns the text. A numeric result of a text has
 * the representation of the first numeric argument.
 */
export type Implementation = string | ((call: Call) => string | Expr);

/** The rows of a function: the first column, and further columns in `more`. */
export interface FunctionRows {
  readonly list: string;
  readonly type: Type;
  readonly name?: string;
  readonly more?: readonly { readonly name: string; readonly type: Type; readonly list: string }[];
}

export type RowFunction = (call: Call) => FunctionRows;

/** An aggregate or window function: DuckDB's spelling, and additions around and inside the call. */
export interface AggregateImplementation {
  readonly spelling: string;
  /** Template of the arguments; by default all of them. */
  readonly args?: string | ((call: Call) => string);
  /** Template around the whole call with its OVER; `$` is the call. */
  readonly wrap?: string | ((call: Call, text: string) => string);
  /**
   * Combines several aggregates over the same rows, or uses other arguments than the call; such an
   * implementation needs no spelling.
   */
  readonly compose?: (call: Call, frame: AggregateFrame) => string | undefined;
  /** The text of a numeric that DuckDB represents as a double. */
  readonly shown?: (call: Call, frame: AggregateFrame) => string | undefined;
  /** DuckDB's type of the result, if PostgreSQL's type does not determine it. */
  readonly engine?: (call: Call) => string;
}

/** The clauses around an aggregate's arguments: DISTINCT, ORDER BY, FILTER, OVER. */
export interface AggregateFrame {
  readonly isDistinct: boolean;
  /** `ASC NULLS LAST` or similar, for each expression of ORDER BY. */
  readonly directions: readonly string[];
  /** A key of GROUP BY may be null in a group although no row has a null. */
  readonly hasGroupingSets: boolean;
  /** The argument in a form that cannot raise for rows excluded by FILTER. */
  readonly filtered: (arg: Expr) => Expr;
  readonly filteredText: (text: string) => string;
  /** The call as written. */
  readonly write: (spelling: string, args: string) => string;
  /** Another aggregate over the same rows in the same order. */
  readonly ordered: (spelling: string, args: string) => string;
  /** Another aggregate over the same rows in any order. */
  readonly over: (spelling: string, args: string) => string;
}

/**
 * A table of implementations. A key is the signature in the form of PostgreSQL's catalog,
 * `name(type, type)` or for operators `left op right`; `a|b` makes one entry for each alternative:
 * `abs(int2|int4|int8)`.
 */
export type Implementations<T> = Readonly<Record<string, T>>;

export const shownSignature = (name: string, args: readonly string[]) =>
  `${name}(${args.map((type) => showType(typeNamed(type))).join(', ')})`;

export const functionKey = (name: string, args: readonly string[]) => `${name}(${args.join()})`;
export const operatorKey = (name: string, args: readonly string[]) =>
  args.length === 1 ? `${name} ${args[0]}` : `${args[0]} ${name} ${args[1]}`;

/** The tables as one map; each alternative of a key becomes an entry. */
export function indexImplementations<T>(
  tables: readonly Implementations<T>[],
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const table of tables) {
    for (const [key, implementation] of Object.entries(table)) {
      for (const plain of alternatives(key)) found.set(plain, implementation);
    }
  }
  return found;
}

function alternatives(key: string): readonly string[] {
  const call = /^(\w+)\((.*)\)$/.exec(key);
  if (call !== null) {
    const [, name = '', args = ''] = call;
    return product(args === '' ? [] : args.split(',').map((type) => type.trim())).map((types) =>
      functionKey(name, types),
    );
  }
  const words = key.split(' ');
  if (words.length === 2)
    return product([words[1] ?? '']).map((types) => operatorKey(words[0] ?? '', types));
  return product([words[0] ?? '', words[2] ?? '']).map((types) =>
    operatorKey(words[1] ?? '', types),
  );
}

function product(slots: readonly string[]): readonly (readonly string[])[] {
  return slots.reduce<readonly (readonly string[])[]>(
    (rows, slot) => rows.flatMap((row) => slot.split('|').map((type) => [...row, type])),
    [[]],
  );
}

/** The text of a template. */
export function fill(template: string, args: readonly Expr[]): string {
  // Replaced in a single pass: an argument's own text may contain '$1' in a literal or a name.
  return template.replaceAll(/\$(\*|\d)/g, (_, place: string) =>
    place === '*' ? args.map(({ text }) => text).join(', ') : (args[Number(place) - 1]?.text ?? ''),
  );
}

/** The call, printed by an implementation. */
export function implement(implementation: Implementation, call: Call): Expr {
  return once(call.args, (args) => implementPlainly(implementation, { ...call, args }));
}

function implementPlainly(implementation: Implementation, call: Call): Expr {
  const made =
    typeof implementation === 'string' ? fill(implementation, call.args) : implementation(call);
  if (typeof made !== 'string') return withVaryingScale(call, made);
  // DuckDB gives a call with a constant null no type.
  if (call.args.some(isNull) && call.result.engine !== '' && call.result.name !== 'numeric') {
    return expr(`CAST(${made} AS ${call.result.engine})`, call.result);
  }
  const numeric =
    call.result.name === 'numeric'
      ? call.args.find(({ type }) => type.name === 'numeric')
      : undefined;
  return withVaryingScale(call, expr(made, numeric?.type ?? call.result));
}

/**
 * A result computed from numerics with varying decimals also has varying decimals, unless rounded.
 */
function withVaryingScale({ name, args }: Call, made: Expr): Expr {
  if (!args.some(({ type }) => isVarying(type))) return made;
  const isRounded = name === 'round' || name === 'trunc';
  return { ...made, type: isRounded ? unvarying(made.type) : varying(made.type) };
}

/** The constant text of an argument; `what` requires its value at translation. */
export function constantArgument(call: Call, index: number, what: string): string {
  const constant = call.args[index]?.constant;
  if (constant?.kind === 'text' || constant?.kind === 'number') return constant.value;
  return refuse(`${what} that is no literal`, call.location);
}
