import { sqlError } from '../../kernel/sql-error.ts';
import {
  parseTimeTemplate,
  type TimeField,
  type TimePart,
  type TimeText,
} from '../../values/time-template.ts';
import { changedAbbreviation } from '../../values/time-zones.ts';
import { zoneAbbreviations } from '../../values/zone-abbreviations.ts';
import { dayNames, monthNames, romanMonths } from './format-time.ts';
import { type Found, type ParsedTime, resolve, wrong } from './resolve-time.ts';

const isSpace = (character: string | undefined) =>
  character !== undefined && /^[ \t\n\v\f\r]$/.test(character);
const isSeparator = (character: string | undefined) =>
  character !== undefined && /^[!-/:-@[-`{-~]$/.test(character);

/** to_timestamp() and to_date(): reads a text by a template. */
export function parseTime(value: string, template: string): ParsedTime {
  return resolve(new TimeReader(value, parseTimeTemplate(template)).read(), value);
}

/** Reads as SQL/JSON does: character by character by the template, to the end of both. */
export function parseStandardTime(value: string, template: string): ParsedTime {
  return resolve(new TimeReader(value, parseTimeTemplate(template), true).read(), value);
}

class TimeReader {
  readonly #characters: readonly string[];
  readonly #parts: readonly TimePart[];
  readonly #found: Found = {
    ...{
      mode: 'none',
      hour: 0,
      minute: 0,
      second: 0,
      secondOfDay: 0,
      millis: 0,
      micros: 0,
      isAfternoon: false,
    },
    ...{
      hasHalves: false,
      isBeforeChrist: false,
      year: 0,
      yearDigits: 0,
      century: 0,
      julian: 0,
      month: 0,
      week: 0,
    },
    ...{
      weekOfMonth: 0,
      day: 0,
      dayOfYear: 0,
      weekday: 0,
      zoneSign: 0,
      zoneHours: 0,
      zoneMinutes: 0,
      digits: 6,
    },
    zoneSeconds: undefined,
  };
  #at = 0;
  #part = 0;
  #isFixed: boolean;
  readonly #isStandard: boolean;
  /** Spaces of the text outside the template. */
  #skipped = 0;

  constructor(value: string, parts: readonly TimePart[], isStandard = false) {
    this.#characters = [...value];
    this.#parts = parts;
    this.#isStandard = isStandard;
    this.#isFixed = isStandard;
  }

  read(): Found {
    for (; this.#part < this.#parts.length && this.#at < this.#characters.length; this.#part += 1) {
      const part = this.#parts[this.#part] as TimePart;
      const isField = part.kind === 'field';
      if (!this.#isFixed && !(isField && part.name === 'FX') && (isField || this.#part === 0))
        this.#skipSpaces();
      if (!isField) {
        this.#readText(part);
        continue;
      }
      this.#readField(part);
      if (!this.#isFixed) {
        this.#skipped = 0;
        this.#skipSpaces();
      }
    }
    if (this.#isStandard) this.#expectEnd();
    return this.#found;
  }

  #expectEnd(): void {
    if (this.#part < this.#parts.length) wrong('input string is too short for datetime format');
    this.#skipSpaces();
    if (this.#at < this.#characters.length) {
      wrong('trailing characters remain in input string after datetime format');
    }
  }

  #skipSpaces(): void {
    while (isSpace(this.#characters[this.#at])) {
      this.#at += 1;
      this.#skipped += 1;
    }
  }

  #readText({ kind, value }: TimeText): void {
    if (this.#isStandard && this.#characters[this.#at] !== value) {
      wrong(`unmatched format ${kind === 'text' ? 'character' : 'separator'} "${value}"`);
    }
    if (this.#isFixed) this.#at += 1;
    else if (kind === 'text') {
      if (this.#skipped > 0) this.#skipped -= 1;
      else this.#at += 1;
    } else {
      this.#skipped -= 1;
      const character = this.#characters[this.#at];
      if (isSpace(character) || isSeparator(character)) {
        this.#at += 1;
        this.#skipped += 1;
      }
    }
  }

  #readField(field: TimeField): void {
    if (field.name === 'FX') {
      this.#isFixed = true;
      return;
    }
    this.#setMode(field.name);
    if (!this.#readWord(field)) this.#readNumber(field);
  }

  #setMode(name: string): void {
    const mode = /^I/.test(name)
      ? 'iso'
      : /^(?:DDD|DD|D|MM|MON|MONTH|RM|WW|W|Y.*)$/.test(name)
        ? 'gregorian'
        : 'none';
    if (mode === 'none') return;
    if (this.#found.mode !== 'none' && this.#found.mode !== mode)
      wrong('invalid combination of date conventions');
    this.#found.mode = mode;
  }

  /** A field accepts a second number only when equal to the first. */
  #set(name: keyof Found & string, value: number, shown: string): void {
    const found = this.#found as unknown as Record<string, number>;
    if (found[name] !== 0 && found[name] !== value) {
      wrong(`conflicting values for "${shown}" field in formatting string`);
    }
    found[name] = value;
  }

  #readWord(field: TimeField): boolean {
    const found = this.#found;
    switch (field.name) {
      case 'A.M.':
      case 'P.M.':
      case 'AM':
      case 'PM':
        found.isAfternoon = this.#isSecond(field, found.isAfternoon, ['am', 'pm']);
        found.hasHalves = true;
        return true;
      case 'A.D.':
      case 'B.C.':
      case 'AD':
      case 'BC':
        found.isBeforeChrist = this.#isSecond(field, found.isBeforeChrist, ['ad', 'bc']);
        return true;
      case 'MONTH':
        this.#set('month', this.#word(field, monthNames) + 1, field.spelling);
        return true;
      case 'MON':
        this.#set('month', this.#word(field, monthNames.map(short)) + 1, field.spelling);
        return true;
      case 'DAY':
        this.#readWeekday(field, dayNames);
        return true;
      case 'DY':
        this.#readWeekday(field, dayNames.map(short));
        return true;
      case 'RM':
        this.#set('month', 12 - this.#word(field, romanMonths.toReversed()), field.spelling);
        return true;
      case 'TZ':
        if (!this.#readZoneWord(field)) this.#readZone(field);
        return true;
      case 'TZH':
      case 'OF':
        this.#readZone(field);
        return true;
      case 'Y,YYY':
        this.#readGroupedYear(field);
        return true;
      default:
        return false;
    }
  }

  #isSecond(field: TimeField, before: boolean, words: readonly string[]): boolean {
    const spelt = field.name.includes('.') ? words.map((word) => `${word[0]}.${word[1]}.`) : words;
    const isSecond = this.#word(field, spelt) === 1;
    if (before && !isSecond)
      wrong(`conflicting values for "${field.spelling}" field in formatting string`);
    return isSecond;
  }

  /**
   * PostgreSQL adds 1 after the comparison with an earlier value, so no weekday can be read twice.
   */
  #readWeekday(field: TimeField, names: readonly string[]): void {
    this.#set('weekday', this.#word(field, names), field.spelling);
    this.#found.weekday += 1;
  }

  /** The index of the next word. */
  #word(field: TimeField, words: readonly string[]): number {
    const rest = this.#characters
      .slice(this.#at, this.#at + 12)
      .join('')
      .toLowerCase();
    const index = words.findIndex((word) => rest.startsWith(word.toLowerCase()));
    if (index < 0) {
      const shown = /^[^ \t\n\v\f\r]*/.exec(this.#characters.slice(this.#at).join(''))?.[0] ?? '';
      wrong(`invalid value "${shown}" for "${field.spelling}"`);
    }
    this.#at += words[index]?.length ?? 0;
    return index;
  }

  /** Reads an abbreviation such as `EST`, the longest that fits. */
  #readZoneWord(field: TimeField): boolean {
    const letters = /^[a-z]*/i.exec(this.#next(8))?.[0] ?? '';
    if (letters === '') return false;
    for (let length = letters.length; length > 0; length -= 1) {
      const zone = zoneAbbreviations.get(letters.slice(0, length).toLowerCase());
      if (zone === undefined) continue;
      this.#found.zoneSeconds =
        'minutes' in zone ? zone.minutes * 60 : changedAbbreviation(letters.slice(0, length));
      this.#found.zoneSign = 0;
      this.#at += length;
      return true;
    }
    return wrong(
      `invalid value "${this.#characters.slice(this.#at).join('')}" for "${field.spelling}"`,
    );
  }

  #readZone(field: TimeField): void {
    const sign = this.#characters[this.#at] ?? '';
    if (/^[-+ ]$/.test(sign)) {
      this.#found.zoneSign = sign === '-' ? -1 : 1;
      this.#at += 1;
    } else {
      this.#found.zoneSign = this.#skipped > 0 && this.#characters[this.#at - 1] === '-' ? -1 : 1;
    }
    this.#integer(field, 2, 'zoneHours');
    if (field.name !== 'TZH' && this.#characters[this.#at] === ':') {
      this.#at += 1;
      this.#integer(field, 2, 'zoneMinutes');
    }
  }

  #readGroupedYear(field: TimeField): void {
    while (isSpace(this.#characters[this.#at])) this.#at += 1;
    const match = /^([+-]?\d+),\s*([+-]?\d{1,3})/.exec(this.#next(64));
    if (match === null)
      return void wrong(`invalid value "${this.#characters.slice(this.#at).join('')}" for "Y,YYY"`);
    this.#set('year', Number(match[1]) * 1000 + Number(match[2]), field.spelling);
    this.#found.yearDigits = 4;
    this.#at += match[0].length;
    this.#skipOrdinal(field);
  }

  #readNumber(field: TimeField): void {
    const found = this.#found;
    const read = (length: number, name: keyof Found & string) => this.#integer(field, length, name);
    switch (field.name) {
      case 'HH':
      case 'HH12':
        found.hasHalves = true;
        read(2, 'hour');
        break;
      case 'MS': {
        const length = read(3, 'millis');
        found.millis *= length === 1 ? 100 : length === 2 ? 10 : 1;
        break;
      }
      case 'US':
        this.#readFraction(field, 6);
        break;
      case 'ID':
        read(1, 'weekday');
        found.weekday = found.weekday >= 7 ? 1 : found.weekday + 1;
        break;
      case 'Q':
        this.#integer(field, 1, undefined);
        break;
      case 'YYY':
      case 'IYY':
      case 'YY':
      case 'IY':
      case 'Y':
      case 'I': {
        const length = read(field.name.length, 'year');
        if (length < 4) found.year = partialYear(found.year);
        found.yearDigits = field.name.length;
        break;
      }
      default: {
        const plain = plainFields[field.name];
        if (plain === undefined) {
          found.digits = Number(field.name.slice(2));
          this.#readFraction(field, found.digits);
        } else read(...plain);
        if (plain?.[1] === 'year') found.yearDigits = 4;
      }
    }
    if (field.name !== 'TZM') this.#skipOrdinal(field);
  }

  #readFraction(field: TimeField, digits: number): void {
    const length = this.#integer(field, digits, 'micros');
    this.#found.micros *= 10 ** Math.max(6 - length, 0);
  }

  #skipOrdinal({ ordinal }: TimeField): void {
    if (ordinal !== undefined) this.#at = Math.min(this.#at + 2, this.#characters.length);
  }

  /** The next characters, never the whole rest, because each field of a template asks. */
  #next(length: number): string {
    return this.#characters.slice(this.#at, this.#at + length).join('');
  }

  /** Digits with an optional sign. */
  #allDigits(): string {
    let end = this.#at;
    if (/^[+-]$/.test(this.#characters[end] ?? '')) end += 1;
    const first = end;
    while (/^\d$/.test(this.#characters[end] ?? '')) end += 1;
    return end === first ? '' : this.#next(end - this.#at);
  }

  /**
   * Reads an integer of exactly `length` characters, or of any length where no digit can follow.
   * Returns the number of characters.
   */
  #integer(field: TimeField, length: number, name: (keyof Found & string) | undefined): number {
    const start = this.#at;
    while (isSpace(this.#characters[this.#at])) this.#at += 1;
    let digits: string;
    if (field.fill || this.#isNextSeparator(field)) {
      digits = this.#allDigits();
    } else {
      if (this.#characters.length - this.#at < length)
        wrong(`source string too short for "${field.spelling}" formatting field`);
      const exact = this.#next(length);
      digits = /^\s*[+-]?\d+/.exec(exact)?.[0] ?? '';
      if (digits.length > 0 && digits.length < length)
        wrong(`invalid value "${exact}" for "${field.spelling}"`);
    }
    if (digits === '') {
      this.#at = start;
      wrong(`invalid value "${this.#next(length)}" for "${field.spelling}"`);
    }
    this.#at += digits.length;
    const value = Number(digits);
    if (Math.abs(value) > 2 ** 31 - 1) {
      sqlError('22008', `value for "${field.spelling}" in source string is out of range`);
    }
    if (name !== undefined) this.#set(name, value, field.spelling);
    return this.#at - start;
  }

  #isNextSeparator(field: TimeField): boolean {
    if (field.ordinal !== undefined) return true;
    const next = this.#parts[this.#part + 1];
    if (next === undefined) return true;
    return next.kind === 'field' ? !isNumberField(next.name) : !/^[0-9]$/.test(next.value);
  }
}

const short = (name: string) => name.slice(0, 3);
const isNumberField = (name: string) =>
  !/^(?:[AP]\.?M|[AB]\.?[DC]|MON|DAY|DY|RM|TZ$|TZH|OF|FX)/.test(name);

const plainFields: Readonly<Record<string, readonly [length: number, name: keyof Found & string]>> =
  {
    HH24: [2, 'hour'],
    MI: [2, 'minute'],
    SS: [2, 'second'],
    SSSS: [4, 'secondOfDay'],
    SSSSS: [5, 'secondOfDay'],
    TZM: [2, 'zoneMinutes'],
    MM: [2, 'month'],
    DDD: [3, 'dayOfYear'],
    IDDD: [3, 'dayOfYear'],
    DD: [2, 'day'],
    D: [1, 'weekday'],
    WW: [2, 'week'],
    IW: [2, 'week'],
    CC: [2, 'century'],
    YYYY: [4, 'year'],
    IYYY: [4, 'year'],
    W: [1, 'weekOfMonth'],
    J: [1, 'julian'],
  };

/** A year with fewer digits means the year nearest to 2020. */
function partialYear(year: number): number {
  if (year < 70) return year + 2000;
  if (year < 100) return year + 1900;
  if (year < 520) return year + 2000;
  return year < 1000 ? year + 1000 : year;
}
