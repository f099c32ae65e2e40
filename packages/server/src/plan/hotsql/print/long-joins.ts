import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { type Fields, openNode, textOf } from '../read/tree.ts';
import type { FromItem } from '../resolve/namespace.ts';
import type { Printing } from './printing.ts';

/**
 * DuckDB weighs every order of inner joins, and derives `a = c` from `a = b` and `b = c`: a chain
 * of 60 over one key takes 2 s to plan, one of 100 takes 15 s. So a long chain is planned in parts
 * of so many relations, in the order that it is written in, as PostgreSQL does past its
 * `join_collapse_limit`: 100 take 0.1 s.
 */
const relationsTogether = 16;
export const longChain = 24;

/** Of the joins that were looked at: whether what stands on their left is planned by itself. */
const parted = new WeakMap<Fields, boolean>();

/**
 * Notes which joins of the chain that ends in this one are planned apart: to be asked of the
 * outermost before those within.
 */
export function noteChain(join: Fields): void {
  if (parted.has(join)) return;
  const chain = innerJoins(join);
  for (const [index, inner] of chain.entries()) {
    const relations = chain.length - index;
    parted.set(inner, chain.length >= longChain && relations % relationsTogether === 0);
  }
}

/** The left side of a join; planned by itself where a part of a long chain ends with it. */
export function plannedApart(printing: Printing, join: Fields, left: FromItem): FromItem {
  if (parted.get(join) !== true) return left;
  return { ...left, render: () => apart(printing, left.render()) };
}

/**
 * Joins that are planned by themselves. An outer join is planned where it stands; this one gives
 * each row once, and lets filters through.
 */
function apart(printing: Printing, joins: string): string {
  const one = quoteIdentifier(printing.freshName('one'));
  return `(${joins} LEFT JOIN (SELECT 1) AS ${one} ON true)`;
}

/** Relations that are joined one after another; the first has no conditions. */
export function plannedInParts(
  printing: Printing,
  relations: readonly { readonly text: string; readonly on: readonly string[] }[],
): string {
  let joins = '';
  for (const [index, { text, on }] of relations.entries()) {
    if (index > 0 && index % relationsTogether === 0 && relations.length >= longChain)
      joins = apart(printing, joins);
    joins = index === 0 ? text : `${joins} JOIN ${text} ON ${on.join(' AND ')}`;
  }
  return joins;
}

/** From the outermost in, along their left sides, as long as each has a condition. */
function innerJoins(outermost: Fields): readonly Fields[] {
  const chain: Fields[] = [];
  for (let join: Fields | undefined = outermost; join !== undefined && isConditioned(join); ) {
    chain.push(join);
    const { kind, fields }: { kind: string; fields: Fields } = openNode(join.larg);
    join = kind === 'JoinExpr' ? fields : undefined;
  }
  return chain;
}

const isConditioned = (join: Fields) =>
  textOf(join, 'jointype') === 'JOIN_INNER' &&
  (join.quals !== undefined || join.usingClause !== undefined || join.isNatural === true);
