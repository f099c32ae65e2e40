/**
 * Types of Snowflake columns in the lake. docs/types.md has the table, and its test runs every row
 * of the table.
 */
import {
  type ArrowDecoder,
  decodeBinary,
  decodeBoolean,
  decodeDate,
  decodeDecimal,
  decodeDouble,
  decodeText,
} from '../arrow/decoders.ts';
import { keptType } from '../sql-type.ts';
import { duckdbTypeName, maxDecimalPrecision, type StagingType } from '../staging/staging-type.ts';
import type { WarningTally } from '../warning-tally.ts';
import type { CatalogRow } from './catalog.ts';
import { decodeTime, decodeTimestamp } from './decoders.ts';

export interface MappedColumn {
  readonly staged: StagingType;
  /** The type in the catalog's form. */
  readonly sourceType: string;
  readonly type: string;
  readonly note: string | null;
  /** HotSQL's name of the type, if `type` does not determine the name. */
  readonly sqlType?: string;
  /** The SELECT expression of the column. */
  readonly expression: (quoted: string) => string;
  readonly decoder: (column: string, tally: WarningTally) => ArrowDecoder;
}

type Mapping = Omit<MappedColumn, 'sourceType' | 'type' | 'sqlType'>;

const cut = 'digits below the microsecond were cut off';
const timestamps = /^TIMESTAMP_(NTZ|LTZ|TZ)$/;

export function mapColumn(row: CatalogRow): MappedColumn {
  const mapping = Object.hasOwn(mappings, row.data_type) ? mappings[row.data_type] : undefined;
  const mapped = mapping ?? otherMapping(row);
  const sqlType = sqlTypeOf(row.data_type, mapped.staged);
  return {
    ...mapped,
    sourceType: sourceTypeOf(row),
    type: duckdbTypeName(mapped.staged),
    ...(sqlType !== undefined && { sqlType }),
  };
}

/** The HotSQL type of values stored as text. */
function sqlTypeOf(type: string, staged: StagingType): string | undefined {
  if (staged.kind !== 'text' || type === 'TEXT') return undefined;
  if (type === 'DECFLOAT') return 'numeric';
  return /^(?:VARIANT|OBJECT|ARRAY|MAP|VECTOR)$/.test(type) ? 'json' : keptType(type.toLowerCase());
}

function sourceTypeOf({
  data_type: type,
  numeric_precision: precision,
  numeric_scale: scale,
}: CatalogRow): string {
  return type === 'NUMBER' ? `NUMBER(${precision ?? maxDecimalPrecision},${scale ?? 0})` : type;
}

function plain(staged: StagingType, decoder: ArrowDecoder): Mapping {
  return { staged, note: null, expression: (quoted) => quoted, decoder: () => decoder };
}

function asText(note: string, expression: (quoted: string) => string): Mapping {
  return { ...plain({ kind: 'text' }, decodeText), note, expression };
}

/** Compact JSON: the plain value would come with line breaks. */
const json = asText('JSON as text', (quoted) => `TO_JSON(${quoted})`);

export const mappings: Readonly<Record<string, Mapping>> = {
  FLOAT: plain({ kind: 'double' }, decodeDouble),
  BOOLEAN: plain({ kind: 'boolean' }, decodeBoolean),
  TEXT: plain({ kind: 'text' }, decodeText),
  BINARY: plain({ kind: 'bytes' }, decodeBinary),
  DATE: plain({ kind: 'date' }, decodeDate),
  VARIANT: json,
  OBJECT: json,
  ARRAY: json,
  MAP: asText('JSON as text', (quoted) => `TO_JSON(${quoted}::VARIANT)`),
  VECTOR: asText('JSON as text', (quoted) => `TO_JSON(${quoted}::ARRAY)`),
  GEOGRAPHY: asText('well-known text', (quoted) => `ST_ASWKT(${quoted})`),
  GEOMETRY: asText('extended well-known text, with the SRID', (quoted) => `ST_ASEWKT(${quoted})`),
};

function otherMapping({
  data_type: type,
  numeric_precision: precision,
  numeric_scale: scale,
}: CatalogRow): Mapping {
  if (type === 'NUMBER') {
    const staged = {
      kind: 'decimal',
      precision: Number(precision ?? maxDecimalPrecision),
      scale: Number(scale ?? 0),
    };
    return plain(staged as StagingType, decodeDecimal);
  }
  if (timestamps.test(type)) return mapTimestamp(type);
  if (type === 'TIME') {
    return {
      ...plain({ kind: 'time' }, decodeBinary),
      note: 'to the microsecond',
      decoder: (column, tally) => decodeTime(tally.counter(column, cut)),
    };
  }
  return asText('as the text that Snowflake writes', (quoted) => `TO_VARCHAR(${quoted})`);
}

function mapTimestamp(type: string): Mapping {
  return {
    ...plain({ kind: 'timestamp', isUtc: type !== 'TIMESTAMP_NTZ' }, decodeBinary),
    note:
      type === 'TIMESTAMP_TZ'
        ? 'the instant to the microsecond, without its offset'
        : 'to the microsecond',
    decoder: (column, tally) => decodeTimestamp(tally.counter(column, cut)),
  };
}
