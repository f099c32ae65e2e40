import { SqlError, sqlError } from '../../../kernel/sql-error.ts';
import { jsonTypeName } from './json-access.ts';
import { JsonScanner } from './json-scanner.ts';
import { printString } from './json-value.ts';

/**
 * json_strip_nulls: the text without null members and without space between tokens. One walk over
 * the text.
 */
export function stripNullMembers(text: string, inArrays: boolean): string {
  const scanner = new JsonScanner(text, true);
  const kept = stripped(scanner, '', inArrays);
  scanner.expectEnd();
  return kept;
}

/** `before`, followed by the value at the position. */
function stripped(scanner: JsonScanner, before: string, inArrays: boolean): string {
  const code = scanner.peek();
  if (code === 0x22) return before + printString(scanner.readString());
  if (code !== 0x5b && code !== 0x7b) return before + scanner.readWord();
  let text = before + String.fromCharCode(code);
  let separator = '';
  if (!scanner.opens()) return text + String.fromCharCode(code + 2);
  do {
    const key = code === 0x7b ? `${printString(scanner.readKey())}:` : '';
    const isDropped = (inArrays || code === 0x7b) && scanner.peek() === 0x6e;
    const value = stripped(scanner, isDropped ? '' : text + separator + key, inArrays);
    if (isDropped) continue;
    text = value;
    separator = ',';
  } while (scanner.continues(code + 2));
  return text + String.fromCharCode(code + 2);
}

/** Removes white space between tokens. */
export function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, '$1');
}

/** json_object(keys, values), with the spacing of PostgreSQL's json_object. */
export function objectFromPairs(
  keys: readonly (string | null)[],
  values: readonly (string | null)[],
): string {
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

/** True where no object in the value at the position has a duplicate key. */
function skipUnique(scanner: JsonScanner): boolean {
  const code = scanner.peek();
  if (code !== 0x7b && code !== 0x5b) {
    scanner.skipValue();
    return true;
  }
  if (!scanner.opens()) return true;
  const keys = new Set<string>();
  let isUnique = true;
  do {
    if (code === 0x7b) {
      const key = scanner.readKey();
      isUnique = !keys.has(key) && isUnique;
      keys.add(key);
    }
    isUnique = skipUnique(scanner) && isUnique;
  } while (scanner.continues(code + 2));
  return isUnique;
}
