import { commonType } from '../resolve/catalog/resolve.ts';
import { type Expr, expr, shownText } from '../resolve/expr.ts';
import { type Type, textType } from '../resolve/type.ts';
import { castExpr } from './cast-column.ts';
import type { Printing } from './printing.ts';

/**
 * Minimum number of steps of one operator to be printed as a list: DuckDB walks a tree by
 * recursion, at most 1,000 levels deep.
 */
export const longRun = 200;

const numbers = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']);
const arithmetic = new Set(['+', '-', '*', '/', '%', '&', '|', '#']);

/** Combines two operands by PostgreSQL's operator. */
export type Apply = (left: Expr, right: Expr) => Expr;

/**
 * `left op rights[0] op rights[1] ...`, evaluated from left to right, in a text of small depth;
 * undefined if each step has a different type.
 */
export function longChain(
  printing: Printing,
  operator: string,
  left: Expr,
  [right, ...rest]: readonly Expr[],
  apply: Apply,
): Expr | undefined {
  if (right === undefined) return undefined;
  if (operator === '||') return concatenated(apply(left, right), rest, apply);
  return arithmetic.has(operator) ? reduced(printing, apply(left, right), rest, apply) : undefined;
}

/** A chain of texts: any grouping gives the same text, or null if a text is null. */
function concatenated(left: Expr, rights: readonly Expr[], join: Apply): Expr | undefined {
  if (left.type.name !== 'text') return undefined;
  const isText = ({ type }: Expr) => type.name === 'text' || type.name === 'unknown';
  const empty: Expr = { text: "''", type: textType };
  const texts = [left, ...rights.map((right) => (isText(right) ? right : join(empty, right)))];
  if (texts.some((item) => !isText(item))) return undefined;
  const joined = (items: readonly Expr[]): Expr => {
    const [one = left, other] = items;
    if (items.length <= 2) return other === undefined ? one : join(one, other);
    const half = Math.ceil(items.length / 2);
    return join(joined(items.slice(0, half)), joined(items.slice(half)));
  };
  return joined(texts);
}

/**
 * A chain of numbers of one type, evaluated step by step: overflow and rounding of floats are as in
 * the written order.
 */
function reduced(
  printing: Printing,
  left: Expr,
  rights: readonly Expr[],
  apply: Apply,
): Expr | undefined {
  const { name } = left.type;
  if (!numbers.has(name)) return undefined;
  // The text of a numeric with varying decimals needs each step.
  if (name === 'numeric' && [left, ...rights].some((item) => shownText(item) !== undefined))
    return undefined;
  const hasOneType = rights.every((right) => {
    const common = commonType([name, right.type.name]);
    return !('clash' in common) && common.type === name;
  });
  const holding = hasOneType ? heldThroughout(left.type, rights, apply) : undefined;
  if (holding === undefined) return undefined;
  const items = [left, ...rights].map((item) => castExpr(printing, item, name, 'i', holding).text);
  const step = apply(expr('"total"', holding), expr('"next"', holding));
  const list = `CAST([${items.join(', ')}] AS ${holding.engine}[])`;
  return expr(`list_reduce(${list}, lambda "total", "next": ${step.text})`, holding);
}

/**
 * A type that a further step does not change: sums of decimals gain a digit with each step, up to
 * 38.
 */
function heldThroughout(first: Type, rights: readonly Expr[], apply: Apply): Type | undefined {
  const others = [...new Map(rights.map(({ type }) => [type.engine, type])).values()];
  let held = first;
  for (let tries = 0; tries < 40; tries += 1) {
    const grown = [...others, held].reduce(
      (type, other) => apply(expr('"total"', type), expr('"next"', other)).type,
      held,
    );
    if (grown.name !== first.name) return undefined;
    if (grown.engine === held.engine) return held;
    held = grown;
  }
  return undefined;
}
