import { LruCache } from '../kernel/lru-cache.ts';
import { sqlError } from '../kernel/sql-error.ts';

/** A pattern of to_char() and to_number() for numbers. */
export type NumberPart = NumberField | { readonly kind: 'text'; readonly value: string };

interface NumberField {
  readonly kind: 'field';
  readonly name: string;
  readonly lower: boolean;
}

export interface NumberTemplate {
  readonly parts: readonly NumberPart[];
  /** The number of digits before the point, after the point, and after V. */
  readonly before: number;
  readonly after: number;
  readonly shift: number;
  readonly hasPoint: boolean;
  readonly fill: boolean;
  readonly blank: boolean;
  readonly bracket: boolean;
  readonly minus: boolean;
  readonly plus: boolean;
  readonly roman: boolean;
  readonly scientific: boolean;
  readonly hasShift: boolean;
  /** The place of S's sign: before or after the digits. */
  readonly sign: 'none' | 'before' | 'after';
  /** The number of digits before S. */
  readonly signAfter: number;
  /** The place of the first 0 before the point, from 0; undefined without a 0. */
  readonly zeroStart: number | undefined;
  readonly zeroEnd: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Draft = Mutable<NumberTemplate> & { parts: NumberPart[] };

const names = [
  'EEEE',
  'FM',
  'MI',
  'PL',
  'PR',
  'RN',
  'SG',
  'SP',
  'TH',
  ',',
  '.',
  '0',
  '9',
  'B',
  'C',
  'D',
  'G',
  'L',
  'S',
  'V',
];

/**
 * The fields by the first character of their spelling, because a template may be as long as a
 * statement.
 */
const fieldsByLetter = new Map<
  string,
  readonly { readonly spelling: string; readonly part: NumberField }[]
>();
for (const name of names) {
  for (const spelling of new Set([name, name.toLowerCase()])) {
    const part: NumberField = { kind: 'field', name, lower: spelling !== name };
    const letter = spelling.charAt(0);
    fieldsByLetter.set(letter, [...(fieldsByLetter.get(letter) ?? []), { spelling, part }]);
  }
}

/** Recently read templates. The weight of an entry is its number of parts plus 64. */
const cache = new LruCache<NumberTemplate>(2 ** 21);

export function parseNumberTemplate(template: string): NumberTemplate {
  const known = cache.get(template);
  if (known !== undefined) return known;
  const parsed = readTemplate(template);
  cache.set(template, parsed, parsed.parts.length + 64);
  return parsed;
}

function readTemplate(template: string): NumberTemplate {
  const draft: Draft = {
    ...{
      parts: [],
      before: 0,
      after: 0,
      shift: 0,
      hasPoint: false,
      fill: false,
      blank: false,
      bracket: false,
    },
    ...{ minus: false, plus: false, roman: false, scientific: false, hasShift: false },
    ...{ sign: 'none', signAfter: 0, zeroStart: undefined, zeroEnd: 0 },
  };
  let at = 0;
  while (at < template.length) {
    const field = fieldsByLetter
      .get(template.charAt(at))
      ?.find(({ spelling }) => template.startsWith(spelling, at));
    if (field !== undefined) {
      at += field.spelling.length;
      draft.parts.push(field.part);
      readField(draft, field.part.name);
      continue;
    }
    if (template[at] === '"') {
      for (at += 1; at < template.length && template[at] !== '"'; at += 1) {
        if (template[at] === '\\' && at + 1 < template.length) at += 1;
        draft.parts.push({ kind: 'text', value: template[at] ?? '' });
      }
      at += 1;
      continue;
    }
    if (template[at] === '\\' && template[at + 1] === '"') at += 1;
    draft.parts.push({ kind: 'text', value: template[at] ?? '' });
    at += 1;
  }
  return draft;
}

const bad = (message: string): never => sqlError('42601', message);
const incompatible = (name: string): never => bad(`"${name}" is incompatible with other formats`);

function readField(draft: Draft, name: string): void {
  if (draft.scientific && name !== 'EEEE') bad('"EEEE" must be the last pattern used');
  readers[name]?.(draft);
  const { roman, blank, sign, bracket, minus, plus, zeroStart, hasPoint, hasShift } = draft;
  const isMore =
    blank ||
    sign !== 'none' ||
    bracket ||
    minus ||
    plus ||
    zeroStart !== undefined ||
    hasPoint ||
    hasShift;
  if (roman && isMore) incompatible('RN');
}

const readers: Readonly<Record<string, (draft: Draft) => void>> = {
  '9': (draft) => {
    if (draft.bracket) bad('"9" must be ahead of "PR"');
    if (draft.hasShift) draft.shift += 1;
    else if (draft.hasPoint) draft.after += 1;
    else draft.before += 1;
  },
  '0': (draft) => {
    if (draft.bracket) bad('"0" must be ahead of "PR"');
    if (draft.zeroStart === undefined && !draft.hasPoint) draft.zeroStart = draft.before;
    if (draft.hasPoint) draft.after += 1;
    else draft.before += 1;
    draft.zeroEnd = draft.before + draft.after;
  },
  B: (draft) => {
    if (draft.before === 0 && draft.after === 0 && draft.zeroStart === undefined)
      draft.blank = true;
  },
  D: readPoint,
  '.': readPoint,
  FM: (draft) => {
    draft.fill = true;
  },
  S: readSign,
  MI: (draft) => {
    if (draft.sign !== 'none') bad('cannot use "S" and "MI" together');
    draft.minus = true;
  },
  PL: (draft) => {
    if (draft.sign !== 'none') bad('cannot use "S" and "PL" together');
    draft.plus = true;
  },
  SG: (draft) => {
    if (draft.sign !== 'none') bad('cannot use "S" and "SG" together');
    draft.minus = true;
    draft.plus = true;
  },
  PR: (draft) => {
    if (draft.sign !== 'none' || draft.plus || draft.minus)
      bad('cannot use "PR" and "S"/"PL"/"MI"/"SG" together');
    draft.bracket = true;
  },
  RN: (draft) => {
    if (draft.roman) bad('cannot use "RN" twice');
    draft.roman = true;
  },
  V: (draft) => {
    if (draft.hasPoint) bad('cannot use "V" and decimal point together');
    draft.hasShift = true;
  },
  EEEE: (draft) => {
    if (draft.scientific) bad('cannot use "EEEE" twice');
    const { blank, fill, sign, bracket, minus, plus, roman, hasShift } = draft;
    if (blank || fill || sign !== 'none' || bracket || minus || plus || roman || hasShift)
      incompatible('EEEE');
    draft.scientific = true;
  },
};

function readPoint(draft: Draft): void {
  if (draft.hasPoint) bad('multiple decimal points');
  if (draft.hasShift) bad('cannot use "V" and decimal point together');
  draft.hasPoint = true;
}

function readSign(draft: Draft): void {
  if (draft.sign !== 'none') bad('cannot use "S" twice');
  if (draft.plus || draft.minus || draft.bracket)
    bad('cannot use "S" and "PL"/"MI"/"SG"/"PR" together');
  draft.sign = draft.hasPoint ? 'after' : 'before';
  if (!draft.hasPoint) draft.signAfter = draft.before;
}
