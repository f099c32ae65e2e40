import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { type Fields, openNode, textOf } from '../read/tree.ts';
import type { FromItem } from '../resolve/namespace.ts';
import type { Printing } from './printing.ts';

/**
 * DuckDB considers every order of inner joins, and derives `a = c` from `a = b` and `b = c`.
 * Planning a chain of 60 tables over one key takes 2 s, and of 100 tables 15 s. So a long chain is
 * planned in parts of this many relations, in written order, as PostgreSQL does above its
 * `join_collapse_limit`: 100 tables take 0.1 s.
 */
const relationsTogether = 16;
export const longChain = 24;

/** For each examined join: true if its left side is planned separately. */
const parted = new WeakMap<Fields, boolean>();

/**
 * Decides which joins of the chain ending in `join` are planned separately. Must be called for the
 * outermost join before inner ones.
 */
export function noteChain(join: Fields): void {
  if (parted.has(join)) return;
  const chain = innerJoins(join);
  for (const [index, inner] of chain.entries()) {
    const relations = chain.length - index;
    parted.set(inner, chain.length >= longChain && relations % relationsTogether === 0);
  }
}

/** The left side of a join, planned separately at the end of a part of a long chain. */
export function plannedApart(printing: Printing, join: Fields, left: FromItem): FromItem {
  if (parted.get(join) !== true) return left;
  return { ...left, render: () => apart(printing, left.render()) };
}

/**
 * Joins planned separately. DuckDB plans an outer join in place; this outer join gives each row
 * once, and lets filters through.
 */
function apart(printing: Printing, joins: string): string {
  const one = quoteIdentifier(printing.freshName('one'));
  return `(${joins} LEFT JOIN (SELECT 1) AS ${one} ON true)`;
}

/** Relations joined in sequence; the first has no conditions. */
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

/** The joins of a chain from the outermost along the left sides, while each has a condition. */
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
