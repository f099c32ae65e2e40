/** Rows as values: PostgreSQL's `record` and whole rows of relations, represented as a STRUCT. */

import { quoteLiteral } from '../../../kernel/quoting.ts';
import { refuse, reject } from '../read/refusal.ts';
import { heldAs, numericKey } from '../resolve/exact-numeric.ts';
import { type Expr, expr, isNull, type NamedExpr } from '../resolve/expr.ts';
import { engineNames } from '../resolve/namespace.ts';
import { isMultirange, isRange } from '../resolve/range-types.ts';
import { nullEngine, recordOf } from '../resolve/record-type.ts';
import {
  isChoice,
  isEnum,
  isKept,
  isSortedText,
  labelsOf,
  sourceNameOf,
} from '../resolve/source-types.ts';
import {
  boolType,
  isArray,
  isShape,
  isWide,
  rowOf as rowsType,
  scalarOf,
  showType,
  type Type,
} from '../resolve/type.ts';
import { commonHolding } from './holding.ts';

type Location = number | undefined;

/** A row of the given values; the row itself is never null. */
export function rowOf(items: readonly NamedExpr[], location: Location): Expr {
  if (items.length === 0) return refuse('a row of no columns', location);
  const names = engineNames(items.map(({ name }) => name));
  const members = items.map(
    ({ expr: item }, index) => `${quoteLiteral(names[index] ?? '')}: ${item.text}`,
  );
  const type = recordOf(
    items.map(({ name, expr: item }) => {
      const isBareNull = isNull(item) && item.type.name === 'unknown';
      return { name, type: isBareNull ? { name: 'unknown', engine: nullEngine } : item.type };
    }),
  );
  return { text: `{${members.join(', ')}}`, type, row: items };
}

/** The columns of a row; each is null in a null row. */
export function fieldsOfRow(value: Expr, location: Location): readonly NamedExpr[] {
  if (value.row !== undefined) return value.row;
  const { fields } = value.type;
  if (fields === undefined) return refuse('a row whose columns are not known', location);
  const names = engineNames(fields.map(({ name }) => name));
  return fields.map(({ name, type }, index) => ({
    name,
    expr: expr(`struct_extract(${value.text}, ${quoteLiteral(names[index] ?? '')})`, type),
  }));
}

/** `(row).name` */
export function fieldOfRow(value: Expr, name: string, location: Location): Expr {
  const found = fieldsOfRow(value, location).filter((field) => field.name === name);
  const [only] = found;
  if (only === undefined) return reject(`column '${name}' not found in the row`, location, '42703');
  if (found.length > 1) reject(`column reference '${name}' is ambiguous`, location, '42702');
  return expectTyped(only.expr, location);
}

/** A member taken from a row needs a type, and PostgreSQL gives an untyped literal none there. */
export function expectTyped(field: Expr, location: Location): Expr {
  if (field.type.name !== 'unknown') return field;
  return refuse(
    'taking an untyped literal out of a row',
    location,
    "give it a type in the row: 'x'::text",
  );
}

/** A sort key: PostgreSQL raises if two rows are equal in all columns before an untyped literal. */
export function expectSortable(value: Expr, location: Location): void {
  if (value.type.fields?.some(({ type }) => type.name === 'unknown') !== true) return;
  refuse(
    'the order of rows with untyped literals',
    location,
    "give them types: NULL::integer, 'x'::text",
  );
}

/** `text`, or null for a null row. */
export const whereRow = (value: Expr, text: string) =>
  value.row === undefined ? `CASE WHEN ${value.text} IS NOT NULL THEN ${text} END` : text;

/** A row is null if all its columns are null, and not null if no column is null. */
export function rowNullTest(value: Expr, isNegated: boolean, location: Location): Expr {
  const test = isNegated ? 'IS NOT NULL' : 'IS NULL';
  const tests = fieldsOfRow(value, location).map(({ expr: field }) => `${field.text} ${test}`);
  return expr(`(${tests.join(' AND ')})`, boolType);
}

/** The length of an interval, which may exceed 64 bits. */
export const intervalKey = (text: string) =>
  `CASE WHEN ${text} BETWEEN to_years(-100000) AND to_years(100000) THEN CAST(epoch_us(${text}) AS HUGEINT) ELSE CAST(hotsql_interval_length(${text}) AS HUGEINT) END`;

