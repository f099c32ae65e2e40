import { sqlError } from '../../../kernel/sql-error.ts';

/** A walk over a deeper value could exhaust the stack. */
const maxDepth = 3000;

/** The message is the same where a walk exhausts the stack first. */
export const tooDeep =
  'the JSON value is nested too deeply; use fewer levels of arrays and objects';

const malformed = (): never => sqlError('22P02', 'invalid input syntax for type json');

const Code = {
  Quote: 0x22,
  Backslash: 0x5c,
  // A closing character is its opening character plus two.
  OpenArray: 0x5b,
  CloseArray: 0x5d,
  OpenObject: 0x7b,
  CloseObject: 0x7d,
  Comma: 0x2c,
  Colon: 0x3a,
  Minus: 0x2d,
  Space: 0x20,
  Plus: 0x2b,
  Point: 0x2e,
  LargeE: 0x45,
  SmallE: 0x65,
  Zero: 0x30,
  Nine: 0x39,
} as const;

/** The possible successors of a number or a word: the end, white space or punctuation. */
const endPattern = /(?=[\s,\]}:[{"]|$)/y;
const isDigit = (code: number) => code >= Code.Zero && code <= Code.Nine;

/** Reads JSON text by position. Raises at any text that is not JSON, as PostgreSQL does. */
export class JsonScanner {
  position = 0;
  #depth = 0;
  readonly text: string;
  /**
   * True where escapes must decode to text even in skipped strings. json keeps any escape, and its
   * functions do not.
   */
  readonly #decodes: boolean;

  constructor(text: string, decodes = false) {
    this.text = text;
    this.#decodes = decodes && text.includes('\\u');
    this.skipSpace();
  }

  /** The code of the next character; NaN at the end. */
  peek(): number {
    return this.text.charCodeAt(this.position);
  }

  skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.position++;
    }
  }

  expectEnd(): void {
    this.skipSpace();
    if (this.position < this.text.length) malformed();
  }

  /**
   * Calls `member` at each value of the object at the position. The callback must read the value.
   */
  readMembers(member: (key: string) => void): void {
    if (!this.opens()) return;
    do member(this.readKey());
    while (this.continues(Code.CloseObject));
  }

  /**
   * Calls `element` at each value of the array at the position. The callback must read the value.
   */
  readElements(element: (index: number) => void): void {
    if (!this.opens()) return;
    let index = 0;
    do element(index++);
    while (this.continues(Code.CloseArray));
  }

  /**
   * Enters the array or object at the position, up to its first value or key. Returns false after
   * an empty one.
   */
  opens(): boolean {
    if (++this.#depth > maxDepth) sqlError('54001', tooDeep);
    const close = this.peek() + 2;
    this.position++;
    this.skipSpace();
    return !this.#closes(close);
  }

  /**
   * Moves from the end of a value to the next value or key. Returns false after the end, marked by
   * `close` (`]` or `}`).
   */
  continues(close: number): boolean {
    this.skipSpace();
    if (this.#closes(close)) return false;
    if (this.peek() !== Code.Comma) malformed();
    this.position++;
    this.skipSpace();
    return true;
  }

  /** Reads the key at the position, up to its value. */
  readKey(): string {
    if (this.peek() !== Code.Quote) malformed();
    const key = this.readString();
    this.skipSpace();
    if (this.peek() !== Code.Colon) malformed();
    this.position++;
    this.skipSpace();
    return key;
  }

  /**
   * Skips the value at the position. The method is a loop, because a value may nest deeper than
   * calls can.
   */
  skipValue(): void {
    const open: number[] = [];
    for (;;) {
      const code = this.peek();
      const isContainer = code === Code.OpenObject || code === Code.OpenArray;
      if (isContainer && this.opens()) open.push(code + 2);
      else {
        if (!isContainer) this.#skipScalar(code);
        while (open.length > 0 && !this.continues(open[open.length - 1] ?? 0)) open.pop();
        if (open.length === 0) return;
      }
      if (open[open.length - 1] === Code.CloseObject) this.readKey();
    }
  }

  #skipScalar(code: number): void {
    if (code !== Code.Quote) this.readWord();
    else if (this.#decodes) this.readString();
    else this.#skipString();
  }

  /** `true`, `false`, `null` or a number, as written. */
  readWord(): string {
    const start = this.position;
    const code = this.peek();
    if (code === Code.Minus || isDigit(code)) this.#skipNumber();
    else {
      const word = ['true', 'false', 'null'].find((name) => this.text.startsWith(name, start));
      if (word === undefined) return malformed();
      this.position += word.length;
    }
    const next = this.peek();
    if (next !== Code.Comma && next !== Code.CloseObject && next !== Code.CloseArray) {
      endPattern.lastIndex = this.position;
      if (!endPattern.test(this.text)) malformed();
    }
    return this.text.slice(start, this.position);
  }

  /** Reads by character, because a regular expression is three times as slow. */
  #skipNumber(): void {
    if (this.peek() === Code.Minus) this.position++;
    if (this.peek() === Code.Zero) this.position++;
    else this.#skipDigits();
    if (this.peek() === Code.Point) {
      this.position++;
      this.#skipDigits();
    }
    const letter = this.peek();
    if (letter !== Code.SmallE && letter !== Code.LargeE) return;
    this.position++;
    const sign = this.peek();
    if (sign === Code.Plus || sign === Code.Minus) this.position++;
    this.#skipDigits();
  }

  #skipDigits(): void {
    if (!isDigit(this.peek())) malformed();
    while (isDigit(this.peek())) this.position++;
  }

  /** Moves to the next character of a string that needs attention, or to the end. */
  #skipPlain(): void {
    const { text } = this;
    let { position } = this;
    for (;;) {
      const code = text.charCodeAt(position);
      // The code is NaN at the end, and no comparison with NaN is true.
      if (code === Code.Quote || code === Code.Backslash || !(code >= Code.Space)) break;
      position++;
    }
    this.position = position;
  }

  /** Reads and decodes the string at the position. */
  readString(): string {
    const start = this.position + 1;
    this.position = start;
    this.#skipPlain();
    if (this.peek() === Code.Quote) {
      this.position++;
      return this.text.slice(start, this.position - 1);
    }
    this.position = start - 1;
    this.#skipString();
    return decodeString(this.text.slice(start, this.position - 1));
  }

  #skipString(): void {
    this.position++;
    for (;;) {
      this.#skipPlain();
      const code = this.peek();
      if (code === Code.Quote) {
        this.position++;
        return;
      }
      if (code !== Code.Backslash) malformed();
      escapePattern.lastIndex = this.position;
      if (!escapePattern.test(this.text)) malformed();
      this.position = escapePattern.lastIndex;
    }
  }

  #closes(code: number): boolean {
    if (this.peek() !== code) return false;
    this.position++;
    this.#depth--;
    return true;
  }
}

const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const shortEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Escapes are well formed here, but may not decode to text. */
function decodeString(raw: string): string {
  const text = raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_all, hex: string | undefined, short: string) => {
      if (hex === undefined) return shortEscapes[short] ?? short;
      const code = Number.parseInt(hex, 16);
      if (code === 0)
        return sqlError(
          '22P05',
          'unsupported Unicode escape sequence: \\u0000 cannot be converted to text',
        );
      return String.fromCharCode(code);
    },
  );
  if (/\p{Surrogate}/u.test(text)) malformed();
  return text;
}
