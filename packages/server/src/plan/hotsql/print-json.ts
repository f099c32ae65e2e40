/** The constructors and tests of SQL/JSON: JSON_OBJECT, JSON_ARRAY, JSON_VALUE, JSON_QUERY, JSON_EXISTS, IS JSON. */
import { quoteLiteral } from '../../kernel/quoting.ts';
import { coerce } from './coerce.ts';
import { type Expr, expr, textConstant } from './expr.ts';
import { pathText } from './functions/json-functions.ts';
import { jsonbText, jsonText, keyText, orNull } from './functions/json-values.ts';
import type { Printing } from './printing.ts';
import { refuse, reject } from './refusal.ts';
import type { Scope } from './scope.ts';
import { type Fields, fieldsOf, flagOf, listOf, locationOf, nameList, openNode, textOf } from './tree.ts';
import { boolType, categoryOf, showType } from './type.ts';

type Location = number | undefined;

const isText = ({ type }: Expr) => type.name === 'unknown' || categoryOf(type.name) === 'S';
const isJson = ({ type }: Expr) => type.name === 'json' || type.name === 'jsonb';

const itemTypes: Readonly<Record<string, string>> = {
  JS_TYPE_ANY: 'value',
  JS_TYPE_OBJECT: 'object',
  JS_TYPE_ARRAY: 'array',
  JS_TYPE_SCALAR: 'scalar',
};

export function printIsJson(printing: Printing, fields: Fields, scope: Scope): Expr {
  const value = printing.expression(fields.expr, scope);
  const location = locationOf(fields);
  if (!isText(value) && !isJson(value))
    reject(`cannot use type ${showType(value.type)} in IS JSON predicate`, location, '42804');
  const kind = itemTypes[textOf(fields, 'item_type')] ?? 'value';
  return expr(`hotsql_json_is(${value.text}, '${kind}', ${flagOf(fields, 'unique_keys')})`, boolType);
}

/** The type after RETURNING, by its name; `fallback` where none is written. */
function returning(fields: Fields, fallback: string): string {
  const type = fieldsOf(fieldsOf(fields, 'output') ?? {}, 'typeName');
  if (type === undefined) return fallback;
  const isPlain = listOf(type, 'typmods').length === 0 && listOf(type, 'arrayBounds').length === 0;
  return isPlain ? (nameList(type, 'names').at(-1) ?? fallback) : refuse('this type after RETURNING', locationOf(type));
}

const formatOf = (fields: Fields) => textOf(fieldsOf(fields, 'format') ?? {}, 'format_type');

/** A value within a constructor as JSON text; null where it is. */
function memberText(printing: Printing, fields: Fields, scope: Scope): string {
  const value = printing.expression(fields.raw_expr, scope);
  if (formatOf(fields) === 'JS_FORMAT_JSON' && isText(value)) return `hotsql_json_in(${value.text})`;
  return jsonText(printing, value, locationOf(fields)).text;
}

function constructed(text: string, fields: Fields): Expr {
  const type = returning(fields, 'json');
  if (type === 'jsonb') return expr(`hotsql_jsonb_in(${text})`, type);
  if (type === 'json' || type === 'text' || type === 'varchar') return expr(text, type);
  return refuse(`RETURNING ${type}`, locationOf(fields));
}

/** Items one after the other between brackets; those that are null are left out. */
const enclosed = (items: readonly string[], open: string, close: string) =>
  items.length === 0
    ? `'${open}${close}'`
    : `('${open}' || substr(${items.map((item) => `coalesce(', ' || ${item}, '')`).join(' || ')}, 3) || '${close}')`;

