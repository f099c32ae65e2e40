import { sqlError } from '../../kernel/sql-error.ts';
import { bigint, boolean, integer, list, text } from './codecs.ts';
import { type EngineFunction, nullableFunction, strictFunction } from './engine-function.ts';
import { formatArguments } from './format-arguments.ts';
import { classes } from './regex/character-set.ts';
import { quoteIdent, quoteLiteralAsPostgres } from './sql-quoting.ts';

const isWordPart = classes.alnum ?? (() => false);

/** A character's simple case. A change in the number of characters is ignored. */
const simple = (character: string, changed: string) =>
  [...changed].length === 1 ? changed : character;
const upper = (character: string) => simple(character, character.toUpperCase());
const lower = (character: string) => simple(character, character.toLowerCase());
const byCharacter = (change: (character: string) => string) => (value: string) =>
  [...value].map(change).join('');

const mostPlain = 4096;
const plainBytes = Buffer.alloc(mostPlain);

/** initcap() of a short ASCII text; undefined for any other text. */
function plainInitcap(value: string): string | undefined {
  if (value.length > mostPlain) return undefined;
  let isInWord = false;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code > 127) return undefined;
    const isUpper = code >= 65 && code <= 90;
    const isLower = code >= 97 && code <= 122;
    plainBytes[at] = (isInWord ? isUpper : isLower) ? code ^ 32 : code;
    isInWord = isUpper || isLower || (code >= 48 && code <= 57);
  }
  return plainBytes.toString('latin1', 0, value.length);
}

function initcap(value: string): string {
  const plain = plainInitcap(value);
  if (plain !== undefined) return plain;
  let isInWord = false;
  return [...value]
    .map((character) => {
      const changed = isInWord ? lower(character) : upper(character);
      isInWord = isWordPart(character.codePointAt(0) ?? 0);
      return changed;
    })
    .join('');
}

/** A negative number has the bits of its two's complement. */
const inBase = (base: 2 | 8 | 16, bits: 32 | 64) => (value: bigint) =>
  BigInt.asUintN(bits, value).toString(base);

function chr(code: number): string {
  if (code < 0) return sqlError('22023', 'character number must be positive');
  if (code === 0) return sqlError('54000', 'null character not permitted');
  if (code > 0x10ffff)
    return sqlError('54000', `requested character too large for encoding: ${code}`);
  if (code >= 0xd800 && code <= 0xdfff)
    return sqlError('54000', `requested character not valid for encoding: ${code}`);
  return String.fromCodePoint(code);
}

/**
 * `left` pads on the left. PostgreSQL counts characters, and an empty filling leaves the text
 * unchanged.
 */
function pad(isLeft: boolean, value: string, length: number, filling: string): string {
  const [characters, fill] = [[...value], [...filling]];
  const missing = length - characters.length;
  if (missing <= 0 || fill.length === 0) return characters.slice(0, Math.max(length, 0)).join('');
  if (missing > mostCharacters) return sqlError('54000', 'requested length too large');
  const padding = Array.from({ length: missing }, (_, index) => fill[index % fill.length]).join('');
  return isLeft ? padding + value : value + padding;
}

const mostCharacters = 268_435_455;

function splitPart(value: string, delimiter: string, position: number): string {
  if (position === 0) return sqlError('22023', 'field position must not be zero');
  const parts = delimiter === '' || value === '' ? [value] : value.split(delimiter);
  return parts.at(position > 0 ? position - 1 : position) ?? '';
}

function stringToArray(
  value: string | null,
  delimiter: string | null,
  nullText: string | null,
): readonly (string | null)[] | null {
  if (value === null) return null;
  if (value === '') return [];
  const parts =
    delimiter === null ? [...value] : delimiter === '' ? [value] : value.split(delimiter);
  return parts.map((part) => (part === nullText ? null : part));
}

function translate(value: string, from: string, to: string): string {
  const [sources, targets] = [[...from], [...to]];
  const changes = new Map<string, string>();
  for (const [index, source] of sources.entries())
    if (!changes.has(source)) changes.set(source, targets[index] ?? '');
  return [...value].map((character) => changes.get(character) ?? character).join('');
}

/** DuckDB's reverse() works on grapheme clusters. */
const reverse = (value: string) => [...value].reverse().join('');

function fold(character: string): string {
  return lower(upper(character));
}

export const textFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_upper', [text], text, byCharacter(upper)),
  strictFunction('hotsql_casefold', [text], text, byCharacter(fold)),
  strictFunction('hotsql_initcap', [text], text, initcap),
  strictFunction('hotsql_reverse', [text], text, reverse),
  strictFunction('hotsql_chr', [integer], text, chr),
  strictFunction('hotsql_lpad', [text, integer, text], text, (value, length, fill) =>
    pad(true, value, length, fill),
  ),
  strictFunction('hotsql_rpad', [text, integer, text], text, (value, length, fill) =>
    pad(false, value, length, fill),
  ),
  strictFunction('hotsql_split_part', [text, text, integer], text, splitPart),
  nullableFunction('hotsql_string_to_array', [text, text, text], list(text), stringToArray),
  strictFunction('hotsql_translate', [text, text, text], text, translate),
  strictFunction('hotsql_to_base_integer', [integer, integer], text, (value, base) =>
    inBase(base as 2 | 8 | 16, 32)(BigInt(value)),
  ),
  strictFunction('hotsql_to_base_bigint', [bigint, integer], text, (value, base) =>
    inBase(base as 2 | 8 | 16, 64)(value),
  ),
  strictFunction('hotsql_quote_ident', [text], text, quoteIdent),
  strictFunction('hotsql_quote_literal', [text], text, quoteLiteralAsPostgres),
  strictFunction('hotsql_unicode_assigned', [text], boolean, (value) => !/\p{Cn}/u.test(value)),
  strictFunction('hotsql_format', [text, list(text)], text, formatArguments),
];
