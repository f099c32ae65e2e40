/**
 * Preserves PostgreSQL's order of evaluation for expressions that may raise. DuckDB computes a
 * column at a time. It stops early in tests (WHERE, HAVING, ON, CASE WHEN, COALESCE) and nowhere
 * else. So AND and OR as values, and arguments of filtered aggregates, become CASE, but only around
 * expressions that may raise.
 */

import { type Expr, expr, type Truth } from '../resolve/expr.ts';
import { boolType } from '../resolve/type.ts';
import { onceTested } from './operand-once.ts';
import { canRaise, hasConnective, isChanging } from './printed-facts.ts';

/**
 * `a AND b AND ...` (or OR) as a value: a test that may raise is computed only if no test before it
 * decides. All tests before the last such test are printed twice.
 */
export function inOrder(tests: readonly string[], word: 'AND' | 'OR'): string {
  const starts = [0, ...tests.keys()].filter(
    (at, index) => index === 0 || (at > 0 && canRaise(tests[at] ?? '')),
  );
  if (starts.length === 1) return plainly(tests, word);
  if (tests.slice(0, starts.at(-1)).some(isChanging)) return oneByOne(tests, word);
  const decided = starts.slice(0, -1).map((start, index) => {
    const part = plainly(tests.slice(start, starts[index + 1]), word);
    return word === 'AND' ? `WHEN (NOT ${part}) THEN false` : `WHEN ${part} THEN true`;
  });
  return `(CASE ${decided.join(' ')} ELSE ${plainly(tests, word)} END)`;
}

/**
 * Combines conditions that may themselves be combined. A condition with tests of its own for true
 * and for false is printed once for each, so nested levels of AND and OR are printed twice in total
 * instead of twice per level.
 */
export function connected(conditions: readonly Expr[], word: 'AND' | 'OR'): Expr {
  const texts = conditions.map(({ text }) => text);
  if (texts.some(isChanging)) return expr(inOrder(texts, word), boolType);
  const other = word === 'AND' ? 'OR' : 'AND';
  const truths = conditions.map(truthOf);
  const whenTrue = plainly(
    truths.map((truth) => truth.whenTrue),
    word,
  );
  const whenFalse = plainly(
    truths.map((truth) => truth.whenFalse),
    other,
  );
  const isNested = conditions.some(({ text, truth }) => truth?.of === text);
  const mayRaise = texts.some((text, at) => at > 0 && canRaise(text));
  const text =
    isNested && mayRaise
      ? `(CASE WHEN ${whenTrue} THEN true WHEN ${whenFalse} THEN false END)`
      : inOrder(texts, word);
  return { text, type: boolType, truth: { of: text, whenTrue, whenFalse } };
}

/** The negation of a condition. */
export function negated(condition: Expr): Expr {
  const text = `(NOT ${condition.text})`;
  if (condition.truth?.of !== condition.text) return expr(text, boolType);
  const { whenTrue, whenFalse } = condition.truth;
  return { text, type: boolType, truth: { of: text, whenTrue: whenFalse, whenFalse: whenTrue } };
}

function truthOf({ text, truth }: Expr): Truth {
  return truth?.of === text ? truth : { of: text, whenTrue: text, whenFalse: `(NOT ${text})` };
}

/** Like `inOrder`, for tests with changing results, each of which must be computed once. */
function oneByOne([test = '', ...rest]: readonly string[], word: 'AND' | 'OR'): string {
  if (rest.length === 0) return test;
  return onceTested(test, (known) => {
    const decided = word === 'AND' ? `WHEN (NOT ${known}) THEN false` : `WHEN ${known} THEN true`;
    return `(CASE ${decided} ELSE (${known} ${word} ${inOrder(rest, word)}) END)`;
  });
}

/** Like `inOrder`, in a position where DuckDB tests the condition. */
export function plainly(tests: readonly string[], word: 'AND' | 'OR'): string {
  return tests.length === 1 ? (tests[0] ?? '') : `(${tests.join(` ${word} `)})`;
}

/** A condition in a position where DuckDB computes a value. */
export function asTest(condition: string): string {
  const hasParts = hasConnective(condition) && canRaise(condition);
  return hasParts ? `(CASE WHEN ${condition} THEN true END)` : condition;
}

/**
 * A value needed only for the rows of a filter. A filter with changing results is computed once.
 */
export function whereFiltered(filter: string | undefined, value: string): string {
  if (filter === undefined || !canRaise(value) || isChanging(filter)) return value;
  return `CASE WHEN ${filter} THEN ${value} END`;
}

/** A condition that is true if no earlier test is true, and then `test` is. */
export function decidedBy(before: readonly string[], test?: string): string {
  const earlier = before.map((other) => `WHEN ${other} THEN false `).join('');
  return test === undefined
    ? `(CASE ${earlier}ELSE true END)`
    : `(CASE ${earlier}WHEN ${test} THEN true END)`;
}
