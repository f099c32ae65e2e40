/**
 * PostgreSQL's functions that give rows, except generate_series and unnest: lists, unnested in
 * parallel.
 */

import { refuse } from '../../read/refusal.ts';
import { type Expr, expr } from '../../resolve/expr.ts';
import { isWide, typeNamed } from '../../resolve/type.ts';
import {
  type Call,
  type Implementations,
  indexImplementations,
  type RowFunction,
} from '../implementation.ts';
import { pathCall } from './json-functions.ts';
import { populateRows } from './populate.ts';
import { lengthOfDimension } from './wide-arrays.ts';

const argument = ({ args }: Call, index: number): Expr => args[index] ?? expr('NULL', 'unknown');
const asTexts = (list: string) => `list_transform(${list}, lambda "v": hotsql_json_text("v"))`;

const each =
  (type: string): RowFunction =>
  (call) => {
    const [json, name] = [argument(call, 0).text, `'${call.name}'`];
    const values = `hotsql_json_values(${json}, ${name})`;
    return {
      name: 'key',
      list: `hotsql_json_keys(${json}, ${name})`,
      type: typeNamed('text'),
      more: [
        { name: 'value', list: type === 'text' ? asTexts(values) : values, type: typeNamed(type) },
      ],
    };
  };

const elements =
  (type: string): RowFunction =>
  (call) => {
    const list = `hotsql_json_elements(${argument(call, 0).text}, '${call.name}')`;
    return { name: 'value', list: type === 'text' ? asTexts(list) : list, type: typeNamed(type) };
  };

const keys: RowFunction = (call) => ({
  list: `hotsql_json_keys(${argument(call, 0).text}, '${call.name}')`,
  type: typeNamed('text'),
});

const path: RowFunction = (call) => ({ list: pathCall('query')(call), type: typeNamed('jsonb') });

const subscripts: RowFunction = (call) => {
  const [array, dimension, isReverse] = call.args;
  const reverse =
    isReverse === undefined
      ? false
      : isReverse.constant?.kind === 'boolean' && isReverse.constant.value;
  if (isReverse !== undefined && isReverse.constant?.kind !== 'boolean') {
    return refuse('generate_subscripts() in a computed direction', call.location);
  }
  const list =
    array && isWide(array.type)
      ? `CAST(range(1, ${lengthOfDimension(call)} + 1) AS INTEGER[])`
      : `CASE WHEN ${dimension?.text} = 1 THEN CAST(range(1, len(${array?.text}) + 1) AS INTEGER[]) END`;
  return { list: reverse ? `list_reverse(${list})` : list, type: typeNamed('int4') };
};

const pathKeys = ['', '_tz'].flatMap((zone) =>
  ['', ',jsonb', ',jsonb,bool'].map(
    (more) => [`jsonb_path_query${zone}(jsonb,jsonpath${more})`, path] as const,
  ),
);

const table: Implementations<RowFunction> = {
  'generate_subscripts(anyarray,int4)': subscripts,
  'generate_subscripts(anyarray,int4,bool)': subscripts,
  'json_array_elements(json)': elements('json'),
  'json_array_elements_text(json)': elements('text'),
  'json_each(json)': each('json'),
  'json_each_text(json)': each('text'),
  'json_object_keys(json)': keys,
  'jsonb_array_elements(jsonb)': elements('jsonb'),
  'jsonb_array_elements_text(jsonb)': elements('text'),
  'jsonb_each(jsonb)': each('jsonb'),
  'jsonb_each_text(jsonb)': each('text'),
  'jsonb_object_keys(jsonb)': keys,
  ...Object.fromEntries(pathKeys),
  ...populateRows,
};

/** Keyed by `name(type,type)`, like functions. */
export const rowFunctions = indexImplementations<RowFunction>([table]);