/** A key that DuckDB compares, sorts and groups as PostgreSQL does the values of the type. */
export function comparisonKey(value: Expr, location: Location): string {
  const { text, type } = value;
  if (type.name === 'bpchar') return `rtrim(${text}, ' ')`;
  if (type.name === 'jsonb') return `hotsql_jsonb_key(${text})`;
  if (type.name === 'numeric') return numericKey(value);
  // DuckDB compares intervals by parts, so 1 month - 1 day is greater than 29 days.
  if (type.name === 'interval') return intervalKey(text);
  // Lists, structs and min() compare times of day. The key sorts by moment, and for equal moments
  // the western zone is later.
  if (type.name === 'timetz') {
    return `(CAST(round(hotsql_timetz_part('epoch', ${text}) * 1000000) AS BIGINT) * 200000 - CAST(hotsql_timetz_part('timezone', ${text}) AS BIGINT))`;
  }
  if (isArray(type)) return arrayKey(value, location);
  if (isRange(type.name)) return `hotsql_range_key('${type.name}', ${text})`;
  if (isMultirange(type.name)) return `hotsql_multirange_key('${type.name}', ${text})`;
  if (type.name === 'inet' || type.name === 'cidr') return `hotsql_inet_key(${text})`;
  if (type.name === 'money') return `hotsql_money_cents(${text})`;
  if (isShape(type.name)) return comparesNoShapes(type, location);
  if (isEnum(type.name)) return enumKey(text, type.name);
  if (isSortedText(type.name)) return choiceKey(text, type.name);
  if (isKept(type.name)) return comparesNothing(type, location);
  if (type.name !== 'record') return text;
  const fields = fieldsOfRow(value, location).map(({ expr: field }) => field);
  const keys = fields.map((field) => comparisonKey(field, location));
  return keys.every((key, index) => key === fields[index]?.text)
    ? text
    : whereRow(value, `row(${keys.join(', ')})`);
}

/** The position of a label. A label added to the enum after discovery has no position here. */
function enumKey(text: string, name: string): string {
  const labels = labelsOf(name).map(quoteLiteral).join(', ');
  const unknown = quoteLiteral(
    `[22P02] a value of enum ${sourceNameOf(name)} that its discovery did not see; refresh the connection`,
  );
  return `CASE WHEN ${text} IS NOT NULL THEN coalesce(list_position([${labels}], ${text}), error(${unknown})) END`;
}

/**
 * MySQL's number of an enum's or set's value; 0 for a value without a label, such as '' for an
 * error.
 */
function choiceKey(text: string, name: string): string {
  const labels = labelsOf(name).map(quoteLiteral);
  if (isChoice(name))
    return `CASE WHEN ${text} IS NOT NULL THEN coalesce(list_position([${labels.join(', ')}], ${text}), 0) END`;
  const has = `CASE WHEN list_contains(string_split(${text}, ','), "l") THEN '1' ELSE '0' END`;
  const bits = `list_transform([${labels.reverse().join(', ')}], lambda "l": ${has})`;
  return `CASE WHEN ${text} IS NOT NULL THEN array_to_string(${bits}, '') END`;
}

/** Raises: the source's equality and order of such values are unknown. */
function comparesNothing(type: Type, location: Location): never {
  return reject(
    `values of type ${showType(type)} are not compared, sorted or grouped here; cast them to text (x::text), which is ordered by its bytes`,
    location,
    '42883',
  );
}

/** Raises: shapes are equal by area or length, or not comparable at all. */
function comparesNoShapes(type: Type, location: Location): never {
  if (type.name !== 'point' && type.name !== 'polygon')
    refuse(`a comparison of values of type ${type.name} here`, location, 'write = or ~=');
  return reject(`could not identify an equality operator for type ${type.name}`, location, '42883');
}

/** An array of the keys of its elements. */
function arrayKey({ text, type }: Expr, location: Location): string {
  if (type.name === '_record' && type.fields === undefined) return text;
  // Each level has a different name.
  const name = `"k${type.engine.length}"`;
  const key = comparisonKey(expr(name, isWide(type) ? rowsType(type) : scalarOf(type)), location);
  return key === name ? text : `list_transform(${text}, lambda ${name}: ${key})`;
}

/** Two rows in the form for DuckDB's comparison: nulls in them are values, sorted last. */
export function comparableRows(
  left: Expr,
  right: Expr,
  location: Location,
): readonly [string, string] {
  const [one, other] = [fieldsOfRow(left, location), fieldsOfRow(right, location)];
  if (one.length !== other.length) {
    return reject(
      'cannot compare record types with different numbers of columns',
      location,
      '42804',
    );
  }
  const keys = one.map((field, index) => {
    const match = other[index] ?? field;
    const [a, b] = [field.expr.type, match.expr.type];
    if (a.name !== b.name) {
      const types = `${showType(a)} and ${showType(b)}`;
      return reject(
        `cannot compare dissimilar column types ${types} at record column ${index + 1}`,
        location,
        '42804',
      );
    }
    if (a.name === 'unknown')
      reject('could not identify an equality operator for type unknown', location, '42883');
    const holding = commonHolding({ isExact: false }, [a, b]);
    return [field.expr, match.expr].map((side) => {
      if (/^_?numeric$/.test(a.name))
        return comparisonKey(holding ? heldAs(side, holding) : side, location);
      const key = comparisonKey(side, location);
      return holding === undefined || holding.engine === side.type.engine
        ? key
        : `CAST(${key} AS ${holding.engine})`;
    });
  });
  const row = (side: 0 | 1, value: Expr) =>
    whereRow(value, `row(${keys.map((pair) => pair[side]).join(', ')})`);
  return [row(0, left), row(1, right)];
}
