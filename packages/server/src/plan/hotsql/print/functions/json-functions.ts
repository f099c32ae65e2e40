import { refuse, reject } from '../../read/refusal.ts';
import { type Expr, expr, textConstant } from '../../resolve/expr.ts';
import type {
  AggregateFrame,
  AggregateImplementation,
  Call,
  Implementation,
  Implementations,
} from '../implementation.ts';
import { literalOfCall } from '../printed-facts.ts';
import { distinctItems } from './distinct-items.ts';
import { memberOperators } from './json-members.ts';
import {
  arrayText,
  isString,
  type JsonMember,
  jsonbObject,
  jsonbText,
  jsonText,
  keyText,
  orNull,
  rowText,
} from './json-values.ts';

/**
 * json is represented as its text, jsonb as PostgreSQL's normal text. Comparisons of jsonb use sort
 * keys.
 */
const comparisons: Implementations<Implementation> = Object.fromEntries(
  ['=', '<>', '<', '>', '<=', '>='].map((operator) => [
    `jsonb ${operator} jsonb`,
    `(hotsql_jsonb_key($1) ${operator} hotsql_jsonb_key($2))`,
  ]),
);

const argument = ({ args }: Call, index: number): Expr => args[index] ?? expr('NULL', 'unknown');

/**
 * A path for evaluation. A valid literal is passed as written, because PostgreSQL's normal text of
 * `($.a * 2).abs() + 1` lacks the parentheses.
 */
export function pathText({ text }: Expr): string {
  const literal = literalOfCall(text, 'hotsql_jsonpath_in');
  return literal === undefined ? text : `CASE WHEN ${text} IS NOT NULL THEN ${literal} END`;
}

const pathOperator = (name: string) => (call: Call) =>
  `hotsql_jsonpath_${name}(${argument(call, 0).text}, ${pathText(argument(call, 1))}, '{}', true, false)`;

export const jsonOperators: Implementations<Implementation> = {
  ...comparisons,
  ...memberOperators,
  'json -> int4': 'hotsql_json_element($1, $2)',
  'json ->> int4': 'hotsql_json_element_text($1, $2)',
  'jsonb -> int4': 'hotsql_jsonb_element($1, $2)',
  'jsonb ->> int4': 'hotsql_json_text(hotsql_jsonb_element($1, $2))',
  'jsonb @> jsonb': 'hotsql_jsonb_contains($1, $2)',
  'jsonb <@ jsonb': 'hotsql_jsonb_contains($2, $1)',
  'jsonb ? text': 'hotsql_jsonb_has($1, $2)',
  'jsonb ?| _text': 'hotsql_jsonb_has_any($1, $2)',
  'jsonb ?& _text': 'hotsql_jsonb_has_all($1, $2)',
  'jsonb || jsonb': 'hotsql_jsonb_concat($1, $2)',
  'jsonb - text': 'hotsql_jsonb_without_keys($1, CASE WHEN $2 IS NOT NULL THEN [$2] END)',
  'jsonb - _text': 'hotsql_jsonb_without_keys($1, $2)',
  'jsonb - int4': 'hotsql_jsonb_without_index($1, $2)',
  'jsonb #- _text': 'hotsql_jsonb_without_path($1, $2)',
  'jsonb @? jsonpath': pathOperator('exists'),
  'jsonb @@ jsonpath': pathOperator('match'),
};

const toJson = (call: Call) => jsonText(call.printing, argument(call, 0), call.location).text;
const toJsonb = (call: Call) => jsonbText(call.printing, argument(call, 0), call.location);

/** Pairs of key and value; `null` is `null`. */
function pairs({ args, printing, location }: Call, colon: string): string[] {
  if (args.length % 2 === 1)
    return reject('argument list must have even number of elements', location, '22023');
  return args.flatMap((key, index) => {
    const value = args[index + 1];
    if (index % 2 === 1 || value === undefined) return [];
    const shown = orNull(jsonText(printing, value, location).text);
    return [`${keyText(printing, key, location)} || '${colon}' || ${shown}`];
  });
}

