/**
 * Types of MySQL and MariaDB columns in the lake. docs/types.md has the table, and its test runs
 * every row of the table.
 */
import { type DecimalDigits, DecimalFit } from '../decimal-fit.ts';
import { becomesNullNote } from '../source.ts';
import { choiceType } from '../sql-type.ts';
import { duckdbTypeName, maxDecimalPrecision, type StagingType } from '../staging/staging-type.ts';
import type { WarningTally } from '../warning-tally.ts';
import type { CatalogRow } from './catalog.ts';
import {
  type Decode,
  decodeBits,
  decodeBytes,
  decodeDate,
  decodeDatetime,
  decodeDecimal,
  decodeFixed,
  decodeGeometry,
  decodeInteger,
  decodeTime,
  decodeVector,
  Wire,
} from './decoders.ts';

export interface MappedColumn {
  readonly staged: StagingType;
  /** The type in the catalog, before the values are known. */
  readonly type: string;
  readonly note: string | null;
  /** HotSQL's name of the type, if `type` does not determine the name. */
  readonly sqlType?: string;
  /** Possible protocol types of the column; null for types with a length before each value. */
  readonly wire: readonly number[] | null;
  readonly isUnsigned: boolean;
  readonly start: (tools: DecoderTools) => StartedColumn;
}

export interface DecoderTools {
  readonly column: string;
  readonly tally: WarningTally;
}

export interface StartedColumn {
  readonly decode: Decode;
  /** The final type of the column after all values are known. */
  readonly finalType: () => string;
  /** Returns true if there were no values, for types that depend on values. */
  readonly hasNoValues?: () => boolean;
  readonly digits?: () => DecimalDigits | null;
}

type Mapping = Omit<MappedColumn, 'isUnsigned'>;

const integers = {
  tinyint: { bits: 8, wire: [Wire.tiny] },
  smallint: { bits: 16, wire: [Wire.short] },
  mediumint: { bits: 32, wire: [Wire.int24, Wire.long] },
  int: { bits: 32, wire: [Wire.long] },
  bigint: { bits: 64, wire: [Wire.longlong] },
} as const;
const dateTypes = /^(date|datetime|timestamp)$/;
const byteTypes = /^(binary|varbinary|tinyblob|blob|mediumblob|longblob)$/;
const geometryTypes =
  /^(geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geometrycollection|geomcollection)$/;
const noDate = 'zero and partial dates, which are no dates, became null';

export function mapColumn(row: CatalogRow): MappedColumn {
  const isUnsigned = /\bunsigned\b/.test(row.column_type) || row.data_type === 'year';
  return { ...mapping(row, isUnsigned), isUnsigned };
}

function mapping(row: CatalogRow, isUnsigned: boolean): Mapping {
  const { data_type: type, column_type: columnType } = row;
  if (columnType === 'tinyint(1)') return tinyBoolean;
  if (Object.hasOwn(integers, type)) {
    const { bits, wire } = integers[type as keyof typeof integers];
    const staged: StagingType = { kind: 'integer', bits, signed: !isUnsigned };
    return plain(staged, wire, bits === 64 ? decodeFixed(8) : decodeInteger(isUnsigned));
  }
  if (type === 'year')
    return plain(
      { kind: 'integer', bits: 16, signed: true },
      [Wire.year, Wire.short],
      decodeInteger(true),
    );
  if (type === 'float') return plain({ kind: 'float' }, [Wire.float], decodeFixed(4));
  if (type === 'double') return plain({ kind: 'double' }, [Wire.double], decodeFixed(8));
  if (type === 'decimal')
    return mapDecimal(Number(row.numeric_precision), Number(row.numeric_scale));
  if (type === 'bit') return plain({ kind: 'integer', bits: 64, signed: false }, null, decodeBits);
  if (dateTypes.test(type)) return mapDate(type);
  if (type === 'time') return mapTime(Number(row.datetime_precision ?? 0));
  if (byteTypes.test(type)) return plain({ kind: 'bytes' }, null, decodeBytes);
  if (type === 'vector')
    return plain({ kind: 'list', element: { kind: 'float' } }, null, decodeVector);
  if (geometryTypes.test(type)) {
    return {
      ...plain({ kind: 'bytes' }, null, decodeGeometry),
      note: 'well-known binary; the SRID is left out',
    };
  }
  const sqlType = sqlTypeOfText(type, columnType);
  return {
    ...plain({ kind: 'text' }, null, decodeBytes),
    note: type === 'json' ? 'JSON as text' : null,
    ...(sqlType !== undefined && { sqlType }),
  };
}

