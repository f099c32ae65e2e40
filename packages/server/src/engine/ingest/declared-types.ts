import { badRequest } from '../../kernel/errors.ts';
import type { InspectedColumn } from './file-source.ts';

/**
 * The declaration of one column of inline CSV: a type name, perhaps with precision and scale
 * (docs/contract/loads-and-uploads.md#declared-types).
 */
export type DeclaredType =
  | string
  | { readonly type: string; readonly precision?: number | null; readonly scale?: number | null };

/** The limit of an index. */
const maxVectorLength = 16_384;

/** Accepted names and the stored DuckDB types. JSON and UUID are stored as text. */
const storedTypes: Readonly<Record<string, string>> = {
  VARCHAR: 'VARCHAR',
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  CHAR: 'VARCHAR',
  BOOLEAN: 'BOOLEAN',
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INTEGER: 'INTEGER',
  BIGINT: 'BIGINT',
  UTINYINT: 'UTINYINT',
  USMALLINT: 'USMALLINT',
  UINTEGER: 'UINTEGER',
  UBIGINT: 'UBIGINT',
  REAL: 'FLOAT',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  DATE: 'DATE',
  TIME: 'TIME',
  TIMESTAMP: 'TIMESTAMP',
  TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE',
  BINARY: 'BLOB',
  BLOB: 'BLOB',
  UUID: 'VARCHAR',
  JSON: 'VARCHAR',
};

const typeNames = [...Object.keys(storedTypes), 'DECIMAL', 'NUMERIC', 'FLOAT[]', 'DOUBLE[]'].join(
  ', ',
);

export interface DeclaredColumn {
  readonly name: string;
  /** The name as declared, for messages. */
  readonly declared: string;
  readonly type: string;
  /**
   * The type that the text must parse as, for declared types that are stored as text (JSON, UUID).
   */
  readonly checkedAs: string;
}

/** Throws BAD_REQUEST for the first unknown type, whatever the header of the data. */
export function checkDeclaredTypes(declared: Readonly<Record<string, DeclaredType>>): void {
  for (const [name, type] of Object.entries(declared)) declaredColumn(name, type);
}

/**
 * The declared columns in the header's order. Throws BAD_REQUEST when a type is unknown, or the
 * declaration does not name every column of the header and nothing else. Names compare exactly.
 */
export function declaredColumns(
  header: readonly InspectedColumn[],
  declared: Readonly<Record<string, DeclaredType>>,
): DeclaredColumn[] {
  const unknown = Object.keys(declared).find(
    (name) => !header.some((column) => column.name === name),
  );
  if (unknown !== undefined) {
    throw badRequest(`'columns' names '${unknown}', which the header of the data does not have`);
  }
  return header.map(({ name }) => {
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (type === undefined)
      throw badRequest(`'columns' must give a type for every column; '${name}' has none`);
    return declaredColumn(name, type);
  });
}

function declaredColumn(name: string, declaration: DeclaredType): DeclaredColumn {
  const {
    type: text,
    precision,
    scale,
  } = typeof declaration === 'string' ? { type: declaration } : declaration;
  const typeName = text.trim().toUpperCase();
  const decimal = /^(?:DECIMAL|NUMERIC)(?:\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\))?$/.exec(
    typeName,
  );
  const isSized = (precision ?? null) !== null || (scale ?? null) !== null;
  if (isSized && (decimal === null || decimal[1] !== undefined)) {
    throw badRequest(
      `Column '${name}': 'precision' and 'scale' go with the type DECIMAL, and only where it has none yet`,
    );
  }
  if (decimal !== null) {
    const stored = decimalType(name, decimal[1] ?? precision, decimal[2] ?? scale);
    return { name, declared: stored, type: stored, checkedAs: stored };
  }
  const vector = /^(FLOAT|REAL|DOUBLE)\s*\[\s*(\d{0,5})\s*\]$/.exec(typeName);
  if (vector !== null) return vectorColumn(name, vector[1] ?? '', vector[2] ?? '');
  const stored = Object.hasOwn(storedTypes, typeName) ? storedTypes[typeName] : undefined;
  if (stored === undefined) {
    throw badRequest(
      `Column '${name}' is declared as '${text.slice(0, 80)}', which is no type for CSV data; use one of ${typeNames}`,
    );
  }
  return {
    name,
    declared: typeName,
    type: stored,
    checkedAs: typeName === 'UUID' || typeName === 'JSON' ? typeName : stored,
  };
}

function vectorColumn(name: string, element: string, length: string): DeclaredColumn {
  if (length !== '' && (Number(length) < 1 || Number(length) > maxVectorLength)) {
    throw badRequest(`Column '${name}': a vector has 1 to ${maxVectorLength} numbers`);
  }
  const type = `${element === 'DOUBLE' ? 'DOUBLE' : 'FLOAT'}[${length && Number(length)}]`;
  return { name, declared: type, type, checkedAs: type };
}

/** DECIMAL without parameters is (38,10). With only a precision the scale is 0, as in SQL. */
function decimalType(name: string, precision: unknown, scale: unknown): string {
  if ((precision ?? null) === null && (scale ?? null) !== null) {
    throw badRequest(`Column '${name}': a 'scale' needs a 'precision'`);
  }
  const digits = Number(precision ?? 38);
  const decimals = Number(scale ?? (precision === undefined || precision === null ? 10 : 0));
  const isValid =
    Number.isInteger(digits) &&
    Number.isInteger(decimals) &&
    digits >= 1 &&
    digits <= 38 &&
    decimals <= digits;
  if (!isValid || decimals < 0) {
    throw badRequest(
      `Column '${name}': a DECIMAL has a precision of 1 to 38 and a scale from 0 to its precision`,
    );
  }
  return `DECIMAL(${digits},${decimals})`;
}
