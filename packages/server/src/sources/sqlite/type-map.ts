/**
 * A column of SQLite has a type for each value; what it is declared as is a hint (sqlite.org/datatype3.html). What
 * a column becomes is therefore decided by the storage classes of all its values.
 */
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

export interface ChosenColumn {
  readonly staged: StagingType;
  /** The type that all values can be cast to. */
  readonly type: string;
  /** The expression that gives the values in one storage class. */
  readonly expression: (quoted: string) => string;
}

const integer: StagingType = { kind: 'integer', bits: 64, signed: true };
const asIs = (quoted: string) => quoted;
/** All digits of a real: CAST gives 15. The bytes, so that what is not UTF-8 is seen. */
const asText = (quoted: string) =>
  `CAST(CASE typeof(${quoted}) WHEN 'real' THEN printf('%!.17g', ${quoted}) ELSE CAST(${quoted} AS TEXT) END AS BLOB)`;
const asBytes = (quoted: string) => `CAST(${quoted} AS BLOB)`;

/** The type by what the column is declared as, before its values are known. */
export function declaredType(declared: string): string {
  if (/bool/i.test(declared)) return 'BOOLEAN';
  if (/int/i.test(declared)) return 'BIGINT';
  if (/char|clob|text/i.test(declared)) return 'VARCHAR';
  if (/blob/i.test(declared)) return 'BLOB';
  return /real|floa|doub/i.test(declared) ? 'DOUBLE' : 'VARCHAR';
}

export function chooseColumn(declared: string, counts: StorageCounts): ChosenColumn {
  const { integers, reals, texts, blobs, large, others } = counts;
  const plain = (staged: StagingType, expression = asIs): ChosenColumn => ({
    staged,
    type: duckdbTypeName(staged),
    expression,
  });
  if (blobs > 0) return plain({ kind: 'bytes' }, asBytes);
  if (texts > 0 || (reals > 0 && large > 0)) return plain({ kind: 'text' }, asText);
  if (reals > 0) return plain({ kind: 'double' }, (quoted) => `CAST(${quoted} AS REAL)`);
  if (integers > 0)
    return { ...plain(integer), type: declaredType(declared) === 'BOOLEAN' && others === 0 ? 'BOOLEAN' : 'BIGINT' };
  return emptyColumn(declared);
}

/** Without a value, what the declaration says. */
function emptyColumn(declared: string): ChosenColumn {
  const type = declaredType(declared);
  const staged: StagingType =
    type === 'VARCHAR'
      ? { kind: 'text' }
      : type === 'BLOB'
        ? { kind: 'bytes' }
        : type === 'DOUBLE'
          ? { kind: 'double' }
          : integer;
  return { staged, type, expression: asIs };
}
