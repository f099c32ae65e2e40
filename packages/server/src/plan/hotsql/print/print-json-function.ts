/** JSON_VALUE, JSON_QUERY and JSON_EXISTS, which are also the columns of JSON_TABLE. */
import { quoteLiteral } from '../../../kernel/quoting.ts';
import { refuse, reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, listOf, locationOf, openNode, textOf } from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { arrayOf, boolType, categoryOf, decimalOf, showType, type Type } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { pathText } from './functions/json-functions.ts';
import { jsonbText, orNull } from './functions/json-values.ts';
import {
  expectNoOutputFormat,
  isJson,
  isJsonType,
  isText,
  readsAsJson,
  returnedType,
} from './json-format.ts';
import { once } from './operand-once.ts';
import { castToType, type TypeName } from './print-cast.ts';
import { isTextLiteral } from './printed-facts.ts';
import type { Printing } from './printing.ts';

type Location = number | undefined;

/** The printed input of a function: the row of a JSON_TABLE, and the variables of all its paths. */
export interface JsonSource {
  readonly context: string;
  readonly variables: string;
}

const noItem = '[22035] no SQL/JSON item found for specified path';
const notOne = '[22034] the items of the SQL/JSON path do not fit the function';

export function printJsonFunction(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const context = jsonContext(
    printing,
    fieldsOf(fields, 'context_item') ?? {},
    namespace,
    locationOf(fields),
  );
  const variables = passedValues(
    printing,
    listOf(fields, 'passing'),
    namespace,
    locationOf(fields),
  );
  return printJsonLookup(printing, fields, namespace, { context, variables });
}

/** `fields` are the fields of a JsonFuncExpr without its context and PASSING. */
export function printJsonLookup(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  source: JsonSource,
): Expr {
  const location = locationOf(fields);
  const path = pathText(jsonPath(printing, fields.pathspec, namespace, location));
  const found = (mode: string) =>
    `hotsql_jsonpath_pick(${source.context}, ${path}, ${source.variables}, '${mode}')`;
  switch (textOf(fields, 'op')) {
    case 'JSON_EXISTS_OP':
      return printExists(printing, fields, namespace, found('exists'));
    case 'JSON_QUERY_OP':
      return printQuery(printing, fields, namespace, found);
    default:
      return printValue(printing, fields, namespace, found);
  }
}

function jsonPath(
  printing: Printing,
  node: unknown,
  namespace: Namespace,
  location: Location,
): Expr {
  const path = printing.expression(node, namespace);
  if (isText(path) || path.type.name === 'jsonpath')
    return coerce(printing, path, 'jsonpath', 'e', location);
  return reject(
    `JSON path expression must be of type jsonpath, not of type ${showType(path.type)}`,
    location,
    '42804',
  );
}

/** The input of paths, as jsonb. */
export function jsonContext(
  printing: Printing,
  item: Fields,
  namespace: Namespace,
  location: Location,
): string {
  const value = printing.expression(item.raw_expr, namespace);
  readsAsJson(value, item);
  if (value.type.name === 'jsonb') return value.text;
  if (isJson(value) || isText(value)) return `hotsql_jsonb_in(${value.text})`;
  return reject(`cannot cast type ${showType(value.type)} to jsonb`, location, '42846');
}

/** Types that paths compare as times. */
const momentTypes: ReadonlySet<string> = new Set([
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
]);

