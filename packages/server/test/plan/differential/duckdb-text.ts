/**
 * PostgreSQL's name of a DuckDB type, and PostgreSQL's text of a DuckDB value, as a client would
 * get both.
 */
import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBIntervalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBStructType,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeTZValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';

const names: Partial<Record<DuckDBTypeId, string>> = {
  [DuckDBTypeId.BOOLEAN]: 'bool',
  [DuckDBTypeId.SMALLINT]: 'int2',
  [DuckDBTypeId.INTEGER]: 'int4',
  [DuckDBTypeId.BIGINT]: 'int8',
  [DuckDBTypeId.FLOAT]: 'float4',
  [DuckDBTypeId.DOUBLE]: 'float8',
  [DuckDBTypeId.DECIMAL]: 'numeric',
  // Results are stored with such a column as DECIMAL(38,0).
  [DuckDBTypeId.HUGEINT]: 'numeric',
  [DuckDBTypeId.VARCHAR]: 'text',
  [DuckDBTypeId.BLOB]: 'bytea',
  [DuckDBTypeId.BIT]: 'bit',
  [DuckDBTypeId.UUID]: 'uuid',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIME]: 'time',
  [DuckDBTypeId.TIME_TZ]: 'timetz',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamptz',
  [DuckDBTypeId.INTERVAL]: 'interval',
  [DuckDBTypeId.STRUCT]: 'record',
};

export function postgresTypeOf(type: DuckDBType): string {
  if (type.alias === 'JSON') return 'json';
  if (type instanceof DuckDBListType)
    return `_${postgresTypeOf(type.valueType).replace(/^_+/, '')}`;
  return names[type.typeId] ?? type.toString();
}

export function textOfValue(value: DuckDBValue, type: DuckDBType | undefined): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') {
    if (type?.typeId === DuckDBTypeId.FLOAT) return floatText(value, 6, shortestReal);
    return type?.typeId === DuckDBTypeId.DOUBLE ? floatText(value, 15, String) : String(value);
  }
  if (value instanceof DuckDBListValue && type instanceof DuckDBListType) {
    const texts = value.items.map((item) => textOfValue(item, type.valueType));
    return arrayText(texts, type.valueType instanceof DuckDBListType);
  }
  if (value instanceof DuckDBStructValue && type instanceof DuckDBStructType)
    return recordText(value, type);
  if (value instanceof DuckDBBlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof DuckDBIntervalValue) return intervalText(value);
  if (value instanceof DuckDBDateValue && value.days === 2_147_483_647) return 'infinity';
  if (value instanceof DuckDBDateValue && value.days === -2_147_483_647) return '-infinity';
  return timeText(value);
}

/** PostgreSQL turns to exponents at 10 to the power of `digits`, and below 0.0001. */
function floatText(value: number, digits: number, shortest: (value: number) => string): string {
  if (!Number.isFinite(value))
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponentText = ''] = Number(shortest(value)).toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= digits) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const places = Math.max(0, mantissa.replace(/^-?\d\.?/, '').length - exponent);
  return Number(shortest(value)).toFixed(places);
}

function shortestReal(value: number): string {
  for (let precision = 1; precision < 9; precision += 1) {
    const text = value.toPrecision(precision);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toPrecision(9);
}

function arrayText(items: readonly (string | null)[], areArrays: boolean): string {
  const quote = (item: string) =>
    item === '' || /[\s{},"\\]/.test(item) || item.toUpperCase() === 'NULL'
      ? `"${item.replaceAll(/["\\]/g, '\\$&')}"`
      : item;
  return `{${items.map((item) => (item === null ? 'NULL' : areArrays ? item : quote(item))).join(',')}}`;
}

function recordText(value: DuckDBStructValue, type: DuckDBStructType): string {
  const quote = (item: string) =>
    item === '' || /[\s(),"\\]/.test(item) ? `"${item.replaceAll(/["\\]/g, '$&$&')}"` : item;
  const items = type.entryNames.map((name, index) =>
    textOfValue(value.entries[name] ?? null, type.entryTypes[index]),
  );
  return `(${items.map((item) => (item === null ? '' : quote(item))).join(',')})`;
}

function intervalText({ months, days, micros }: DuckDBIntervalValue): string {
  if (months === 2 ** 31 - 1 && days === months && micros === 2n ** 63n - 1n) return 'infinity';
  if (months === -(2 ** 31) && days === months && micros === -(2n ** 63n)) return '-infinity';
  const parts: string[] = [];
  let isNegativeBefore = false;
  const part = (count: number, unit: string) => {
    if (count === 0) return;
    parts.push(
      `${isNegativeBefore && count > 0 ? '+' : ''}${count} ${unit}${count === 1 ? '' : 's'}`,
    );
    isNegativeBefore = count < 0;
  };
  part(Math.trunc(months / 12), 'year');
  part(months % 12, 'mon');
  part(days, 'day');
  if (micros !== 0n || parts.length === 0) {
    const size = micros < 0n ? -micros : micros;
    const two = (count: bigint) => String(count).padStart(2, '0');
    const clock = [size / 3_600_000_000n, (size / 60_000_000n) % 60n, (size / 1_000_000n) % 60n]
      .map(two)
      .join(':');
    const fraction =
      size % 1_000_000n === 0n
        ? ''
        : `.${String(size % 1_000_000n)
            .padStart(6, '0')
            .replace(/0+$/, '')}`;
    parts.push(`${micros < 0n ? '-' : isNegativeBefore ? '+' : ''}${clock}${fraction}`);
  }
  return parts.join(' ');
}

/**
 * DuckDB writes `0044-03-15 (BC) 00:00:00`, and takes the zone of the machine for the session's.
 */
function timeText(value: DuckDBValue): string {
  const isZoned = value instanceof DuckDBTimestampTZValue;
  const text = isZoned ? new DuckDBTimestampValue(value.micros).toString() : String(value);
  const zone = isZoned && !text.endsWith('infinity') ? '+00' : '';
  // The client library leaves 1 BC as a year 0.
  if (typeof value !== 'string' && text.startsWith('0000-'))
    return `0001${text.slice(4)}${zone} BC`;
  if (value instanceof DuckDBTimeTZValue || !text.includes(' (BC)')) return text + zone;
  return `${text.replace(' (BC)', '')}${zone} BC`;
}
