import { type CharacterSet, classes, digit, ignoringCase, space, word } from './character-set.ts';
import { badRegex } from './regex-error.ts';
import { escapedCharacter } from './regex-escapes.ts';
import type { RegexOptions } from './regex-options.ts';

interface Item {
  /** A single character, perhaps the beginning or end of a range. */
  readonly code?: number;
  readonly set?: CharacterSet;
  readonly end: number;
}

const unbalanced = () => badRegex('brackets [] not balanced');
const collating: Readonly<Record<string, string>> = {
  ...{
    hyphen: '-',
    period: '.',
    comma: ',',
    space: ' ',
    tab: '\t',
    newline: '\n',
    slash: '/',
    backslash: '\\',
  },
  ...{
    'left-square-bracket': '[',
    'right-square-bracket': ']',
    asterisk: '*',
    underscore: '_',
    colon: ':',
  },
};

/** Reads a bracket expression from after its `[`. */
export function parseBracket(
  codes: readonly number[],
  start: number,
  options: RegexOptions,
): { readonly set: CharacterSet; readonly end: number } {
  const characters = codes.map((code) => String.fromCodePoint(code));
  let at = start;
  const negative = characters[at] === '^';
  if (negative) at += 1;
  const sets: CharacterSet[] = [];
  const singles = new Set<number>();
  for (let isFirst = true; isFirst || characters[at] !== ']'; isFirst = false) {
    const item = readItem(codes, characters, at);
    at = item.end;
    if (characters[at] === '-' && characters[at + 1] !== ']' && characters[at + 1] !== undefined) {
      const to = readItem(codes, characters, at + 1);
      at = to.end;
      const [low, high] = [item.code ?? badRange(), to.code ?? badRange()];
      if (high < low) badRange();
      sets.push((code) => code >= low && code <= high);
    } else if (item.set !== undefined) sets.push(item.set);
    else singles.add(item.code ?? 0);
  }
  const plain: CharacterSet = (code) => singles.has(code) || sets.some((set) => set(code));
  const cased = options.ignoreCase ? ignoringCase(plain) : plain;
  const set: CharacterSet = negative
    ? (code) => !cased(code) && !(options.newlineStops && code === 10)
    : cased;
  return { set, end: at + 1 };
}

const badRange = () => badRegex('invalid character range');

function readItem(codes: readonly number[], characters: readonly string[], at: number): Item {
  const code = codes[at] ?? unbalanced();
  if (characters[at] === '[' && /^[:.=]$/.test(characters[at + 1] ?? ''))
    return readNamed(characters, at);
  if (characters[at] !== '\\') return { code, end: at + 1 };
  const letter = characters[at + 1] ?? badRegex('invalid escape \\ sequence');
  const shorthands: Readonly<Record<string, CharacterSet>> = { d: digit, s: space, w: word };
  const shorthand = Object.hasOwn(shorthands, letter.toLowerCase())
    ? shorthands[letter.toLowerCase()]
    : undefined;
  if (shorthand !== undefined) {
    const set: CharacterSet =
      letter === letter.toLowerCase() ? shorthand : (other) => !shorthand(other);
    return { set, end: at + 2 };
  }
  return escapedCharacter(codes, at + 1);
}

function readNamed(characters: readonly string[], at: number): Item {
  const kind = characters[at + 1] ?? '';
  let end = at + 2;
  while (end < characters.length && !(characters[end] === kind && characters[end + 1] === ']'))
    end += 1;
  if (end >= characters.length) return unbalanced();
  const name = characters.slice(at + 2, end).join('');
  if (kind === ':') {
    const set = Object.hasOwn(classes, name) ? classes[name] : undefined;
    return { set: set ?? badRegex('invalid character class'), end: end + 2 };
  }
  const character =
    [...name].length === 1 ? name : (collating[name] ?? badRegex('invalid collating element'));
  return { code: character.codePointAt(0) ?? 0, end: end + 2 };
}
