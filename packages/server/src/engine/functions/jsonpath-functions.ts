import { LruCache } from '../../kernel/lru-cache.ts';
import { sqlError } from '../../kernel/sql-error.ts';
import { boolean, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { isObject, JsonNumber, type JsonObject, type JsonValue, printJson, readJson } from './json/json-value.ts';
import { evaluatePath, isPathError } from './jsonpath/evaluate-path.ts';
import { parsePath } from './jsonpath/parse-path.ts';
import type { JsonPath } from './jsonpath/path-syntax.ts';

/** Most statements use one path for all of their rows. */
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

/** What `evaluate` gives, or null where the data do not fit the path and that is to be silent. */
function unlessSilent<Result>(silent: boolean, evaluate: () => Result): Result | null {
  try {
    return evaluate();
  } catch (thrown) {
    if (silent && isPathError(thrown)) return null;
    throw thrown;
  }
}

function itemsOf(json: string, pathText: string, variables: string): Generator<JsonValue, void, undefined> {
  return evaluatePath(pathOf(pathText), { root: readJson(json), variables: variablesOf(variables) });
}

/** In strict mode all items are wanted, since any of them may raise. */
function exists(json: string, pathText: string, variables: string): boolean {
  const items = itemsOf(json, pathText, variables);
  return pathOf(pathText).lax ? items.next().done !== true : [...items].length > 0;
}

function match(json: string, pathText: string, variables: string): boolean | null {
  const [item, ...more] = itemsOf(json, pathText, variables);
  if (more.length === 0 && (item === null || typeof item === 'boolean')) return item;
  return sqlError('22038', 'single boolean result is expected');
}

/** What SQL/JSON's functions find: 'v' and a value, 'n' for null, 'e' for nothing, 'x' where it does not fit `mode`. */
function pick(json: string, pathText: string, variables: string, mode: string): string {
  const items = unlessSilent(true, () =>
    mode === 'exists' ? exists(json, pathText, variables) : [...itemsOf(json, pathText, variables)],
  );
  if (items === null) return 'x';
  if (items === true || items === false) return items ? 'v' : 'e';
  const [first, ...more] = items;
  if (first === undefined) return 'e';
  if (mode === 'wrap' || (mode === 'wrap-many' && more.length > 0)) return `v${printJson(items)}`;
  if (more.length > 0) return 'x';
  if (mode !== 'value') return `v${printJson(first)}`;
  if (first === null) return 'n';
  if (typeof first === 'string') return `v${first}`;
  if (typeof first === 'boolean') return first ? 'vt' : 'vf';
  return first instanceof JsonNumber ? `v${printJson(first)}` : 'x';
}

export const jsonpathFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_jsonpath_in', [text], text, (pathText) => {
    pathOf(pathText);
    return pathText;
  }),
  strictFunction('hotsql_jsonpath_pick', [text, text, text, text], text, pick),
  strictFunction('hotsql_jsonpath_exists', [text, text, text, boolean], boolean, (json, path, variables, silent) =>
    unlessSilent(silent, () => exists(json, path, variables)),
  ),
  strictFunction('hotsql_jsonpath_match', [text, text, text, boolean], boolean, (json, path, variables, silent) =>
    unlessSilent(silent, () => match(json, path, variables)),
  ),
  strictFunction(
    'hotsql_jsonpath_query',
    [text, text, text, boolean],
    list(text),
    (json, path, variables, silent) =>
      unlessSilent(silent, () => [...itemsOf(json, path, variables)].map(printJson)) ?? [],
  ),
];
