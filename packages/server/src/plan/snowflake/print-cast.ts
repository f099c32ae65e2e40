import { textOf } from './functions/text-functions.ts';
import { asVariant, variantText } from './functions/variant-functions.ts';
import type { Printing } from './printing.ts';
import { type Fields, isFields, openNode, refuse, stringValue } from './tree.ts';
import { isVariantType } from './variants.ts';

const types: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  date: 'DATE',
  double: 'DOUBLE',
  float: 'DOUBLE',
  real: 'DOUBLE',
  int: 'BIGINT',
  big_int: 'BIGINT',
  small_int: 'BIGINT',
  tiny_int: 'BIGINT',
  integer: 'BIGINT',
  text: 'VARCHAR',
  string: 'VARCHAR',
  var_char: 'VARCHAR',
  time: 'TIME',
};

const customTypes: Readonly<Record<string, string>> = {
  NUMBER: 'DECIMAL(38,0)',
  TIMESTAMPNTZ: 'TIMESTAMP',
  TIMESTAMP_NTZ: 'TIMESTAMP',
  DATETIME: 'TIMESTAMP',
  BYTEINT: 'BIGINT',
  STRING: 'VARCHAR',
};

function decimal(precision: unknown, scale: unknown): string {
  const [width, digits] = [Number(precision ?? 38), Number(scale ?? 0)];
  const fits =
    Number.isInteger(width) &&
    Number.isInteger(digits) &&
    width >= 1 &&
    width <= 38 &&
    digits >= 0 &&
    digits <= width;
  return fits
    ? `DECIMAL(${width},${digits})`
    : refuse('this precision and scale', 'at most NUMBER(38, 37)');
}

/** DuckDB's type for a Snowflake type. */
function typeName(type: Fields): string {
  const kind = String(type.data_type);
  if (kind === 'decimal') return decimal(type.precision, type.scale);
  if (kind === 'timestamp')
    return type.timezone === true
      ? refuse('TIMESTAMP WITH TIME ZONE', 'use TIMESTAMP_NTZ')
      : 'TIMESTAMP';
  if (
    (kind === 'var_char' || kind === 'text') &&
    Number.isFinite(Number(type.length ?? Number.NaN))
  )
    return refuse('VARCHAR of a length in a cast', 'use LEFT(x, n)');
  const known = types[kind];
  if (known !== undefined) return known;
  const name = String(type.name ?? kind).toUpperCase();
  const number = /^NUMBER\((\d+)(?:,\s*(\d+))?\)$/.exec(name.replace(/\s+/g, ''));
  if (number !== null) return decimal(number[1], number[2]);
  return customTypes[name] ?? refuse(`the type ${name.slice(0, 40)}`);
}

/** Casts a value other than a VARIANT. */
function castValue(printing: Printing, node: unknown, type: string): string {
  switch (type) {
    case 'VARCHAR':
      return textOf(printing, node);
    case 'BIGINT':
      return printing.macro('to_integer', printing.any(node));
    case 'BOOLEAN':
      return printing.macro('to_boolean', printing.any(node));
    case 'DATE':
      return stringValue(node) === undefined
        ? printing.macro('to_date', printing.any(node))
        : `CAST(${printing.any(node)} AS DATE)`;
    case 'TIMESTAMP':
      return printing.macro('to_timestamp', printing.any(node));
    default:
      return `CAST(${printing.any(node)} AS ${type})`;
  }
}

export function printCast(printing: Printing, fields: Fields, tries: boolean): string {
  const type = isFields(fields.to) ? fields.to : refuse('a cast without a type');
  if (isVariantType(type)) {
    if (tries || !/^VARIANT$/i.test(String(type.name)))
      return refuse(`a cast to ${String(type.name).toUpperCase()}`);
    return asVariant(printing, fields.this);
  }
  const name = typeName(type);
  return castTo(printing, fields.this, name, tries);
}

export function castTo(printing: Printing, node: unknown, type: string, tries: boolean): string {
  if (openNode(node).kind === 'null') return `CAST(NULL AS ${type})`;
  if (printing.variants.isVariant(node)) {
    if (tries) return refuse('TRY_CAST of a VARIANT', 'cast it to VARCHAR first');
    const text = variantText(printing, node);
    if (type === 'VARCHAR') return text;
    return type === 'BOOLEAN' ? printing.macro('to_boolean', text) : `CAST(${text} AS ${type})`;
  }
  if (!tries) return castValue(printing, node, type);
  return type === 'BOOLEAN'
    ? printing.macro('try_to_boolean', printing.any(node))
    : `TRY_CAST(${printing.any(node)} AS ${type})`;
}

/** TO_NUMBER(x, precision, scale) and similar functions. */
export function printToNumber(printing: Printing, fields: Fields): string {
  if (fields.format !== null && fields.format !== undefined)
    return refuse('TO_NUMBER with a format');
  const size = (value: unknown) =>
    value === null || value === undefined ? undefined : literalNumber(value);
  return castTo(
    printing,
    fields.this,
    decimal(size(fields.precision), size(fields.scale)),
    fields.safe !== null && fields.safe !== undefined,
  );
}

function literalNumber(node: unknown): string {
  const { kind, fields } = openNode(node);
  return kind === 'literal' && fields.literal_type === 'number'
    ? String(fields.value)
    : refuse('a computed precision');
}
