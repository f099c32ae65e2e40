import { sqlError } from '../../kernel/sql-error.ts';
import {
  type NumberPart,
  type NumberTemplate,
  parseNumberTemplate,
} from '../../values/number-template.ts';
import {
  type Decimal,
  decimalOf,
  decimalOfDouble,
  plainText,
  roundDecimal,
  scientificText,
} from './decimal-text.ts';
import { ordinalSuffix } from './ordinal.ts';

/**
 * to_char() of an integer, of a numeric by its text, of a double and of a real. The types round and
 * overflow differently.
 */
export function formatInteger(value: bigint, pattern: string, bits: 32 | 64): string {
  const { hasShift, shift } = parseNumberTemplate(pattern);
  const shifted = hasShift ? value * 10n ** BigInt(shift) : value;
  if (BigInt.asIntN(bits, shifted) !== shifted) {
    if (bits === 64) sqlError('22003', 'bigint out of range');
    // PostgreSQL continues with the remaining bits.
    sqlError(
      '0A000',
      'to_char() of an integer that V takes out of its range is not supported; cast it to bigint',
    );
  }
  return formatExact(String(value), pattern, bits === 64);
}

/** to_char(integer) has a double's exponent, to_char(bigint) a numeric's. Both are exact. */
export function formatNumeric(value: string, pattern: string): string {
  return formatExact(value, pattern, true);
}

/** The number of certain digits in a double. */
const sureDigits = 15;

/**
 * to_char() of a numeric represented by a double, such as a quotient or an average, to the certain
 * digits.
 */
export function formatInexact(value: number, pattern: string): string {
  if (pattern === '' || !Number.isFinite(value)) return formatNumeric(String(value), pattern);
  const { scientific, hasShift, shift, after } = parseNumberTemplate(pattern);
  const places = hasShift ? shift : after;
  const isShort = scientific ? after < sureDigits : Math.abs(value) < 10 ** (sureDigits - places);
  if (!isShort)
    sqlError(
      '0A000',
      'to_char() of a divided or averaged numeric shows 15 digits: round(x, n) it first',
    );
  return formatNumeric(value.toPrecision(sureDigits), pattern);
}

function formatExact(value: string, pattern: string, isNumeric: boolean): string {
  if (pattern === '') return '';
  const template = parseNumberTemplate(pattern);
  const special = /^-?(?:NaN|Infinity)$/.test(value);
  if (template.roman)
    return romanField(template, special ? undefined : Number(decimalText(value, 0)));
  if (template.scientific) {
    if (special) return overflowed(template.before + template.after + 6, template.before + 1);
    const decimal = decimalOf(value);
    const sign = decimal.negative && (decimal.digits !== 0n || !isNumeric) ? '-' : ' ';
    return sign + scientificText(decimal, template.after, isNumeric ? 'away' : 'even');
  }
  if (special)
    return layOut(template, value.startsWith('-'), value.replace('-', ''), template.shift);
  if (template.shift > maxShift) sqlError('22003', 'value overflows numeric format');
  const shifted = decimalOf(value);
  const scaled = template.hasShift
    ? roundDecimal(shiftLeft(shifted, template.shift), 0, 'away')
    : shifted;
  const after = Math.min(template.after, maxPlaces);
  const rounded = roundDecimal(scaled, after, 'away');
  const negative = rounded.negative && (rounded.digits !== 0n || !isNumeric);
  return layOut({ ...template, after }, negative, plainText(rounded), template.shift);
}

/** The limit of a numeric's decimals, and of a power of ten's zeros. */
const maxPlaces = 16_383;
const maxShift = 131_071;

const decimalText = (value: string, scale: number) => {
  const rounded = roundDecimal(decimalOf(value), scale, 'away');
  return `${rounded.negative ? '-' : ''}${plainText(rounded)}`;
};

const shiftLeft = (value: Decimal, places: number): Decimal =>
  value.scale >= places
    ? { ...value, scale: value.scale - places }
    : { ...value, digits: value.digits * 10n ** BigInt(places - value.scale), scale: 0 };

