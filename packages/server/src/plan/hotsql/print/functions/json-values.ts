import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { refuse } from '../../read/refusal.ts';
import { structFields } from '../../read/struct-fields.ts';
import { type Expr, expr, isNull } from '../../resolve/expr.ts';
import {
  dimensionsOf,
  elementOf,
  isArray,
  isExact,
  rowOf,
  typeOfEngine,
} from '../../resolve/type.ts';
import type { Printing } from '../printing.ts';
import { fieldsOfRow, whereRow } from '../row-value.ts';
import { outputText } from './array-values.ts';

/** JSON as text; null for a null value. */
interface JsonText {
  readonly text: string;
  /** True if the text is already jsonb's normal text; otherwise it must be read as jsonb. */
  readonly isNormal: boolean;
}

const normal = (text: string): JsonText => ({ text, isNormal: true });

const floats = new Set(['float4', 'float8']);
const strings = new Set(['text', 'varchar', 'bpchar', 'name', 'char', 'unknown']);

export const isString = ({ type }: Expr) => strings.has(type.name);

/** The result of to_json. */
export function jsonText(printing: Printing, value: Expr, location: number | undefined): JsonText {
  const { type, text } = value;
  if (isNull(value)) return normal('CAST(NULL AS VARCHAR)');
  if (type.name === 'bool' || /^int[248]$/.test(type.name))
    return normal(`CAST(${text} AS VARCHAR)`);
  if (type.name === 'jsonb') return normal(text);
  if (type.name === 'json') return { text, isNormal: false };
  if (type.name === 'numeric') return normal(numberText(printing, value, location));
  if (floats.has(type.name)) {
    const shown = printing.castTo(value, 'text', location).text;
    return {
      text: `CASE WHEN isfinite(${text}) THEN ${shown} ELSE '"' || ${shown} || '"' END`,
      isNormal: false,
    };
  }
  if (strings.has(type.name)) return normal(stringText(printing, text));
  if (type.name === 'timestamp' || type.name === 'timestamptz')
    return normal(momentText(printing, value, location));
  if (type.name === 'record') return rowText(printing, value, location);
  if (isArray(type)) return arrayText(printing, value, location);
  if (type.name === 'engine') return structText(printing, value, location);
  return normal(`hotsql_json_string(${outputText(printing, value, location)})`);
}

/** A text as a JSON string. */
const stringText = (printing: Printing, text: string) =>
  printing.macroUnless(`hotsql_json_string(${text})`, 'json_string', [text]);

/** JSON has no number for NaN and the infinities. */
function numberText(printing: Printing, value: Expr, location: number | undefined): string {
  const { text } = printing.castTo(value, 'text', location);
  const mayBeSpecial = isExact(value.type) && value.constant?.kind !== 'number';
  return mayBeSpecial
    ? `CASE WHEN regexp_matches(${text}, '[NI]') THEN '"' || ${text} || '"' ELSE ${text} END`
    : text;
}

/** ISO 8601, with a colon in the zone, which is always UTC; years before 1 end in ` BC`. */
function momentText(printing: Printing, value: Expr, location: number | undefined): string {
  const shown = printing.castTo(value, 'text', location).text;
  const parted = `replace(replace(${shown}, ' ', 'T'), 'TBC', ' BC')`;
  const zoned = value.type.name === 'timestamptz' ? `replace(${parted}, '+00', '+00:00')` : parted;
  return `'"' || ${zoned} || '"'`;
}

/** The members of a row, with one line for each if `lined`. */
export function rowText(
  printing: Printing,
  value: Expr,
  location: number | undefined,
  lined = false,
): JsonText {
  const members = fieldsOfRow(value, location).map(
    (column) =>
      `'${memberStart(column.name)}' || ${orNull(jsonText(printing, column.expr, location).text)}`,
  );
  const separated = members.map((member, index) =>
    index === 0 ? member : `${separator(lined)} || ${member}`,
  );
  return {
    text: whereRow(value, `('{' || ${[...separated, "'}'"].join(' || ')})`),
    isNormal: false,
  };
}

/**
 * A struct in the form of PostgreSQL's rows, and lists of structs at any depth; files and clients
 * of other dialects contain them.
 */
function structText(printing: Printing, value: Expr, location: number | undefined): JsonText {
  const { engine } = value.type;
  if (engine.endsWith('[]')) {
    // Inner types are shorter, so all names are distinct.
    const item = expr(`"s${engine.length}"`, typeOfEngine(engine.slice(0, -2)));
    const list = `list_transform(${value.text}, lambda ${item.text}: ${orNull(jsonText(printing, item, location).text)})`;
    return listed(value, list, separator(false));
  }
  const fields = structFields(engine);
  if (fields === undefined) {
    return refuse('JSON of a value whose type PostgreSQL does not know', location, 'cast it first');
  }
  const members = fields.map((field) => {
    const member = expr(
      `struct_extract(${value.text}, ${quoteLiteral(field.name)})`,
      typeOfEngine(field.engine),
    );
    return `'${memberStart(field.name)}' || ${orNull(jsonText(printing, member, location).text)}`;
  });
  const text = `CASE WHEN ${value.text} IS NOT NULL THEN '{' || ${members.join(" || ',' || ")} || '}' END`;
  return { text, isNormal: false };
}

