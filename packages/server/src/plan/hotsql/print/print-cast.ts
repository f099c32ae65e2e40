import { absolute, type Decimal, roundDecimal, tens } from '../../../values/decimal.ts';
import { allFields } from '../../../values/span.ts';
import type { TableShape } from '../../types.ts';
import { nameParts } from '../read/name-parts.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  listOf,
  locationOf,
  nameList,
  openNode,
} from '../read/tree.ts';
import { typeInfo } from '../resolve/catalog/postgres-catalog.ts';
import { columnTypeOf } from '../resolve/column-type.ts';
import { exactCall, exactText } from '../resolve/exact-numeric.ts';
import { type Expr, expr, isNull, shownText, textConstant } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { recordOf } from '../resolve/record-type.ts';
import {
  arrayOf,
  decimalOf,
  decimalType,
  elementOf,
  exactType,
  isArray,
  isExact,
  isVarying,
  type Type,
  typeNamed,
} from '../resolve/type.ts';
import { otherTypeNames } from '../resolve/written-type.ts';
import { coerce } from './coerce.ts';
import { withCollation } from './collation.ts';
import { isSure, wholeParts } from './functions/numeric-functions.ts';
import { arrayOfRows, writtenLength } from './functions/wide-arrays.ts';
import { sameHolding } from './holding.ts';
import { decimalConstant, numericConstant } from './literals.ts';
import { once } from './operand-once.ts';
import { printInterval } from './print-input.ts';
import type { Printing } from './printing.ts';
import { fieldsOfRow, rowOf } from './row-value.ts';

const castFields = fieldSet('arg', 'typeName');
const typeNameFields = fieldSet('names', 'typmods', 'typemod', 'arrayBounds');

export interface TypeName {
  readonly name: string;
  readonly modifiers: readonly number[];
  readonly isArray: boolean;
  readonly location: number | undefined;
}

export function readTypeName(fields: Fields): TypeName {
  expectFields('a type', fields, typeNameFields);
  const location = locationOf(fields);
  const names = nameList(fields, 'names');
  const written = names.at(-1) ?? '';
  const name = otherTypeNames[written] ?? written;
  if (names.length > 1 && names[0] !== 'pg_catalog')
    refuse(`the type '${names.join('.')}'`, location);
  const modifiers = listOf(fields, 'typmods').map((item) => {
    const value = fieldsOf(openNode(item).fields, 'ival');
    if (value === undefined)
      return refuse(`a modifier of the type '${name}' that is no integer`, location);
    return typeof value.ival === 'number' ? value.ival : 0;
  });
  const bounds = listOf(fields, 'arrayBounds');
  if (typeInfo(name) === undefined) reject(`type '${written}' does not exist`, location, '42704');
  return { name, modifiers, isArray: bounds.length > 0, location };
}

/** `CAST(x AS type)`, `x::type`, `type 'text'`. */
export function printCast(printing: Printing, cast: Fields, namespace: Namespace): Expr {
  expectFields('CAST', cast, castFields);
  const shape = shapeOfType(printing, fieldsOf(cast, 'typeName') ?? {});
  if (shape !== undefined)
    return castToRow(printing, printing.expression(cast.arg, namespace), shape, locationOf(cast));
  const type = readTypeName(fieldsOf(cast, 'typeName') ?? {});
  const { kind, fields } = openNode(cast.arg);
  if (kind === 'A_ArrayExpr' && type.isArray)
    return printArrayCast(printing, fields, type, namespace);
  const from = printing.expression(cast.arg, namespace);
  const { isLiteralInteger: _, ...typed } = withCollation(
    castToType(printing, from, type),
    [from],
    false,
    type.location,
  );
  const hasLength =
    type.modifiers.length > 0 && !type.isArray && /^(?:numeric|varchar|bpchar)$/.test(type.name);
  return hasLength ? { ...typed, type: { ...typed.type, declared: type.modifiers.join() } } : typed;
}

