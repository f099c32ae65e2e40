import { sqlError } from '../../../kernel/sql-error.ts';
import { badRegex } from './regex-error.ts';

export interface RegexOptions {
  readonly ignoreCase: boolean;
  readonly expanded: boolean;
  /** The whole pattern is literal text. */
  readonly quote: boolean;
  /** `.` and `[^...]` do not match a newline. */
  readonly newlineStops: boolean;
  /** `^` and `$` match at lines. */
  readonly newlineAnchors: boolean;
}

export const plainOptions: RegexOptions = {
  ignoreCase: false,
  expanded: false,
  quote: false,
  newlineStops: false,
  newlineAnchors: false,
};

const changes: Readonly<Record<string, Partial<RegexOptions>>> = {
  c: { ignoreCase: false },
  i: { ignoreCase: true },
  m: { newlineStops: true, newlineAnchors: true },
  n: { newlineStops: true, newlineAnchors: true },
  p: { newlineStops: true, newlineAnchors: false },
  q: { quote: true },
  s: { newlineStops: false, newlineAnchors: false },
  t: { expanded: false },
  w: { newlineStops: false, newlineAnchors: true },
  x: { expanded: true },
};

export interface RegexFlags {
  readonly options: RegexOptions;
  readonly isGlobal: boolean;
}

/** The flags argument of the regexp functions. */
export function regexFlags(flags: string): RegexFlags {
  let options = plainOptions;
  let isGlobal = false;
  for (const flag of flags) {
    if (flag === 'g') isGlobal = true;
    else if (flag === 'b' || flag === 'e')
      sqlError('0A000', `the regular expression option '${flag}' is not supported`);
    else if (!Object.hasOwn(changes, flag))
      sqlError('22023', `invalid regular expression option: "${flag}"`);
    else options = { ...options, ...changes[flag] };
  }
  return { options, isGlobal };
}

/** The director (`***:`, `***=`) and the options (`(?i)`) at the beginning of a pattern. */
export function embeddedOptions(
  pattern: string,
  given: RegexOptions,
): { rest: string; settings: RegexOptions } {
  if (given.quote) return { rest: pattern, settings: given };
  if (pattern.startsWith('***='))
    return { rest: pattern.slice(4), settings: { ...given, quote: true } };
  const rest = pattern.startsWith('***:') ? pattern.slice(4) : pattern;
  if (rest.startsWith('***')) return badRegex('quantifier operand invalid');
  const embedded = /^\(\?([a-zA-Z]+)(\))?/.exec(rest);
  if (embedded === null) return { rest, settings: given };
  let settings = given;
  for (const option of embedded[1] ?? '') {
    if (option === 'b' || option === 'e')
      sqlError('0A000', `the regular expression option '${option}' is not supported`);
    if (!Object.hasOwn(changes, option)) badRegex('invalid embedded option');
    settings = { ...settings, ...changes[option] };
  }
  if (embedded[2] === undefined) badRegex('invalid embedded option');
  return { rest: rest.slice(embedded[0].length), settings };
}
