import { SqlError, sqlError } from '../../../kernel/sql-error.ts';
import { jsonElements, jsonMembers, jsonTypeName } from './json-access.ts';
import { JsonScanner } from './json-scanner.ts';
import { printString } from './json-value.ts';

/** json_strip_nulls: the text without null members and without the space between its tokens. */
export function stripNullMembers(text: string, inArrays: boolean): string {
  const members = jsonMembers(text);
  if (members !== undefined) {
    const kept = members.filter(([, value]) => value !== 'null');
    return `{${kept.map(([key, value]) => `${printString(key)}:${stripNullMembers(value, inArrays)}`).join()}}`;
  }
  const elements = jsonElements(text);
  if (elements === undefined) return scalarText(text);
  const kept = inArrays ? elements.filter((element) => element !== 'null') : elements;
  return `[${kept.map((element) => stripNullMembers(element, inArrays)).join()}]`;
}

function scalarText(text: string): string {
  const scanner = new JsonScanner(text);
  const scalar = scanner.peek() === 0x22 ? printString(scanner.readString()) : scanner.readWord();
  scanner.expectEnd();
  return scalar;
}

/** The text without white space between its tokens. */
export function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, '$1');
}

/** json_object(keys, values), as json_object spaces it. */
export function objectFromPairs(keys: readonly (string | null)[], values: readonly (string | null)[]): string {
  if (keys.length !== values.length) return sqlError('2202E', 'mismatched array dimensions');
  const members = keys.map((key, at) => {
    if (key === null) return sqlError('22004', 'null value not allowed for object key');
    const value = values[at] ?? null;
    return `${printString(key)} : ${value === null ? 'null' : printString(value)}`;
  });
  return `{${members.join(', ')}}`;
}

/** `text IS JSON kind [WITH UNIQUE KEYS]`; `kind` is value, scalar, array or object. */
export function isJson(text: string, kind: string, uniqueKeys: boolean): boolean {
  try {
    const scanner = new JsonScanner(text);
    const hasUnique = skipUnique(scanner);
    scanner.expectEnd();
    if (uniqueKeys && !hasUnique) return false;
  } catch (thrown) {
    if (thrown instanceof SqlError && thrown.sqlState.startsWith('22')) return false;
    throw thrown;
  }
  if (kind === 'value') return true;
  const type = jsonTypeName(text);
  return kind === 'scalar' ? type !== 'array' && type !== 'object' : type === kind;
}

/** Whether no object in the value that begins here has a key twice. */
function skipUnique(scanner: JsonScanner): boolean {
  let isUnique = true;
  if (scanner.peek() === 0x7b) {
    const keys = new Set<string>();
    scanner.readMembers((key) => {
      isUnique = !keys.has(key) && isUnique;
      keys.add(key);
      isUnique = skipUnique(scanner) && isUnique;
    });
  } else if (scanner.peek() === 0x5b) {
    scanner.readElements(() => {
      isUnique = skipUnique(scanner) && isUnique;
    });
  } else scanner.skipValue();
  return isUnique;
}
