import { civilOf, daysInMonth, daysOf, julianOf } from './calendar.ts';
import { badTimeText, roundEven, timeOutOfRange, timeWord } from './time-fields.ts';

// Bits for the parts that have been read.
export const year = 1;
export const month = 2;
export const day = 4;
export const wholeDate = year | month | day;
export const dayOfYear = 8;
export const clock = 16;
export const zone = 32;
export const summerZone = 64;
export const summerWord = 128;
export const half = 256;
export const era = 512;
export const weekday = 1024;

/** A date and time during reading: the numbers so far, and their meaning. */
export class MomentDraft {
  readonly text: string;
  readonly type: string;
  /** True for a time alone; a date is then read only for the zone. */
  readonly isClock: boolean;
  seen = 0;
  year = 0;
  month = 0;
  day = 0;
  dayOfYear = 0;
  hour = 0;
  minute = 0;
  second = 0;
  micros = 0;
  isShortYear = false;
  isJulian = false;
  isBeforeChrist = false;
  hasMonthName = false;
  isAfternoon: boolean | undefined;

  constructor(text: string, type: string, isClock: boolean) {
    this.text = text;
    this.type = type;
    this.isClock = isClock;
  }

  bad(): never {
    return badTimeText(this.type, this.text);
  }

  outOfRange(): never {
    return timeOutOfRange(this.text);
  }

  readTime(text: string): void {
    const match = /^(\d+):(\d*)(?::(\d*))?(\.\d*)?$/.exec(text);
    if (match === null) this.bad();
    const [first, second, third] = match
      .slice(1, 4)
      .map((digits) => (digits === undefined ? undefined : this.integer(digits || '0')));
    this.micros = match[4] === undefined ? 0 : roundEven(Number(`0${match[4]}`) * 1e6);
    // Two numbers with a fraction are minutes and seconds.
    const isShort = third === undefined && match[4] !== undefined;
    [this.hour, this.minute, this.second] = isShort
      ? [0, first ?? 0, second ?? 0]
      : [first ?? 0, second ?? 0, third ?? 0];
    if (this.minute > 59 || this.second > 60) this.outOfRange();
    if (!this.isClock) this.#checkClock();
  }

