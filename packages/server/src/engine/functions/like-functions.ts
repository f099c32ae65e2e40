import { LruCache } from '../../kernel/lru-cache.ts';
import { sqlError } from '../../kernel/sql-error.ts';
import { boolean, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

/** The part between two '%': characters, with null for '_'. */
type Part = readonly (string | null)[];

interface Pattern {
  readonly parts: readonly Part[];
  /** The pattern ends in the escape character, an error where a text matches up to the end. */
  readonly isCut: boolean;
}

const patterns = new LruCache<Pattern>(2 ** 20);

function readPattern(pattern: string, taker: string): Pattern {
  const key = `${taker}\0${pattern}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const read = cutPattern(pattern, taker);
  patterns.set(key, read, key.length * 10 + 64);
  return read;
}

function cutPattern(pattern: string, taker: string): Pattern {
  let isCut = false;
  const parts: (string | null)[][] = [[]];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    let character: string | null = characters[at] ?? '';
    if (character === taker) {
      at += 1;
      isCut = at === characters.length;
      // The cut pattern matches its parts and at least one further character.
      if (isCut) {
        parts.at(-1)?.push(null);
        parts.push([]);
        continue;
      }
      character = characters[at] ?? '';
    } else if (character === '%') {
      parts.push([]);
      continue;
    } else if (character === '_') character = null;
    parts.at(-1)?.push(character);
  }
  return { parts, isCut };
}

function like(value: string, pattern: string, taker: string): boolean {
  const { parts, isCut } = readPattern(pattern, taker);
  const isFound = matches(value, parts);
  if (isFound && isCut) sqlError('22025', 'LIKE pattern must not end with escape character');
  return isFound;
}

/**
 * The first part begins the text, and the last ends the text. Other parts take their first
 * occurrence: an earlier occurrence leaves at least as much text for later parts.
 */
function matches(value: string, parts: readonly Part[]): boolean {
  const characters = [...value];
  const stands = (part: Part, at: number): boolean => {
    for (let index = 0; index < part.length; index += 1) {
      const character = part[index];
      if (character !== null && character !== characters[at + index]) return false;
    }
    return true;
  };
  const [first = [], ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return characters.length === first.length && stands(first, 0);
  const end = characters.length - last.length;
  if (first.length > end || !stands(first, 0) || !stands(last, end)) return false;
  let at = first.length;
  for (const part of rest) {
    while (at + part.length <= end && !stands(part, at)) at += 1;
    if (at + part.length > end) return false;
    at += part.length;
  }
  return true;
}

export const likeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_like', [text, text, text], boolean, like),
];
