import type { DuckDBConnection } from '@duckdb/node-api';
import { type DuckdbType, parseType, printType } from '../../engine/types/duckdb-type.ts';
import { convertResult } from '../../engine/types/result-columns.ts';
import { storedType } from '../../engine/types/result-expression.ts';
import type { TypedColumn } from '../../engine/types/typed-column.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { enumType, keptType } from '../sql-type.ts';

/** Rows in types of the lake. */
export interface TypedRows {
  /** A SELECT of `columns` under their names. */
  readonly select: string;
  readonly columns: readonly TypedColumn[];
}

export interface PlannedTypes {
  readonly columns: readonly TypedColumn[];
  /** The rows of a part of the relation, in the form of `TypedRows`. */
  selectFrom(part: string): string;
}

/**
 * Decides the stored types of a relation's columns: types without a Parquet counterpart become text
 * (docs/types.md#rules). Columns with a type wider than every stored type require one scan of all
 * values.
 * @param relation the SQL after FROM
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

/** The stored type of a DuckDB type before the values are known, with a note. */
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
  /** HotSQL's name of the type, if `type` does not determine the name. */
  readonly sqlType?: string;
}

/** Types of DuckDB that are stored as text, always or if a value does not fit. */
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

/** Types whose every value fits the stored type. */
const exactly = new Set(['TIMESTAMP_S', 'TIMESTAMP_MS']);
