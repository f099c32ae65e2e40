/**
 * A column of SQLite has a type for each value; what it is declared as is a hint
 * (sqlite.org/datatype3.html). What a column becomes is therefore decided by the storage classes of
 * all its values.
 */
import { DecimalFit } from '../decimal-fit.ts';
import { keptType } from '../sql-type.ts';
import { duckdbTypeName, type StagingType } from '../staging/staging-type.ts';

/** How many values of a column are of what kind. */
export interface StorageCounts {
  readonly integers: number;
  readonly reals: number;
  readonly texts: number;
  readonly blobs: number;
  /** Integers that no double holds. */
  readonly large: number;
  /** Integers other than 0 and 1. */
  readonly others: number;
}

/** What the bytes of a text are, by the names of TextDecoder. */
export type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface ChosenColumn {
  readonly staged: StagingType;
  /** The type that all values can be cast to. */
  readonly type: string;
  /**
   * The expression that gives the values as they are staged: integers of a double column are still
   * integers.
   */
  readonly expression: (quoted: string) => string;
  readonly hasNoValues?: true;
  /** Of numbers that are staged as their texts: whether one DECIMAL holds them all. */
  readonly fit?: DecimalFit;
  /** HotSQL's name of the type, where the values make it another than the declaration. */
  readonly sqlType?: string;
}

const integer: StagingType = { kind: 'integer', bits: 64, signed: true };
const asIs = (quoted: string) => quoted;
/**
 * The bytes, so that what is not valid in the file's encoding is seen; all digits of a real, since
 * CAST gives 15. A value of a kind that the column did not have becomes a number, which no text
 * column takes.
 */
const asText = (hasReals: boolean) => (quoted: string) =>
  `CASE typeof(${quoted}) WHEN 'blob' THEN 0 WHEN 'real' THEN ${hasReals ? `CAST(printf('%!.17g', ${quoted}) AS BLOB)` : '0'}
   ELSE CAST(CAST(${quoted} AS TEXT) AS BLOB) END`;
/**
 * As bytes, texts cannot be told from blobs: where they have to be decoded they come in
 * hexadecimal.
 */
const asBytes = (encoding: FileEncoding) => (quoted: string) =>
  encoding === 'utf-8'
    ? `CAST(${quoted} AS BLOB)`
    : `CASE typeof(${quoted}) WHEN 'blob' THEN ${quoted} ELSE hex(CAST(CAST(${quoted} AS TEXT) AS BLOB)) END`;

/** The type by what the column is declared as, before its values are known. */
export function declaredType(declared: string): string {
  if (/bool/i.test(declared)) return 'BOOLEAN';
  if (/int/i.test(declared)) return 'BIGINT';
  if (/char|clob|text/i.test(declared)) return 'VARCHAR';
  if (/blob/i.test(declared)) return 'BLOB';
  return /real|floa|doub/i.test(declared) ? 'DOUBLE' : 'VARCHAR';
}

/** A text that is not valid in the file's encoding makes its column bytes. */
export const columnOfBytes: ChosenColumn = {
  staged: { kind: 'bytes' },
  type: 'BLOB',
  expression: (quoted) => `CAST(${quoted} AS BLOB)`,
};

/** Declared as a number of decimals, whose values SQLite keeps as whole numbers and doubles. */
const isNumeric = (declared: string) =>
  declaredType(declared) === 'VARCHAR' && /num|dec|money|currency/i.test(declared);

/**
 * What a column means in HotSQL, where the type that it is kept in does not say it. What is
 * declared as a number or boolean and holds texts is text that is not compared: SQLite has all
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

/** Without a value, what the declaration says. */
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