export function printJsonObject(printing: Printing, fields: Fields, scope: Scope): Expr {
  const isAbsent = flagOf(fields, 'absent_on_null');
  const members = listOf(fields, 'exprs').map((pair) => {
    const { fields: own } = openNode(pair);
    const name = keyText(printing, printing.expression(own.key, scope), locationOf(fields));
    const member = memberText(printing, fieldsOf(own, 'value') ?? {}, scope);
    return `${name} || ' : ' || ${isAbsent ? member : orNull(member)}`;
  });
  if (isAbsent && flagOf(fields, 'unique'))
    return refuse('JSON_OBJECT with ABSENT ON NULL and WITH UNIQUE KEYS', locationOf(fields));
  const object = enclosed(members, '{', '}');
  return constructed(flagOf(fields, 'unique') ? `hotsql_json_unique(${object})` : object, fields);
}

export function printJsonArray(printing: Printing, fields: Fields, scope: Scope): Expr {
  const isAbsent = flagOf(fields, 'absent_on_null');
  const items = listOf(fields, 'exprs').map((item) => {
    const text = memberText(printing, openNode(item).fields, scope);
    return isAbsent ? text : orNull(text);
  });
  return constructed(enclosed(items, '[', ']'), fields);
}

export function printJsonParse(printing: Printing, fields: Fields, scope: Scope): Expr {
  const value = printing.expression(fieldsOf(fields, 'expr')?.raw_expr, scope);
  if (!isText(value) && !isJson(value))
    reject(`cannot cast type ${showType(value.type)} to json`, locationOf(fields), '42846');
  const checked = `hotsql_json_in(${value.text})`;
  return expr(flagOf(fields, 'unique_keys') ? `hotsql_json_unique(${checked})` : checked, 'json');
}

export function printJsonScalar(printing: Printing, fields: Fields, scope: Scope): Expr {
  const value = printing.expression(fields.expr, scope);
  if (isJson(value)) return refuse('JSON_SCALAR of json', locationOf(fields));
  return expr(jsonText(printing, value, locationOf(fields)).text, 'json');
}

export function printJsonSerialize(printing: Printing, fields: Fields, scope: Scope): Expr {
  const value = printing.expression(fieldsOf(fields, 'expr')?.raw_expr, scope);
  const type = returning(fields, 'text');
  if (type !== 'text' && type !== 'varchar') return refuse(`RETURNING ${type}`, locationOf(fields));
  if (value.type.name === 'json') return expr(value.text, type);
  return isText(value)
    ? expr(`hotsql_json_in(${value.text})`, type)
    : refuse('JSON_SERIALIZE of this type', locationOf(fields));
}

/** `JSON_ARRAYAGG(x ORDER BY y)`, `JSON_OBJECTAGG(k: v)`: the aggregates that PostgreSQL has under names of its own. */
export function printJsonAggregate(printing: Printing, fields: Fields, scope: Scope): Expr {
  const built = fieldsOf(fields, 'constructor') ?? {};
  const arg = fieldsOf(fields, 'arg') ?? {};
  const isObject = arg.key !== undefined;
  const value = isObject ? (fieldsOf(arg, 'value') ?? {}) : arg;
  if (formatOf(value) === 'JS_FORMAT_JSON') return refuse('FORMAT JSON in an aggregate', locationOf(built));
  const type = returning(built, 'json');
  const name = [
    `json${type === 'jsonb' ? 'b' : ''}${isObject ? '_object' : ''}_agg`,
    ...(flagOf(fields, 'unique') ? ['_unique'] : []),
    ...(flagOf(fields, 'absent_on_null') ? ['_strict'] : []),
  ].join('');
  const { agg_order, agg_filter, over, location } = built;
  const call = {
    funcname: [{ String: { sval: name } }],
    args: isObject ? [arg.key, value.raw_expr] : [value.raw_expr],
    funcformat: 'COERCE_EXPLICIT_CALL',
    location,
    ...(agg_order === undefined ? {} : { agg_order }),
    ...(agg_filter === undefined ? {} : { agg_filter }),
    ...(over === undefined ? {} : { over }),
  };
  const printed = printing.expression({ FuncCall: call }, scope);
  return type === 'json' || type === 'jsonb' ? printed : printing.castTo(printed, type, locationOf(built));
}

