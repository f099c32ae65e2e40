import { sqlError } from '../kernel/sql-error.ts';
import { daysOf, julianOf } from './calendar.ts';
import {
  clock,
  day,
  era,
  half,
  MomentDraft,
  month,
  summerWord,
  summerZone,
  weekday,
  wholeDate,
  zone,
} from './moment-draft.ts';
import { cutTimeFields, type TimeField, type TimeWord, timeWord } from './time-fields.ts';
import {
  changedAbbreviation,
  localOffset,
  readOffset,
  type Zone,
  zoneNamed,
} from './time-zones.ts';
import { type ZoneAbbreviation, zoneAbbreviations } from './zone-abbreviations.ts';

/** The content of a date's or time's text. */
export type Moment =
  | {
      readonly kind: 'moment';
      /** Days since 1970-01-01. */
      readonly days: number;
      /** Microseconds of the day; 24:00 is a whole day. */
      readonly micros: number;
      /** Seconds east of UTC; undefined for a text without a zone. */
      readonly zoneSeconds: number | undefined;
    }
  | { readonly kind: 'infinite'; readonly isNegative: boolean }
  | { readonly kind: 'now' }
  /** Days from today: `yesterday`, `today`, `tomorrow`. */
  | {
      readonly kind: 'relative';
      readonly days: number;
      readonly micros: number;
      readonly zoneSeconds: number | undefined;
    };

/** The Julian day of 4714-11-01 BC, the first month with days in PostgreSQL. */
const firstMonth = -23;

/**
 * The text of a date, timestamp or timestamptz (`type` is for the message), with DateStyle
 * `ISO, MDY`.
 */
export function readMoment(text: string, type: string): Moment {
  return new MomentReader(text, type, false).moment();
}

/**
 * The text of a time or timetz: microseconds of the day and seconds east of UTC. Undefined for
 * `now`.
 */
export function readClock(
  text: string,
  type: string,
): { readonly micros: number; readonly zoneSeconds: number | undefined } | undefined {
  return new MomentReader(text, type, true).clock();
}

const reservedMasks = {
  now: wholeDate | clock | zone,
  allballs: clock | zone,
  today: wholeDate,
} as const;
const dayOffsets: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

class MomentReader {
  readonly #draft: MomentDraft;
  readonly #fields: readonly TimeField[];

  /** A word that determines the meaning of the next number: `J2451187`, `T040506`. */
  #prefix: string | undefined;

  #zone: Zone | undefined;

  #special: Moment | undefined;

  #dayOffset: number | undefined;

  constructor(text: string, type: string, isClock: boolean) {
    this.#draft = new MomentDraft(text, type, isClock);
    this.#fields = cutTimeFields(text, () => this.#draft.bad());
  }

