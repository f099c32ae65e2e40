import { sqlError } from '../kernel/sql-error.ts';

/**
 * A part of the text of a date, time or interval by its form. The meaning depends on the
 * neighbouring parts.
 */
export interface TimeField {
  /**
   * `date` is digits with delimiters, or a name with punctuation (also of a time zone). `signed` is
   * digits after a sign, as in a zone.
   */
  readonly kind: 'number' | 'date' | 'time' | 'word' | 'signed';
  /** The text in lower case. */
  readonly text: string;
}

/** PostgreSQL's limit of parts. */
const maxFields = 25;

const patterns: readonly (readonly [kind: TimeField['kind'], pattern: RegExp])[] = [
  ['time', /\d+:[\d:.]*/y],
  // The delimiter must stay the same. Another delimiter begins the next part.
  [
    'date',
    /\d+(?:-\d+-[\d-]*|\/\d+\/[\d/]*|\.\d+\.[\d.]*|[-/]\d+|-[a-z-][a-z\d-]*|\/[a-z/][a-z\d/]*)/y,
  ],
  ['number', /\d+\.\d+/y],
  ['date', /\d+(?:-|\/|\.(?:[a-z.][a-z\d.]*)?)/y],
  ['number', /\d+/y],
  ['number', /\.\d*/y],
  ['word', /[a-z]+/y],
  ['signed', /[+-][ \t\n\v\f\r]*\d[\d:.-]*/y],
  ['word', /[+-][ \t\n\v\f\r]*[a-z]+/y],
];
const blank = /[ \t\n\v\f\r]+/y;
const punctuation = /[!-*,./:-@[-`{-~]/y;
const restOfName = /[-+/_.:a-z\d]*/y;

/**
 * Cuts the text of a date, time or interval into parts, as PostgreSQL does. `fail` raises for any
 * other text.
 */
export function cutTimeFields(written: string, fail: () => never): readonly TimeField[] {
  const text = written.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const fields: TimeField[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  while (at < text.length) {
    if (take(blank) !== undefined) continue;
    if (fields.length >= maxFields) fail();
    const field = nextField(take);
    if (field === undefined) {
      if (take(punctuation) === undefined) fail();
      continue;
    }
    // A month with its day (`jan-8-1999`), or the name of a zone.
    const isName = field.kind === 'word' && /^[a-z]/.test(field.text);
    if (isName && startsName(field.text, text[at] ?? '')) {
      fields.push({ kind: 'date', text: field.text + (take(restOfName) ?? '') });
    } else fields.push(field);
  }
  return fields;
}

function nextField(take: (pattern: RegExp) => string | undefined): TimeField | undefined {
  for (const [kind, pattern] of patterns) {
    const text = take(pattern);
    if (text !== undefined) return { kind, text: text.replace(/\s/g, '') };
  }
  return undefined;
}

/** A word with another meaning is no name of a zone before a digit or a plus. */
function startsName(word: string, next: string): boolean {
  if (/[-/.]/.test(next)) return true;
  return /[+\d]/.test(next) && timeWord(word) === undefined;
}

export type TimeWord =
  | { readonly kind: 'month' | 'weekday'; readonly value: number }
  | { readonly kind: 'half'; readonly isAfternoon: boolean }
  | { readonly kind: 'era'; readonly isBeforeChrist: boolean }
  | { readonly kind: 'reserved'; readonly name: ReservedTime }
  /** `y`, `m`, `d`, ... before a number. Only `j` (julian) and `t` (time) have a meaning. */
  | { readonly kind: 'unit'; readonly name: string }
  | { readonly kind: 'ignored' | 'summer' };

export type ReservedTime =
  | '-infinity'
  | 'infinity'
  | 'epoch'
  | 'now'
  | 'today'
  | 'tomorrow'
  | 'yesterday'
  | 'allballs'
  | 'dow'
  | 'doy'
  | 'isodow';

const monthWords =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const dayWords = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

const words = new Map<string, TimeWord>([
  ...monthWords.flatMap((name, index) =>
    [name, name.slice(0, 3)].map((word): [string, TimeWord] => [
      word,
      { kind: 'month', value: index + 1 },
    ]),
  ),
  ['sept', { kind: 'month', value: 9 }],
  ...dayWords.flatMap((name, index) =>
    [name, name.slice(0, 3)].map((word): [string, TimeWord] => [
      word,
      { kind: 'weekday', value: index },
    ]),
  ),
  ['tues', { kind: 'weekday', value: 2 }],
  ['weds', { kind: 'weekday', value: 3 }],
  ['thur', { kind: 'weekday', value: 4 }],
  ['thurs', { kind: 'weekday', value: 4 }],
  ['am', { kind: 'half', isAfternoon: false }],
  ['pm', { kind: 'half', isAfternoon: true }],
  ['ad', { kind: 'era', isBeforeChrist: false }],
  ['bc', { kind: 'era', isBeforeChrist: true }],
  ['at', { kind: 'ignored' }],
  ['on', { kind: 'ignored' }],
  ['dst', { kind: 'summer' }],
  ...[
    '-infinity',
    'infinity',
    '+infinity',
    'epoch',
    'now',
    'today',
    'tomorrow',
    'yesterday',
    'allballs',
    'dow',
    'doy',
    'isodow',
  ].map((name): [string, TimeWord] => [
    name,
    { kind: 'reserved', name: name.replace('+', '') as ReservedTime },
  ]),
  ...['d', 'h', 'isoyear', 'm', 'mm', 's', 'y'].map((name): [string, TimeWord] => [
    name,
    { kind: 'unit', name },
  ]),
  ...['j', 'jd', 'julian'].map((name): [string, TimeWord] => [
    name,
    { kind: 'unit', name: 'julian' },
  ]),
  ['t', { kind: 'unit', name: 'time' }],
]);

/** PostgreSQL looks at the first ten letters of a word. */
export const timeWord = (word: string): TimeWord | undefined => words.get(word.slice(0, 10));

/** Raises for a text outside a type. */
export const badTimeText = (type: string, text: string): never =>
  sqlError('22007', `invalid input syntax for type ${type}: "${text}"`);

/** Raises for a text with a number outside dates and times. */
export const timeOutOfRange = (text: string): never =>
  sqlError('22008', `date/time field value out of range: "${text}"`);

/** Half to even, as the C library rounds. */
export function roundEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
