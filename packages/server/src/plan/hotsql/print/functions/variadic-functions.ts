/** Functions of any number of values, also in the form `VARIADIC array`. */

import { type Expr, expr } from '../../resolve/expr.ts';
import { elementOf } from '../../resolve/type.ts';
import { coerce } from '../coerce.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import type { Printing } from '../printing.ts';
import { elementTexts } from './array-values.ts';
import { jsonbText, jsonText, keyText, orNull } from './json-values.ts';
import { flattened } from './wide-arrays.ts';

const counted = (test: string): Implementation => {
  return ({ args }: Call) =>
    `CAST(${args.map(({ text }) => `CAST(${text} ${test} AS INTEGER)`).join(' + ')} AS INTEGER)`;
};

export const variadicFunctions: Implementations<Implementation> = {
  'num_nulls(any)': counted('IS NULL'),
  'num_nonnulls(any)': counted('IS NOT NULL'),
};

interface VariadicCall {
  readonly printing: Printing;
  /** The arguments before the array. */
  readonly before: readonly Expr[];
  readonly array: Expr;
  readonly location: number | undefined;
}

const joined = ({ printing, array, location }: VariadicCall, separator: string) =>
  expr(
    printing.macro('array_to_string', elementTexts(printing, array, location), separator),
    'text',
  );
const countedIn =
  (test: string) =>
  ({ array }: VariadicCall) =>
    expr(`CAST(len(list_filter(${array.text}, lambda "v": "v" ${test})) AS INTEGER)`, 'int4');

const separated = (list: string, each: string, from = list) =>
  `coalesce(array_to_string(list_transform(${from}, lambda "v": ${each}), ', '), CASE WHEN ${list} IS NOT NULL THEN '' END)`;

/** json_build_array(VARIADIC array), of any number of dimensions. */
function jsonArray({ printing, array, location }: VariadicCall, isBinary: boolean): Expr {
  const list = flattened(array);
  const item = expr('"v"', elementOf(list.type));
  const shown = isBinary
    ? jsonbText(printing, item, location)
    : jsonText(printing, item, location).text;
  return expr(
    `('[' || ${separated(list.text, orNull(shown))} || ']')`,
    isBinary ? 'jsonb' : 'json',
  );
}

/** json_build_object(VARIADIC array): alternating keys and values. */
function jsonObject({ printing, array, location }: VariadicCall, isBinary: boolean): Expr {
  const list = flattened(array);
  const at = (index: string) => expr(`${list.text}[${index}]`, elementOf(list.type));
  const value = orNull(jsonText(printing, at('"v" + 1'), location).text);
  const pair = `${keyText(printing, at('"v"'), location)} || '${isBinary ? ': ' : ' : '}' || ${value}`;
  const object = `('{' || ${separated(list.text, pair, `range(1, len(${list.text}) + 1, 2)`)} || '}')`;
  const checked = `CASE WHEN len(${list.text}) % 2 = 1 THEN error('[22023] argument list must have even number of elements') ELSE ${isBinary ? `hotsql_jsonb_in(${object})` : object} END`;
  return expr(checked, isBinary ? 'jsonb' : 'json');
}

const extracted =
  (type: string, isText: boolean) =>
  ({ printing, before: [json], array, location }: VariadicCall) => {
    const value = coerce(printing, json ?? expr('NULL', 'unknown'), type, 'i', location).text;
    const path = coerce(printing, array, '_text', 'i', location).text;
    return expr(
      `hotsql_json_at${isText ? '_text' : ''}(${value}, ${path})`,
      isText ? 'text' : type,
    );
  };

/** Number of arguments before the array, if any. */
export const argumentsBefore: Readonly<Record<string, number>> = {
  concat_ws: 1,
  json_extract_path: 1,
  json_extract_path_text: 1,
  jsonb_extract_path: 1,
  jsonb_extract_path_text: 1,
};

/** Keyed by name: null for a null array. */
export const variadicCalls: Readonly<Record<string, (call: VariadicCall) => Expr>> = {
  json_build_array: (call) => jsonArray(call, false),
  jsonb_build_array: (call) => jsonArray(call, true),
  json_build_object: (call) => jsonObject(call, false),
  jsonb_build_object: (call) => jsonObject(call, true),
  json_extract_path: extracted('json', false),
  json_extract_path_text: extracted('json', true),
  jsonb_extract_path: extracted('jsonb', false),
  jsonb_extract_path_text: extracted('jsonb', true),
  concat: (call) => joined(call, "''"),
  concat_ws: (call) => joined(call, call.before[0]?.text ?? "''"),
  num_nulls: countedIn('IS NULL'),
  num_nonnulls: countedIn('IS NOT NULL'),
};
