import { LruCache } from '../../kernel/lru-cache.ts';
import { sqlError } from '../../kernel/sql-error.ts';
import { boolean, integer, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { textReads } from './input-readers.ts';
import {
  asText,
  checkedJson,
  jsonAtPath,
  jsonElement,
  jsonElements,
  jsonMember,
  jsonMembers,
  jsonTypeName,
} from './json/json-access.ts';
import { isJson, objectFromPairs, stripNullMembers, withoutSpace } from './json/json-text.ts';
import {
  JsonNumber,
  type JsonValue,
  kindOf,
  prettyJson,
  printJson,
  printString,
  readJson,
} from './json/json-value.ts';
import {
  concatJson,
  containsJson,
  deleteIndex,
  deleteKeys,
  deletePath,
  hasKey,
  insertAtPath,
  setPath,
  stripNulls,
} from './json/jsonb-operations.ts';
import { jsonbSortKey } from './json/jsonb-sort-key.ts';

/**
 * json is represented by its text, and jsonb by PostgreSQL's text of the value. Both are VARCHAR
 * values, so a function that only looks into a value serves both types.
 */

const texts = list(text);

/** A value shared by many rows, such as the constant side of an operator, is parsed once. */
const knownValues = new LruCache<JsonValue>(4 * 2 ** 20);
const longestKnown = 4096;

function readKnown(json: string): JsonValue {
  if (json.length > longestKnown) return readJson(json);
  const known = knownValues.get(json);
  if (known !== undefined) return known;
  const value = readJson(json);
  knownValues.set(json, value, json.length * 4 + 64);
  return value;
}

function jsonbNumber(json: string, type: string): string | null {
  const value = readJson(json);
  if (value === null) return null;
  if (value instanceof JsonNumber) return value.text;
  const kind = kindOf(value);
  return sqlError(
    '22023',
    `cannot cast jsonb ${kind === 'array' || kind === 'object' ? 'array or object' : kind} to type ${type}`,
  );
}

function jsonbBoolean(json: string): boolean | null {
  const value = readJson(json);
  if (value === null || typeof value === 'boolean') return value;
  const kind = kindOf(value);
  const name = { number: 'numeric', array: 'array', object: 'object' }[kind as string] ?? kind;
  return sqlError('22023', `cannot cast jsonb ${name} to type boolean`);
}

function arrayLength(json: string): number {
  const elements = jsonElements(json);
  if (elements !== undefined) return elements.length;
  return sqlError(
    '22023',
    `cannot get array length of ${jsonTypeName(json) === 'object' ? 'a non-array' : 'a scalar'}`,
  );
}

/**
 * The elements of an array, or the error of the set-returning function `name` for another value.
 */
function expectArray(json: string, name: string): string[] {
  return (
    jsonElements(json) ??
    sqlError(
      '22023',
      jsonTypeName(json) === 'object'
        ? `cannot call ${name} on an object`
        : `cannot call ${name} on a scalar`,
    )
  );
}

function expectObject(json: string, name: string): [key: string, value: string][] {
  return (
    jsonMembers(json) ??
    sqlError(
      '22023',
      jsonTypeName(json) === 'array'
        ? `cannot call ${name} on an array`
        : `cannot call ${name} on a scalar`,
    )
  );
}

/** The elements of the array for a record's column of an array type. */
function arrayOfMembers(json: string): string[] {
  const elements = jsonElements(json) ?? sqlError('22P02', 'expected JSON array');
  const isNested = elements.some((element) => element.startsWith('['));
  return isNested
    ? sqlError('0A000', 'HotSQL does not support arrays of several dimensions in a record of json')
    : elements;
}

function arrayReads(json: string, type: string, precision: number, scale: number): boolean {
  return jsonElements(json)?.every((element) => reads(element, type, precision, scale)) ?? false;
}

/** A nested value is an array of several dimensions, which is refused at reading. */
function reads(element: string, type: string, precision: number, scale: number): boolean {
  if (element === 'null' || element.startsWith('[')) return true;
  return textReads(
    type.startsWith('json') ? element : (asText(element) ?? ''),
    type,
    precision,
    scale,
  );
}

const reading: readonly EngineFunction[] = [
  strictFunction('hotsql_json_in', [text], text, checkedJson),
  strictFunction('hotsql_jsonb_in', [text], text, (json) => printJson(readJson(json))),
  strictFunction('hotsql_json_member', [text, text], text, jsonMember),
  strictFunction('hotsql_json_member_text', [text, text], text, (json, key) =>
    asText(jsonMember(json, key)),
  ),
  strictFunction('hotsql_json_element', [text, integer], text, jsonElement),
  strictFunction('hotsql_json_element_text', [text, integer], text, (json, at) =>
    asText(jsonElement(json, at)),
  ),
  // PostgreSQL stores a scalar at the top of jsonb as an array of one element.
  strictFunction('hotsql_jsonb_element', [text, integer], text, (json, at) =>
    json.startsWith('[') || json.startsWith('{')
      ? jsonElement(json, at)
      : at === 0 || at === -1
        ? json
        : null,
  ),
  strictFunction('hotsql_json_at', [text, texts], text, jsonAtPath),
  strictFunction('hotsql_json_at_text', [text, texts], text, (json, path) =>
    asText(jsonAtPath(json, path)),
  ),
  strictFunction('hotsql_json_text', [text], text, asText),
  // The content of a string, and the JSON of any other value.
  strictFunction('hotsql_json_unquoted', [text], text, (json) =>
    json === 'null' ? json : asText(json),
  ),
  strictFunction('hotsql_json_typeof', [text], text, jsonTypeName),
  strictFunction('hotsql_json_length', [text], integer, arrayLength),
  strictFunction('hotsql_json_keys', [text, text], texts, (json, name) =>
    expectObject(json, name).map(([key]) => key),
  ),
  strictFunction('hotsql_json_values', [text, text], texts, (json, name) =>
    expectObject(json, name).map(([, value]) => value),
  ),
  strictFunction('hotsql_json_elements', [text, text], texts, expectArray),
  strictFunction('hotsql_json_array_reads', [text, text, integer, integer], boolean, arrayReads),
  strictFunction('hotsql_json_array_of', [text], texts, arrayOfMembers),
  strictFunction('hotsql_json_record', [text, text], text, (json, name) => {
    expectObject(json, name);
    return json;
  }),
  strictFunction('hotsql_json_is', [text, text, boolean], boolean, isJson),
  strictFunction('hotsql_jsonb_number', [text, text], text, jsonbNumber),
  strictFunction('hotsql_jsonb_boolean', [text], boolean, jsonbBoolean),
];

const writing: readonly EngineFunction[] = [
  strictFunction('hotsql_json_string', [text], text, printString),
  strictFunction('hotsql_json_compact', [text], text, withoutSpace),
  strictFunction('hotsql_json_object', [texts, texts], text, objectFromPairs),
  strictFunction('hotsql_json_unique', [text], text, (json) =>
    isJson(json, 'value', true) ? json : sqlError('22030', 'duplicate JSON object key value'),
  ),
  strictFunction('hotsql_json_strip_nulls', [text, boolean], text, stripNullMembers),
  strictFunction('hotsql_jsonb_strip_nulls', [text, boolean], text, (json, inArrays) =>
    printJson(stripNulls(readJson(json), inArrays)),
  ),
  strictFunction('hotsql_jsonb_pretty', [text], text, (json) => prettyJson(readJson(json))),
];

const operators: readonly EngineFunction[] = [
  strictFunction('hotsql_jsonb_key', [text], text, (json) => jsonbSortKey(readJson(json))),
  strictFunction('hotsql_jsonb_contains', [text, text], boolean, (a, b) =>
    containsJson(readKnown(a), readKnown(b)),
  ),
  strictFunction('hotsql_jsonb_has', [text, text], boolean, (json, key) =>
    hasKey(readJson(json), key),
  ),
  strictFunction('hotsql_jsonb_has_any', [text, texts], boolean, (json, keys) => {
    const value = readJson(json);
    return keys.some((key) => key !== null && hasKey(value, key));
  }),
  strictFunction('hotsql_jsonb_has_all', [text, texts], boolean, (json, keys) => {
    const value = readJson(json);
    return keys.every((key) => key === null || hasKey(value, key));
  }),
  strictFunction('hotsql_jsonb_concat', [text, text], text, (a, b) =>
    printJson(concatJson(readJson(a), readJson(b))),
  ),
  strictFunction('hotsql_jsonb_without_keys', [text, texts], text, (json, keys) =>
    printJson(deleteKeys(readJson(json), keys)),
  ),
  strictFunction('hotsql_jsonb_without_index', [text, integer], text, (json, index) =>
    printJson(deleteIndex(readJson(json), index)),
  ),
  strictFunction('hotsql_jsonb_without_path', [text, texts], text, (json, path) =>
    printJson(deletePath(readJson(json), path)),
  ),
  strictFunction(
    'hotsql_jsonb_set',
    [text, texts, text, boolean],
    text,
    (json, path, value, create) =>
      printJson(setPath(readJson(json), path, readJson(value), create)),
  ),
  strictFunction(
    'hotsql_jsonb_insert',
    [text, texts, text, boolean],
    text,
    (json, path, value, after) =>
      printJson(insertAtPath(readJson(json), path, readJson(value), after)),
  ),
];

export const jsonFunctions: readonly EngineFunction[] = [...reading, ...writing, ...operators];
