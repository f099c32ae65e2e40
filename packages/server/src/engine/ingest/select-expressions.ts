import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { parseType, printType } from '../types/duckdb-type.ts';
import { heldType, vectorType } from '../types/vector-type.ts';
import { survives } from './check-doubles.ts';
import type { InspectedColumn } from './file-source.ts';
import { raisedConflict } from './map-ingest-error.ts';
import type { ColumnSource } from './type-evolution.ts';
import { asVector, type VectorReading } from './vector-values.ts';

const largestExactDouble = '9007199254740992';

/**
 * `expression AS "name"` for one column of a lake file: the file's column cast to the column's
 * type, or NULL where the file has none. `isText` says that the file gives every column as its text
 * (CSV), which is then cast directly.
 */
export function selectExpression(
  source: ColumnSource,
  inspected: InspectedColumn | undefined,
  isText: boolean,
): string {
  const { name, type } = source.column;
  const target = printType(parseType(type));
  const reading = vectorReading(target, inspected, isText);
  const alias = `AS ${quoteIdentifier(name)}`;
  if (source.from === null) return `CAST(NULL AS ${heldType(target)}) ${alias}`;
  const value = quoteIdentifier(source.from);
  const fileType = inspected?.type ?? 'VARCHAR';
  if (inspected?.checkDouble === true) return `${exactDouble(value, name)} ${alias}`;
  const isWholeToDouble = target === 'DOUBLE' && fileType === 'BIGINT';
  if (isWholeToDouble) return `${wholeAsDouble(value, name)} ${alias}`;
  const isTextToDecimal =
    isText && inspected?.inferredFrom === 'text' && target.startsWith('DECIMAL(');
  if (isTextToDecimal && fileType !== target)
    return `${textAsDecimal(value, name, target)} ${alias}`;
  if (reading !== undefined) return `${asVector(value, name, target, reading)} ${alias}`;
  if (isText && target === 'VARCHAR') return `${value} ${alias}`;
  return `CAST(${value} AS ${target}) ${alias}`;
}

/**
 * How the values of the file's column become those of a column of vectors; undefined where it is
 * none, or the file has nothing for it.
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
 * The column was guessed to be of doubles: a value that a double would change ends the write, and
 * it is done again.
 */
function exactDouble(value: string, name: string): string {
  const message = `Column '${name}' is not of doubles`;
  return `CASE WHEN ${survives(value)} THEN CAST(${value} AS DOUBLE) ELSE error(${quoteLiteral(message)}) END`;
}

/** A whole number that a double would change is a narrowing that only shows here (409). */
function wholeAsDouble(value: string, name: string): string {
  const message = `${raisedConflict}Column '${name}' holds doubles, and the file has a whole number beyond 2^53 that a double would change; load it with mode 'replace'`;
  return (
    `CASE WHEN abs(CAST(${value} AS HUGEINT)) > ${largestExactDouble} THEN error(${quoteLiteral(message)}) ` +
    `ELSE CAST(${value} AS DOUBLE) END`
  );
}

/**
 * Digits that the declared DECIMAL would round or cannot hold are a narrowing (409); DuckDB's cast
 * would round them.
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
