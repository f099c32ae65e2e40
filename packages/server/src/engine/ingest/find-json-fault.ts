import { createReadStream } from 'node:fs';

export interface JsonFault {
  readonly kind: 'syntax' | 'key twice' | 'no object' | 'encoding';
  readonly line: number;
  /** The byte in the line, from 1. */
  readonly column: number;
  /** The element in an array of objects, from 1. */
  readonly element: number | null;
}

/**
 * The first place in a file that violates one of DuckDB's demands: whole JSON, an object in each
 * row, unique keys. DuckDB reports no place within an array, and a later line than the first.
 */
export async function findJsonFault(
  path: string,
  kind: JsonFault['kind'],
): Promise<JsonFault | null> {
  const places = new JsonPlaces(kind);
  for await (const chunk of createReadStream(path)) {
    const fault = places.feed((chunk as Buffer).toString('latin1'));
    if (fault !== null) return fault;
  }
  return places.finish();
}

type Expected = 'value' | 'key or end' | 'key' | 'colon' | 'comma or end' | 'value or end';

/** Deeper values are not examined, and are refused for their depth. */
const maxDepth = 4000;
const literal = /^(?:true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const maxTokenChars = 4096;

/** Where bytes that follow a first one of UTF-8 lie (RFC 3629 section 4). */
class Utf8Bytes {
  #more = 0;
  #taken = 0;
  #least = 0x80;
  #most = 0xbf;

  /** Null where the byte may stand here, else how many bytes before it the broken sign begins. */
  take(byte: number): number | null {
    if (this.#more > 0) {
      if (byte < this.#least || byte > this.#most) return this.#taken;
      this.#more -= 1;
      this.#taken += 1;
      this.#least = 0x80;
      this.#most = 0xbf;
      return null;
    }
    if (byte < 0x80) return null;
    if (byte < 0xc2 || byte > 0xf4) return 0;
    this.#taken = 1;
    this.#more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    if (byte === 0xe0) this.#least = 0xa0;
    if (byte === 0xed) this.#most = 0x9f;
    if (byte === 0xf0) this.#least = 0x90;
    if (byte === 0xf4) this.#most = 0x8f;
    return null;
  }
}

class JsonPlaces {
  readonly #kind: JsonFault['kind'];
  #line = 1;
  #column = 0;
  #element = 0;
  #isArray = false;
  #isBegun = false;
  /** The first line is a whole object, and therefore each line should be one. */
  #isLines = false;
  #expected: Expected = 'value';
  /** The keys of each open object, and null for an open array. */
  readonly #open: (Set<string> | null)[] = [];
  /** The current text or word. */
  #token: string | null = null;
  #isText = false;
  #isEscaped = false;
  readonly #utf8 = new Utf8Bytes();

  constructor(kind: JsonFault['kind']) {
    this.#kind = kind;
  }

  feed(text: string): JsonFault | null {
    for (const sign of text) {
      this.#column += 1;
      const before = this.#kind === 'encoding' ? this.#utf8.take(sign.charCodeAt(0)) : null;
      this.#column -= before ?? 0;
      const fault = before === null ? this.#take(sign) : this.#fault('encoding');
      if (fault !== null) return fault;
      if (sign !== '\n') continue;
      if (this.#isLines && this.#open.length > 0) return this.#fault('syntax');
      this.#isLines ||= this.#isBegun && this.#open.length === 0;
      this.#line += 1;
      this.#column = 0;
    }
    return null;
  }

  finish(): JsonFault | null {
    this.#column += 1;
    if (this.#token !== null && !this.#isText) {
      const fault = this.#endWord();
      if (fault !== null) return fault;
    }
    const isWhole = this.#open.length === 0 && this.#token === null;
    return isWhole ? null : this.#fault('syntax');
  }

  #fault(kind: JsonFault['kind']): JsonFault | null {
    if (kind !== this.#kind && kind !== 'syntax') return null;
    const element = this.#isArray ? Math.max(1, this.#element) : null;
    return { kind, line: this.#line, column: this.#column, element };
  }

  #take(sign: string): JsonFault | null {
    if (this.#token !== null && this.#isText) return this.#takeOfText(sign);
    if (this.#token !== null) {
      if (/[\w.+-]/.test(sign)) {
        if (this.#token.length < maxTokenChars) this.#token += sign;
        return null;
      }
      const fault = this.#endWord();
      if (fault !== null) return fault;
    }
    if (/[ \t\r\n]/.test(sign)) return null;
    return this.#takeSign(sign);
  }

  #takeSign(sign: string): JsonFault | null {
    const inside = this.#open.at(-1);
    const expected = this.#expected;
    const takesValue = expected === 'value' || expected === 'value or end';
    if (sign === '"' && (takesValue || expected.startsWith('key'))) {
      const fault = takesValue ? this.#beginValue(sign) : null;
      this.#token = '';
      this.#isText = true;
      return fault;
    }
    if (sign === '{' && takesValue) {
      const fault = this.#beginValue(sign);
      this.#open.push(new Set());
      this.#expected = 'key or end';
      return fault ?? (this.#open.length > maxDepth ? this.#fault('syntax') : null);
    }
    if (sign === '[' && takesValue) {
      const fault = this.#beginValue(sign);
      this.#open.push(null);
      this.#expected = 'value or end';
      return fault ?? (this.#open.length > maxDepth ? this.#fault('syntax') : null);
    }
    if (sign === '}' && inside && (expected === 'key or end' || expected === 'comma or end'))
      return this.#close();
    if (
      sign === ']' &&
      inside === null &&
      (expected === 'value or end' || expected === 'comma or end')
    )
      return this.#close();
    if (sign === ',' && expected === 'comma or end' && inside !== undefined) {
      this.#expected = inside === null ? 'value' : 'key';
      return null;
    }
    if (sign === ':' && expected === 'colon') {
      this.#expected = 'value';
      return null;
    }
    if (takesValue && /[\w+-]/.test(sign)) {
      const fault = this.#beginValue(sign);
      this.#token = sign;
      this.#isText = false;
      return fault;
    }
    return this.#fault('syntax');
  }

  /** The first character of a row decides: rows are objects. */
  #beginValue(sign: string): JsonFault | null {
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    if (isFirst && sign === '[') {
      this.#isArray = true;
      return null;
    }
    if (this.#open.length !== (this.#isArray ? 1 : 0)) return null;
    this.#element += 1;
    return sign === '{' ? null : this.#fault('no object');
  }

  #close(): JsonFault | null {
    this.#open.pop();
    this.#endValue();
    return null;
  }

  #endValue(): void {
    // Nothing may follow the array.
    const isRow = this.#open.length === 0 && !this.#isArray;
    this.#expected = isRow ? 'value' : 'comma or end';
  }

  #takeOfText(sign: string): JsonFault | null {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === '\\') this.#isEscaped = true;
    else if (sign === '"') return this.#endText();
    else if (sign < ' ') return this.#fault('syntax');
    if (this.#token !== null && this.#token.length < maxTokenChars) this.#token += sign;
    return null;
  }

  #endText(): JsonFault | null {
    const text = this.#token ?? '';
    this.#token = null;
    if (!this.#expected.startsWith('key')) {
      this.#endValue();
      return null;
    }
    this.#expected = 'colon';
    const keys = this.#open.at(-1);
    if (keys?.has(text)) return this.#fault('key twice');
    keys?.add(text);
    return null;
  }

  #endWord(): JsonFault | null {
    const isValue = literal.test(this.#token ?? '');
    this.#token = null;
    this.#endValue();
    return isValue ? null : this.#fault('syntax');
  }
}
