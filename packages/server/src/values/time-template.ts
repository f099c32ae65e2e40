import { LruCache } from '../kernel/lru-cache.ts';

/** A pattern of to_char() and to_timestamp() for dates and times, divided into fields and text. */
export interface TimeField {
  readonly kind: 'field';
  /** The name in upper case; `spelling` has the case of `Month` and similar names. */
  readonly name: string;
  readonly spelling: string;
  /** FM: no padding. */
  readonly fill: boolean;
  /** TM: names in the session's language, English, without padding. */
  readonly translated: boolean;
  readonly ordinal: 'TH' | 'th' | undefined;
}
export interface TimeText {
  readonly kind: 'text' | 'space' | 'separator';
  readonly value: string;
  readonly isQuoted: boolean;
}
export type TimePart = TimeField | TimeText;

const upperNames =
  `A.D. A.M. AD AM B.C. BC CC DAY DDD DD DY D FF1 FF2 FF3 FF4 FF5 FF6 FX HH24 HH12 HH IDDD ID IW IYYY IYY IY I
  J MI MM MONTH MON MS OF P.M. PM Q RM SSSSS SSSS SS TZH TZM TZ US WW W Y,YYY YYYY YYY YY Y`.split(
    /\s+/,
  );
const spellings = [
  ...upperNames,
  ...upperNames.map((name) => name.toLowerCase()),
  'Day',
  'Dy',
  'Month',
  'Mon',
].sort((a, b) => b.length - a.length);
const spellingsByLetter = new Map<string, string[]>();
for (const spelling of spellings) {
  const letter = spelling.charAt(0);
  spellingsByLetter.set(letter, [...(spellingsByLetter.get(letter) ?? []), spelling]);
}

/** Recently read templates. The weight of an entry grows with its parts. */
const cache = new LruCache<readonly TimePart[]>(2 ** 20);

/**
 * Texts of one ASCII character, quoted and unquoted, because a template may be as long as a
 * statement.
 */
const [quotedTexts, plainTexts] = [true, false].map((quoted) =>
  Array.from({ length: 128 }, (_, code) => textPart(String.fromCharCode(code), quoted)),
);

function textPart(value: string, quoted: boolean): TimeText {
  return { kind: quoted ? 'text' : kindOf(value), value, isQuoted: quoted };
}

export function parseTimeTemplate(template: string): readonly TimePart[] {
  const known = cache.get(template);
  if (known !== undefined) return known;
  const parts = cutTemplate(template);
  cache.set(template, parts, parts.length + 64);
  return parts;
}

function cutTemplate(template: string): TimePart[] {
  const parts: TimePart[] = [];
  let at = 0;
  while (at < template.length) {
    let [fill, translated] = [false, false];
    const prefix = /^(?:FM|fm|TM|tm)/.exec(template.slice(at, at + 2))?.[0];
    if (prefix !== undefined) {
      fill = prefix.toUpperCase() === 'FM';
      translated = !fill;
      at += 2;
    }
    const rest = template.slice(at, at + 5);
    const spelling = spellingsByLetter
      .get(rest.charAt(0))
      ?.find((candidate) => rest.startsWith(candidate));
    if (spelling !== undefined) {
      at += spelling.length;
      const suffix = template.slice(at, at + 2);
      if (suffix === 'TH' || suffix === 'th' || suffix === 'SP') at += 2;
      const ordinal = suffix === 'TH' || suffix === 'th' ? suffix : undefined;
      parts.push({
        kind: 'field',
        name: spelling.toUpperCase(),
        spelling,
        fill,
        translated,
        ordinal,
      });
      continue;
    }
    at = cutText(template, at, parts);
  }
  return parts;
}

/**
 * Reads text in double quotes, with a backslash as escape. Outside quotes a backslash escapes only
 * a quote.
 */
function cutText(template: string, start: number, parts: TimePart[]): number {
  let at = start;
  const push = (value: string, quoted: boolean) => {
    const known = quoted ? quotedTexts : plainTexts;
    parts.push(known?.[value.charCodeAt(0)] ?? textPart(value, quoted));
  };
  if (template[at] === '"') {
    at += 1;
    while (at < template.length && template[at] !== '"') {
      if (template[at] === '\\' && at + 1 < template.length) at += 1;
      const value = String.fromCodePoint(template.codePointAt(at) ?? 0);
      push(value, true);
      at += value.length;
    }
    return at + 1;
  }
  if (at >= template.length) return at;
  if (template[at] === '\\' && template[at + 1] === '"') at += 1;
  const value = String.fromCodePoint(template.codePointAt(at) ?? 0);
  push(value, false);
  return at + value.length;
}

function kindOf(character: string): TimeText['kind'] {
  if (/^[ \t\n\v\f\r]$/.test(character)) return 'space';
  return /^[!-/:-@[-`{-~]$/.test(character) ? 'separator' : 'text';
}