/** The table behind a row type, for functions such as json_populate_record(). */
function shapeOfType(printing: Printing, written: Fields): TableShape | undefined {
  const names = nameList(written, 'names');
  const name = names.at(-1) ?? '';
  if (typeInfo(name) !== undefined || written.arrayBounds !== undefined) return undefined;
  return printing.shapeNamed(nameParts(printing, names, locationOf(written)));
}

/** `NULL::people`, `row(1, 'x')::people` */
function castToRow(
  printing: Printing,
  from: Expr,
  { columns }: TableShape,
  location: number | undefined,
): Expr {
  const fields = columns.map((column) => ({ name: column.name, type: columnTypeOf(column) }));
  if (isNull(from)) {
    const type = recordOf(fields);
    return { ...from, text: `CAST(NULL AS ${type.engine})`, type };
  }
  if (from.type.name !== 'record')
    return refuse("a cast to a table's rows of what is no row", location);
  const items = fieldsOfRow(from, location);
  if (items.length !== fields.length)
    reject('cannot cast a row of another number of columns', location, '42846');
  return rowOf(
    fields.map(({ name, type }, index) => ({
      name,
      expr: castToType(printing, items[index]?.expr ?? from, typeNameOf(type, location)),
    })),
    location,
  );
}

/** A column's type in the form of a cast's type name. */
export function typeNameOf(type: Type, location: number | undefined): TypeName {
  const isArray = type.name.startsWith('_');
  const held = decimalOf(type);
  const modifiers =
    type.name === 'numeric' && held !== undefined ? [held.precision, held.scale] : [];
  return { name: isArray ? type.name.slice(1) : type.name, modifiers, isArray, location };
}

/** Casts an expression to a parsed type. */
export function castToType(printing: Printing, from: Expr, type: TypeName): Expr {
  return once([from], ([held = from]) => castHeld(printing, held, type));
}

function castHeld(printing: Printing, from: Expr, type: TypeName): Expr {
  const { name, modifiers, location } = type;
  if (type.isArray) {
    const target = coerce(printing, from, `_${name}`, 'e', location);
    if (modifiers.length === 0 || !isArray(target.type)) return target;
    const element = applyModifiers(printing, expr('"e"', elementOf(target.type)), type);
    return expr(
      `list_transform(${target.text}, lambda "e": ${element.text})`,
      arrayOf(element.type),
    );
  }
  if (name === 'interval' && modifiers.length > 0) return castToInterval(printing, from, type);
  if (name === 'numeric' && modifiers.length > 0) return castToDecimal(printing, from, type);
  if (name === 'bit' && /^int[48]$/.test(from.type.name)) {
    const [length = 1] = modifiers;
    expectLength(type, length);
    return expr(
      `hotsql_bits_of(${coerce(printing, from, 'int8', 'e', location).text}, ${length})`,
      'bit',
    );
  }
  const target = coerce(printing, from, name, 'e', location);
  if (typeNamed(name).engine === '' && name !== 'record') refuse(`the type ${name}`, location);
  return modifiers.length === 0 ? target : applyModifiers(printing, target, type);
}

function applyModifiers(printing: Printing, value: Expr, type: TypeName): Expr {
  const [length = 0] = type.modifiers;
  switch (type.name) {
    case 'varchar':
      expectLength(type, length);
      return expr(`left(${value.text}, ${length})`, value.type);
    case 'bpchar':
      expectLength(type, length);
      return expr(`rpad(left(${value.text}, ${length}), ${length}, ' ')`, value.type);
    case 'bit':
    case 'varbit':
      expectLength(type, length);
      return expr(
        `hotsql_bits_fit(${value.text}, ${length}, ${type.name === 'bit' ? 0 : 1})`,
        value.type,
      );
    case 'numeric':
      return castToDecimal(printing, value, type);
    case 'timestamp':
    case 'timestamptz':
    case 'time':
    case 'timetz':
      return length >= 6
        ? value
        : expr(`hotsql_round_${type.name}(${value.text}, ${length})`, value.type);
    default:
      return refuse(`a modifier on the type '${type.name}'`, type.location);
  }
}