/** The HotSQL type of a column stored as text, if the meaning is not text. */
function sqlTypeOfText(type: string, columnType: string): string | undefined {
  if (type === 'json') return 'json';
  if (type === 'inet4' || type === 'inet6') return 'inet';
  if (type !== 'enum' && type !== 'set') return undefined;
  const labels = [...columnType.matchAll(/'((?:[^']|'')*)'/g)].map(([, label = '']) =>
    label.replaceAll("''", "'"),
  );
  return choiceType(type === 'enum' ? 'choice' : 'choices', labels);
}

function plain(staged: StagingType, wire: Mapping['wire'], decode: Decode): Mapping {
  const type = duckdbTypeName(staged);
  return { staged, type, note: null, wire, start: () => ({ decode, finalType: () => type }) };
}

/** MySQL's boolean, which some use for numbers. */
const tinyBoolean: Mapping = {
  staged: { kind: 'integer', bits: 8, signed: true },
  type: 'BOOLEAN',
  note: 'tinyint(1): BOOLEAN where all values are 0 or 1, otherwise TINYINT',
  wire: [Wire.tiny],
  start({ column, tally }) {
    const count = tally.counter(column, 'values other than 0 and 1 made the column TINYINT');
    const put = decodeInteger(false);
    let isBoolean = true;
    const decode: Decode = (target, bytes, at, length) => {
      const byte = bytes[at] ?? 0;
      if (byte > 1) {
        isBoolean = false;
        count();
      }
      put(target, bytes, at, length);
    };
    return { decode, finalType: () => (isBoolean ? 'BOOLEAN' : 'TINYINT') };
  },
};

function mapDecimal(precision: number, scale: number): Mapping {
  if (precision <= maxDecimalPrecision) {
    return plain({ kind: 'decimal', precision, scale }, null, decodeDecimal(precision, scale));
  }
  return {
    ...plain({ kind: 'text' }, null, decodeBytes),
    note: `more than ${maxDecimalPrecision} digits: DECIMAL(38,s) where all values fit, otherwise the text`,
    sqlType: 'numeric',
    start() {
      const fit = new DecimalFit();
      const decode: Decode = (column, bytes, at, length) => {
        fit.add(bytes, at, length);
        decodeBytes(column, bytes, at, length);
      };
      return {
        decode,
        finalType: () => fit.type() ?? 'VARCHAR',
        hasNoValues: () => fit.hasNoValues,
        digits: () => fit.digits,
      };
    },
  };
}

function mapDate(type: string): Mapping {
  const staged: StagingType =
    type === 'date' ? { kind: 'date' } : { kind: 'timestamp', isUtc: type === 'timestamp' };
  const wire = type === 'date' ? [Wire.date] : [Wire.datetime, Wire.timestamp];
  const decoderOf = type === 'date' ? decodeDate : decodeDatetime;
  const name = duckdbTypeName(staged);
  return {
    staged,
    type: name,
    note: becomesNullNote,
    wire,
    start: ({ column, tally }) => ({
      decode: decoderOf(tally.counter(column, noDate)),
      finalType: () => name,
    }),
  };
}

function mapTime(decimals: number): Mapping {
  return {
    staged: { kind: 'text' },
    type: 'TIME',
    note: 'TIME where all values are times of a day, otherwise the text of an interval',
    sqlType: 'interval',
    wire: [Wire.time],
    start({ column, tally }) {
      const count = tally.counter(
        column,
        'values that are no times of a day made the column an interval, kept as text',
      );
      let isTime = true;
      const onLong = () => {
        isTime = false;
        count();
      };
      return {
        decode: decodeTime(decimals, onLong),
        finalType: () => (isTime ? 'TIME' : 'VARCHAR'),
      };
    },
  };
}
