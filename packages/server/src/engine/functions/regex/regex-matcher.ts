import { Automaton, type Subject } from './automaton.ts';
import { casesOf } from './character-set.ts';
import { parseRegex } from './parse-regex.ts';
import type { RegexOptions } from './regex-options.ts';
import { hasReferences, partsOf, planRegex, prefersShorter, type RegexPlan } from './regex-plan.ts';

/** Begin and end of the match and of each group, in code points. A group without a match has -1. */
export type RegexMatch = readonly (readonly [begin: number, end: number])[];

type Spans = [begin: number, end: number][];

export const subjectOf = (text: string): Subject => {
  const codes = new Int32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    codes[length] = code;
    length += 1;
    at += code > 0xffff ? 2 : 1;
  }
  return codes.subarray(0, length);
};

/**
 * Matches as PostgreSQL does. The first place wins, and there the longest match (or the shortest,
 * where the first quantifier with a preference demands). Within the match each part follows its own
 * preference, the first part first.
 */
export class RegexMatcher {
  readonly groups: number;
  readonly #plan: RegexPlan;
  readonly #search: Automaton;
  readonly #ignoreCase: boolean;

  constructor(pattern: string, options: RegexOptions) {
    const { root, groups, ignoreCase } = parseRegex(pattern, options);
    this.groups = groups;
    this.#ignoreCase = ignoreCase;
    this.#plan = planRegex(root);
    const anything = { kind: 'set', set: () => true } as const;
    const before = {
      kind: 'repeat',
      inner: anything,
      least: 0,
      most: Number.POSITIVE_INFINITY,
      prefers: undefined,
    } as const;
    this.#search = new Automaton({ kind: 'sequence', items: [before, root] });
  }

  /** The possible number of states: no part has more states than the whole. */
  get size(): number {
    return this.#search.size * partsOf(this.#plan);
  }

