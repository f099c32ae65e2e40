import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { castBetween } from '../types/cast-between.ts';
import { type DuckdbType, parseType, printType } from '../types/duckdb-type.ts';
import { heldType, vectorType } from '../types/vector-type.ts';
import { survives } from './check-doubles.ts';
import type { DurationUnit, InspectedColumn } from './file-source.ts';
import { raisedConflict } from './map-ingest-error.ts';
import type { ColumnSource } from './type-evolution.ts';
import { joinTypes } from './type-join.ts';
import { isEmptyObjects, isWithoutValue } from './type-merge.ts';
import { asVector, type VectorReading } from './vector-values.ts';

const largestExactDouble = '9007199254740992';

/**
 * `expression AS "name"` for one column of a lake file: the file's column cast to the column's
 * type, or NULL where the file lacks the column. `isText` says that the file gives every column as
 * text (CSV), for a direct cast.
 */
export function selectExpression(
  source: ColumnSource,
  inspected: InspectedColumn | undefined,
  isText: boolean,
): string {
  const { name, type } = source.column;
  const target = printType(parseType(type));
  const alias = `AS ${quoteIdentifier(name)}`;
  if (source.from === null) return `CAST(NULL AS ${heldType(target)}) ${alias}`;
  const value = quoteIdentifier(source.from);
  const reading = vectorReading(target, inspected, isText);
  if (inspected?.checkDouble === true) return `${exactDouble(value, name)} ${alias}`;
  if (reading !== undefined) return `${asVector(value, name, target, reading)} ${alias}`;
  const inUnit = durationExpression(value, source.column, inspected);
  if (inUnit !== undefined) return `${inUnit} ${alias}`;
  const column = { value, name, target };
  if (inspected === undefined) return `CAST(${value} AS ${target}) ${alias}`;
  return `${isText ? ofText(column, inspected) : ofValue(column, inspected)} ${alias}`;
}

interface Target {
  readonly value: string;
  readonly name: string;
  readonly target: string;
}

function ofText(column: Target, { type, inferredFrom }: InspectedColumn): string {
  const { value, name, target } = column;
  if (target === 'VARCHAR') return value;
  if (target === 'DOUBLE' && type === 'BIGINT') return wholeAsDouble(value, name);
  if (type !== target) {
    if (inferredFrom === null) return ofDeclared(column, type);
    if (target.startsWith('DECIMAL(')) return textAsDecimal(value, name, target);
    if (target === 'DOUBLE' && type.startsWith('DECIMAL(')) return textAsDouble(value, name);
    if (target === 'TIMESTAMP_NS') return checked(column, type);
  }
  return `CAST(${value} AS ${target})`;
}

/** The value is cast to the declared type first, and then to the type for Parquet. */
function ofDeclared(column: Target, type: string): string {
  const { target } = column;
  const value = `CAST(${column.value} AS ${type})`;
  return mayLose(parseType(type), parseType(target))
    ? checked({ ...column, value }, type)
    : castBetween(value, type, target);
}

function ofValue(column: Target, inspected: InspectedColumn): string {
  const { value, name, target } = column;
  const { type, fileType = type, seen = type, allNull, inferredFrom } = inspected;
  if (fileType === target) return `CAST(${value} AS ${target})`;
  const held = heldValue(value, inspected);
  if (target === 'VARCHAR') return `CAST(${held} AS VARCHAR)`;
  if (target === 'DOUBLE' && type === 'BIGINT') return wholeAsDouble(held, name);
  if (allNull || inspected.isFitted === true) return castBetween(held, type, target);
  const isDecimals = inferredFrom === 'json' && type.startsWith('DECIMAL(');
  if (target === 'DOUBLE' && isDecimals) return decimalAsDouble(held, name);
  return mayLose(parseType(seen), parseType(target))
    ? checked({ ...column, value: held }, type)
    : castBetween(held, type, target);
}

/** The value in the type of the load, where the file has another type. */
const heldValue = (value: string, { type, fileType = type }: InspectedColumn) =>
  castBetween(value, fileType, type);

const nanosecondsOf: Readonly<Record<DurationUnit, bigint>> = {
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1000n,
  ns: 1n,
};

/** A duration of the file in the unit of the column; undefined for equal units. */
function durationExpression(
  value: string,
  { name, durationUnit: unit }: ColumnSource['column'],
  inspected: InspectedColumn | undefined,
): string | undefined {
  const own = inspected?.durationUnit;
  if (unit === undefined || own === undefined || own === unit) return undefined;
  const [wide, narrow] = [nanosecondsOf[own], nanosecondsOf[unit]];
  const wanted =
    wide > narrow
      ? `CAST(${value} AS HUGEINT) * ${wide / narrow}`
      : `CASE WHEN ${value} % ${narrow / wide} = 0 THEN ${value} // ${narrow / wide} END`;
  const converted = `TRY_CAST(${wanted} AS BIGINT)`;
  const message = `${raisedConflict}Column '${name}' holds durations as whole numbers of ${unit}, and the file has one in ${own} that is none; load it with mode 'replace'`;
  return `CASE WHEN ${value} IS NOT NULL AND ${converted} IS NULL THEN error(${quoteLiteral(message)}) ELSE ${converted} END`;
}

