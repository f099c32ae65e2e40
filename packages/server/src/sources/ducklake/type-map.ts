import { type DuckdbType, printType, scalar } from '../../engine/types/duckdb-type.ts';
import { invariant } from '../../kernel/invariant.ts';
import { type KeptType, typeKept } from '../file-engine/typed-rows.ts';

/**
 * A column of a DuckLake with nested columns: fields of a struct, the element of a list, key and
 * value of a map.
 */
export interface LakeColumn {
  readonly id: number;
  readonly name: string;
  /** DuckLake's name of the type: `int32`, `decimal(10,2)`, `struct`. */
  readonly lakeType: string;
  readonly nullable: boolean;
  /** The value of rows older than the column, as text. */
  readonly initialDefault: string | null;
  readonly children: readonly LakeColumn[];
}

/** ducklake.select/docs/stable/specification/data_types */
export const scalarTypes: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  int8: 'TINYINT',
  int16: 'SMALLINT',
  int32: 'INTEGER',
  int64: 'BIGINT',
  int128: 'HUGEINT',
  uint8: 'UTINYINT',
  uint16: 'USMALLINT',
  uint32: 'UINTEGER',
  uint64: 'UBIGINT',
  uint128: 'UHUGEINT',
  float32: 'FLOAT',
  float64: 'DOUBLE',
  time: 'TIME',
  timetz: 'TIME WITH TIME ZONE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP WITH TIME ZONE',
  timestamp_s: 'TIMESTAMP_S',
  timestamp_ms: 'TIMESTAMP_MS',
  timestamp_ns: 'TIMESTAMP_NS',
  interval: 'INTERVAL',
  varchar: 'VARCHAR',
  blob: 'BLOB',
  json: 'JSON',
  uuid: 'UUID',
};

/** DuckDB's type of the column; null if this version does not support the type. */
export function duckdbTypeOf({ lakeType, children }: LakeColumn): DuckdbType | null {
  const inner = children.map(duckdbTypeOf);
  const [first, second] = inner;
  switch (lakeType) {
    case 'struct': {
      const fields = children.flatMap(({ name }, index) => {
        const type = inner[index];
        return type ? [{ name, type }] : [];
      });
      return fields.length === children.length && fields.length > 0
        ? { kind: 'struct', fields }
        : null;
    }
    case 'list':
      return first ? { kind: 'list', element: first } : null;
    case 'map':
      return first && second ? { kind: 'map', key: first, value: second } : null;
    default:
      return scalarOf(lakeType);
  }
}

function scalarOf(lakeType: string): DuckdbType | null {
  const [, precision, scale] = /^decimal\((\d{1,2}),\s*(\d{1,2})\)$/.exec(lakeType) ?? [];
  if (precision !== undefined)
    return { kind: 'decimal', precision: Number(precision), scale: Number(scale) };
  const name = Object.hasOwn(scalarTypes, lakeType) ? scalarTypes[lakeType] : undefined;
  return name === undefined ? null : scalar(name);
}

/** The name of a supported type. */
export function duckdbTypeName(column: LakeColumn): string {
  const type = duckdbTypeOf(column);
  invariant(type, 'columns of types that are not read are refused before');
  return printType(type);
}

/** DuckLake's name of the type, with nested types. */
export function lakeTypeText({ lakeType, children }: LakeColumn): string {
  if (children.length === 0) return lakeType;
  const names = lakeType === 'struct';
  return `${lakeType}(${children.map((child) => (names ? `${child.name} ` : '') + lakeTypeText(child)).join(', ')})`;
}

/** The stored type of the column, with a note. */
export function discoveredType(column: LakeColumn): KeptType {
  const type = duckdbTypeOf(column);
  return type
    ? typeKept(printType(type))
    : { type: 'VARCHAR', note: `'${column.lakeType}' is not read by this version` };
}
