import { sqlError } from '../../../kernel/sql-error.ts';
import { type Decimal, printDecimal, readDecimal } from '../../../values/decimal.ts';
import { JsonMoment } from './json-moment.ts';
import { JsonScanner } from './json-scanner.ts';

/**
 * A value of jsonb. Members of an object are in PostgreSQL's order: by the length of the key, then
 * its bytes.
 */
export type JsonValue =
  | null
  | boolean
  | string
  | JsonNumber
  | JsonMoment
  | readonly JsonValue[]
  | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** A number with its written decimals: `1.50` prints differently from `1.5`. */
export class JsonNumber {
  readonly text: string;
  #parsed: Decimal | undefined;

  constructor(text: string) {
    this.text = text;
  }

  static of(value: Decimal): JsonNumber {
    const number = new JsonNumber(printDecimal(value));
    number.#parsed = value;
    return number;
  }

  get decimal(): Decimal {
    this.#parsed ??= readDecimal(this.text);
    return this.#parsed;
  }
}

/** The limits of a numeric's digits before and after the point. */
const maxWhole = 131_072;
const maxScale = 16_383;

/** The number of a JSON text in numeric's notation: no exponent, no negative zero. */
function normalNumber(text: string): JsonNumber {
  if (!/[eE]|^-0/.test(text)) return new JsonNumber(text);
  const exponent = Number(/[eE](.*)/.exec(text)?.[1] ?? 0);
  if (Math.abs(exponent) > maxWhole) return sqlError('22003', 'value overflows numeric format');
  const value = readDecimal(text);
  if (value.scale > maxScale) return sqlError('22003', 'value overflows numeric format');
  return JsonNumber.of(value);
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

export function compareBytes(a: string, b: string): number {
  if (isAscii(a) && isAscii(b)) return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export function compareKeys(a: string, b: string): number {
  return Buffer.byteLength(a) - Buffer.byteLength(b) || compareBytes(a, b);
}

/** An object from members in any order. The last of two members with the same key counts. */
export function jsonObject(members: ReadonlyMap<string, JsonValue>): JsonObject {
  const keys = [...members.keys()];
  const isSorted = keys.every(
    (key, index) => index === 0 || compareKeys(keys[index - 1] ?? '', key) < 0,
  );
  return isSorted ? members : new Map([...members].sort(([a], [b]) => compareKeys(a, b)));
}

export const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
export const isObject = (value: JsonValue): value is JsonObject => value instanceof Map;

/** Reads JSON text as jsonb's input does. */
export function readJson(text: string): JsonValue {
  const scanner = new JsonScanner(text);
  const value = readValue(scanner);
  scanner.expectEnd();
  return value;
}

function readValue(scanner: JsonScanner): JsonValue {
  switch (scanner.peek()) {
    case 0x22:
      return scanner.readString();
    case 0x7b: {
      const members = new Map<string, JsonValue>();
      if (scanner.opens()) {
        do members.set(scanner.readKey(), readValue(scanner));
        while (scanner.continues(0x7d));
      }
      return jsonObject(members);
    }
    case 0x5b: {
      const elements: JsonValue[] = [];
      if (scanner.opens()) {
        do elements.push(readValue(scanner));
        while (scanner.continues(0x5d));
      }
      return elements;
    }
    default: {
      const word = scanner.readWord();
      if (word === 'null') return null;
      return word === 'true' ? true : word === 'false' ? false : normalNumber(word);
    }
  }
}

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes
const escaped = /["\\\u0000-\u001f]/g;

export function printString(text: string): string {
  const body = text.replace(
    escaped,
    (char) => shortEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${body}"`;
}

/** The text of a jsonb value, which also represents the value. */
export function printJson(value: JsonValue): string {
  return printed(value, '');
}

/**
 * Prints arrays and objects within `root`. All together cost little more than `root` alone, because
 * each is a part of its text.
 */
export function partPrinter(root: JsonValue): (value: JsonValue) => string {
  const places: Places = new Map();
  const text = printed(root, '', places);
  return (value) => {
    const place = places.get(value);
    return place === undefined ? printJson(value) : text.slice(...place);
  };
}

/** The places of arrays and objects in a text. */
type Places = Map<JsonValue, readonly [start: number, end: number]>;

/**
 * `before`, followed by the text of a value. The text is appended to one string, whose parts are
 * copied once. Joined at each level, the text of a value 3,000 levels deep would be copied as
 * often.
 */
function printed(value: JsonValue, before: string, places?: Places): string {
  if (value === null) return `${before}null`;
  if (typeof value === 'boolean') return before + (value ? 'true' : 'false');
  if (typeof value === 'string') return before + printString(value);
  if (value instanceof JsonNumber) return before + value.text;
  if (value instanceof JsonMoment) return before + printString(value.jsonText);
  let text = before;
  let separator = '';
  if (isArray(value)) {
    text += '[';
    for (const element of value) {
      text = printed(element, text + separator, places);
      separator = ', ';
    }
    text += ']';
  } else {
    text += '{';
    for (const [key, member] of value) {
      text = printed(member, `${text}${separator}${printString(key)}: `, places);
      separator = ', ';
    }
    text += '}';
  }
  places?.set(value, [before.length, text.length]);
  return text;
}

/** jsonb_pretty. For a value as deep as long, the indents make the text quadratic. */
export function prettyJson(value: JsonValue): string {
  return prettyPrinted(value, '', '\n');
}

/** `before`, followed by the value. `lineBreak` includes the indent of the value's first line. */
function prettyPrinted(value: JsonValue, before: string, lineBreak: string): string {
  if (!isArray(value) && !isObject(value)) return printed(value, before);
  const inner = `${lineBreak}    `;
  let text = before;
  let separator = '';
  if (isArray(value)) {
    text += '[';
    for (const element of value) {
      text = prettyPrinted(element, text + separator + inner, inner);
      separator = ',';
    }
    return `${text}${lineBreak}]`;
  }
  text += '{';
  for (const [key, member] of value) {
    text = prettyPrinted(member, `${text}${separator}${inner}${printString(key)}: `, inner);
    separator = ',';
  }
  return `${text}${lineBreak}}`;
}

export type JsonKind = 'null' | 'boolean' | 'string' | 'number' | 'array' | 'object';

export function kindOf(value: JsonValue): JsonKind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'string';
  if (value instanceof JsonNumber) return 'number';
  if (value instanceof JsonMoment) return 'string';
  return isArray(value) ? 'array' : 'object';
}