  moment(): Moment {
    this.#readFields();
    if (this.#special !== undefined) return this.#special;
    const micros = this.#draft.finishClock();
    if (this.#dayOffset !== undefined) {
      return { kind: 'relative', days: this.#dayOffset, micros, zoneSeconds: this.#fixedZone() };
    }
    this.#draft.finishDate();
    if ((this.#draft.seen & wholeDate) !== wholeDate) this.#draft.bad();
    const days = daysOf(this.#draft.year, this.#draft.month, this.#draft.day);
    // A zone may bring the first days of the month into the range.
    if (julianOf(days) < firstMonth || this.#draft.year > 5_874_897)
      sqlError('22008', `${this.#draft.type} out of range: "${this.#draft.text}"`);
    return { kind: 'moment', days, micros, zoneSeconds: this.#zoneSeconds(days) };
  }

  clock(): { micros: number; zoneSeconds: number | undefined } | undefined {
    this.#readFields();
    if (this.#special !== undefined) return undefined;
    this.#draft.finishDate();
    const micros = this.#draft.finishClock();
    if (!(this.#draft.seen & clock)) this.#draft.bad();
    const hasDate = (this.#draft.seen & wholeDate) === wholeDate;
    const days = hasDate ? daysOf(this.#draft.year, this.#draft.month, this.#draft.day) : undefined;
    return {
      micros,
      zoneSeconds: days === undefined ? this.#fixedZone() : this.#zoneSeconds(days),
    };
  }

  #readFields(): void {
    for (const [index, field] of this.#fields.entries()) {
      const found = this.#readField(field, index);
      if (found & this.#draft.seen) this.#draft.bad();
      this.#draft.seen |= found;
    }
    if (this.#prefix !== undefined) this.#draft.bad();
  }

  /** Reads a field, and returns its parts of the date and time. */
  #readField(field: TimeField, index: number): number {
    switch (field.kind) {
      case 'date':
        return this.#readDateField(field.text, index);
      case 'time':
        this.#takePrefix('time');
        this.#draft.readTime(field.text);
        return clock;
      case 'signed':
        this.#zone = { seconds: readOffset(field.text, this.#draft.text, () => this.#draft.bad()) };
        return zone;
      case 'number':
        return this.#readNumberField(field.text, index);
      default:
        return this.#readWord(field.text);
    }
  }

  /** An earlier word may only have announced a time. */
  #takePrefix(allowed: string): void {
    if (this.#prefix !== undefined && this.#prefix !== allowed) this.#draft.bad();
    this.#prefix = undefined;
  }

  /**
   * Reads a date with delimiters. After a date, the field is the name of a zone, or a time with its
   * zone.
   */
  #readDateField(text: string, index: number): number {
    if (this.#prefix === 'julian') {
      const digits = /^\d+/.exec(text)?.[0] ?? '';
      const rest = text.slice(digits.length);
      this.#draft.setJulian(this.#draft.integer(digits));
      this.#zone = { seconds: readOffset(rest, this.#draft.text, () => this.#draft.bad()) };
      this.#prefix = undefined;
      return wholeDate | clock | zone;
    }
    if (this.#draft.isClock) {
      const last = this.#fields.at(-1)?.kind;
      if (
        index === 0 &&
        this.#fields.length > 1 &&
        (last === 'date' || this.#fields[1]?.kind === 'time')
      )
        return this.#draft.readDate(text);
    } else if (this.#prefix === undefined && (this.#draft.seen & (month | day)) !== (month | day))
      return this.#draft.readDate(text);
    if (!/^\d/.test(text) && this.#prefix === undefined) {
      this.#zone = zoneNamed(text) ?? sqlError('22023', `time zone "${text}" not recognized`);
      return zone;
    }
    this.#takePrefix('time');
    if (this.#draft.seen & clock || !text.includes('-')) this.#draft.bad();
    const at = text.indexOf('-');
    this.#zone = { seconds: readOffset(text.slice(at), this.#draft.text, () => this.#draft.bad()) };
    return (
      this.#draft.readRunTogether(
        text.slice(0, at),
        this.#draft.isClock ? this.#draft.seen | wholeDate : this.#draft.seen,
      ) | zone
    );
  }

  #readNumberField(text: string, index: number): number {
    if (this.#prefix !== undefined) return this.#readPrefixed(text);
    const point = text.indexOf('.');
    const mask = this.#draft.isClock ? this.#draft.seen | wholeDate : this.#draft.seen;
    if (this.#draft.isClock) {
      if (
        point >= 0 &&
        index === 0 &&
        this.#fields.length > 1 &&
        this.#fields.at(-1)?.kind === 'date'
      )
        return this.#draft.readDate(text);
      if (point >= 0 && point <= 2) this.#draft.bad();
      return point > 2 || text.length > 4
        ? this.#draft.readRunTogether(text, mask)
        : this.#draft.readNumber(text, mask);
    }
    if (point >= 0 && !(this.#draft.seen & wholeDate)) return this.#draft.readDate(text);
    if (point > 2) return this.#draft.readRunTogether(text, mask);
    if (text.length >= 6 && (!(this.#draft.seen & wholeDate) || !(this.#draft.seen & clock)))
      return this.#draft.readRunTogether(text, mask);
    return this.#draft.readNumber(text, mask);
  }

  #readPrefixed(text: string): number {
    const [, digits = '', fraction] = /^(\d*)(\..*)?$/.exec(text) ?? [];
    const prefix = this.#prefix;
    this.#prefix = undefined;
    if (prefix === 'time') {
      const found = this.#draft.readRunTogether(text, this.#draft.seen | wholeDate);
      return found === clock ? found : this.#draft.bad();
    }
    if (prefix !== 'julian' || digits === '') this.#draft.bad();
    this.#draft.setJulian(this.#draft.integer(digits));
    if (fraction === undefined) return wholeDate;
    const micros = Math.trunc(Number(`0${fraction}`) * 86_400e6);
    [this.#draft.hour, this.#draft.minute] = [
      Math.trunc(micros / 3600e6),
      Math.trunc(micros / 60e6) % 60,
    ];
    [this.#draft.second, this.#draft.micros] = [Math.trunc(micros / 1e6) % 60, micros % 1e6];
    return wholeDate | clock;
  }

  #readWord(text: string): number {
    const abbreviation = zoneAbbreviations.get(text.slice(0, 10));
    if (abbreviation !== undefined) return this.#readAbbreviation(abbreviation, text);
    const word = timeWord(text);
    if (word !== undefined) return this.#readKnownWord(word);
    this.#zone = zoneNamed(text) ?? this.#draft.bad();
    return zone;
  }

  #readAbbreviation(abbreviation: ZoneAbbreviation, text: string): number {
    if ('region' in abbreviation) return changedAbbreviation(text.toUpperCase());
    this.#zone = { seconds: abbreviation.minutes * 60 };
    return abbreviation.isSummer ? zone | summerZone : zone;
  }

  #readKnownWord(word: TimeWord): number {
    switch (word.kind) {
      case 'ignored':
        return 0;
      case 'month':
        return this.#draft.isClock ? this.#draft.bad() : this.#readMonthName(word.value);
      case 'weekday':
        return this.#draft.isClock ? this.#draft.bad() : weekday;
      case 'half':
        this.#draft.isAfternoon = word.isAfternoon;
        return half;
      case 'era':
        this.#draft.isBeforeChrist = word.isBeforeChrist;
        return era;
      case 'summer':
        if (this.#zone === undefined || 'region' in this.#zone) this.#draft.bad();
        this.#zone = { seconds: this.#zone.seconds + 3600 };
        return summerWord | summerZone;
      case 'unit':
        if (this.#prefix !== undefined) this.#draft.bad();
        if (
          word.name === 'time' &&
          !this.#draft.isClock &&
          (this.#draft.seen & wholeDate) !== wholeDate
        )
          this.#draft.bad();
        this.#prefix = word.name;
        return 0;
      default:
        return this.#readReserved(word.name);
    }
  }

  /** A number earlier read as the month is really the day: `8 January 1999`. */
  #readMonthName(value: number): number {
    const isDayRead =
      this.#draft.seen & month &&
      !this.#draft.hasMonthName &&
      !(this.#draft.seen & day) &&
      this.#draft.month >= 1 &&
      this.#draft.month <= 31;
    if (isDayRead) this.#draft.day = this.#draft.month;
    this.#draft.hasMonthName = true;
    this.#draft.month = value;
    return isDayRead ? day : month;
  }

  #readReserved(name: string): number {
    if (name === 'allballs') {
      this.#zone = { seconds: 0 };
      return reservedMasks.allballs;
    }
    if (name === 'now') {
      this.#special = { kind: 'now' };
      return this.#draft.isClock ? clock : reservedMasks.now;
    }
    if (this.#draft.isClock) this.#draft.bad();
    const offset = dayOffsets[name];
    if (offset !== undefined) {
      this.#dayOffset = offset;
      return reservedMasks.today;
    }
    if (name === 'epoch') this.#special = { kind: 'moment', days: 0, micros: 0, zoneSeconds: 0 };
    else if (name.endsWith('infinity'))
      this.#special = { kind: 'infinite', isNegative: name.startsWith('-') };
    else this.#draft.bad();
    return reservedMasks.now;
  }

  #zoneSeconds(days: number): number | undefined {
    const local =
      days * 86_400 + this.#draft.hour * 3600 + this.#draft.minute * 60 + this.#draft.second;
    if (this.#zone !== undefined && 'region' in this.#zone && this.#draft.seen & summerWord)
      this.#draft.bad();
    return this.#zone && localOffset(this.#zone, local);
  }

  /** The zone of a text without a date. Only a zone with a constant offset is valid. */
  #fixedZone(): number | undefined {
    if (this.#zone === undefined || 'seconds' in this.#zone) return this.#zone?.seconds;
    if (/^(?:utc|uct|gmt|universal|zulu|greenwich|gmt[+-]?0|etc\/.*)$/.test(this.#zone.region))
      return localOffset(this.#zone, 0);
    return this.#dayOffset === undefined
      ? this.#draft.bad()
      : sqlError(
          '0A000',
          `"${this.#draft.text}" in a time zone that changes is not supported; write the date`,
        );
  }
}
