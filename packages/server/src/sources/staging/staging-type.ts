/**
 * Types of staging columns: types that Parquet stores and DuckDB reads back unchanged. Every column
 * may contain nulls.
 */
export type StagingType =
  | { readonly kind: 'boolean' | 'float' | 'double' | 'text' | 'bytes' | 'uuid' | 'date' | 'time' }
  | { readonly kind: 'integer'; readonly bits: 8 | 16 | 32 | 64; readonly signed: boolean }
  /** `isUtc`: an instant. Microseconds. */
  | { readonly kind: 'timestamp'; readonly isUtc: boolean }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'list'; readonly element: ScalarStagingType };

export type ScalarStagingType = Exclude<StagingType, { readonly kind: 'list' }>;

/** Parquet's physical types, with the numbers of parquet.thrift. */
export const Physical = {
  boolean: 0,
  int32: 1,
  int64: 2,
  float: 4,
  double: 5,
  bytes: 6,
  fixed: 7,
} as const;
export type PhysicalType = (typeof Physical)[keyof typeof Physical];

export const maxDecimalPrecision = 38;
const int64DecimalPrecision = 18;
const int32DecimalPrecision = 9;

export function physicalType(type: ScalarStagingType): PhysicalType {
  switch (type.kind) {
    case 'integer':
      return type.bits === 64 ? Physical.int64 : Physical.int32;
    case 'decimal':
      if (type.precision <= int32DecimalPrecision) return Physical.int32;
      return type.precision <= int64DecimalPrecision ? Physical.int64 : Physical.fixed;
    case 'date':
      return Physical.int32;
    case 'time':
    case 'timestamp':
      return Physical.int64;
    case 'text':
    case 'bytes':
      return Physical.bytes;
    case 'uuid':
      return Physical.fixed;
    default:
      return Physical[type.kind];
  }
}

/** Size of `fixed` values: 16 bytes. */
export const fixedLength = 16;

const duckdbNames = {
  boolean: 'BOOLEAN',
  float: 'FLOAT',
  double: 'DOUBLE',
  text: 'VARCHAR',
  bytes: 'BLOB',
  uuid: 'UUID',
  date: 'DATE',
  time: 'TIME',
} as const;
const integerNames = { 8: 'TINYINT', 16: 'SMALLINT', 32: 'INTEGER', 64: 'BIGINT' } as const;

/** DuckDB's type of the column. */
export function duckdbTypeName(type: StagingType): string {
  switch (type.kind) {
    case 'integer':
      return `${type.signed ? '' : 'U'}${integerNames[type.bits]}`;
    case 'timestamp':
      return type.isUtc ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP';
    case 'decimal':
      return `DECIMAL(${type.precision},${type.scale})`;
    case 'list':
      return `${duckdbTypeName(type.element)}[]`;
    default:
      return duckdbNames[type.kind];
  }
}