const behaviors: Readonly<Record<string, string>> = {
  JSON_BEHAVIOR_NULL: 'NULL',
  JSON_BEHAVIOR_UNKNOWN: 'NULL',
  JSON_BEHAVIOR_TRUE: 'true',
  JSON_BEHAVIOR_FALSE: 'false',
  JSON_BEHAVIOR_EMPTY: "'[]'",
  JSON_BEHAVIOR_EMPTY_ARRAY: "'[]'",
  JSON_BEHAVIOR_EMPTY_OBJECT: "'{}'",
};

interface Ending {
  readonly text: string;
  readonly raises: boolean;
}

/** What ON EMPTY or ON ERROR gives. */
function ending(
  printing: Printing,
  node: unknown,
  fallback: string,
  type: string,
  state: string,
  scope: Scope,
): Ending {
  const written = node === undefined ? undefined : (node as Fields);
  const fields = written?.JsonBehavior === undefined ? written : openNode(node).fields;
  const behavior = fields === undefined ? '' : textOf(fields, 'btype');
  if (behavior === 'JSON_BEHAVIOR_ERROR') return { text: `error('${state}')`, raises: true };
  if (behavior !== 'JSON_BEHAVIOR_DEFAULT') return { text: behaviors[behavior] ?? fallback, raises: false };
  return {
    text: coerce(printing, printing.expression(fields?.expr, scope), type, 'a', locationOf(fields ?? {})).text,
    raises: false,
  };
}

const fromJson: ReadonlySet<string> = new Set([
  'text',
  'varchar',
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'numeric',
  'bool',
  'date',
  'timestamp',
  'timestamptz',
]);
const noItem = '[22035] no SQL/JSON item found for specified path';
const notOne = '[22034] the items of the SQL/JSON path do not fit the function';

export function printJsonFunction(printing: Printing, fields: Fields, scope: Scope): Expr {
  const location = locationOf(fields);
  const context = jsonbOperand(printing, fieldsOf(fields, 'context_item')?.raw_expr, scope, location);
  const path = printing.expression(fields.pathspec, scope);
  if (textConstant(path) === undefined) refuse('a SQL/JSON path that is no literal', location);
  const found = (mode: string) =>
    `hotsql_jsonpath_pick(${context}, ${pathText(coerce(printing, path, 'jsonpath', 'i', location))}, ${variables(printing, fields, scope, location)}, '${mode}')`;
  switch (textOf(fields, 'op')) {
    case 'JSON_EXISTS_OP': {
      const failed = ending(printing, fields.on_error, 'false', 'bool', notOne, scope);
      return expr(
        `CASE ${found('exists')} WHEN 'v' THEN true WHEN 'e' THEN false WHEN 'x' THEN ${failed.text} END`,
        boolType,
      );
    }
    case 'JSON_QUERY_OP':
      return printJsonQuery(printing, fields, scope, found);
    default:
      return printJsonValue(printing, fields, scope, found('value'));
  }
}

function jsonbOperand(printing: Printing, node: unknown, scope: Scope, location: Location): string {
  const value = printing.expression(node, scope);
  if (value.type.name === 'jsonb') return value.text;
  return isJson(value) || isText(value)
    ? `hotsql_jsonb_in(${value.text})`
    : refuse('SQL/JSON functions of this type', location);
}

function variables(printing: Printing, fields: Fields, scope: Scope, location: Location): string {
  const passed = listOf(fields, 'passing').map((argument) => {
    const { fields: named } = openNode(argument);
    const value = printing.expression(fieldsOf(named, 'val')?.raw_expr, scope);
    const type = momentTypes.has(value.type.name) ? JSON.stringify(value.type.name) : 'null';
    const start = quoteLiteral(`[${JSON.stringify(textOf(named, 'name'))}, ${type}, `);
    const shown =
      type === 'null'
        ? jsonbText(printing, value, location)
        : `hotsql_json_string(${printing.castTo(value, 'text', location).text})`;
    return `${start} || ${orNull(shown)} || ']'`;
  });
  return passed.length === 0 ? "'[]'" : `('[' || ${passed.join(" || ', ' || ")} || ']')`;
}

