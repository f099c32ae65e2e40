/**
 * Types of PostgreSQL columns in the lake. docs/types.md has the table, and its test runs every row
 * of the table.
 */
import type { DecimalFit } from '../decimal-fit.ts';
import {
  duckdbTypeName,
  maxDecimalPrecision,
  type ScalarStagingType,
  type StagingType,
} from '../staging/staging-type.ts';
import type { WarningTally } from '../warning-tally.ts';
import type { CatalogRow } from './catalog.ts';
import { decodeNumeric } from './decode-numeric.ts';
import {
  type Decode,
  decodeArray,
  decodeBoolean,
  decodeBytes,
  decodeDate,
  decodeInt16,
  decodeJsonb,
  decodeReversed,
  decodeTimestamp,
  decodeUuid,
} from './decoders.ts';
import { sqlTypeOf } from './sql-type.ts';

export interface MappedColumn {
  readonly staged: StagingType;
  /** The type in the catalog, before the values are known. */
  readonly type: string;
  readonly note: string | null;
  /** HotSQL's name of the type, if `type` does not determine the name. */
  readonly sqlType?: string;
  /** HotSQL's name of the meaning of a column that a value turned into text. */
  readonly meansAsText?: string;
  /** The server's cast of the column before sending; null: none. */
  readonly cast:
    | 'text'
    | 'text[]'
    | 'output'
    | 'output[]'
    | 'float4[]'
    | 'numeric'
    | 'array_to_json'
    | null;
  /** Type of the sent values, as described by the server. */
  readonly sentOid: number;
  /** True if the values decide about a DECIMAL. */
  readonly fitsDecimal: boolean;
  /** Makes the decoder, with counters for warnings. */
  readonly decoder: (tools: DecoderTools) => Decode;
}

export interface DecoderTools {
  readonly column: string;
  readonly tally: WarningTally;
  readonly fit: DecimalFit | undefined;
}

const Oid = {
  bool: 16,
  bytea: 17,
  char: 18,
  name: 19,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  money: 790,
  bpchar: 1042,
  varchar: 1043,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
} as const;
const textArrayOid = 1009;
const float4ArrayOid = 1021;

interface Scalar {
  readonly staged: ScalarStagingType;
  readonly note: string | null;
  readonly decoder: MappedColumn['decoder'];
}

const asText = 'kept as the text that PostgreSQL writes';
const decimalNote =
  'numeric without a scale: DECIMAL(38,s) where all values fit, otherwise the text that PostgreSQL writes';
const exact = (staged: ScalarStagingType, decode: Decode): Scalar => ({
  staged,
  note: null,
  decoder: () => decode,
});
const textLike = (note: string | null): Scalar => ({
  staged: { kind: 'text' },
  note,
  decoder: () => decodeBytes,
});
const integer = (bits: 16 | 32 | 64, signed: boolean, decode: Decode) =>
  exact({ kind: 'integer', bits, signed }, decode);

/** Types decoded from their binary form; the server casts every other type to text. */
const scalars: ReadonlyMap<number, Scalar> = new Map<number, Scalar>([
  [Oid.bool, exact({ kind: 'boolean' }, decodeBoolean)],
  [Oid.int2, integer(16, true, decodeInt16)],
  [Oid.int4, integer(32, true, decodeReversed(4))],
  [Oid.int8, integer(64, true, decodeReversed(8))],
  [Oid.oid, integer(32, false, decodeReversed(4))],
  [Oid.float4, exact({ kind: 'float' }, decodeReversed(4))],
  [Oid.float8, exact({ kind: 'double' }, decodeReversed(8))],
  [Oid.bytea, exact({ kind: 'bytes' }, decodeBytes)],
  [Oid.uuid, exact({ kind: 'uuid' }, decodeUuid)],
  [Oid.date, exact({ kind: 'date' }, decodeDate)],
  [Oid.timestamp, exact({ kind: 'timestamp', isUtc: false }, decodeTimestamp)],
  [Oid.timestamptz, exact({ kind: 'timestamp', isUtc: true }, decodeTimestamp)],
  [Oid.time, exact({ kind: 'time' }, decodeReversed(8))],
  [Oid.text, textLike(null)],
  [Oid.varchar, textLike(null)],
  [Oid.bpchar, textLike(null)],
  [Oid.name, textLike(null)],
  [Oid.json, textLike('JSON as text')],
  [Oid.jsonb, { staged: { kind: 'text' }, note: 'JSON as text', decoder: () => decodeJsonb }],
]);

/** Precision and scale of a numeric, if a DECIMAL holds all its values; else null. */
function decimalOf(modifier: number): { precision: number; scale: number } | null {
  if (modifier < 4) return null;
  const declared = ((modifier - 4) >> 16) & 0xffff;
  // 11 bits with a sign: since 15 a scale may be negative or beyond the precision.
  const declaredScale = (((modifier - 4) & 0x7ff) ^ 1024) - 1024;
  const scale = Math.max(declaredScale, 0);
  const precision =
    declaredScale < 0 ? declared - declaredScale : Math.max(declared, declaredScale);
  return precision <= maxDecimalPrecision ? { precision, scale } : null;
}

export function mapColumn(row: CatalogRow): MappedColumn {
  const mapped = mapKept(row);
  const sqlType = mapped.type === duckdbTypeName(vectorType) ? undefined : sqlTypeOf(row);
  return sqlType === undefined ? mapped : { ...mapped, sqlType };
}

/**
 * A column with a value that fits no other type: PostgreSQL's text, or JSON for an array. The
 * storage changes, and the meaning stays.
 */
