/**
 * PostgreSQL's patterns as RE2's. Only literal patterns can be checked: a construct that the two read differently, or
 * that RE2 lacks, is refused by name. Whether a text matches does not depend on which match is found; what a match
 * captures does (PostgreSQL takes the longest, RE2 the first alternative), so extraction is stricter.
 */
import { quoteLiteral } from '../../kernel/quoting.ts';
import { refuse } from './refusal.ts';

type Location = number | undefined;

/** Flags: `s` because PostgreSQL's dot matches a newline. */
export function matchFlags(caseInsensitive: boolean): string {
  return caseInsensitive ? "'si'" : "'s'";
}

/** A literal regular expression (`~` and its kin) for RE2, unchanged once it is known to mean the same. */
export function checkedPattern(pattern: string, location: Location, purpose: 'match' | 'extract'): string {
  if (pattern.startsWith('***')) refuse("the regular expression prefix '***'", location);
  if (/\(\?(?!:)/.test(pattern)) refuse("'(?' in a regular expression (lookaround or options)", location);
  const escaped = /\\([^dDwWsS.\\^$*+?()[\]{}|/\-nrt"'#@!%&=<>,:;_~ `])/.exec(pattern);
  if (escaped !== null) refuse(`'\\${escaped[1] ?? ''}' in a regular expression`, location);
  if (/\[\[[.=]/.test(pattern) || /\[\[:[<>]:\]\]/.test(pattern))
    refuse('collating elements in a regular expression', location);
  if (purpose === 'extract' && /[|]|[*+?}]\?/.test(pattern)) {
    refuse(
      'alternatives and non-greedy repeats in a regular expression that extracts or replaces',
      location,
      'PostgreSQL and the engine would find different matches',
    );
  }
  return quoteLiteral(pattern);
}

/** A literal SIMILAR TO pattern as an anchored regular expression. */
export function similarPattern(pattern: string, location: Location): string {
  let text = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '\\') refuse("'\\' in a SIMILAR TO pattern", location);
    if (character === '[') {
      const close = pattern.indexOf(']', index + 2);
      if (close < 0) refuse("'[' without ']' in a SIMILAR TO pattern", location);
      text += pattern.slice(index, close + 1);
      index = close;
    } else if (character === '%') text += '.*';
    else if (character === '_') text += '.';
    else if ('.^$'.includes(character)) text += `\\${character}`;
    else text += character;
  }
  return quoteLiteral(text);
}
