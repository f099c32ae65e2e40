import { sqlError } from '../../../kernel/sql-error.ts';
import { type Decimal, printDecimal, readDecimal } from '../../../values/decimal.ts';
import { JsonMoment } from './json-moment.ts';
import { JsonScanner } from './json-scanner.ts';

/**
 * A value of jsonb. Members of an object are ordered as PostgreSQL keeps them: by the length of the
 * key, then its bytes.
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

/** A number with the decimals that it was written with: `1.50` is not `1.5` when it is shown. */
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

/** numeric holds so many digits before and after the point. */
const maxWhole = 131_072;
const maxScale = 16_383;

/** The number of a JSON text as numeric would show it: no exponent, no negative zero. */
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

/** An object of members in any order; of two with one key the last is kept. */
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

/** The text of a jsonb value, which is also how a value is held. */
export function printJson(value: JsonValue): string {
  return printed(value, '');
}

/**
 * Prints arrays and objects within `root`, all of them for little more than `root` alone: they are
 * parts of its text.
 */
export function partPrinter(root: JsonValue): (value: JsonValue) => string {
  const places: Places = new Map();
  const text = printed(root, '', places);
  return (value) => {
    const place = places.get(value);
    return place === undefined ? printJson(value) : text.slice(...place);
  };
}

/** Where arrays and objects stand in a text. */
type Places = Map<JsonValue, readonly [start: number, end: number]>;

/**
 * `before` and the text of a value. Appended to one string, whose parts are copied once: joined at
 * each level, the text of a value 3,000 levels deep would be copied as often.
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

/** jsonb_pretty. Of a value as deep as it is long the text is quadratic, by its indents. */
export function prettyJson(value: JsonValue): string {
  return prettyPrinted(value, '', '\n');
}

/**
 * `before` and the value; `lineBreak` is followed by the indent of the line that the value begins
 * on.
 */
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
