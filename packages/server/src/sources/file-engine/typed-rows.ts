import type { DuckDBConnection } from '@duckdb/node-api';
import { type DuckdbType, parseType, printType } from '../../engine/types/duckdb-type.ts';
import { convertResult } from '../../engine/types/result-columns.ts';
import { storedType } from '../../engine/types/result-expression.ts';
import type { TypedColumn } from '../../engine/types/typed-column.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { enumType, keptType } from '../sql-type.ts';

/** Rows in types that a lake keeps. */
export interface TypedRows {
  /** A SELECT of `columns`, under their names. */
  readonly select: string;
  readonly columns: readonly TypedColumn[];
}

export interface PlannedTypes {
  readonly columns: readonly TypedColumn[];
  /** The rows of any part of the relation, as `TypedRows` has them. */
  selectFrom(part: string): string;
}

/**
 * How the values of a relation are kept: what Parquet has no type for becomes text
 * (docs/types.md#rules). All values of a column whose type holds more than any type that is kept
 * are looked at once.
 * @param relation what stands after FROM
 */
export async function planTypes(
  connection: DuckDBConnection,
  relation: string,
  columns: readonly TypedColumn[],
): Promise<PlannedTypes> {
  const sources = columns.map(({ name }) => `r.${quoteIdentifier(name)}`);
  let conversion = convertResult(columns, sources);
  if (conversion.overflowSql !== undefined) {
    const looked = await connection.runAndReadAll(
      `SELECT ${conversion.overflowSql} FROM ${relation} AS r`,
    );
    conversion = convertResult(columns, sources, (looked.getRows()[0] ?? []).map(Boolean));
  }
  const { select } = conversion;
  return {
    columns: conversion.columns.map((column) => ({
      name: column.storedName,
      type: column.storedType,
    })),
    selectFrom: (part) => `SELECT ${select} FROM ${part} AS r`,
  };
}

/**
 * What a column of one of DuckDB's types becomes before its values are known, and what is to be
 * said about that.
 */
export function typeKept(text: string): KeptType {
  const own = parseType(text);
  const type = printType(storedType(own));
  const sqlType = sqlTypeOf(own);
  const meaning = sqlType === undefined ? {} : { sqlType };
  if (type === printType(own) || exactly.has(text)) return { type, note: null, ...meaning };
  const fits = /HUGEINT/.test(text) ? ', as text where a value does not fit' : '';
  return { type, note: `comes as ${type}${fits}`, ...meaning };
}

export interface KeptType {
  readonly type: string;
  readonly note: string | null;
  /** HotSQL's name of the type, where `type` does not say it. */
  readonly sqlType?: string;
}

/** Types of DuckDB whose values are kept as text, all of them or where one does not fit. */
const sqlTypes: Readonly<Record<string, string>> = {
  HUGEINT: 'numeric',
  UHUGEINT: 'numeric',
  BIGNUM: 'numeric',
  BIT: 'varbit',
  INTERVAL: 'interval',
  'TIME WITH TIME ZONE': 'timetz',
  JSON: 'json',
  VARIANT: keptType('variant'),
};

function sqlTypeOf(type: DuckdbType): string | undefined {
  if (type.kind === 'scalar') return sqlTypes[type.name];
  if (type.kind === 'enum') return enumType('enum', type.values);
  if (type.kind !== 'list' || type.element.kind === 'list') return undefined;
  const element = sqlTypeOf(type.element);
  return element === undefined ? undefined : `_${element}`;
}

/** Every value of these is one of the type that they become. */
const exactly = new Set(['TIMESTAMP_S', 'TIMESTAMP_MS']);