/** The texts of a list's elements in brackets; null for a null list. */
const listed = (value: Expr, list: string, between: string): JsonText => ({
  text: `('[' || coalesce(array_to_string(${list}, ${between}), CASE WHEN ${value.text} IS NOT NULL THEN '' END) || ']')`,
  isNormal: false,
});

const separator = (lined: boolean) => (lined ? "(',' || chr(10) || ' ')" : "','");

const memberStart = (name: string) => quoteLiteral(`${JSON.stringify(name)}:`).slice(1, -1);

/** The elements of an array, with one line for each if `lined`. */
export function arrayText(
  printing: Printing,
  value: Expr,
  location: number | undefined,
  lined = false,
): JsonText {
  const item = itemOf(value);
  const list = `list_transform(${value.text}, lambda ${item.text}: ${orNull(jsonText(printing, item, location).text)})`;
  return listed(value, list, separator(lined));
}

export const orNull = (json: string) => `coalesce(${json}, 'null')`;

/** A literal key and its value. */
export interface JsonMember {
  readonly key: string;
  readonly value: Expr;
}

/** The result of to_jsonb: jsonb's normal text, which only some values need the worker for. */
export function jsonbText(printing: Printing, value: Expr, location: number | undefined): string {
  const { type } = value;
  if (isNull(value)) return 'CAST(NULL AS VARCHAR)';
  if (type.name === 'record') {
    const members = fieldsOfRow(value, location).map((column) => ({
      key: column.name,
      value: column.expr,
    }));
    const object = jsonbObject(members, printing, location);
    if (object !== undefined) return whereRow(value, object);
  }
  if (isArray(type)) return jsonbArray(printing, value, location);
  const { text, isNormal } = jsonText(printing, value, location);
  if (isNormal) return text;
  if (!floats.has(type.name)) return `hotsql_jsonb_in(${text})`;
  const shown = printing.castTo(value, 'text', location).text;
  const isPlain = `abs(${value.text}) BETWEEN 0.001 AND 100000 OR ${value.text} = 0 AND ${shown} = '0'`;
  return `CASE WHEN ${isPlain} THEN ${shown} ELSE hotsql_jsonb_in(${text}) END`;
}

/** An object in jsonb's order, the last of equal keys; undefined if a key needs the worker. */
export function jsonbObject(
  members: readonly JsonMember[] | undefined,
  printing: Printing,
  location: number | undefined,
): string | undefined {
  if (members === undefined || members.length === 0) return undefined;
  const byKey = new Map(members.map(({ key, value }) => [key, value]));
  const sorted = [...byKey].sort(([one], [other]) => compareKeys(one, other));
  const parts = sorted.map(([key, value], index) => {
    const start = `${index === 0 ? '{' : ', '}${JSON.stringify(key)}: `;
    return `${quoteLiteral(start)} || ${orNull(jsonbText(printing, value, location))}`;
  });
  return `(${parts.join(' || ')} || '}')`;
}

/** Keys by length, then by bytes. */
function compareKeys(one: string, other: string): number {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length - right.length || Buffer.compare(left, right);
}

function jsonbArray(printing: Printing, value: Expr, location: number | undefined): string {
  const item = itemOf(value);
  const list = `list_transform(${value.text}, lambda ${item.text}: ${orNull(jsonbText(printing, item, location))})`;
  return listed(value, list, "', '").text;
}

/** The element of an array as the parameter of a lambda. */
function itemOf(value: Expr): Expr {
  const dimensions = dimensionsOf(value.type);
  return expr(`"e${dimensions}"`, dimensions > 1 ? rowOf(value.type) : elementOf(value.type));
}

/** A value as the key of an object. */
export function keyText(printing: Printing, value: Expr, location: number | undefined): string {
  const refusal = "CAST(error('[22004] null value not allowed for object key') AS VARCHAR)";
  if (isNull(value)) return refusal;
  const { name } = value.type;
  if (name === 'engine')
    return refuse('a key of JSON whose type PostgreSQL does not know', location, 'cast it to text');
  if (isArray(value.type) || ['json', 'jsonb', 'record'].includes(name)) {
    const wrong = "error('[22023] key value must be scalar, not array, composite, or json')";
    return `CAST(CASE WHEN ${value.text} IS NULL THEN ${refusal} ELSE ${wrong} END AS VARCHAR)`;
  }
  if (name === 'timestamp' || name === 'timestamptz') {
    return `CASE WHEN ${value.text} IS NULL THEN ${refusal} ELSE ${momentText(printing, value, location)} END`;
  }
  const shown =
    name === 'inet' || name === 'cidr' || strings.has(name)
      ? value.text
      : printing.castTo(value, 'text', location).text;
  if (value.constant !== undefined) return `hotsql_json_string(${shown})`;
  return `CASE WHEN ${value.text} IS NULL THEN ${refusal} ELSE hotsql_json_string(${shown}) END`;
}
