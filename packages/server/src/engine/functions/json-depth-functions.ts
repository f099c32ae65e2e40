import { boolean, integer, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { nestsDeeper } from './json/json-depth.ts';

/**
 * Called before an engine function that walks a JSON value by recursion
 * (engine/query/shallow-json.ts).
 */
export const jsonDepthFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_json_nests_deeper', [text, integer], boolean, nestsDeeper),
];