/** The members of an object whose keys are all literal texts. */
function literalMembers({ args }: Call): readonly JsonMember[] | undefined {
  if (args.length % 2 === 1) return undefined;
  const members: JsonMember[] = [];
  for (let at = 0; at < args.length; at += 2) {
    const [key, value] = [args[at], args[at + 1]];
    const name = key && isString(key) ? textConstant(key) : undefined;
    if (name === undefined || value === undefined) return undefined;
    members.push({ key: name, value });
  }
  return members;
}

const joined = (items: readonly string[], open: string, close: string) =>
  `(${[`'${open}'`, ...items.map((item, index) => (index === 0 ? item : `', ' || ${item}`)), `'${close}'`].join(' || ')})`;

const buildObject = (call: Call) => joined(pairs(call, ' : '), '{', '}');
/** Literal keys are sorted here; other keys make the worker read the whole text. */
const buildObjectb = (call: Call) =>
  jsonbObject(literalMembers(call), call.printing, call.location) ??
  `hotsql_jsonb_in(${joined(pairs(call, ': '), '{', '}')})`;
const items = ({ args, printing, location }: Call, make: typeof jsonbText) =>
  args.map((item) => orNull(make(printing, item, location)));
const buildArray = (call: Call) =>
  joined(
    items(call, (...of) => jsonText(...of).text),
    '[',
    ']',
  );
const buildArrayb = (call: Call) => joined(items(call, jsonbText), '[', ']');

const path = ({ args }: Call) =>
  `[${args
    .slice(1)
    .map(({ text }) => text)
    .join(', ')}]`;
const extract = (asText: boolean) => (call: Call) =>
  `hotsql_json_at${asText ? '_text' : ''}(${argument(call, 0).text}, ${path(call)})`;

/** `vars` and `silent` are optional. */
export const pathCall = (name: string) => (call: Call) => {
  const [json, , variables = "'{}'", silent = 'false'] = call.args.map(({ text }) => text);
  return `hotsql_jsonpath_${name}(${json}, ${pathText(argument(call, 1))}, ${variables}, ${silent}, ${call.name.endsWith('_tz')})`;
};
const pathFunctions = Object.fromEntries(
  ['', '_tz'].flatMap((zone) =>
    ['', ',jsonb', ',jsonb,bool'].flatMap((more): [string, Implementation][] => {
      const items = pathCall('query');
      const key = (name: string) => `jsonb_path_${name}${zone}(jsonb,jsonpath${more})`;
      return [
        [key('exists'), pathCall('exists')],
        [key('match'), pathCall('match')],
        [key('query_array'), pathCall('query_array')],
        [key('query_first'), (call) => `list_extract(${items(call)}, 1)`],
      ];
    }),
  ),
);

/** The treatment of null in jsonb_set_lax. */
function setLax(call: Call): string {
  const [json = '', at = '', value = '', create = 'true', treatment = "'use_json_null'"] =
    call.args.map(({ text }) => text);
  const set = (fresh: string) => `hotsql_jsonb_set(${json}, ${at}, ${fresh}, ${create})`;
  return `CASE WHEN ${json} IS NULL OR ${at} IS NULL OR ${create} IS NULL THEN NULL
    WHEN ${value} IS NOT NULL AND ${treatment} IS NOT NULL THEN ${set(value)}
    ELSE CASE ${treatment} WHEN 'use_json_null' THEN ${set("'null'")} WHEN 'delete_key' THEN hotsql_jsonb_without_path(${json}, ${at})
      WHEN 'return_target' THEN ${json} WHEN 'raise_exception' THEN error('[22004] JSON value must not be null')
      ELSE error('[22023] null_value_treatment must be ''delete_key'', ''return_target'', ''use_json_null'', or ''raise_exception''') END END`;
}

const withDefault =
  (name: string, count: number, fallback: string): Implementation =>
  (call) => {
    const given = call.args.map(({ text }) => text);
    return `${name}(${[...given, ...(given.length < count ? [fallback] : [])].join(', ')})`;
  };

