import { sqlError } from '../../../kernel/sql-error.ts';

const unsupported = (what: string): never =>
  sqlError('0A000', `HotSQL does not support ${what} in a like_regex pattern`);

/**
 * A jsonpath's regular expression as JavaScript's. Only what means the same, whichever of two matches is taken, is let
 * through: whether a text matches is all that is asked.
 */
export function likeRegex(pattern: string, flags: string): RegExp {
  const bad = /[^ismxq]/.exec(flags);
  if (bad) return sqlError('42601', 'unrecognized flag character in LIKE_REGEX predicate');
  const has = (flag: string) => flags.includes(flag);
  if (has('q')) {
    if (has('x') || has('m') || has('s')) return unsupported('the flag "q" beside another but "i"');
    return new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), has('i') ? 'iu' : 'u');
  }
  if (has('x')) return sqlError('0A000', 'XQuery "x" flag (expanded regular expressions) is not implemented');
  if (has('i') && /[^\0-\x7f]/.test(pattern)) return unsupported('characters beyond ASCII under the flag "i"');
  try {
    return new RegExp(translate(pattern, has('s')), `u${has('i') ? 'i' : ''}${has('m') ? 'm' : ''}`);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    return sqlError('2201B', 'invalid regular expression');
  }
}

const classEscapes: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9_\\p{Alphabetic}',
  s: '\\p{White_Space}',
};
const controlEscapes = new Set(['n', 'r', 't', 'f', 'v']);

function translate(pattern: string, dotMatchesAll: boolean): string {
  if (/^\*{3}|^\(\?/.test(pattern)) unsupported('options at the start');
  let out = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    if (char === '\\') out += translateEscape(pattern[++at], dotMatchesAll);
    else if (char === '.') out += dotMatchesAll ? '[^]' : '[^\\n]';
    else if (char === '[') {
      const end = bracketEnd(pattern, at);
      out += translateBracket(pattern.slice(at + 1, end), dotMatchesAll);
      at = end;
    } else if (char === '(' && pattern[at + 1] === '?') {
      if (pattern[at + 2] !== ':') unsupported('lookaround');
      out += '(?:';
      at += 2;
    } else if (char === '{' && !/^\{\d+(?:,\d*)?\}/.test(pattern.slice(at))) {
      out += /^\{\d/.test(pattern.slice(at)) ? sqlError('2201B', 'invalid regular expression') : '\\{';
    } else if (char === '{') {
      const end = pattern.indexOf('}', at);
      out += pattern.slice(at, end + 1);
      at = end;
    } else out += char === ']' || char === '}' || char === '/' ? `\\${char}` : char;
  }
  return out;
}

function translateEscape(char: string | undefined, dotMatchesAll: boolean): string {
  if (char === undefined) return sqlError('2201B', 'invalid regular expression: invalid escape \\ sequence');
  const set = classEscapes[char];
  if (set !== undefined) return `[${set}]`;
  const complement = classEscapes[char.toLowerCase()];
  if (complement !== undefined) return `[^${complement}${dotMatchesAll || char === 'S' ? '' : '\\n'}]`;
  if (controlEscapes.has(char)) return `\\${char}`;
  if (/[0-9A-Za-z]/.test(char)) return unsupported(`\\${char}`);
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

function bracketEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  for (; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === ']') return at;
    if (char === '\\') at++;
    else if (char === '[') {
      if (/^\[[:.=]/.test(pattern.slice(at))) unsupported('named classes');
    }
  }
  return sqlError('2201B', 'invalid regular expression: brackets [] not balanced');
}

function translateBracket(body: string, dotMatchesAll: boolean): string {
  const isNegated = body.startsWith('^');
  const inner = (isNegated ? body.slice(1) : body).replace(/\\([\s\S])|[[\]^]/g, (all, escaped: string | undefined) => {
    if (escaped === undefined) return `\\${all}`;
    const set = classEscapes[escaped];
    if (set !== undefined) return set;
    if (controlEscapes.has(escaped)) return all;
    return /[0-9A-Za-z]/.test(escaped) ? unsupported(all) : `\\${escaped}`.replace(/^\\(?![\\^\]-])/, '');
  });
  return `[${isNegated ? `^${dotMatchesAll ? '' : '\\n'}` : ''}${inner}]`;
}
