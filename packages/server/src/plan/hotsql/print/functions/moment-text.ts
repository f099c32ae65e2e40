import { quoteLiteral } from '../../../../kernel/quoting.ts';
import {
  parseTimeTemplate,
  type TimeField,
  type TimePart,
} from '../../../../values/time-template.ts';
import { textConstant } from '../../resolve/expr.ts';
import type { Call } from '../implementation.ts';
import { columnWithZone } from '../printed-facts.ts';

/**
 * to_char() of a moment with a literal template: DuckDB's strftime() takes a hundredth of the time
 * of the worker's own function. Only years of four digits are printed as in PostgreSQL.
 */
const [first, last] = ["'1001-01-01'", "'9999-12-31 23:59:59.999999'"];

/** strftime() letters, padded as in PostgreSQL, and without padding (FM). */
const letters: Readonly<Record<string, readonly [padded: string, plain: string | undefined]>> = {
  YYYY: ['%Y', '%Y'],
  YY: ['%y', undefined],
  MM: ['%m', '%-m'],
  DD: ['%d', '%-d'],
  DDD: ['%j', '%-j'],
  HH24: ['%H', '%-H'],
  HH12: ['%I', '%-I'],
  HH: ['%I', '%-I'],
  MI: ['%M', '%-M'],
  SS: ['%S', '%-S'],
  MS: ['%g', '%g'],
  FF3: ['%g', '%g'],
  US: ['%f', '%f'],
  FF6: ['%f', '%f'],
  IYYY: ['%G', '%G'],
  IW: ['%V', undefined],
  ID: ['%u', '%u'],
};

const names: Readonly<Record<string, readonly [letter: string, width: number]>> = {
  MONTH: ['%B', 9],
  MON: ['%b', 0],
  DAY: ['%A', 9],
  DY: ['%a', 0],
};

/** Texts independent of the moment: the session's zone is UTC. */
const zoneTexts: Readonly<Record<string, string>> = { TZH: '+00', TZM: '00', OF: '+00' };

type Piece = { readonly letters: string } | { readonly call: (moment: string) => string };

function pieceOf(part: TimePart, hasZone: boolean): Piece | undefined {
  if (part.kind !== 'field') return { letters: part.value.replaceAll('%', '%%') };
  const { name, fill, spelling } = part;
  if (part.ordinal !== undefined) return undefined;
  const [padded, plain] = letters[name] ?? [];
  const letter = fill ? plain : padded;
  if (letter !== undefined) return { letters: letter };
  if (names[name] !== undefined) return nameOf(part);
  if ((name === 'AM' || name === 'PM') && spelling === name) return { letters: '%p' };
  if (name === 'Q') return { call: (moment) => `CAST(quarter(${moment}) AS VARCHAR)` };
  if (name === 'D') return { call: (moment) => `CAST(dayofweek(${moment}) + 1 AS VARCHAR)` };
  const zone = name === 'TZ' && hasZone && spelling === name ? 'UTC' : zoneTexts[name];
  return zone === undefined || fill ? undefined : { letters: zone };
}

function nameOf({ name, spelling, fill, translated }: TimeField): Piece {
  const [letter, width] = names[name] ?? ['', 0];
  const isPadded = width > 0 && !fill && !translated;
  const changed =
    spelling === name ? 'upper' : spelling === name.toLowerCase() ? 'lower' : undefined;
  if (!isPadded && changed === undefined) return { letters: letter };
  return {
    call: (moment) => {
      const text = `strftime(${moment}, '${letter}')`;
      const cased = changed === undefined ? text : `${changed}(${text})`;
      return isPadded ? `rpad(${cased}, ${width}, ' ')` : cased;
    },
  };
}

/**
 * The results of `strftime` with the texts between them; undefined if only the worker can print the
 * template.
 */
function texts(template: string, hasZone: boolean): ((moment: string) => string) | undefined {
  const pieces = parseTimeTemplate(template).map((part) => pieceOf(part, hasZone));
  if (pieces.length === 0 || pieces.length > mostParts) return undefined;
  const merged: Piece[] = [];
  for (const piece of pieces) {
    if (piece === undefined) return undefined;
    const before = merged.at(-1);
    if ('letters' in piece && before !== undefined && 'letters' in before)
      merged[merged.length - 1] = { letters: before.letters + piece.letters };
    else merged.push(piece);
  }
  return (moment) =>
    merged
      .map((piece) =>
        'call' in piece
          ? piece.call(moment)
          : `strftime(${moment}, ${quoteLiteral(piece.letters)})`,
      )
      .join(' || ');
}

const mostParts = 64;

/** A timestamp in UTC without its zone. DuckDB's own cast calls ICU for each row. */
function withoutZone(text: string): string {
  const column = columnWithZone(text);
  return column === undefined
    ? `make_timestamp(epoch_us(${text}))`
    : `CAST(${column} AS TIMESTAMP)`;
}

export const momentText =
  (hasZone: boolean) =>
  ({ args: [value, template] }: Call): string => {
    const [text, pattern] = [value?.text ?? '', template?.text ?? ''];
    const own = `hotsql_to_char_timestamp${hasZone ? 'tz' : ''}(${text}, ${pattern})`;
    const constant = template && textConstant(template);
    const made = constant === undefined ? undefined : texts(constant, hasZone);
    if (made === undefined) return own;
    const type = hasZone ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP';
    const ends = [first, last].map((end) => `CAST(${end} AS ${type})`).join(' AND ');
    const moment = hasZone ? withoutZone(text) : text;
    return `CASE WHEN ${text} BETWEEN ${ends} THEN ${made(moment)} ELSE ${own} END`;
  };