const objectOf = (wrap: (text: string) => string): Implementations<Implementation> => ({
  '(_text)': ({ args: [list] }) =>
    wrap(`CASE WHEN len(${list?.text}) % 2 = 1 THEN error('[2202E] array must have even number of elements')
      ELSE hotsql_json_object(list_slice(${list?.text}, 1, -1, 2), list_slice(${list?.text}, 2, -1, 2)) END`),
  '(_text,_text)': ({ args: [keys, values] }) =>
    wrap(`hotsql_json_object(${keys?.text}, ${values?.text})`),
});
const under = (name: string, table: Implementations<Implementation>) =>
  Object.fromEntries(
    Object.entries(table).map(([args, implementation]) => [name + args, implementation]),
  );

/** The literal `true` or `false` of the second argument: one line for each row or element. */
function isLined(call: Call): boolean {
  const { constant } = argument(call, 1);
  return constant?.kind === 'boolean'
    ? constant.value
    : refuse(`${call.name}() with a computed second argument`, call.location);
}
const linedRow = (call: Call) =>
  rowText(call.printing, argument(call, 0), call.location, isLined(call)).text;
const linedArray = (call: Call) =>
  arrayText(call.printing, argument(call, 0), call.location, isLined(call)).text;

/** The keys are one array, or any number of texts. */
function withoutKeys({ args: [value, ...keys] }: Call): string {
  const texts = keys.map(({ text }) => text).join(', ');
  const list = keys[0]?.type.name === '_text' ? texts : `[${texts}]`;
  return `hotsql_jsonb_without_keys(${value?.text}, ${list})`;
}

export const jsonFunctions: Implementations<Implementation> = {
  'jsonb_delete(jsonb,_text)': withoutKeys,
  'row_to_json(record,bool)': linedRow,
  'array_to_json(anyarray,bool)': linedArray,
  'to_json(anyelement)': toJson,
  'to_jsonb(anyelement)': toJsonb,
  'row_to_json(record)': toJson,
  'array_to_json(anyarray)': toJson,
  'json_build_object(any)': buildObject,
  'json_build_object()': "'{}'",
  'jsonb_build_object(any)': buildObjectb,
  'jsonb_build_object()': "'{}'",
  'json_build_array(any)': buildArray,
  'json_build_array()': "'[]'",
  'jsonb_build_array(any)': buildArrayb,
  'jsonb_build_array()': "'[]'",
  ...under(
    'json_object',
    objectOf((text) => text),
  ),
  ...under(
    'jsonb_object',
    objectOf((text) => `hotsql_jsonb_in(${text})`),
  ),
  'json_typeof(json)': 'hotsql_json_typeof($1)',
  'jsonb_typeof(jsonb)': 'hotsql_json_typeof($1)',
  'json_array_length(json)': 'hotsql_json_length($1)',
  'jsonb_array_length(jsonb)': 'hotsql_json_length($1)',
  'json_extract_path(json,_text)': extract(false),
  'jsonb_extract_path(jsonb,_text)': extract(false),
  'json_extract_path_text(json,_text)': extract(true),
  'jsonb_extract_path_text(jsonb,_text)': extract(true),
  'json_strip_nulls(json,bool)': withDefault('hotsql_json_strip_nulls', 2, 'false'),
  'jsonb_strip_nulls(jsonb,bool)': withDefault('hotsql_jsonb_strip_nulls', 2, 'false'),
  'jsonb_pretty(jsonb)': 'hotsql_jsonb_pretty($1)',
  'jsonb_set(jsonb,_text,jsonb,bool)': withDefault('hotsql_jsonb_set', 4, 'true'),
  'jsonb_insert(jsonb,_text,jsonb,bool)': withDefault('hotsql_jsonb_insert', 4, 'false'),
  'jsonb_set_lax(jsonb,_text,jsonb,bool,text)': setLax,
  ...pathFunctions,
};

const plainText: typeof jsonbText = (...of) => jsonText(...of).text;