/** What a path compares as times. */
const momentTypes: ReadonlySet<string> = new Set(['date', 'time', 'timetz', 'timestamp', 'timestamptz']);

/** `pick` gives 'v' and the value, 'n' for null, 'e' for nothing, 'x' for an error. */
function printJsonValue(printing: Printing, fields: Fields, scope: Scope, picked: string): Expr {
  const location = locationOf(fields);
  const type = returning(fields, 'text');
  if (!fromJson.has(type) && type !== 'json' && type !== 'jsonb') return refuse(`RETURNING ${type}`, location);
  const empty = ending(printing, fields.on_empty, 'NULL', type, noItem, scope);
  const failed = ending(printing, fields.on_error, 'NULL', type, notOne, scope);
  const found = expr(`substr(${picked}, 2)`, 'text');
  const made = coerce(printing, found, type, 'e', location);
  const isPlain = made.text === found.text;
  const readable = readableTexts[type];
  if (!isPlain && !failed.raises && readable === undefined) {
    return refuse(`RETURNING ${type} without ERROR ON ERROR`, location, `cast the text: JSON_VALUE(...)::${type}`);
  }
  const value =
    isPlain || failed.raises
      ? made.text
      : `CASE WHEN ${readable?.replaceAll('$', () => found.text)} THEN ${made.text} ELSE ${failed.text} END`;
  const { engine } = made.type;
  const text = `CAST(CASE left(${picked}, 1) WHEN 'v' THEN ${value} WHEN 'e' THEN ${empty.text} WHEN 'x' THEN ${failed.text} END AS ${engine})`;
  return expr(text, made.type);
}

const readableInteger = (engine: string) =>
  `(regexp_full_match($, '\\s*[+-]?[0-9]+\\s*') AND TRY_CAST($ AS ${engine}) IS NOT NULL)`;
const readableFloat = (type: string) => `hotsql_is_number($, '${type}')`;

/** Which texts the type reads, so that what it does not read is ON ERROR's. */
const readableTexts: Readonly<Record<string, string>> = {
  int2: readableInteger('SMALLINT'),
  int4: readableInteger('INTEGER'),
  int8: readableInteger('BIGINT'),
  float4: readableFloat('float4'),
  float8: readableFloat('float8'),
  numeric: readableFloat('numeric'),
};

const wrappers: Readonly<Record<string, string>> = { JSW_CONDITIONAL: 'wrap-many', JSW_UNCONDITIONAL: 'wrap' };

function printJsonQuery(printing: Printing, fields: Fields, scope: Scope, found: (mode: string) => string): Expr {
  const location = locationOf(fields);
  const type = returning(fields, 'jsonb');
  if (type !== 'jsonb' && type !== 'json' && type !== 'text') return refuse(`JSON_QUERY RETURNING ${type}`, location);
  const omitsQuotes = textOf(fields, 'quotes') === 'JS_QUOTES_OMIT';
  if (omitsQuotes && type !== 'text') return refuse('OMIT QUOTES without RETURNING text', location);
  const picked = found(wrappers[textOf(fields, 'wrapper')] ?? 'query');
  const empty = ending(printing, fields.on_empty, 'NULL', type, noItem, scope);
  const failed = ending(printing, fields.on_error, 'NULL', type, notOne, scope);
  const value = omitsQuotes ? `hotsql_json_text(substr(${picked}, 2))` : `substr(${picked}, 2)`;
  return expr(
    `CAST(CASE left(${picked}, 1) WHEN 'v' THEN ${value} WHEN 'e' THEN ${empty.text} WHEN 'x' THEN ${failed.text} END AS VARCHAR)`,
    type,
  );
}
