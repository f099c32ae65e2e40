import { sqlError } from '../../../kernel/sql-error.ts';
import { knownMatcher } from '../regex/known-matcher.ts';
import { subjectOf } from '../regex/regex-matcher.ts';
import { plainOptions, type RegexOptions } from '../regex/regex-options.ts';
import { badPath } from './path-tokens.ts';

/** PostgreSQL's order of printed flags. */
const flagOrder = [...'ismxq'];

/**
 * XQuery's flags as options of PostgreSQL's regular expressions. With `q`, the flags for newlines
 * have no effect.
 */
function optionsOf(flags: string): RegexOptions {
  const has = (flag: string) => flags.includes(flag);
  const options = { ...plainOptions, ignoreCase: has('i') };
  if (has('q')) return { ...options, quote: true };
  if (has('x'))
    sqlError('0A000', 'XQuery "x" flag (expanded regular expressions) is not implemented');
  return { ...options, newlineStops: !has('s'), newlineAnchors: has('m') };
}

/**
 * The flags of like_regex, each once and in PostgreSQL's order. Raises where the flags or the
 * pattern are wrong.
 */
export function likeRegexFlags(pattern: string, flags: string): string {
  if ([...flags].some((flag) => !flagOrder.includes(flag))) badPath();
  const known = flagOrder.filter((flag) => flags.includes(flag)).join('');
  matcherOf(pattern, known);
  return known;
}

const matcherOf = (pattern: string, flags: string) =>
  knownMatcher(pattern, `jsonpath:${flags}`, optionsOf(flags));

/** True where the text matches. `flags` are those of `likeRegexFlags`. */
export const likeRegex = (pattern: string, flags: string, text: string): boolean =>
  matcherOf(pattern, flags).test(subjectOf(text));