/** The values of PASSING in the form that `passedVariables` reads. */
export function passedValues(
  printing: Printing,
  passing: readonly unknown[],
  namespace: Namespace,
  location: Location,
): string {
  const passed = passing.map((argument) => {
    const { fields: named } = openNode(argument);
    const item = fieldsOf(named, 'val') ?? {};
    const value = printing.expression(item.raw_expr, namespace);
    const type = momentTypes.has(value.type.name) ? JSON.stringify(value.type.name) : 'null';
    const start = quoteLiteral(`[${JSON.stringify(textOf(named, 'name'))}, ${type}, `);
    const json = readsAsJson(value, item)
      ? `hotsql_jsonb_in(${value.text})`
      : type === 'null'
        ? jsonbText(printing, value, location)
        : `hotsql_json_string(${printing.castTo(value, 'text', location).text})`;
    return `${start} || ${orNull(json)} || ']'`;
  });
  return passed.length === 0 ? "'[]'" : `('[' || ${passed.join(" || ', ' || ")} || ']')`;
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
const allowed = {
  exists: ['ERROR', 'TRUE', 'FALSE', 'UNKNOWN'],
  query: ['ERROR', 'NULL', 'EMPTY', 'EMPTY_ARRAY', 'EMPTY_OBJECT', 'DEFAULT'],
  value: ['ERROR', 'NULL', 'DEFAULT'],
};

interface Ending {
  readonly text: string;
  readonly raises: boolean;
  /** The type of DEFAULT. */
  readonly type?: Type;
}

/** The result of ON EMPTY or ON ERROR. */
function ending(
  printing: Printing,
  fields: Fields,
  clause: 'on_empty' | 'on_error',
  kind: keyof typeof allowed,
  type: string,
  namespace: Namespace,
): Ending {
  const behavior = behaviorOf(fields[clause]);
  const written = textOf(behavior ?? {}, 'btype');
  const shown = clause === 'on_empty' ? 'ON EMPTY' : 'ON ERROR';
  if (behavior !== undefined && !allowed[kind].includes(written.replace('JSON_BEHAVIOR_', ''))) {
    const column = textOf(fields, 'column_name');
    reject(
      `invalid ${shown} behavior${column === '' ? '' : ` for column '${column}'`}`,
      locationOf(behavior),
      '42601',
    );
  }
  if (written === 'JSON_BEHAVIOR_ERROR')
    return { text: `error('${clause === 'on_empty' ? noItem : notOne}')`, raises: true };
  if (written !== 'JSON_BEHAVIOR_DEFAULT') {
    const text = behaviors[written] ?? (kind === 'exists' ? 'false' : 'NULL');
    const isItem = text === "'[]'" || text === "'{}'";
    if (
      isItem &&
      type !== 'json' &&
      type !== 'jsonb' &&
      type !== 'bytea' &&
      categoryOf(type) !== 'S'
    ) {
      refuse(`${shown} with an item for the type '${type}'`, locationOf(behavior ?? {}));
    }
    return { text, raises: false };
  }
  expectPlainDefault(behavior?.expr, locationOf(behavior ?? {}));
  const value = printing.expression(behavior?.expr, namespace);
  if (isJson(value) && type !== value.type.name)
    refuse('DEFAULT of json for another type', locationOf(behavior ?? {}));
  const given = coerce(
    printing,
    value,
    type,
    isText(value) ? 'e' : 'a',
    locationOf(behavior ?? {}),
  );
  return { text: given.text, raises: false, type: given.type };
}

function behaviorOf(node: unknown): Fields | undefined {
  if (node === undefined) return undefined;
  const written = node as Fields;
  return written.JsonBehavior === undefined ? written : openNode(node).fields;
}

/** DEFAULT may have a constant, a function or an operator, without columns. */
function expectPlainDefault(node: unknown, location: Location): void {
  const { kind, fields } = openNode(node);
  if (kind === 'TypeCast' || kind === 'CollateClause') {
    expectPlainDefault(fields.arg, location);
    return;
  }
  if (kind === 'ColumnRef')
    reject('DEFAULT expression must not contain column references', location, '42804');
  if (['A_Const', 'FuncCall', 'A_Expr'].includes(kind)) return;
  reject(
    'can only specify a constant, non-aggregate function, or operator expression for DEFAULT',
    location,
    '42804',
  );
}

function printExists(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  picked: string,
): Expr {
  expectNoOutputFormat(fields, 'JSON_EXISTS');
  const location = locationOf(fields);
  const type = returnedType(fields, false);
  const failed = ending(printing, fields, 'on_error', 'exists', 'bool', namespace);
  const found = once([expr(picked, 'text')], ([{ text } = expr(picked, 'text')]) =>
    expr(
      `CASE WHEN ${text} = 'v' THEN true WHEN ${text} = 'e' THEN false WHEN ${text} = 'x' THEN ${failed.text} END`,
      boolType,
    ),
  );
  if (type === undefined || (type.name === 'bool' && !type.isArray)) return found;
  const isKnown =
    ['int4', 'text', 'varchar', 'json', 'jsonb'].includes(type.name) && type.modifiers.length === 0;
  if (!isKnown || type.isArray)
    return refuse(`EXISTS as ${type.name}`, location, 'cast the boolean');
  return type.name === 'int4'
    ? expr(`CAST(${found.text} AS INTEGER)`, 'int4')
    : expr(`CAST(${found.text} AS VARCHAR)`, type.name);
}

const plainType = (name: string, location: Location): TypeName => ({
  name,
  modifiers: [],
  isArray: false,
  location,
});

/** `pick` returns 'v' and the value, 'n' for null, 'e' for no item, 'x' for an error. */
function printValue(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  found: (mode: string) => string,
): Expr {
  expectNoOutputFormat(fields, 'JSON_VALUE');
  const type = returnedType(fields, true) ?? plainType('text', locationOf(fields));
  return printPicked(
    printing,
    fields,
    namespace,
    'value',
    type,
    found(isJsonType(type) ? 'item' : 'value'),
    (text) => text,
  );
}

const wrappers: Readonly<Record<string, string>> = {
  JSW_CONDITIONAL: 'wrap-many',
  JSW_UNCONDITIONAL: 'wrap',
};

function printQuery(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  found: (mode: string) => string,
): Expr {
  const location = locationOf(fields);
  const type = returnedType(fields, false) ?? plainType('jsonb', location);
  const omitsQuotes = textOf(fields, 'quotes') === 'JS_QUOTES_OMIT';
  const wrapper = wrappers[textOf(fields, 'wrapper')];
  if (omitsQuotes && wrapper !== undefined) {
    reject(
      'SQL/JSON QUOTES behavior must not be specified when WITH WRAPPER is used',
      location,
      '42601',
    );
  }
  const picked = found(wrapper ?? 'query');
  const value = (text: string) => (omitsQuotes ? `hotsql_json_unquoted(${text})` : text);
  return printPicked(printing, fields, namespace, 'query', type, picked, value, !omitsQuotes);
}

/**
 * Types with an input function that reads a text. If errors must not be raised, the text is tested
 * first.
 */
const readable: ReadonlySet<string> = new Set(
  `text varchar bpchar name int2 int4 int8 float4 float8 numeric bool date time timetz timestamp timestamptz interval uuid
  json jsonb jsonpath oid`.split(/\s+/),
);

/** DuckDB repeats the operand of CASE for each WHEN, so nested calls would multiply. */
function printPicked(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  kind: 'value' | 'query',
  type: TypeName,
  picked: string,
  shown: (text: string) => string,
  isItem = isJsonType(type),
): Expr {
  return once([expr(picked, 'text')], ([{ text } = expr(picked, 'text')]) =>
    printPickedOnce(printing, fields, namespace, kind, type, text, shown, isItem),
  );
}

function printPickedOnce(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  kind: 'value' | 'query',
  type: TypeName,
  picked: string,
  shown: (text: string) => string,
  isItem: boolean,
): Expr {
  const location = locationOf(fields);
  if (type.name === 'bytea' && !type.isArray)
    return printBytes(printing, fields, namespace, kind, type, picked, shown);
  if (type.isArray && kind === 'query' && isItem && readable.has(type.name)) {
    return printArray(printing, fields, namespace, type, picked);
  }
  if (type.isArray || !readable.has(type.name))
    return refuse(`RETURNING ${type.name}${type.isArray ? '[]' : ''}`, location);
  const empty = ending(printing, fields, 'on_empty', kind, type.name, namespace);
  const failed = ending(printing, fields, 'on_error', kind, type.name, namespace);
  const text = shown(`substr(${picked}, 2)`);
  const isPlain = type.modifiers.length === 0 && (isItem ? isJsonType(type) : false);
  const made = isPlain ? expr(text, type.name) : castToType(printing, expr(text, 'text'), type);
  const isAnyText =
    type.modifiers.length === 0 && categoryOf(type.name) === 'S' && type.name !== 'name';
  const reads = `hotsql_text_reads(${text}, '${type.name}', ${type.modifiers[0] ?? -1}, ${type.modifiers[1] ?? 0})`;
  const hasLength = type.name === 'varchar' || type.name === 'bpchar';
  const tooLong = "error('[22001] value too long for the type')";
  const otherwise = failed.raises && hasLength ? tooLong : failed.text;
  const isTested = !isPlain && !isAnyText && (hasLength || !failed.raises);
  const value = isTested ? `CASE WHEN ${reads} THEN ${made.text} ELSE ${otherwise} END` : made.text;
  expectHeld(made.type, [empty, failed], location);
  return expr(chosen(picked, value, empty, failed, made.type.engine), made.type);
}

/** PostgreSQL does not cast the value of DEFAULT to `numeric(p, s)`. */
function expectHeld(type: Type, endings: readonly Ending[], location: Location): void {
  const held = decimalOf(type);
  if (held === undefined) return;
  for (const ending of endings) {
    if (ending.type === undefined) continue;
    const given = decimalOf(ending.type);
    const whole = held.precision - held.scale;
    if (
      given === undefined ||
      given.scale !== held.scale ||
      given.precision - given.scale > whole
    ) {
      refuse('a DEFAULT with other digits than the type after RETURNING', location);
    }
  }
}

/** An array from a JSON array, item by item. */
function printArray(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  type: TypeName,
  picked: string,
): Expr {
  const name = `_${type.name}`;
  const empty = ending(printing, fields, 'on_empty', 'query', name, namespace);
  const failed = ending(printing, fields, 'on_error', 'query', name, namespace);
  const text = `nullif(substr(${picked}, 2), 'null')`;
  const source = isJsonType({ ...type, isArray: false }) ? '"v"' : 'hotsql_json_text("v")';
  const item = castToType(printing, expr(source, 'text'), { ...type, isArray: false });
  const made = `list_transform(hotsql_json_array_of(${text}), lambda "v": ${item.text})`;
  const reads = `hotsql_json_array_reads(${text}, '${type.name}', ${type.modifiers[0] ?? -1}, ${type.modifiers[1] ?? 0})`;
  const value = failed.raises
    ? made
    : `CASE WHEN ${text} IS NULL OR ${reads} THEN ${made} ELSE ${failed.text} END`;
  const array = arrayOf(item.type);
  return expr(chosen(picked, value, empty, failed, array.engine), array);
}

const chosen = (picked: string, value: string, empty: Ending, failed: Ending, engine: string) =>
  `CAST(CASE left(${picked}, 1) WHEN 'v' THEN ${value} WHEN 'e' THEN ${empty.text} WHEN 'x' THEN ${failed.text} END AS ${engine})`;

function printBytes(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
  kind: 'value' | 'query',
  type: TypeName,
  picked: string,
  shown: (text: string) => string,
): Expr {
  if (kind === 'value') return refuse('JSON_VALUE RETURNING bytea', locationOf(fields));
  const asBytes = (one: Ending) => ({
    ...one,
    text: isTextLiteral(one.text) ? `encode(${one.text})` : one.text,
  });
  const empty = asBytes(ending(printing, fields, 'on_empty', kind, type.name, namespace));
  const failed = asBytes(ending(printing, fields, 'on_error', kind, type.name, namespace));
  return expr(
    chosen(picked, `encode(${shown(`substr(${picked}, 2)`)})`, empty, failed, 'BLOB'),
    'bytea',
  );
}
