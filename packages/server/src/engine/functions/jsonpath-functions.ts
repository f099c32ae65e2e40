import { LruCache } from '../../kernel/lru-cache.ts';
import { sqlError } from '../../kernel/sql-error.ts';
import { boolean, integer, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { textReads } from './input-readers.ts';
import { JsonMoment } from './json/json-moment.ts';
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  printJson,
  readJson,
} from './json/json-value.ts';
import { evaluatePath } from './jsonpath/evaluate-path.ts';
import { ItemPrinter } from './jsonpath/item-printer.ts';
import { jsonTableRows, type RowPath } from './jsonpath/json-table-rows.ts';
import { parsePath } from './jsonpath/parse-path.ts';
import { passedVariables } from './jsonpath/passed-variables.ts';
import { isPathError } from './jsonpath/path-error.ts';
import type { JsonPath } from './jsonpath/path-syntax.ts';
import { printPath } from './jsonpath/print-path.ts';

/** Most statements use one path for all rows. */
const knownPaths = new LruCache<JsonPath>(2 ** 20);

function pathOf(pathText: string): JsonPath {
  const known = knownPaths.get(pathText);
  if (known !== undefined) return known;
  const path = parsePath(pathText);
  knownPaths.set(pathText, path, pathText.length * 16 + 64);
  return path;
}

function variablesOf(json: string): JsonObject {
  const value = readJson(json);
  if (isObject(value)) return value;
  return sqlError('22023', '"vars" argument is not an object');
}

/** The result of `evaluate`, or null where the data do not fit the path and the call is silent. */
function unlessSilent<Result>(silent: boolean, evaluate: () => Result): Result | null {
  try {
    return evaluate();
  } catch (thrown) {
    if (silent && isPathError(thrown)) return null;
    throw thrown;
  }
}

/** Arguments of a path function that do not depend on the row. */
interface Asked {
  readonly variables: JsonObject;
  readonly numbersVariables?: boolean;
  readonly zoned: boolean;
}

const asked = (variables: string, zoned: boolean): Asked => ({
  variables: variablesOf(variables),
  zoned,
});

function itemsOf(
  json: string,
  pathText: string,
  given: Asked,
  probing = false,
): Generator<JsonValue, void, undefined> {
  return evaluatePath(pathOf(pathText), { root: readJson(json), ...given, probing });
}

/** All items are computed in strict mode, because any item may raise. */
function exists(json: string, pathText: string, given: Asked): boolean {
  const items = itemsOf(json, pathText, given, true);
  return pathOf(pathText).lax ? items.next().done !== true : [...items].length > 0;
}

function match(json: string, pathText: string, given: Asked): boolean | null {
  const [item, ...more] = itemsOf(json, pathText, given);
  if (more.length === 0 && (item === null || typeof item === 'boolean')) return item;
  return sqlError('22038', 'single boolean result is expected');
}

function printItems(root: JsonValue, json: string, items: readonly JsonValue[]): string {
  const printer = new ItemPrinter(root, json.length);
  return items.map((item) => printer.print(item)).join(', ');
}

/**
 * The result for SQL/JSON's functions: 'v' and a value, 'n' for null, 'e' for nothing, 'x' where
 * the result does not fit `mode`.
 */
function pick(json: string, pathText: string, passed: string, mode: string): string {
  const given = { variables: passedVariables(passed), numbersVariables: true, zoned: true };
  const root = readJson(json);
  const items = unlessSilent(true, () =>
    mode === 'exists'
      ? exists(json, pathText, given)
      : [...evaluatePath(pathOf(pathText), { root, ...given })],
  );
  if (items === null) return 'x';
  if (items === true || items === false) return items ? 'v' : 'e';
  const [first, ...more] = items;
  if (first === undefined) return 'e';
  if (mode === 'wrap' || (mode === 'wrap-many' && more.length > 0))
    return `v[${printItems(root, json, items)}]`;
  if (more.length > 0) return 'x';
  if (mode !== 'value' && mode !== 'item') return `v${printJson(first)}`;
  if (first === null) return 'n';
  if (isArray(first) || isObject(first)) return 'x';
  if (mode === 'item') return `v${printJson(first)}`;
  if (typeof first === 'string') return `v${first}`;
  if (typeof first === 'boolean') return first ? 'vt' : 'vf';
  if (first instanceof JsonMoment) return `v${first.sqlText}`;
  return `v${printJson(first)}`;
}

/** Plans are constants of their statement. */
const knownPlans = new LruCache<RowPath>(2 ** 18);

function planOf(planText: string): RowPath {
  const known = knownPlans.get(planText);
  if (known !== undefined) return known;
  const plan = JSON.parse(planText) as RowPath;
  knownPlans.set(planText, plan, planText.length * 8 + 64);
  return plan;
}

/** All items; in a silent call, the items before the first error. */
function query(json: string, pathText: string, given: Asked, silent: boolean): string[] {
  const found: string[] = [];
  const root = readJson(json);
  const printer = new ItemPrinter(root, json.length);
  unlessSilent(silent, () => {
    for (const item of evaluatePath(pathOf(pathText), { root, ...given }))
      found.push(printer.print(item));
  });
  return found;
}

export const jsonpathFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_jsonpath_in', [text], text, (pathText) => printPath(pathOf(pathText))),
  strictFunction('hotsql_json_table', [text, text, text], list(list(text)), (json, plan, passed) =>
    jsonTableRows(json, planOf(plan), passedVariables(passed), pathOf),
  ),
  strictFunction('hotsql_text_reads', [text, text, integer, integer], boolean, textReads),
  strictFunction('hotsql_jsonpath_pick', [text, text, text, text], text, pick),
  strictFunction(
    'hotsql_jsonpath_exists',
    [text, text, text, boolean, boolean],
    boolean,
    (json, path, vars, silent, zoned) => {
      const given = asked(vars, zoned);
      return unlessSilent(silent, () => exists(json, path, given));
    },
  ),
  strictFunction(
    'hotsql_jsonpath_match',
    [text, text, text, boolean, boolean],
    boolean,
    (json, path, vars, silent, zoned) => {
      const given = asked(vars, zoned);
      return unlessSilent(silent, () => match(json, path, given));
    },
  ),
  strictFunction(
    'hotsql_jsonpath_query',
    [text, text, text, boolean, boolean],
    list(text),
    (json, path, vars, silent, zoned) => query(json, path, asked(vars, zoned), silent),
  ),
  strictFunction(
    'hotsql_jsonpath_query_array',
    [text, text, text, boolean, boolean],
    text,
    (json, path, vars, silent, zoned) =>
      `[${query(json, path, asked(vars, zoned), silent).join(', ')}]`,
  ),
];