/**
 * True where some value of `from` may not be a value of `to`. A part without values loses nothing.
 */
function mayLose(from: DuckdbType, to: DuckdbType): boolean {
  if (isWithoutValue(from)) return false;
  if (isEmptyObjects(from)) return to.kind !== 'struct';
  if (from.kind === 'list' && to.kind === 'list') return mayLose(from.element, to.element);
  if (from.kind === 'map' && to.kind === 'map')
    return mayLose(from.key, to.key) || mayLose(from.value, to.value);
  if (from.kind === 'struct' && to.kind === 'struct') {
    const wanted = new Map(to.fields.map(({ name, type }) => [name.toLowerCase(), type]));
    return from.fields.some(({ name, type }) => {
      const target = wanted.get(name.toLowerCase());
      return target === undefined || mayLose(type, target);
    });
  }
  const target = printType(to);
  return target !== 'VARCHAR' && joinTypes(printType(from), target) !== target;
}

/** A changed value is a narrowing that only appears during the write (409). */
function checked({ value, name, target }: Target, type: string): string {
  const message = `${raisedConflict}Column '${name}' is ${target}, and the file (${type}) has a value that it cannot hold exactly; load it with mode 'replace'`;
  const there = castBetween(value, type, target, 'TRY_CAST');
  const changes =
    target === 'TIMESTAMP_NS'
      ? `CAST(${value} AS TIMESTAMP) NOT BETWEEN ${nanosecondRange}`
      : `${value} IS DISTINCT FROM ${castBetween(there, target, type, 'TRY_CAST')}`;
  const beyond = /^U?BIGINT$/.test(target) ? ` OR abs(${value}) > ${largestExactDouble}` : '';
  return `CASE WHEN ${changes}${beyond} THEN error(${quoteLiteral(message)}) ELSE ${castBetween(value, type, target)} END`;
}

/** The range of instants in 64 bits of nanoseconds. */
const nanosecondRange = "TIMESTAMP '1677-09-22' AND TIMESTAMP '2262-04-11'";

const beyondDouble = (name: string) =>
  quoteLiteral(
    `${raisedConflict}Column '${name}' holds doubles, and the file has a whole number beyond 2^53 that a double would change; load it with mode 'replace'`,
  );

/**
 * Fractions of CSV and JSON become the nearest doubles in a column of doubles, and the load's
 * warnings say so. A whole number that a double would change is a narrowing.
 */
function textAsDouble(value: string, name: string): string {
  const whole = `TRY_CAST(${value} AS HUGEINT)`;
  return (
    `CASE WHEN NOT contains(${value}, '.') AND coalesce(abs(${whole}), ${largestExactDouble} + 1) > ${largestExactDouble} ` +
    `THEN error(${beyondDouble(name)}) ELSE CAST(${value} AS DOUBLE) END`
  );
}

function decimalAsDouble(value: string, name: string): string {
  return (
    `CASE WHEN abs(${value}) > ${largestExactDouble} AND trunc(${value}) = ${value} ` +
    `THEN error(${beyondDouble(name)}) ELSE CAST(${value} AS DOUBLE) END`
  );
}

/**
 * The reading of the file's values for a vector column. Undefined for another column, or without a
 * column in the file.
 */
export function vectorReading(
  target: string,
  inspected: InspectedColumn | undefined,
  isText: boolean,
): VectorReading | undefined {
  if (vectorType(target) === undefined || inspected === undefined) return undefined;
  if (isText) return 'text';
  if (inspected.type === 'BIGINT[]') return 'whole';
  return inspected.type.endsWith(']') ? 'list' : undefined;
}

/**
 * The column is guessed to be DOUBLE. A value that a double would change ends the write, and the
 * write is repeated.
 */
function exactDouble(value: string, name: string): string {
  const message = `Column '${name}' is not of doubles`;
  return `CASE WHEN ${survives(value)} THEN CAST(${value} AS DOUBLE) ELSE error(${quoteLiteral(message)}) END`;
}

/**
 * A whole number that a double would change is a narrowing that only appears during the write
 * (409).
 */
function wholeAsDouble(value: string, name: string): string {
  return (
    `CASE WHEN abs(CAST(${value} AS HUGEINT)) > ${largestExactDouble} THEN error(${beyondDouble(name)}) ` +
    `ELSE CAST(${value} AS DOUBLE) END`
  );
}

/**
 * Digits that the declared DECIMAL cannot store are a narrowing (409). DuckDB's cast would round
 * the digits.
 */
function textAsDecimal(value: string, name: string, target: string): string {
  const scale = target.slice(target.indexOf(',') + 1, -1);
  const message = `${raisedConflict}Column '${name}' is ${target}, and the file has a number that it cannot hold exactly; load it with mode 'replace'`;
  const decimals = `length(rtrim(split_part(${value}, '.', 2), '0'))`;
  return (
    `CASE WHEN ${value} IS NOT NULL AND (${decimals} > ${scale} OR contains(lower(${value}), 'e') OR TRY_CAST(${value} AS ${target}) IS NULL) ` +
    `THEN error(${quoteLiteral(message)}) ELSE CAST(${value} AS ${target}) END`
  );
}
