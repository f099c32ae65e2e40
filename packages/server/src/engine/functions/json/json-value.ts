import { type Decimal, printDecimal, readDecimal } from '../../../kernel/decimal.ts';
import { sqlError } from '../../../kernel/sql-error.ts';
import { JsonMoment } from './json-moment.ts';
import { JsonScanner } from './json-scanner.ts';

/** A value of jsonb. Members of an object are ordered as PostgreSQL keeps them: by the length of the key, then its bytes. */
export type JsonValue = null | boolean | string | JsonNumber | JsonMoment | readonly JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** A number with the decimals that it was written with: `1.50` is not `1.5` when it is shown. */
export class JsonNumber {
  readonly text: string;
  private parsed: Decimal | undefined;

  constructor(text: string) {
    this.text = text;
  }

  static of(value: Decimal): JsonNumber {
    const number = new JsonNumber(printDecimal(value));
    number.parsed = value;
    return number;
  }

  get decimal(): Decimal {
    this.parsed ??= readDecimal(this.text);
    return this.parsed;
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
  const isSorted = keys.every((key, index) => index === 0 || compareKeys(keys[index - 1] ?? '', key) < 0);
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
      scanner.readMembers((key) => members.set(key, readValue(scanner)));
      return jsonObject(members);
    }
    case 0x5b: {
      const elements: JsonValue[] = [];
      scanner.readElements(() => elements.push(readValue(scanner)));
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
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'string') return printString(value);
  if (value instanceof JsonNumber) return value.text;
  if (value instanceof JsonMoment) return printString(value.jsonText);
  if (isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  return `{${[...value].map(([key, member]) => `${printString(key)}: ${printJson(member)}`).join(', ')}}`;
}

export function prettyJson(value: JsonValue, indent = ''): string {
  const inner = `${indent}    `;
  if (value !== null && typeof value === 'object' && isArray(value)) {
    if (value.length === 0) return `[\n${indent}]`;
    return `[\n${value.map((element) => inner + prettyJson(element, inner)).join(',\n')}\n${indent}]`;
  }
  if (!isObject(value)) return printJson(value);
  const members = [...value].map(([key, member]) => `${inner}${printString(key)}: ${prettyJson(member, inner)}`);
  return value.size === 0 ? `{\n${indent}}` : `{\n${members.join(',\n')}\n${indent}}`;
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