  test(subject: Subject): boolean {
    if (hasReferences(this.#plan)) return this.find(subject, 0) !== undefined;
    return this.#search.shortest(subject, 0, 0, subject.length) >= 0;
  }

  find(subject: Subject, from: number): RegexMatch | undefined {
    const automaton = this.#plan.automaton();
    let close = from;
    let begin = from;
    while (begin <= subject.length) {
      close = this.#search.shortest(subject, begin, begin, subject.length);
      if (close < 0) return undefined;
      for (; begin <= close; begin += 1) {
        const found = this.#matchAt(automaton, subject, begin);
        if (found !== undefined) return found;
      }
      // PostgreSQL does not search an expression with references at the end of the text: 'a' ~
      // '$()|^\\1' is false.
      if (begin >= subject.length && hasReferences(this.#plan)) return undefined;
    }
    return undefined;
  }

  #matchAt(automaton: Automaton, subject: Subject, begin: number): RegexMatch | undefined {
    const isShort = prefersShorter(this.#plan);
    let [least, most] = [begin, subject.length];
    for (;;) {
      const end = isShort
        ? automaton.shortest(subject, begin, least, most)
        : automaton.longest(subject, begin, most);
      if (end < 0) return undefined;
      const cut = new RegexCut(subject, this.groups, this.#ignoreCase);
      if (cut.cut(this.#plan, begin, end)) return [[begin, end], ...cut.spans.slice(1)];
      if (isShort) least = end + 1;
      else most = end - 1;
      if (least > subject.length || most < begin) return undefined;
    }
  }
}

/**
 * Finds the part of a plan that matched each piece of a span. The plan's automaton accepts the
 * span.
 */
class RegexCut {
  readonly spans: Spans;
  readonly #subject: Subject;
  readonly #ignoreCase: boolean;

  constructor(subject: Subject, groups: number, ignoreCase: boolean) {
    this.#subject = subject;
    this.#ignoreCase = ignoreCase;
    this.spans = Array.from({ length: groups + 1 }, () => [-1, -1]);
  }

  cut(plan: RegexPlan, begin: number, end: number): boolean {
    switch (plan.kind) {
      case 'plain':
        return true;
      case 'group':
        if (!this.cut(plan.inner, begin, end)) return false;
        this.spans[plan.group] = [begin, end];
        return true;
      case 'choice':
        return plan.items.some(
          (item) =>
            item.automaton().matches(this.#subject, begin, end) && this.cut(item, begin, end),
        );
      case 'pair':
        return this.#cutPair(plan, begin, end);
      case 'repeat':
        return this.#cutRepeat(plan, begin, end);
      case 'reference':
        return this.#matchReference(plan, begin, end);
    }
  }

  #cutPair(
    { left, right }: Extract<RegexPlan, { kind: 'pair' }>,
    begin: number,
    end: number,
  ): boolean {
    const [first, second] = [left.automaton(), right.automaton()];
    const isShort = prefersShorter(left);
    const next = (least: number, most: number) =>
      isShort
        ? first.shortest(this.#subject, begin, least, end)
        : first.longest(this.#subject, begin, most);
    let middle = next(begin, end);
    while (middle >= 0) {
      if (
        second.matches(this.#subject, middle, end) &&
        this.cut(left, begin, middle) &&
        this.cut(right, middle, end)
      ) {
        return true;
      }
      if (isShort ? middle >= end : middle <= begin) return false;
      middle = next(middle + 1, middle - 1);
      this.#forget(left);
      this.#forget(right);
    }
    return false;
  }

  /**
   * Each repetition takes as much (or as little) as possible with the rest still matching. An empty
   * repetition is the last resort.
   */
  #cutRepeat(plan: Extract<RegexPlan, { kind: 'repeat' }>, begin: number, end: number): boolean {
    const mayBeNone = plan.least === 0 && begin === end;
    if (mayBeNone && prefersShorter(plan.inner)) return true;
    const least = Math.max(plan.least, 1);
    const most = Math.max(least, Math.min(plan.most, end - begin));
    return this.#cutTimes(plan, begin, end, 1, least, most) || mayBeNone;
  }

  #cutTimes(
    plan: Extract<RegexPlan, { kind: 'repeat' }>,
    begin: number,
    end: number,
    time: number,
    least: number,
    most: number,
  ): boolean {
    const automaton = plan.inner.automaton();
    for (const stop of this.#stops(plan.inner, automaton, begin, end)) {
      const isEmpty = stop === begin;
      if (isEmpty && stop !== end && (time >= least || least - time < end - stop)) continue;
      if (stop !== end && time >= most) continue;
      this.#forget(plan.inner);
      if (!this.cut(plan.inner, begin, stop)) continue;
      if (stop === end && time >= least) return true;
      if (time < most && this.#cutTimes(plan, stop, end, time + 1, least, most)) return true;
    }
    return false;
  }

  *#stops(inner: RegexPlan, automaton: Automaton, begin: number, end: number): Generator<number> {
    if (prefersShorter(inner)) {
      for (let least = begin; least <= end; ) {
        const stop = automaton.shortest(this.#subject, begin, least, end);
        if (stop < 0) return;
        yield stop;
        least = stop + 1;
      }
      return;
    }
    for (let most = end; most >= begin; ) {
      const stop = automaton.longest(this.#subject, begin, most);
      if (stop < 0) return;
      yield stop;
      most = stop - 1;
    }
  }

  #matchReference(
    plan: Extract<RegexPlan, { kind: 'reference' }>,
    begin: number,
    end: number,
  ): boolean {
    const [from, to] = this.spans[plan.group] ?? [-1, -1];
    if (from < 0) return false;
    const [length, total] = [to - from, end - begin];
    if (length === 0) return total === 0;
    if (total === 0) return plan.least === 0;
    if (total % length !== 0 || total / length < plan.least || total / length > plan.most)
      return false;
    for (let at = 0; at < total; at += 1) {
      if (!this.#isSame(this.#subject[begin + at] ?? 0, this.#subject[from + (at % length)] ?? 0))
        return false;
    }
    return true;
  }

  #isSame(a: number, b: number): boolean {
    return a === b || (this.#ignoreCase && casesOf(a).includes(b));
  }

  #forget(plan: RegexPlan): void {
    if (plan.kind === 'group') this.spans[plan.group] = [-1, -1];
    if (plan.kind === 'group' || plan.kind === 'repeat') this.#forget(plan.inner);
    else if (plan.kind === 'choice') for (const item of plan.items) this.#forget(item);
    else if (plan.kind === 'pair') for (const side of [plan.left, plan.right]) this.#forget(side);
  }
}
