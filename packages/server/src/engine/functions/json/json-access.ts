import { JsonScanner } from './json-scanner.ts';

/**
 * Members of json and jsonb by position in the text, without building values. Text that is not JSON
 * raises, wherever it is. The last of two members with the same key counts, as in both types.
 */

/** The place of a value in the text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const Quote = 0x22;
const OpenArray = 0x5b;
const OpenObject = 0x7b;

function placeOf(scanner: JsonScanner): Place {
  const start = scanner.position;
  scanner.skipValue();
  return { start, end: scanner.position };
}

/** `json -> 'key'` as JSON text. */
export function jsonMember(text: string, key: string): string | null {
  const scanner = new JsonScanner(text, true);
  let found: Place | undefined;
  if (scanner.peek() === OpenObject) {
    scanner.readMembers((name) => {
      if (name === key) found = placeOf(scanner);
      else scanner.skipValue();
    });
  } else scanner.skipValue();
  scanner.expectEnd();
  return found === undefined ? null : text.slice(found.start, found.end);
}

/** `json -> index` as JSON text; from the end where the index is negative. */
export function jsonElement(text: string, index: number): string | null {
  const scanner = new JsonScanner(text, true);
  if (scanner.peek() !== OpenArray) {
    scanner.skipValue();
    scanner.expectEnd();
    return null;
  }
  const places: Place[] = [];
  let found: Place | undefined;
  scanner.readElements((at) => {
    const place = placeOf(scanner);
    if (at === index) found = place;
    if (index < 0) places.push(place);
  });
  scanner.expectEnd();
  if (index < 0) found = places.at(index);
  return found === undefined ? null : text.slice(found.start, found.end);
}

/** An integer in C's strtol format, as a path names an element. */
export function pathIndex(step: string): number | undefined {
  if (!/^[ \t\n\v\f\r]*[+-]?\d+$/.test(step)) return undefined;
  const index = Number(step);
  return Math.abs(index) < 2 ** 31 ? index : undefined;
}

function wholeValue(text: string): string {
  const scanner = new JsonScanner(text, true);
  const { start, end } = placeOf(scanner);
  scanner.expectEnd();
  return text.slice(start, end);
}

/** `json #> path` as JSON text. */
export function jsonAtPath(text: string, path: readonly (string | null)[]): string | null {
  // A step into an object reads the whole object.
  let value: string | null =
    path.length > 0 && text.charCodeAt(0) === OpenObject ? text : wholeValue(text);
  if (path.includes(null)) return null;
  for (const step of path) {
    if (value === null || step === null) return null;
    const index: number | undefined = value.startsWith('[') ? pathIndex(step) : undefined;
    if (value.startsWith('{')) value = jsonMember(value, step);
    else value = index === undefined ? null : jsonElement(value, index);
  }
  return value;
}

/**
 * The result of `->>` for a value: a decoded string, SQL's null for null, and JSON text for any
 * other value.
 */
export function asText(value: string | null): string | null {
  if (value === null || value === 'null') return null;
  return value.charCodeAt(0) === Quote ? new JsonScanner(value).readString() : value;
}

export function jsonElements(text: string): string[] | undefined {
  const scanner = new JsonScanner(text);
  if (scanner.peek() !== OpenArray) return undefined;
  const places: Place[] = [];
  scanner.readElements(() => places.push(placeOf(scanner)));
  scanner.expectEnd();
  return places.map(({ start, end }) => text.slice(start, end));
}

export function jsonMembers(text: string): [key: string, value: string][] | undefined {
  const scanner = new JsonScanner(text, true);
  if (scanner.peek() !== OpenObject) return undefined;
  const members: [string, Place][] = [];
  scanner.readMembers((key) => members.push([key, placeOf(scanner)]));
  scanner.expectEnd();
  return members.map(([key, { start, end }]) => [key, text.slice(start, end)]);
}

export function jsonTypeName(text: string): string {
  const scanner = new JsonScanner(text);
  const code = scanner.peek();
  scanner.skipValue();
  scanner.expectEnd();
  if (code === OpenObject) return 'object';
  if (code === OpenArray) return 'array';
  if (code === Quote) return 'string';
  return { t: 'boolean', f: 'boolean', n: 'null' }[String.fromCharCode(code)] ?? 'number';
}

/** json's input: the unchanged text, after a check. */
export function checkedJson(text: string): string {
  const scanner = new JsonScanner(text);
  scanner.skipValue();
  scanner.expectEnd();
  return text;
}