/** `precision` is the number of digits that every value of the type has: 15 or 6. */
export function formatFloat(value: number, pattern: string, precision: 15 | 6): string {
  if (pattern === '') return '';
  const template = parseNumberTemplate(pattern);
  if (template.roman)
    return romanField(template, Math.abs(value) < 1e6 ? Number(floatText(value, 0)) : undefined);
  if (template.scientific) {
    if (!Number.isFinite(value))
      return overflowed(template.before + template.after + 6, template.before + 1);
    const decimal = decimalOfDouble(value);
    return (decimal.negative ? '-' : ' ') + scientificText(decimal, template.after, 'even');
  }
  const product = value * 10 ** (template.hasShift ? template.shift : 0);
  const scaled = precision === 6 ? Math.fround(product) : product;
  const wholeDigits = floatText(Math.abs(scaled), 0).length;
  const after = wholeDigits >= precision ? 0 : Math.min(template.after, precision - wholeDigits);
  const text = floatText(scaled, after);
  return layOut(
    { ...template, after },
    text.startsWith('-'),
    text.replace('-', ''),
    template.shift,
  );
}

function floatText(value: number, scale: number): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = roundDecimal(decimalOfDouble(value), scale, 'even');
  return `${rounded.negative ? '-' : ''}${plainText(rounded)}`;
}

function overflowed(length: number, point: number): string {
  const text = `${' '.padEnd(length, '#')}`;
  return `${text.slice(0, point)}.${text.slice(point + 1)}`;
}

const romanDigits = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
] as const;

function romanField(template: NumberTemplate, value: number | undefined): string {
  const text = value === undefined || value < 1 || value > 3999 ? '#'.repeat(15) : roman(value);
  const write = (part: NumberPart) => {
    if (part.kind === 'text') return part.value;
    if (part.name === 'L') return ' ';
    if (part.name === ',' || part.name === 'G') return template.fill ? '' : ' ';
    if (part.name !== 'RN') return '';
    const cased = part.lower ? text.toLowerCase() : text;
    return template.fill ? cased : cased.padStart(15);
  };
  return template.parts.map(write).join('');
}

function roman(value: number): string {
  let rest = value;
  let text = '';
  for (const [letters, worth] of romanDigits) {
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  }
  return text;
}

/** Writes the digits of a number, already rounded to the template, into the template. */
function layOut(
  template: NumberTemplate,
  negative: boolean,
  digits: string,
  shift: number,
): string {
  const before = template.before + shift;
  const point = digits.indexOf('.');
  const wholeLength = point < 0 ? digits.length : point;
  const fits = wholeLength <= before;
  const number = fits ? digits : `${'#'.repeat(before)}.${'#'.repeat(template.after)}`;
  return new NumberLayout(
    template,
    before,
    negative,
    number,
    fits ? before - wholeLength : 0,
  ).run();
}

class NumberLayout {
  readonly #template: NumberTemplate;
  readonly #negative: boolean;
  readonly #number: string;
  /** Places before the first digit of the number. */
  readonly #lead: number;
  readonly #bracket: boolean;
  readonly #sign: NumberTemplate['sign'];
  /** The last character that FM keeps; undefined where FM drops nothing. */
  readonly #lastKept: number | undefined;
  #isSignWritten: boolean;
  readonly #places: number;
  /** The place of the template, and of the number. */
  #place = 0;
  #at = 0;
  #hasDigits = false;
  #text = '';
  /** The end of PostgreSQL's text, where PostgreSQL writes a digit beyond the number. */
  #end: number | undefined;

  constructor(
    template: NumberTemplate,
    before: number,
    negative: boolean,
    number: string,
    lead: number,
  ) {
    this.#template = template;
    this.#negative = negative;
    this.#number = number;
    this.#lead = lead;
    const { fill, plus, minus, bracket, sign } = template;
    this.#bracket = bracket && (negative || !fill || plus || minus);
    this.#isSignWritten = plus || minus ? !plus || minus : !negative && fill && sign === 'none';
    const goesAfter = sign === 'before' && !plus && !minus && before === template.signAfter;
    this.#sign = goesAfter ? 'after' : sign;
    this.#lastKept = fill && template.hasPoint ? this.#lastRelevant() : undefined;
    const unwritten = !this.#isSignWritten && lead === 0;
    this.#places = template.after + before - 1 + (unwritten ? 1 : 0);
  }

  run(): string {
    for (const part of this.#template.parts) {
      if (part.kind === 'text') this.#text += part.value;
      else this.#writeField(part.name, part.lower);
    }
    return this.#text.slice(0, this.#end);
  }

