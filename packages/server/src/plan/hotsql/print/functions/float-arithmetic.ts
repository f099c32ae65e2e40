/**
 * Arithmetic of floats that raises as PostgreSQL does for overflow and underflow, where DuckDB
 * returns infinity or zero. After an overflow the value stays infinite or becomes NaN until the end
 * of a sum or product, so a single test of the whole finds it. If the test fails, the steps are
 * repeated one by one. The test costs 4 ns a row, and steps in TypeScript 200. The test is omitted
 * if the operands are known to be far from the ends of the type, as integers and decimals are.
 */

import { type FloatTree, floatStep } from '../../read/float-tree.ts';
import type { Expr } from '../../resolve/expr.ts';
import type { Call } from '../implementation.ts';
import { isNonZeroLiteral } from '../printed-facts.ts';
import type { Printing } from '../printing.ts';

type FloatType = 'float4' | 'float8';

/** A column or a literal, which may be repeated in the text. */
const simple = /^(?:CAST\()?(?:"[^"]*"(?:\."[^"]*")*|'[^']*')(?: AS (?:DOUBLE|FLOAT)\))?$/;
const literal = /^(?:CAST\()?'[^']*'(?: AS (?:DOUBLE|FLOAT)\))?$/;
const isLeaf = (tree: FloatTree): tree is FloatTree & { readonly leaf: string } => 'leaf' in tree;

const treeOf = ({ text, floats }: Expr): FloatTree =>
  floats === undefined || (isLeaf(floats) && floats.leaf !== text) ? { leaf: text } : floats;

/**
 * `+ - * /` of two floats of one type. A divisor is tested separately, because division by infinity
 * gives a finite result.
 */
export function floatOperation(call: Call, operator: string): Expr {
  const [left, right] = call.args;
  if (left === undefined || right === undefined) throw new Error('an operator without operands');
  const type: FloatType = call.result.name === 'float4' ? 'float4' : 'float8';
  const divides = operator === '/';
  const floats = floatStep(operator, treeOf(left), divides ? divisor(right) : treeOf(right), type);
  return { text: tested(call.printing, floats, type), type: call.result, floats };
}

const divisor = (right: Expr): FloatTree => ({
  leaf: right.text,
  magnitude: treeOf(right).magnitude,
});

/** The text of the whole expression. Expensive leaves are computed once and bound to names. */
function tested(printing: Printing, tree: FloatTree, type: FloatType): string {
  const isSafe = tree.magnitude !== undefined;
  const plain: Naming = { printing, type, names: new Map() };
  if (isSafe && !repeatsDivisor(tree)) return raws(tree, plain);
  const leaves = [...new Set(leavesOf(tree))];
  // Inside a lambda, DuckDB finds no column of an enclosing query.
  const named = leaves.every((leaf) => simple.test(leaf))
    ? []
    : leaves.filter((leaf) => !literal.test(leaf));
  const names = new Map(named.map((leaf, index) => [leaf, `"f"['f${index}']`]));
  const text = isSafe ? raws(tree, { ...plain, names }) : withTest(tree, { ...plain, names });
  if (named.length === 0) return text;
  const bound = named.map((leaf, index) => `'f${index}': ${leaf}`).join(', ');
  return `list_transform([{${bound}}], lambda "f": ${text})[1]`;
}

function withTest(tree: FloatTree, named: Naming): string {
  const { type, names } = named;
  const raw = raws(tree, named);
  const failed = `hotsql_float_steps('${steps(tree, { count: 0 })} ${type}', [${leavesOf(tree)
    .map((leaf) => `CAST(${names.get(leaf) ?? leaf} AS DOUBLE)`)
    .join(', ')}])`;
  const result = type === 'float4' ? `CAST(${failed} AS FLOAT)` : failed;
  const tests = [`isfinite(${raw})`, ...smallTests(tree, named, false)].join(' AND ');
  return `CASE WHEN NOT (${tests}) THEN ${result} ELSE ${raw} END`;
}

/** True if a divisor may be zero: the text then repeats divisor and dividend. */
const repeatsDivisor = (tree: FloatTree): boolean =>
  !isLeaf(tree) &&
  ((tree.operator === '/' && !(isLeaf(tree.right) && isNonZeroLiteral(tree.right.leaf))) ||
    repeatsDivisor(tree.left) ||
    repeatsDivisor(tree.right));

function leavesOf(tree: FloatTree): readonly string[] {
  return isLeaf(tree) ? [tree.leaf] : [...leavesOf(tree.left), ...leavesOf(tree.right)];
}

interface Naming {
  readonly printing: Printing;
  readonly type: FloatType;
  readonly names: ReadonlyMap<string, string>;
}

/** The steps in DuckDB's own order. */
function raws(tree: FloatTree, named: Naming): string {
  if (isLeaf(tree)) return named.names.get(tree.leaf) ?? tree.leaf;
  const [left, right] = [raws(tree.left, named), raws(tree.right, named)];
  const isPlain = tree.operator !== '/' || isNonZeroLiteral(right);
  return `(${left} ${tree.operator} ${isPlain ? right : named.printing.macro('float_divisor', right, left)})`;
}

/** The steps in PostgreSQL's order: the numbers of leaves, with operators after their operands. */
function steps(tree: FloatTree, counter: { count: number }): string {
  if (isLeaf(tree)) return String(counter.count++);
  const left = steps(tree.left, counter);
  return `${left} ${steps(tree.right, counter)} ${tree.operator}`;
}

/**
 * A product is zero only if a factor is; a quotient only if the dividend is, or the divisor is
 * infinite.
 */
function smallTests(tree: FloatTree, named: Naming, isFactor: boolean): readonly string[] {
  if (isLeaf(tree) || tree.magnitude !== undefined) return [];
  const isProduct = tree.operator === '*';
  const inner = [tree.left, tree.right].flatMap((side) => smallTests(side, named, isProduct));
  const zero = (side: string) => (isNonZeroLiteral(side) ? [] : [`${side} = 0`]);
  if (tree.operator === '/') {
    const [left, right] = [raws(tree.left, named), raws(tree.right, named)];
    const infinite = isNonZeroLiteral(right) ? [] : [`isinf(${right})`];
    return [
      ...inner,
      `(${[`${raws(tree, named)} <> 0`, ...zero(left), ...infinite].join(' OR ')})`,
    ];
  }
  if (!isProduct || isFactor) return inner;
  const factors = factorsOf(tree).map((factor) => raws(factor, named));
  return [...inner, `(${[`${raws(tree, named)} <> 0`, ...factors.flatMap(zero)].join(' OR ')})`];
}

function factorsOf(tree: FloatTree): readonly FloatTree[] {
  return isLeaf(tree) || tree.operator !== '*'
    ? [tree]
    : [...factorsOf(tree.left), ...factorsOf(tree.right)];
}