function expectLength({ name, location }: TypeName, length: number): void {
  const shown = name === 'bpchar' ? 'char' : name;
  if (length < 1) reject(`length for type ${shown} must be at least 1`, location, '22023');
  if (name.endsWith('bit')) {
    if (length > 83_886_080)
      reject(`length for type ${shown} cannot exceed 83886080`, location, '22023');
    return;
  }
  if (length > 10_485_760)
    reject(`length for type ${shown} cannot exceed 10485760`, location, '22023');
}

/**
 * The representation of `numeric(p, s)`: DuckDB has at most 38 digits, and no scale below 0 or
 * above the precision.
 */
function modifiedNumeric(printing: Printing, { modifiers, location }: TypeName): Type {
  const [precision = 0, scale = 0] = modifiers;
  if (modifiers.length > 2) reject('invalid NUMERIC type modifier', location, '22023');
  if (precision < 1 || precision > 1000)
    reject(`NUMERIC precision ${precision} must be between 1 and 1000`, location, '22023');
  if (scale < -1000 || scale > 1000)
    reject(`NUMERIC scale ${scale} must be between -1000 and 1000`, location, '22023');
  if (precision <= 38 && scale >= 0 && scale <= precision) return decimalType(precision, scale);
  printing.expectExact();
  return exactType;
}

/**
 * `x::numeric(p, s)`. A double is rounded by 15 digits, as PostgreSQL does, not by the binary
 * value.
 */
function castToDecimal(printing: Printing, from: Expr, type: TypeName): Expr {
  const target = modifiedNumeric(printing, type);
  const fitted = printing.isExact ? castExactly(printing, from, type, target) : undefined;
  if (fitted !== undefined) return fitted;
  const as = (text: string) => expr(`CAST(${text} AS ${target.engine})`, target);
  // DuckDB does not check the width of a text with an exponent.
  const asText = (text: string) =>
    as(`CAST(${text} AS DECIMAL(38,${decimalOf(target)?.scale ?? 0}))`);
  if (isNull(from)) return as('NULL');
  switch (from.type.name) {
    case 'engine':
      return as(from.text);
    case 'text':
    case 'varchar':
    case 'name': {
      const other = asText(`hotsql_numeric_in(${from.text})`).text;
      return as(
        `CASE WHEN ${isShortNumber(from.text)} THEN CAST(CAST(${from.text} AS DECIMAL(18,9)) AS ${target.engine}) ELSE ${other} END`,
      );
    }
    case 'jsonb':
      return asText(`hotsql_jsonb_number(${from.text}, 'numeric')`);
    case 'float4':
      return asText(`format('{:.6g}', ${from.text})`);
    default: {
      const numeric = coerce(printing, from, 'numeric', 'e', type.location);
      const known = decimalConstant(printing, numeric, type.location);
      if (known !== undefined) return constantOf(printing, known, target, type.location);
      return decimalOf(numeric.type) === undefined
        ? castInexact(numeric, target, type)
        : as(numeric.text);
    }
  }
}

/** True if a text is a short number, which DuckDB reads in 64 bits: 0.04 us instead of 12. */
const isShortNumber = (text: string) =>
  `regexp_full_match(${text}, '\\s*[+-]?[0-9]{1,9}(?:\\.[0-9]{0,9})?\\s*')`;

/** Casts a double by 15 certain digits; otherwise by the text of the numeric. */
function castInexact(
  value: Expr,
  target: Type,
  { modifiers: [precision = 0, scale = 0] }: TypeName,
): Expr {
  const sure = `CAST(CAST(format('{:.15g}', ${value.text}) AS DECIMAL(38,${scale})) AS ${target.engine})`;
  const shown = shownText(value);
  const hasSureDigits = scale >= 0 && scale <= 15;
  if (shown === undefined && !hasSureDigits) return expr(sure, target);
  const nearest = hasSureDigits
    ? `CAST(${wholeParts('round', value.text, scale)} AS ${target.engine})`
    : sure;
  if (shown === undefined) {
    const isNear = isSure('round', value.text, scale);
    return expr(`CASE WHEN ${isNear} THEN ${nearest} ELSE ${sure} END`, target);
  }
  const exact = `CAST(hotsql_numeric_fit(${shown}, ${precision}, ${scale}) AS ${target.engine})`;
  return expr(
    `CASE WHEN ${isSure('round', value.text, scale)} THEN ${nearest} ELSE ${exact} END`,
    target,
  );
}

