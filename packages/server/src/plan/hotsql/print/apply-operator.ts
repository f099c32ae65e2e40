import { refuse, reject } from '../read/refusal.ts';
import { operatorsNamed } from '../resolve/catalog/postgres-catalog.ts';
import { resolveOperator } from '../resolve/catalog/resolve.ts';
import { comparableNumerics } from '../resolve/exact-numeric.ts';
import { type Expr, expr, isNull } from '../resolve/expr.ts';
import { isKept } from '../resolve/source-types.ts';
import { boolType, dimensionsOf, isArray, showType } from '../resolve/type.ts';
import { applySignature } from './apply-call.ts';
import { expectComparable, withCollation } from './collation.ts';
import { computeExactly } from './functions/exact-functions.ts';
import { computeConstant } from './functions/numeric-constants.ts';
import { operatorImplementations } from './functions/operators.ts';
import { implementationFor } from './functions/wide-arrays.ts';
import { implement, operatorKey } from './implementation.ts';
import type { Printing } from './printing.ts';
import { comparableRows, comparisonKey } from './row-value.ts';
import { printVectorOperator } from './vector-operators.ts';

export const comparisons = new Set(['=', '<>', '<', '>', '<=', '>=']);

/** In comparison with char(n), varchar is compared like char(n), and text is not. */
function namesForOperator(operands: readonly Expr[]): readonly string[] {
  const names = operands.map(({ type }) => type.name);
  if (!names.includes('bpchar')) return names;
  return operands.map(({ type }) => (type.isVarchar ? 'varchar' : type.name));
}

/** The operator that PostgreSQL chooses for the operands, printed for DuckDB. */
export function applyOperator(
  printing: Printing,
  operator: string,
  operands: readonly Expr[],
  location: number | undefined,
): Expr {
  const types = namesForOperator(operands);
  if (types.includes('engine')) return applyToEngine(operator, operands, location);
  const vectors = printVectorOperator(printing, operator, operands, location);
  if (vectors !== undefined) return vectors;
  const resolution = resolveOperator(operatorsNamed(operator), types);
  if (resolution.kind !== 'found') {
    const shown = operands.map(({ type }) => showType(type));
    const written =
      shown.length === 1 ? `${operator} ${shown[0]}` : `${shown[0]} ${operator} ${shown[1]}`;
    const kept = operands.find(({ type }) => isKept(type.name));
    if (kept !== undefined) comparisonKey(kept, location);
    return resolution.kind === 'none'
      ? reject(`operator does not exist: ${written}`, location, '42883')
      : reject(`operator is not unique: ${written}; add explicit casts`, location, '42725');
  }
  const call = applySignature(printing, resolution.candidate, operands, location);
  const key = operatorKey(operator, call.signature.args);
  const computed = computeConstant(printing, key, call.args, location);
  if (computed !== undefined) return computed;
  const exactly = computeExactly(key, { printing, name: operator, ...call, location });
  if (exactly !== undefined) return exactly;
  const implementation = implementationFor(key, operatorImplementations.get(key), {
    args: call.args,
    location,
  });
  if (implementation === undefined)
    return refuse(`the operator ${key.replace(/\b_(\w+)/g, '$1[]')}`, location);
  const args = apartWhereNested(operator, call.args);
  const made = implement(implementation, { printing, name: operator, ...call, args, location });
  return withCollation(made, operands, operator !== '||', location);
}

/**
 * DuckDB merges two bounds of one value into a BETWEEN, but does not support BETWEEN for lists and
 * structs. So the lesser side is printed as a different expression here.
 */
function apartWhereNested(operator: string, args: readonly Expr[]): readonly Expr[] {
  const lesser = operator.startsWith('<') ? 0 : 1;
  if (!['<', '<=', '>', '>='].includes(operator)) return args;
  return args.map((arg, index) =>
    index === lesser &&
    (isArray(arg.type) || arg.type.name === 'record') &&
    arg.constant === undefined
      ? { ...arg, text: `coalesce(${arg.text}, NULL)` }
      : arg,
  );
}

/**
 * Comparisons mean the same for every type; other operators depend on types that PostgreSQL lacks.
 */
function applyToEngine(
  operator: string,
  operands: readonly Expr[],
  location: number | undefined,
): Expr {
  const [left, right] = operands;
  if (left === undefined || right === undefined || !comparisons.has(operator)) {
    return refuse(
      `the operator '${operator}' of a value whose type PostgreSQL does not know`,
      location,
      'cast it first: CAST(x AS integer)',
    );
  }
  return expr(`(${left.text} ${operator} ${right.text})`, boolType);
}

/** The texts of two operands in the form that `=` compares. */
export function comparable(
  printing: Printing,
  operands: readonly Expr[],
  location: number | undefined,
): readonly string[] {
  const types = namesForOperator(operands);
  if (types.includes('engine') || operands.some(isNull)) return operands.map(({ text }) => text);
  const resolution = resolveOperator(operatorsNamed('='), types);
  if (resolution.kind !== 'found') {
    const [one, other] = operands.map(({ type }) => showType(type));
    return reject(`operator does not exist: ${one} = ${other}`, location, '42883');
  }
  const { args } = applySignature(printing, resolution.candidate, operands, location);
  const [one, other] = args.map(({ type }) => dimensionsOf(type));
  if (one !== other) refuse('a comparison of arrays of several dimensions and of one', location);
  expectComparable(operands, location);
  return comparedTexts(args, location);
}

/** The texts for DuckDB's comparison of two values of one type. */
export function comparedTexts(
  args: readonly Expr[],
  location: number | undefined,
): readonly string[] {
  const [left, right] = args;
  const areRows = left?.type.name === 'record' && right?.type.name === 'record';
  if (left?.type.name === 'numeric' && right?.type.name === 'numeric')
    return comparableNumerics(left, right);
  return areRows
    ? comparableRows(left, right, location)
    : args.map((arg) => comparisonKey(arg, location));
}

export function expectTest(test: Expr, location: number | undefined): string {
  if (test.type.name === 'bool') return test.text;
  return reject('op ANY/ALL (array) requires operator to yield boolean', location, '42809');
}
