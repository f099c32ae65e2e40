import { type CharacterSet, word } from './character-set.ts';
import { badRegex } from './regex-error.ts';
import type { AnchorKind, RegexNode } from './regex-tree.ts';

/** A text as code points. */
export type Subject = Int32Array;

interface NfaState {
  readonly free: number[];
  readonly guarded: { readonly holds: Guard; readonly to: number }[];
  readonly steps: { readonly set: number; readonly to: number }[];
}

type Guard = (subject: Subject, at: number) => boolean;

/**
 * A set of NFA states before their free moves, and the resulting closed state for each kind of
 * place.
 */
interface DfaState {
  readonly members: readonly number[];
  /** Closed states by kind of place. */
  readonly closed: (ClosedState | undefined)[];
}
interface ClosedState {
  readonly members: readonly number[];
  readonly accepts: boolean;
  readonly next: (DfaState | null | undefined)[];
}

/** No class of characters. */
const unknown = -1;

const mostStates = 50_000;
/** The bound on cached states, counted in states and their members. */
const mostCached = 100_000;

/**
 * A finite automaton of an expression. References to groups match everything that their group could
 * match. States are created as a text needs states, so a text of n characters takes n steps,
 * whatever the expression.
 */
export class Automaton {
  readonly #states: NfaState[] = [];
  readonly #sets: CharacterSet[] = [];
  readonly #setIndexes = new Map<CharacterSet, number>();
  readonly #asciiClasses = new Int32Array(128).fill(unknown);
  readonly #classes = new Map<number, number>();
  readonly #classBySignature = new Map<string, number>();
  readonly #start: number;
  readonly #accept: number;
  #dfa = new Map<string, DfaState>();
  #cached = 0;
  #hasAnchors = false;
  #hasLooks = false;
  #looked = 0;

  constructor(root: RegexNode) {
    this.#accept = this.#newState();
    this.#start = this.#compile(root, this.#accept);
  }

  /** The number of states, including the states of conditions. */
  get size(): number {
    return this.#states.length + this.#looked;
  }

  /**
   * The end of the longest match that begins at `begin` and ends at or before `limit`; -1 without a
   * match.
   */
  longest(subject: Subject, begin: number, limit: number): number {
    return this.#run(subject, begin, begin, limit, false);
  }

  /**
   * The end of the shortest match that begins at `begin` and ends between `least` and `limit`; -1
   * without a match.
   */
  shortest(subject: Subject, begin: number, least: number, limit: number): number {
    return this.#run(subject, begin, least, limit, true);
  }

  matches(subject: Subject, begin: number, end: number): boolean {
    return this.longest(subject, begin, end) === end;
  }