/** The cast with exact numbers; undefined if DuckDB's own cast suffices. */
function castExactly(
  printing: Printing,
  from: Expr,
  { modifiers, location }: TypeName,
  target: Type,
): Expr | undefined {
  if (isNull(from)) return expr(`CAST(NULL AS ${target.engine})`, target);
  if (from.type.name === 'engine') return undefined;
  const numeric = coerce(printing, from, 'numeric', 'e', location);
  if (!isVarying(numeric.type) && decimalOf(numeric.type) !== undefined && !isExact(target))
    return undefined;
  const [precision = 0, scale = 0] = modifiers;
  const known = decimalConstant(printing, numeric, location);
  if (known === undefined)
    return exactCall('fit', [exactText(numeric), String(precision), String(scale)]);
  const rounded = roundDecimal(known, scale);
  if (absolute(rounded.digits) >= tens(precision + Math.max(-scale, 0))) {
    return reject('numeric field overflow', location, '22003');
  }
  return numericConstant(printing, rounded);
}

function constantOf(
  printing: Printing,
  value: Decimal,
  target: Type,
  location: number | undefined,
): Expr {
  const { precision = 0, scale = 0 } = decimalOf(target) ?? {};
  const rounded = roundDecimal(value, scale);
  if (absolute(rounded.digits) >= tens(precision))
    return reject('numeric field overflow', location, '22003');
  const constant = numericConstant(printing, rounded);
  return { ...constant, text: `CAST(${constant.text} AS ${target.engine})`, type: target };
}

/**
 * `interval '1-2' year to month`, `x::interval day`, `interval(3) '...'`: modifiers are the
 * retained fields and the decimals of seconds.
 */
function castToInterval(printing: Printing, from: Expr, { modifiers, location }: TypeName): Expr {
  const [mask = allFields, places = 6] = modifiers;
  const text = from.type.name === 'unknown' ? textConstant(from) : undefined;
  if (text !== undefined) return expr(printInterval(text, location, mask, places), 'interval');
  const isText = ['text', 'varchar', 'bpchar', 'name'].includes(from.type.name);
  const value = isText
    ? `hotsql_interval_in(${from.text}, ${mask})`
    : coerce(printing, from, 'interval', 'e', location).text;
  return expr(`hotsql_interval_fit(${value}, ${mask}, ${places})`, 'interval');
}

/** `ARRAY[...]::type[]`: each element is cast. */
function printArrayCast(
  printing: Printing,
  array: Fields,
  type: TypeName,
  namespace: Namespace,
): Expr {
  const elements = listOf(array, 'elements');
  if (elements.some((element) => writtenLength(element) !== undefined)) {
    const rows = elements.map((row) =>
      castToType(printing, printing.expression(row, namespace), type),
    );
    return arrayOfRows(rows, elements.map(writtenLength), type.location);
  }
  const element = { ...type, isArray: false };
  const cast = sameHolding(
    printing,
    elements.map((item) => castToType(printing, printing.expression(item, namespace), element)),
  );
  const held = cast.find((item) => !isNull(item))?.type ?? elementHolding(printing, type);
  return expr(
    `CAST([${cast.map(({ text }) => text).join(', ')}] AS ${held.engine}[])`,
    arrayOf(held),
  );
}

function elementHolding(printing: Printing, type: TypeName): Type {
  if (type.name !== 'numeric') return typeNamed(type.name);
  return type.modifiers.length > 0 ? modifiedNumeric(printing, type) : decimalType(38, 0);
}