const isNested = ({ type }: Expr) => type.name === 'record' || type.name.startsWith('_');
/** Nested rows and arrays start a new line, as in PostgreSQL, except the first and nulls. */
const linedText: typeof jsonbText = (printing, value, location) => {
  const text = plainText(printing, value, location);
  return isNested(value) ? `(chr(10) || ' ' || ${text})` : text;
};
const inBrackets = (call: Call, items: string) =>
  `('[' || ${isNested(argument(call, 0)) ? `ltrim(${items}, chr(10) || ' ')` : items} || ']')`;

function distinctList(call: Call, frame: AggregateFrame, make: typeof jsonbText): string {
  const value = argument(call, 0);
  const items = distinctItems(call, frame, (item) =>
    orNull(make(call.printing, expr(item, value.type), call.location)),
  );
  return inBrackets(call, `array_to_string(${items}, ', ')`);
}

const listAggregate = (make: typeof jsonbText): AggregateImplementation => ({
  spelling: 'string_agg',
  args: (call) => `${orNull(make(call.printing, argument(call, 0), call.location))}, ', '`,
  compose: (call, frame) => (frame.isDistinct ? distinctList(call, frame, make) : undefined),
  wrap: inBrackets,
});
/** Nulls are left out; an array of only nulls is empty. */
const strictList = (make: typeof jsonbText): AggregateImplementation => ({
  spelling: 'string_agg',
  args: (call) =>
    `coalesce(', ' || ${make(call.printing, argument(call, 0), call.location)}, ''), ''`,
  wrap: (call, text) => inBrackets(call, `substr(${text}, 3)`),
});

const member = (call: Call, colon: string) =>
  `${keyText(call.printing, argument(call, 0), call.location)} || '${colon}' || ${jsonText(call.printing, argument(call, 1), call.location).text}`;
const fullMember = (call: Call, colon: string) => {
  const value = orNull(jsonText(call.printing, argument(call, 1), call.location).text);
  return `${keyText(call.printing, argument(call, 0), call.location)} || '${colon}' || ${value}`;
};
function objectAggregate(
  isBinary: boolean,
  isStrict: boolean,
  isUnique: boolean,
): AggregateImplementation {
  const colon = isBinary ? ': ' : ' : ';
  const object = (text: string) =>
    isBinary ? `('{' || substr(${text}, 3) || '}')` : `('{ ' || substr(${text}, 3) || ' }')`;
  const shown = (text: string) => (isBinary ? `hotsql_jsonb_in(${text})` : text);
  return {
    spelling: 'string_agg',
    compose: (call, frame) => {
      const written = (members: string) =>
        object(frame.write('string_agg', `${frame.filteredText(members)}, ''`));
      const all = () => written(`', ' || ${fullMember(call, colon)}`);
      const kept = () => written(`coalesce(', ' || ${member(call, colon)}, '')`);
      if (!isUnique) return shown(isStrict ? kept() : all());
      const checked = `hotsql_json_unique(${all()})`;
      // The keys of omitted nulls must be unique too.
      return isStrict
        ? `CASE WHEN ${checked} IS NOT NULL THEN ${shown(kept())} END`
        : shown(checked);
    },
  };
}

export const jsonAggregates: Implementations<AggregateImplementation> = {
  'json_agg(anyelement)': listAggregate(linedText),
  'jsonb_agg(anyelement)': listAggregate(jsonbText),
  'json_agg_strict(anyelement)': strictList(linedText),
  'jsonb_agg_strict(anyelement)': strictList(jsonbText),
  ...Object.fromEntries(
    [false, true].flatMap((isBinary) =>
      [false, true].flatMap((isUnique) =>
        [false, true].map((isStrict): [string, AggregateImplementation] => {
          const name = `json${isBinary ? 'b' : ''}_object_agg${isUnique ? '_unique' : ''}${isStrict ? '_strict' : ''}`;
          return [`${name}(any,any)`, objectAggregate(isBinary, isStrict, isUnique)];
        }),
      ),
    ),
  ),
};