  /** The last nonzero digit after the point, else the point. A 0 in the template moves the end. */
  #lastRelevant(): number | undefined {
    const point = this.#number.indexOf('.');
    if (point < 0) return undefined;
    let last = point;
    for (let at = point + 1; at < this.#number.length; at += 1)
      if (this.#number[at] !== '0') last = at;
    const { zeroEnd } = this.#template;
    if (zeroEnd > this.#lead)
      last = Math.max(last, Math.min(this.#number.length - 1, zeroEnd - this.#lead));
    return last;
  }

  #writeField(name: string, lower: boolean): void {
    const { fill, hasPoint } = this.#template;
    switch (name) {
      case '9':
      case '0':
      case '.':
      case 'D':
        this.#writePlace(name);
        return;
      case ',':
      case 'G':
        if (this.#hasDigits) this.#text += ',';
        else if (!fill) this.#text += ' ';
        return;
      case 'L':
        this.#text += ' ';
        return;
      case 'TH':
        if (this.#number[0] !== '#' && !this.#negative && !hasPoint) {
          this.#text += ordinalSuffix(this.#number, !lower);
        }
        return;
      case 'MI':
        this.#text += this.#negative ? '-' : fill ? '' : ' ';
        return;
      case 'PL':
        this.#text += this.#negative ? (fill ? '' : ' ') : '+';
        return;
      case 'SG':
        this.#text += this.#negative ? '-' : '+';
        return;
      default:
        return;
    }
  }

  /** True for a zero before the point, where the template has no 0. */
  #isHiddenZero(): boolean {
    const { zeroStart, after } = this.#template;
    return zeroStart === undefined && this.#at === 0 && this.#number[0] === '0' && after !== 0;
  }

  #writePlace(name: string): void {
    const { fill, zeroStart } = this.#template;
    this.#hasDigits = false;
    this.#writeSign();
    const isLeading = this.#place < this.#lead;
    if (isLeading && (zeroStart === undefined || zeroStart > this.#place)) {
      if (!fill) this.#text += ' ';
    } else if (isLeading) {
      this.#text += '0';
      this.#hasDigits = true;
    } else {
      this.#writeDigit(name);
    }
    this.#writeClosing();
    this.#place += 1;
  }

  #writeSign(): void {
    const { zeroStart, fill } = this.#template;
    const isStart = this.#place >= this.#lead || zeroStart === this.#place;
    const keepsPoint = this.#lastKept !== undefined && this.#number[this.#lastKept] === '.';
    if (this.#isSignWritten || !isStart || (this.#isHiddenZero() && !keepsPoint)) return;
    if (this.#sign !== 'none') {
      if (this.#sign === 'after') return;
      this.#text += this.#negative ? '-' : '+';
    } else if (this.#bracket) this.#text += this.#negative ? '<' : ' ';
    else if (this.#negative) this.#text += '-';
    else if (!fill) this.#text += ' ';
    this.#isSignWritten = true;
  }

  #writeDigit(name: string): void {
    const character = this.#number[this.#at];
    const last = this.#lastKept;
    const { fill } = this.#template;
    if (character === '.') {
      if (last === undefined || this.#number[last] !== '.' || fill) this.#text += '.';
    } else if (last !== undefined && this.#at > last && name !== '0') {
      // FM drops the character.
    } else if (this.#isHiddenZero()) {
      if (!fill) this.#text += ' ';
      else if (last !== undefined && this.#number[last] === '.') this.#text += '0';
    } else {
      if (character === undefined) this.#end ??= this.#text.length;
      this.#text += character ?? '';
      this.#hasDigits = true;
    }
    if (character !== undefined) this.#at += 1;
  }

  #writeClosing(): void {
    const { hasPoint } = this.#template;
    const isLast = this.#lastKept !== undefined && this.#lastKept === this.#at;
    const end = isLast ? this.#place : this.#places + (this.#lead > 0 ? 1 : 0) + (hasPoint ? 1 : 0);
    if (this.#place + 1 !== end) return;
    if (this.#isSignWritten && this.#bracket) this.#text += this.#negative ? '>' : ' ';
    else if (this.#sign === 'after') this.#text += this.#negative ? '-' : '+';
  }
}
