import { sqlError } from '../kernel/sql-error.ts';
import { type NumberPart, type NumberTemplate, parseNumberTemplate } from './number-template.ts';

/** The result of to_number(): the digits, with the number of decimals read. */
export interface ReadNumber {
  readonly digits: string;
  readonly places: number;
}

/** to_number(): reads a text by a template. Null for an empty template. */
export function readNumber(text: string, template: string): ReadNumber | null {
  if (template === '') return null;
  const parsed = parseNumberTemplate(template);
  if (parsed.scientific) sqlError('0A000', '"EEEE" not supported for input');
  return new NumberReader(Buffer.from(text), parsed).read();
}

/** The number of decimals of a number read by a template. */
export function placesOf({ after, hasShift, shift }: NumberTemplate): number {
  return hasShift ? shift + powerPlaces : after;
}

/**
 * The digits are multiplied by a power of ten with V. PostgreSQL writes the power with 16
 * significant places.
 */
const powerPlaces = 16;

/** PostgreSQL reads by bytes, and a digit or a sign is one byte. */
const code = (character: string) => character.charCodeAt(0);
const [space, comma, point, minus, plus, less] = [' ', ',', '.', '-', '+', '<'].map(code);
const isDigit = (byte: number | undefined) =>
  byte !== undefined && byte >= code('0') && byte <= code('9');

class NumberReader {
  readonly #bytes: Uint8Array;
  readonly #template: NumberTemplate;
  #at = 0;
  #sign = '';
  #whole = '';
  #fraction = '';
  #hasPoint = false;
  /** The most digits before the point. */
  #widest: number;

  constructor(bytes: Uint8Array, template: NumberTemplate) {
    this.#bytes = bytes;
    this.#template = template;
    this.#widest = template.before + template.shift;
  }

  read(): ReadNumber {
    for (const part of this.#template.parts) {
      if (this.#isAtEnd()) break;
      this.#readPart(part);
    }
    const [whole, fraction] = [this.#whole, this.#fraction];
    if (whole === '' && fraction === '')
      sqlError('22P02', 'invalid input syntax for type numeric: " "');
    if (whole.replace(/^0+/, '').length > this.#widest) sqlError('22003', 'numeric field overflow');
    const sign = this.#sign === '-' ? '-' : '';
    if (!this.#template.hasShift) {
      return {
        digits: `${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`,
        places: fraction.length,
      };
    }
    const places = placesOf(this.#template);
    const all = `${whole}${'0'.repeat(powerPlaces)}`.padStart(places + 1, '0');
    return { digits: `${sign}${all.slice(0, -places)}.${all.slice(-places)}`, places };
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  #next(): number | undefined {
    return this.#bytes[this.#at];
  }

  #readPart(part: NumberPart): void {
    if (part.kind === 'text') {
      this.#skipCharacter();
      return;
    }
    switch (part.name) {
      case '9':
      case '0':
      case '.':
      case 'D':
        this.#readDigit(part.name === '9' || part.name === '0');
        this.#at += 1;
        break;
      case ',':
      case 'G':
        if (!this.#template.fill && this.#next() === comma) this.#at += 1;
        break;
      case 'L':
        this.#skipOthers(1);
        break;
      case 'TH':
        if (!this.#template.roman && !this.#template.hasPoint) this.#skipOthers(2);
        break;
      case 'MI':
      case 'PL':
      case 'SG':
        this.#readSign(part.name);
        break;
      case 'RN':
        this.#readRoman();
        break;
      default:
    }
  }

  #skipCharacter(): void {
    this.#at += 1;
    while (((this.#next() ?? 0) & 0xc0) === 0x80) this.#at += 1;
  }

  /** Skips characters outside numbers. */
  #skipOthers(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      if (this.#isAtEnd() || '0123456789.,+-'.includes(String.fromCharCode(this.#next() ?? 0)))
        return;
      this.#skipCharacter();
    }
  }

  #readSign(name: 'MI' | 'PL' | 'SG'): void {
    const next = this.#next();
    if (next === minus && name !== 'PL') this.#sign = '-';
    else if (next === plus && name !== 'MI') this.#sign = '+';
    else {
      this.#skipOthers(1);
      return;
    }
    this.#at += 1;
  }

  /** A digit or the point, with the sign before or after. */
  #readDigit(isDigitPlace: boolean): void {
    if (this.#next() === space) this.#at += 1;
    if (this.#isAtEnd()) return;
    if (this.#sign === '' && isDigitPlace && this.#whole === '' && this.#fraction === '')
      this.#readLeadingSign();
    if (this.#isAtEnd()) return;
    const isRead = this.#takeDigit();
    if (isRead === undefined || this.#isAtEnd()) return;
    if (this.#sign !== '' || (this.#whole === '' && this.#fraction === '')) return;
    const { sign, plus: hasPlus, minus: hasMinus } = this.#template;
    if (sign !== 'none') {
      const behind = this.#bytes[this.#at + 1];
      if (isRead && (behind === minus || behind === plus)) {
        this.#sign = behind === minus ? '-' : '+';
        this.#at += 1;
      }
    } else if (
      !isRead &&
      (hasPlus || hasMinus) &&
      (this.#next() === minus || this.#next() === plus)
    ) {
      this.#sign = this.#next() === minus ? '-' : '+';
    }
  }

  #readLeadingSign(): void {
    const next = this.#next();
    if (next === minus || (this.#template.bracket && next === less)) this.#sign = '-';
    else if (next === plus) this.#sign = '+';
    else return;
    this.#at += 1;
  }

  /** True where a digit was read; undefined where no more digits are wanted. */
  #takeDigit(): boolean | undefined {
    const next = this.#next();
    if (isDigit(next)) {
      if (this.#hasPoint && this.#fraction.length === this.#template.after) return undefined;
      const digit = String.fromCharCode(next ?? 0);
      if (this.#hasPoint) this.#fraction += digit;
      else this.#whole += digit;
      return true;
    }
    if (!this.#template.hasPoint || this.#hasPoint || next !== point) return false;
    this.#hasPoint = true;
    return true;
  }

  #readRoman(): void {
    while (this.#next() === space) this.#at += 1;
    const rest = String.fromCharCode(...this.#bytes.slice(this.#at, this.#at + 15)).toUpperCase();
    const letters = /^[MDCLXVI]+/.exec(rest)?.[0] ?? '';
    const match = /^(M{0,3})(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.exec(letters);
    if (match === null || letters === '') return void sqlError('22P02', 'invalid Roman numeral');
    this.#at += letters.length;
    const values: Readonly<Record<string, number>> = {
      M: 1000,
      D: 500,
      C: 100,
      L: 50,
      X: 10,
      V: 5,
      I: 1,
    };
    const numbers = [...letters].map((letter) => values[letter] ?? 0);
    const value = numbers.reduce(
      (sum, each, index) => sum + (each < (numbers[index + 1] ?? 0) ? -each : each),
      0,
    );
    this.#whole += String(value);
    this.#widest = String(value).length;
  }
}
