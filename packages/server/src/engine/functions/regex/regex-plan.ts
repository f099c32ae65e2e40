import { Automaton } from './automaton.ts';
import type { RegexNode } from './regex-tree.ts';

/** Flags of a part's preferences and contents, which decide among its matches. */
const longer = 1;
const shorter = 2;
const mixed = 4;
const groups = 8;
const references = 16;
const own = longer | shorter;

const upward = (flags: number) => (flags & ~own) | ((flags & own) === own ? mixed : 0);
const preference = (flags: number) => flags & own;
const combine = (a: number, b: number) => upward(a | b) | (preference(a) || preference(b));
const needsPlan = (flags: number) => (flags & (mixed | groups | references)) !== 0;

interface Part {
  readonly flags: number;
  readonly node: RegexNode;
  readonly automaton: () => Automaton;
}

/**
 * The plan to divide a match. A plain part is matched as a whole. The other parts determine the
 * match of each of their parts.
 */
export type RegexPlan = Part &
  (
    | { readonly kind: 'plain' }
    | { readonly kind: 'pair'; readonly left: RegexPlan; readonly right: RegexPlan }
    | { readonly kind: 'choice'; readonly items: readonly RegexPlan[] }
    | { readonly kind: 'group'; readonly group: number; readonly inner: RegexPlan }
    | {
        readonly kind: 'repeat';
        readonly inner: RegexPlan;
        readonly least: number;
        readonly most: number;
      }
    | {
        readonly kind: 'reference';
        readonly group: number;
        readonly least: number;
        readonly most: number;
      }
  );

export const prefersShorter = ({ flags }: RegexPlan): boolean => (flags & shorter) !== 0;
export const hasReferences = ({ flags }: RegexPlan): boolean => (flags & references) !== 0;

/** The number of parts of a plan. Each part may create an automaton. */
export function partsOf(plan: RegexPlan): number {
  switch (plan.kind) {
    case 'pair':
      return 1 + partsOf(plan.left) + partsOf(plan.right);
    case 'choice':
      return plan.items.reduce((sum, item) => sum + partsOf(item), 1);
    case 'group':
    case 'repeat':
      return 1 + partsOf(plan.inner);
    default:
      return 1;
  }
}

function part(node: RegexNode, flags: number): Part {
  let automaton: Automaton | undefined;
  return {
    node,
    flags,
    automaton: () => {
      automaton ??= new Automaton(node);
      return automaton;
    },
  };
}

const plain = (node: RegexNode, flags: number): RegexPlan => ({
  kind: 'plain',
  ...part(node, flags),
});

export function planRegex(node: RegexNode): RegexPlan {
  switch (node.kind) {
    case 'choice': {
      const items = node.items.map(planRegex);
      const flags = items.reduce((all, item) => all | upward(all | item.flags), longer);
      return needsPlan(flags)
        ? { kind: 'choice', items, ...part(node, flags) }
        : plain(node, longer);
    }
    case 'sequence':
      return planSequence(node.items);
    default:
      return planSequence([node]);
  }
}

function planAtom(node: RegexNode): RegexPlan {
  if (node.kind === 'group') {
    const inner = planRegex(node.inner);
    return { kind: 'group', group: node.group, inner, ...part(node, inner.flags | groups) };
  }
  if (node.kind === 'reference') return reference(node, 1, 1, references);
  return node.kind === 'sequence' || node.kind === 'choice' ? planRegex(node) : plain(node, 0);
}

const reference = (
  node: Extract<RegexNode, { kind: 'reference' }>,
  least: number,
  most: number,
  flags: number,
): RegexPlan => ({
  ...{ kind: 'reference', group: node.group, least, most },
  ...part({ kind: 'repeat', inner: node, least, most, prefers: undefined }, flags),
});

/**
 * Simple parts are matched together. A part with a plan of its own is split off, followed by the
 * rest.
 */
function planSequence(items: readonly RegexNode[]): RegexPlan {
  const prefix: RegexNode[] = [];
  let prefixFlags = 0;
  for (const [index, item] of items.entries()) {
    const { inner, least, most, prefers } = item.kind === 'repeat' ? item : once(item);
    if (most === 0) continue;
    const prefer = prefers === undefined ? 0 : prefers === 'longer' ? longer : shorter;
    const atom = inner.kind === 'repeat' ? planRegex(inner) : planAtom(inner);
    const flags = prefixFlags | prefer | atom.flags;
    if (inner.kind !== 'group' && inner.kind !== 'reference' && !needsPlan(upward(flags))) {
      prefix.push(item);
      prefixFlags = flags;
      continue;
    }
    const quantified = planQuantified(atom, { item, least, most, prefer });
    const rest = items.slice(index + 1);
    const tail =
      rest.length === 0
        ? quantified
        : pair(quantified, planSequence(rest), combine(prefer, atom.flags));
    return prefix.length === 0
      ? tail
      : pair(plain(sequence(prefix), prefixFlags), tail, prefixFlags);
  }
  return plain(sequence(prefix), prefixFlags);
}

const once = (inner: RegexNode) => ({ inner, least: 1, most: 1, prefers: undefined });
const sequence = (items: readonly RegexNode[]): RegexNode =>
  items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'sequence', items };

function pair(left: RegexPlan, right: RegexPlan, flags: number): RegexPlan {
  const both = combine(flags, right.flags) | (left.flags & (groups | references));
  return { kind: 'pair', left, right, ...part(sequence([left.node, right.node]), both) };
}

interface Quantified {
  readonly item: RegexNode;
  readonly least: number;
  readonly most: number;
  readonly prefer: number;
}

function planQuantified(atom: RegexPlan, { item, least, most, prefer }: Quantified): RegexPlan {
  const flags = combine(prefer, atom.flags);
  if (
    atom.kind === 'reference' &&
    atom.node.kind === 'repeat' &&
    atom.node.inner.kind === 'reference'
  ) {
    return reference(atom.node.inner, least, most, flags);
  }
  const atomPrefers = atom.flags & (own | mixed);
  if (least === 1 && most === 1 && (prefer === 0 || atomPrefers === 0 || prefer === atomPrefers))
    return atom;
  if ((atom.flags & (groups | references)) === 0) return plain(item, flags);
  const node: RegexNode = { kind: 'repeat', inner: atom.node, least, most, prefers: undefined };
  if (least === 0 || (atom.flags & references) !== 0) {
    return { kind: 'repeat', inner: atom, least, most, ...part(node, flags) };
  }
  // Only the last repetition counts for the groups, so x{m,n} is x{m-1,n-1} and then x.
  const before: RegexNode = {
    kind: 'repeat',
    inner: atom.node,
    least: least - 1,
    most: most - 1,
    prefers: undefined,
  };
  const left = plain(before, preference(flags));
  return { kind: 'pair', left, right: atom, ...part(sequence([before, atom.node]), flags) };
}
