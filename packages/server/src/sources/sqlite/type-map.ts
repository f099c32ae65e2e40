/**
 * Each value in SQLite has a type of its own, and a column's declared type is a hint
 * (sqlite.org/datatype3.html). The storage classes of all values therefore decide a column's type.
 */
import { DecimalFit } from '../decimal-fit.ts';
import { keptType } from '../sql-type.ts';
import { duckdbTypeName, type StagingType } from '../staging/staging-type.ts';

/** Number of values per storage class in a column. */
export interface StorageCounts {
  readonly integers: number;
  readonly reals: number;
  readonly texts: number;
  readonly blobs: number;
  /** Integers outside a double's exact range. */
  readonly large: number;
  /** Integers other than 0 and 1. */
  readonly others: number;
}

/** Encoding of texts, by TextDecoder's names. */
export type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface ChosenColumn {
  readonly staged: StagingType;
  /** A type to which all values can be cast. */
  readonly type: string;
  /** The SELECT expression of the staged values; integers in a double column are still integers. */
  readonly expression: (quoted: string) => string;
  readonly hasNoValues?: true;
  /** Decides if one DECIMAL fits all values, for numbers staged as texts. */
  readonly fit?: DecimalFit;
  /** HotSQL's name of the type, if the values contradict the declaration. */
  readonly sqlType?: string;
}

const integer: StagingType = { kind: 'integer', bits: 64, signed: true };
const asIs = (quoted: string) => quoted;
/**
 * Bytes, so text that is invalid in the file's encoding is noticed; all digits of a real, because
 * CAST prints 15. A value with an unexpected storage class becomes a number, which no text column
 * accepts.
 */
const asText = (hasReals: boolean) => (quoted: string) =>
  `CASE typeof(${quoted}) WHEN 'blob' THEN 0 WHEN 'real' THEN ${hasReals ? `CAST(printf('%!.17g', ${quoted}) AS BLOB)` : '0'}
   ELSE CAST(CAST(${quoted} AS TEXT) AS BLOB) END`;
/**
 * Texts as bytes cannot be distinguished from blobs: if texts need decoding, blobs come in
 * hexadecimal.
 */
const asBytes = (encoding: FileEncoding) => (quoted: string) =>
  encoding === 'utf-8'
    ? `CAST(${quoted} AS BLOB)`
    : `CASE typeof(${quoted}) WHEN 'blob' THEN ${quoted} ELSE hex(CAST(CAST(${quoted} AS TEXT) AS BLOB)) END`;

/** The type from the declaration, before the values are known. */
export function declaredType(declared: string): string {
  if (/bool/i.test(declared)) return 'BOOLEAN';
  if (/int/i.test(declared)) return 'BIGINT';
  if (/char|clob|text/i.test(declared)) return 'VARCHAR';
  if (/blob/i.test(declared)) return 'BLOB';
  return /real|floa|doub/i.test(declared) ? 'DOUBLE' : 'VARCHAR';
}

/** A column with a text that is invalid in the file's encoding is stored as bytes. */
export const columnOfBytes: ChosenColumn = {
  staged: { kind: 'bytes' },
  type: 'BLOB',
  expression: (quoted) => `CAST(${quoted} AS BLOB)`,
};

/** True if declared as a decimal number, whose values SQLite stores as integers and doubles. */
const isNumeric = (declared: string) =>
  declaredType(declared) === 'VARCHAR' && /num|dec|money|currency/i.test(declared);

/**
 * The HotSQL type of a column, if the stored type does not determine the meaning. A column declared
 * as a number or boolean, with texts among its values, is text without comparison: SQLite sorts all
 * numbers before all texts.
 */
export function sqlTypeOf(declared: string): string | undefined {
  if (isNumeric(declared)) return 'numeric';
  const type = declaredType(declared);
  return type === 'VARCHAR' || type === 'BLOB' ? undefined : keptType(declared.toLowerCase());
}

export function chooseColumn(
  declared: string,
  counts: StorageCounts,
  encoding: FileEncoding,
): ChosenColumn {
  const { integers, reals, texts, blobs, large, others } = counts;
  const plain = (staged: StagingType, expression = asIs): ChosenColumn => ({
    staged,
    type: duckdbTypeName(staged),
    expression,
  });
  if (blobs > 0) return plain({ kind: 'bytes' }, asBytes(encoding));
  if (texts > 0) {
    // SQLite has all numbers before all texts.
    const isOther = sqlTypeOf(declared) !== undefined;
    const sqlType =
      integers + reals > 0 ? keptType('numbers and texts') : isOther ? 'text' : undefined;
    const text = plain({ kind: 'text' }, asText(reals > 0));
    return sqlType === undefined ? text : { ...text, sqlType };
  }
  if (isNumeric(declared) && reals + integers > 0)
    return { ...plain({ kind: 'text' }), fit: new DecimalFit() };
  // A double does not hold the integers, nor a DECIMAL every double: exactly, all do.
  if (reals > 0 && large > 0)
    return { ...plain({ kind: 'text' }), fit: new DecimalFit(), sqlType: 'numeric' };
  if (reals > 0) return plain({ kind: 'double' });
  if (integers > 0)
    return {
      ...plain(integer),
      type: declaredType(declared) === 'BOOLEAN' && others === 0 ? 'BOOLEAN' : 'BIGINT',
    };
  return emptyColumn(declared, encoding);
}

/** A column without values has its declared type. */
function emptyColumn(declared: string, encoding: FileEncoding): ChosenColumn {
  const column = { type: declaredType(declared), hasNoValues: true } as const;
  if (column.type === 'VARCHAR')
    return { ...column, staged: { kind: 'text' }, expression: asText(false) };
  if (column.type === 'BLOB')
    return { ...column, staged: { kind: 'bytes' }, expression: asBytes(encoding) };
  return {
    ...column,
    staged: column.type === 'DOUBLE' ? { kind: 'double' } : integer,
    expression: asIs,
  };
}