export function mapColumnAsText(row: CatalogRow): MappedColumn {
  const sqlType = sqlTypeOf(row);
  const isArray = row.element_oid !== 0;
  const mapped =
    row.type_oid === Oid.numeric
      ? mapNumeric(-1, Oid.numeric)
      : fromScalar(textLike(asText), isArray ? 'array_to_json' : 'text', Oid.text);
  const decoder = (tools: DecoderTools) => {
    const count = tools.tally.counter(tools.column, otherType);
    const decode = mapped.decoder(tools);
    return (...value: Parameters<Decode>) => {
      count();
      decode(...value);
    };
  };
  const means = { meansAsText: sqlType ?? 'text', ...(sqlType !== undefined && { sqlType }) };
  return { ...mapped, decoder, ...means };
}

const otherType = 'the column is kept as text, since values of the table fit no other type';

function mapKept(row: CatalogRow): MappedColumn {
  if (row.element_oid !== 0) return mapArray(row);
  if (row.is_vector) return vector;
  const { type_oid: oid, type_kind: kind, type_modifier: modifier } = row;
  if (oid === Oid.numeric || oid === Oid.money)
    return mapNumeric(oid === Oid.money ? -1 : modifier, oid);
  // An enum's binary form is its label.
  const scalar = kind === 'e' ? textLike(null) : scalars.get(oid);
  if (scalar) return fromScalar(scalar, null, oid);
  return fromScalar(textLike(asText), isAddress(oid) ? 'output' : 'text', Oid.text);
}

/** A cast to text includes the prefix length, which the output function omits. */
const isAddress = (oid: number) => oid === 869 || oid === 650;

/**
 * The stored type of pgvector's vectors: the casts of pgvector lose nothing, not even for halves of
 * floats.
 */
const vectorType: StagingType = { kind: 'list', element: { kind: 'float' } };
const vector: MappedColumn = {
  staged: vectorType,
  type: duckdbTypeName(vectorType),
  note: null,
  cast: 'float4[]',
  sentOid: float4ArrayOid,
  fitsDecimal: false,
  decoder: () => decodeArray(decodeReversed(4), () => {}),
};

function fromScalar(
  { staged, note, decoder }: Scalar,
  cast: MappedColumn['cast'],
  sentOid: number,
): MappedColumn {
  return { staged, type: duckdbTypeName(staged), note, cast, sentOid, fitsDecimal: false, decoder };
}

function mapNumeric(modifier: number, oid: number): MappedColumn {
  const decimal = decimalOf(modifier);
  if (decimal) {
    const staged: StagingType = { kind: 'decimal', ...decimal };
    const decoder = () => decodeNumeric(decimal.precision, decimal.scale);
    return {
      staged,
      type: duckdbTypeName(staged),
      note: null,
      cast: null,
      sentOid: Oid.numeric,
      fitsDecimal: false,
      decoder,
    };
  }
  return {
    ...fromScalar(
      textLike(oid === Oid.money ? `money: ${decimalNote}` : decimalNote),
      'text',
      Oid.text,
    ),
    // The text of money has a currency and separators by the server's locale.
    cast: oid === Oid.money ? 'numeric' : 'text',
    fitsDecimal: true,
    decoder: (tools) => {
      const { fit } = tools;
      return (column, bytes, at, length) => {
        fit?.add(bytes, at, length);
        column.putBytes(bytes, at, length);
      };
    },
  };
}

function mapArray(row: CatalogRow): MappedColumn {
  if (row.dimensions > 1) {
    const note = 'an array of several dimensions: JSON as text';
    return fromScalar(textLike(note), 'array_to_json', Oid.text);
  }
  const { element_oid: oid, element_kind: kind } = row;
  const modifier = row.type_modifier >= 0 ? row.type_modifier : row.element_modifier;
  const decimal = oid === Oid.numeric ? decimalOf(modifier) : null;
  const native: Scalar | undefined = decimal
    ? exact({ kind: 'decimal', ...decimal }, decodeNumeric(decimal.precision, decimal.scale))
    : kind === 'e'
      ? textLike(null)
      : scalars.get(oid);
  const element =
    native ??
    textLike(oid === Oid.numeric ? 'numerics without a scale: the text of each' : `each ${asText}`);
  const staged: StagingType = { kind: 'list', element: element.staged };
  return {
    staged,
    type: duckdbTypeName(staged),
    note: element.note,
    cast: native ? null : isAddress(oid) ? 'output[]' : 'text[]',
    sentOid: native ? row.type_oid : textArrayOid,
    fitsDecimal: false,
    decoder: (tools) =>
      decodeArray(
        element.decoder(tools),
        tools.tally.counter(tools.column, 'arrays whose first index is not 1 now begin with 1'),
      ),
  };
}

/** The expression that sends the column; `quoted` is the quoted name. */
export function sendExpression({ cast }: MappedColumn, quoted: string): string {
  if (cast === null) return quoted;
  if (cast === 'array_to_json')
    return `pg_catalog.array_to_json(${quoted})::pg_catalog.text AS ${quoted}`;
  if (cast === 'output') return `pg_catalog.textin(pg_catalog.inet_out(${quoted})) AS ${quoted}`;
  // The text of an array contains the output text of its elements.
  if (cast === 'output[]') return `${quoted}::pg_catalog.text::pg_catalog.text[] AS ${quoted}`;
  if (cast === 'numeric') return `${quoted}::pg_catalog.numeric::pg_catalog.text AS ${quoted}`;
  return `${quoted}::pg_catalog.${cast} AS ${quoted}`;
}
