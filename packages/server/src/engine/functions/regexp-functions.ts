import { sqlError } from '../../kernel/sql-error.ts';
import { boolean, integer, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import type { Subject } from './regex/automaton.ts';
import { knownMatcher } from './regex/known-matcher.ts';
import { type RegexMatch, type RegexMatcher, subjectOf } from './regex/regex-matcher.ts';
import { type RegexFlags, regexFlags } from './regex/regex-options.ts';
import { similarPattern } from './regex/similar-pattern.ts';

/** A text with its matches. The spans of matches count characters. */
class Searched {
  readonly subject: Subject;
  readonly #text: string;

  constructor(value: string) {
    this.#text = value;
    this.subject = subjectOf(value);
  }

  slice(begin: number, end: number): string {
    if (this.subject.length === this.#text.length) return this.#text.slice(begin, end);
    let result = '';
    for (let at = begin; at < end; at += 1) result += String.fromCodePoint(this.subject[at] ?? 0);
    return result;
  }

  part(span: readonly [number, number] | undefined): string | null {
    return span === undefined || span[0] < 0 ? null : this.slice(span[0], span[1]);
  }

  /** The result of regexp_match: the groups, or the whole match without groups. */
  parts(match: RegexMatch): (string | null)[] {
    return match.length === 1
      ? [this.part(match[0])]
      : match.slice(1).map((span) => this.part(span));
  }
}

function matcherOf(
  pattern: string,
  flags: string,
  allowed?: { readonly global: string },
): [RegexMatcher, RegexFlags] {
  const parsed = regexFlags(flags);
  if (parsed.isGlobal && allowed !== undefined) {
    sqlError('22023', `${allowed.global}() does not support the "global" option`);
  }
  return [knownMatcher(pattern, flags, parsed.options), parsed];
}

const withoutGlobal = (name: string) => ({ global: name });

/** After an empty match the search continues one character further. */
function* allMatches(matcher: RegexMatcher, subject: Subject, from: number): Generator<RegexMatch> {
  for (let at = from; at <= subject.length; ) {
    const match = matcher.find(subject, at);
    if (match === undefined) return;
    yield match;
    const [begin, end] = match[0] ?? [0, 0];
    at = begin === end ? end + 1 : end;
  }
}

function test(value: string, pattern: string, flags: string): boolean {
  return matcherOf(pattern, flags, withoutGlobal('regexp_like'))[0].test(subjectOf(value));
}

function match(value: string, pattern: string, flags: string): (string | null)[] | null {
  const [matcher] = matcherOf(pattern, flags, withoutGlobal('regexp_match'));
  const searched = new Searched(value);
  const found = matcher.find(searched.subject, 0);
  return found === undefined ? null : searched.parts(found);
}

function matches(value: string, pattern: string, flags: string): (string | null)[][] {
  const [matcher, { isGlobal }] = matcherOf(pattern, flags);
  const searched = new Searched(value);
  const found: (string | null)[][] = [];
  for (const each of allMatches(matcher, searched.subject, 0)) {
    found.push(searched.parts(each));
    if (!isGlobal) break;
  }
  return found;
}

const atLeast = (name: string, value: number, least: number): number =>
  value < least ? sqlError('22023', `invalid value for parameter "${name}": ${value}`) : value;

function replace(value: string, pattern: string, replacement: string, flags: string): string {
  // A number in place of flags is a start position written as text.
  const [matcher, { isGlobal }] = matcherOf(pattern, flags);
  return replaceMatches(new Searched(value), matcher, replacement, 1, isGlobal ? 0 : 1);
}

function replaceFrom(
  value: string,
  pattern: string,
  replacement: string,
  start: number,
  occurrence: number,
  flags: string,
): string {
  atLeast('start', start, 1);
  atLeast('n', occurrence, 0);
  return replaceMatches(
    new Searched(value),
    matcherOf(pattern, flags)[0],
    replacement,
    start,
    occurrence,
  );
}

/** `occurrence` 0 means every occurrence. */
function replaceMatches(
  searched: Searched,
  matcher: RegexMatcher,
  replacement: string,
  start: number,
  occurrence: number,
): string {
  let result = '';
  let copied = 0;
  let count = 0;
  for (const found of allMatches(matcher, searched.subject, start - 1)) {
    count += 1;
    if (occurrence > 0 && count !== occurrence) continue;
    const [begin, end] = found[0] ?? [0, 0];
    result += searched.slice(copied, begin) + expand(replacement, searched, found);
    copied = end;
    if (occurrence > 0) break;
  }
  return result + searched.slice(copied, searched.subject.length);
}

/** \1 to \9 are groups, \& is the match, and \\ a backslash. Any other backslash is literal. */
const expand = (replacement: string, searched: Searched, found: RegexMatch): string =>
  replacement.replace(/\\([1-9&\\])/g, (_all, name: string) => {
    if (name === '\\') return '\\';
    return searched.part(found[name === '&' ? 0 : Number(name)]) ?? '';
  });

/** Empty matches at the ends and right after a match are ignored. */
function split(name: string, value: string, pattern: string, flags: string): string[] {
  const [matcher] = matcherOf(pattern, flags, withoutGlobal(name));
  const searched = new Searched(value);
  const length = searched.subject.length;
  const parts: string[] = [];
  let [copied, previous] = [0, 0];
  for (const [span] of allMatches(matcher, searched.subject, 0)) {
    const [begin, end] = span ?? [0, 0];
    if (begin < length && end > previous) {
      parts.push(searched.slice(copied, begin));
      copied = end;
    }
    previous = end;
  }
  return [...parts, searched.slice(copied, length)];
}

function count(value: string, pattern: string, start: number, flags: string): number {
  atLeast('start', start, 1);
  const [matcher] = matcherOf(pattern, flags, withoutGlobal('regexp_count'));
  return [...allMatches(matcher, subjectOf(value), start - 1)].length;
}

/** The span of a group in the nth match; undefined for a missing match or group. */
function nthSpan(
  searched: Searched,
  matcher: RegexMatcher,
  start: number,
  occurrence: number,
  group: number,
): readonly [number, number] | undefined {
  if (group > Math.max(matcher.groups, 1)) return undefined;
  let seen = 0;
  for (const found of allMatches(matcher, searched.subject, start - 1)) {
    seen += 1;
    if (seen < occurrence) continue;
    // Group one of an expression without groups is the whole match.
    const span = found[matcher.groups === 0 ? 0 : group];
    return span === undefined || span[0] < 0 ? undefined : span;
  }
  return undefined;
}

function position(
  value: string,
  pattern: string,
  start: number,
  occurrence: number,
  endOption: number,
  flags: string,
  group: number,
): number {
  atLeast('start', start, 1);
  atLeast('n', occurrence, 1);
  if (endOption !== 0 && endOption !== 1) atLeast('endoption', endOption, Number.POSITIVE_INFINITY);
  atLeast('subexpr', group, 0);
  const [matcher] = matcherOf(pattern, flags, withoutGlobal('regexp_instr'));
  const span = nthSpan(new Searched(value), matcher, start, occurrence, group);
  return span === undefined ? 0 : span[endOption === 1 ? 1 : 0] + 1;
}

function part(
  value: string,
  pattern: string,
  start: number,
  occurrence: number,
  flags: string,
  group: number,
): string | null {
  atLeast('start', start, 1);
  atLeast('n', occurrence, 1);
  atLeast('subexpr', group, 0);
  const [matcher] = matcherOf(pattern, flags, withoutGlobal('regexp_substr'));
  const searched = new Searched(value);
  return searched.part(nthSpan(searched, matcher, start, occurrence, group));
}

function substring(value: string, pattern: string): string | null {
  const [matcher] = matcherOf(pattern, '');
  const searched = new Searched(value);
  const found = matcher.find(searched.subject, 0);
  return found === undefined ? null : searched.part(found[matcher.groups > 0 ? 1 : 0]);
}

export const regexpFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_regexp_like', [text, text, text], boolean, test),
  strictFunction('hotsql_regexp_match', [text, text, text], list(text), match),
  strictFunction('hotsql_regexp_matches', [text, text, text], list(list(text)), matches),
  strictFunction('hotsql_regexp_replace', [text, text, text, text], text, replace),
  strictFunction(
    'hotsql_regexp_replace_from',
    [text, text, text, integer, integer, text],
    text,
    replaceFrom,
  ),
  strictFunction('hotsql_regexp_split', [text, text, text, text], list(text), split),
  strictFunction('hotsql_regexp_count', [text, text, integer, text], integer, count),
  strictFunction(
    'hotsql_regexp_instr',
    [text, text, integer, integer, integer, text, integer],
    integer,
    position,
  ),
  strictFunction('hotsql_regexp_substr', [text, text, integer, integer, text, integer], text, part),
  strictFunction('hotsql_regexp_substring', [text, text], text, substring),
  strictFunction('hotsql_similar_pattern', [text, text], text, similarPattern),
];