  #clockMicros(): number {
    return ((this.hour * 60 + this.minute) * 60 + this.second) * 1e6 + this.micros;
  }

  /** A second 60 and an hour 24 are valid at the end of the minute and the day. */
  #checkClock(): void {
    if (this.hour > 24 || this.minute > 59 || this.second > 60 || this.#clockMicros() > 86_400e6)
      this.outOfRange();
  }

  integer(digits: string): number {
    const value = Number(digits);
    if (Number.isNaN(value)) return this.bad();
    return value > 2 ** 31 - 1 ? this.outOfRange() : value;
  }

  setJulian(number: number): void {
    const civil = civilOf(number - julianOf(0));
    [this.year, this.month, this.day] = [civil.year, civil.month, civil.day];
    this.isJulian = true;
  }

  /** `1999-01-08`, `1/8/1999`, `08-Jan-1999`, `1999.008`. */
  readDate(text: string): number {
    const parts = this.#cutDate(text);
    const hadMonthName = this.hasMonthName;
    let seen = this.seen;
    let found = 0;
    const add = (mask: number) => {
      if (seen & mask) this.bad();
      seen |= mask;
      found |= mask;
    };
    this.hasMonthName = false;
    for (const part of parts.filter((item) => /^[a-z]/.test(item))) {
      const word = timeWord(part);
      if (word?.kind === 'ignored') continue;
      if (word?.kind !== 'month') return this.bad();
      this.month = word.value;
      this.hasMonthName = true;
      add(month);
    }
    for (const part of parts.filter((item) => /^\d/.test(item))) add(this.readNumber(part, seen));
    this.hasMonthName = hadMonthName;
    return (seen & ~(dayOfYear | zone)) === wholeDate ? found : this.bad();
  }

  /** The character after a part is dropped, whatever the character. */
  #cutDate(text: string): readonly string[] {
    const parts: string[] = [];
    const part = /[^a-z\d]*(\d+|[a-z]+)?.?/gs;
    for (const [whole, name] of text.matchAll(part)) {
      if (name !== undefined) parts.push(name);
      else if (whole !== '') this.bad();
    }
    return parts;
  }

  /**
   * Reads one number of a date. The parts already read determine its meaning; the default order is
   * MDY.
   */
  readNumber(text: string, mask: number): number {
    const point = text.indexOf('.');
    if (point > 2) return this.readRunTogether(text, mask | wholeDate);
    const value = this.integer(point < 0 ? text : text.slice(0, point) || this.bad());
    if (point >= 0) this.micros = roundEven(Number(`0${text.slice(point)}`) * 1e6);
    const dated = mask & wholeDate;
    if (text.length === 3 && dated === year && value >= 1 && value <= 366) {
      this.dayOfYear = value;
      return dayOfYear | month | day;
    }
    if (dated === wholeDate) return this.readRunTogether(text, mask);
    const part = this.#partOf(text, dated);
    if (part === year) {
      this.year = value;
      this.isShortYear = text.length <= 2;
    } else if (part === month) this.month = value;
    else this.day = value;
    return part;
  }

  #partOf(text: string, dated: number): number {
    switch (dated) {
      case 0:
        return text.length >= 3 ? year : month;
      case year:
      case day:
        return month;
      case month:
        return this.hasMonthName && text.length >= 3 ? year : day;
      case year | month:
        return day;
      case month | day:
        return year;
      default:
        return this.bad();
    }
  }

  /** `19990108`, `040506.789`, `0405`. */
  readRunTogether(text: string, mask: number): number {
    if (!/^\d*(?:\.\d*)?$/.test(text)) this.bad();
    const point = text.indexOf('.');
    const digits = point < 0 ? text : text.slice(0, point);
    if (point >= 0) this.micros = roundEven(Number(`0${text.slice(point)}`) * 1e6);
    else if ((mask & wholeDate) !== wholeDate && digits.length >= 6) {
      this.day = Number(digits.slice(-2));
      this.month = Number(digits.slice(-4, -2));
      this.year = this.integer(digits.slice(0, -4));
      if (digits.length === 6) this.isShortYear = true;
      return wholeDate;
    }
    if (mask & clock || (digits.length !== 6 && digits.length !== 4)) this.bad();
    this.hour = Number(digits.slice(0, 2));
    this.minute = Number(digits.slice(2, 4));
    this.second = Number(digits.slice(4));
    return clock;
  }

  finishClock(): number {
    if (this.isAfternoon !== undefined) {
      if (this.hour > 12) this.outOfRange();
      if (!this.isAfternoon && this.hour === 12) this.hour = 0;
      else if (this.isAfternoon && this.hour !== 12) this.hour += 12;
    }
    if (this.isClock) this.#checkClock();
    return this.#clockMicros();
  }

  finishDate(): void {
    if (this.seen & year && !this.isJulian) this.#finishYear();
    if (this.seen & dayOfYear) {
      const civil = civilOf(daysOf(this.year, 1, 1) + this.dayOfYear - 1);
      [this.year, this.month, this.day] = [civil.year, civil.month, civil.day];
    }
    if (this.seen & month && (this.month < 1 || this.month > 12)) this.outOfRange();
    if (this.seen & day && (this.day < 1 || this.day > 31)) this.outOfRange();
    if ((this.seen & wholeDate) === wholeDate && this.day > daysInMonth(this.year, this.month))
      this.outOfRange();
  }

  #finishYear(): void {
    if (this.isBeforeChrist) {
      if (this.year <= 0) this.outOfRange();
      this.year = 1 - this.year;
    } else if (this.isShortYear) {
      if (this.year < 100) this.year += this.year < 70 ? 2000 : 1900;
    } else if (this.year <= 0) this.outOfRange();
  }
}