  #run(subject: Subject, begin: number, least: number, limit: number, isShortest: boolean): number {
    let state: DfaState | null = this.#dfaState([this.#start]);
    let found = -1;
    for (let at = begin; state !== null; at += 1) {
      const closed: ClosedState = this.#close(state, subject, at);
      if (closed.accepts && at >= least) {
        found = at;
        if (isShortest) return found;
      }
      if (at >= limit) break;
      state = this.#step(closed, subject[at] ?? 0);
    }
    return found;
  }

  #close(state: DfaState, subject: Subject, at: number): ClosedState {
    const place = this.#hasAnchors ? placeOf(subject, at) : 0;
    const known = this.#hasLooks ? undefined : state.closed[place];
    if (known !== undefined) return known;
    const members = new Set(state.members);
    // A Set is iterated in the order of insertion, including members added during the iteration.
    for (const member of members) {
      const { free, guarded } = this.#states[member] as NfaState;
      for (const to of free) members.add(to);
      for (const { holds, to } of guarded)
        if (!members.has(to) && holds(subject, at)) members.add(to);
    }
    const closed = {
      members: [...members].sort((a, b) => a - b),
      accepts: members.has(this.#accept),
      next: [],
    };
    state.closed[place] = closed;
    return closed;
  }

  #step(closed: ClosedState, code: number): DfaState | null {
    const kind = this.#classOf(code);
    const known = closed.next[kind];
    if (known !== undefined) return known;
    const members = new Set<number>();
    for (const member of closed.members) {
      for (const { set, to } of (this.#states[member] as NfaState).steps)
        if (this.#sets[set]?.(code)) members.add(to);
    }
    const next = members.size === 0 ? null : this.#dfaState([...members].sort((a, b) => a - b));
    closed.next[kind] = next;
    return next;
  }

  #dfaState(members: readonly number[]): DfaState {
    const key = members.join();
    const known = this.#dfa.get(key);
    if (known !== undefined) return known;
    const size = members.length + 50;
    this.#cached += size;
    if (this.#cached > mostCached) {
      this.#dfa = new Map();
      this.#cached = size;
    }
    const state: DfaState = { members, closed: [] };
    this.#dfa.set(key, state);
    return state;
  }

  /** Characters in the same sets are equal to the automaton. */
  #classOf(code: number): number {
    const isAscii = code < this.#asciiClasses.length;
    const known = isAscii
      ? (this.#asciiClasses[code] ?? unknown)
      : (this.#classes.get(code) ?? unknown);
    if (known !== unknown) return known;
    const signature = this.#sets.map((set) => (set(code) ? '1' : '0')).join('');
    const kind = this.#classBySignature.get(signature) ?? this.#classBySignature.size;
    this.#classBySignature.set(signature, kind);
    if (isAscii) this.#asciiClasses[code] = kind;
    else this.#classes.set(code, kind);
    return kind;
  }

  #newState(): number {
    if (this.#states.length >= mostStates) badRegex('regular expression is too complex');
    this.#states.push({ free: [], guarded: [], steps: [] });
    return this.#states.length - 1;
  }

  #state(index: number): NfaState {
    return this.#states[index] as NfaState;
  }

  /** The state that matches `node` and then `to`. */
  #compile(node: RegexNode, to: number): number {
    switch (node.kind) {
      case 'empty':
        return to;
      case 'set':
        return this.#compileSet(node.set, to);
      case 'anchor': {
        this.#hasAnchors = true;
        return this.#compileGuard(anchors[node.anchor], to);
      }
      case 'look':
        return this.#compileLook(node, to);
      case 'reference':
      case 'group':
        return this.#compile(node.inner, to);
      case 'sequence': {
        let next = to;
        for (const item of node.items.toReversed()) next = this.#compile(item, next);
        return next;
      }
      case 'choice': {
        const start = this.#newState();
        for (const item of node.items) this.#state(start).free.push(this.#compile(item, to));
        return start;
      }
      case 'repeat':
        return this.#compileRepeat(node, to);
    }
  }

  #compileSet(set: CharacterSet, to: number): number {
    let index = this.#setIndexes.get(set);
    if (index === undefined) {
      index = this.#sets.push(set) - 1;
      this.#setIndexes.set(set, index);
    }
    const start = this.#newState();
    this.#state(start).steps.push({ set: index, to });
    return start;
  }

  #compileGuard(holds: Guard, to: number): number {
    const start = this.#newState();
    this.#state(start).guarded.push({ holds, to });
    return start;
  }

  #compileLook(node: Extract<RegexNode, { kind: 'look' }>, to: number): number {
    this.#hasLooks = true;
    const { ahead, negative, inner } = node;
    const automaton = new Automaton(inner);
    this.#looked += automaton.size;
    const found: Guard = ahead
      ? (subject, at) => automaton.shortest(subject, at, at, subject.length) >= 0
      : (subject, at) => endsAt(automaton, subject, at);
    return this.#compileGuard(negative ? (subject, at) => !found(subject, at) : found, to);
  }

  #compileRepeat(
    { inner, least, most }: Extract<RegexNode, { kind: 'repeat' }>,
    to: number,
  ): number {
    let next = to;
    if (most === Number.POSITIVE_INFINITY) {
      next = this.#newState();
      this.#state(next).free.push(this.#compile(inner, next), to);
    } else {
      for (let count = least; count < most; count += 1) {
        const optional = this.#newState();
        this.#state(optional).free.push(this.#compile(inner, next), to);
        next = optional;
      }
    }
    for (let count = 0; count < least; count += 1) next = this.#compile(inner, next);
    return next;
  }
}

function endsAt(automaton: Automaton, subject: Subject, end: number): boolean {
  for (let begin = end; begin >= 0; begin -= 1)
    if (automaton.matches(subject, begin, end)) return true;
  return false;
}

const isWordAt = (subject: Subject, at: number) =>
  at >= 0 && at < subject.length && word(subject[at] ?? 0);

const anchors: Readonly<Record<AnchorKind, Guard>> = {
  start: (_subject, at) => at === 0,
  end: (subject, at) => at === subject.length,
  lineStart: (subject, at) => at === 0 || subject[at - 1] === 10,
  lineEnd: (subject, at) => at === subject.length || subject[at] === 10,
  wordStart: (subject, at) => !isWordAt(subject, at - 1) && isWordAt(subject, at),
  wordEnd: (subject, at) => isWordAt(subject, at - 1) && !isWordAt(subject, at),
  edge: (subject, at) => isWordAt(subject, at - 1) !== isWordAt(subject, at),
  noEdge: (subject, at) => isWordAt(subject, at - 1) === isWordAt(subject, at),
};

/** All properties of a place that an anchor can test. */
function placeOf(subject: Subject, at: number): number {
  return (
    (at === 0 ? 1 : 0) |
    (at === subject.length ? 2 : 0) |
    (subject[at - 1] === 10 ? 4 : 0) |
    (subject[at] === 10 ? 8 : 0) |
    (isWordAt(subject, at - 1) ? 16 : 0) |
    (isWordAt(subject, at) ? 32 : 0)
  );
}
