/**
 * The values in Arrow's buffers as JSON text by the rules of docs/types.md: written from Arrow's
 * column format, not from the encoder, and without the getters of apache-arrow, which round 64-bit
 * values.
 */
import { type Data, DataType } from 'apache-arrow';
import { wholeText } from './decode.ts';

const dayMs = 86_400_000;
const cycleDays = 146_097;
/** Added to a count of the unit to get nanoseconds. */
const nanosecondsOf = [1_000_000_000n, 1_000_000n, 1_000n, 1n];

/** One value. Numbers that are not finite are written as `NaN` and the like, which is not JSON. */
export function arrowJson(data: Data, row: number): string {
  if (!data.getValid(row)) return 'null';
  const { type, values } = data;
  if (DataType.isBool(type)) return String(((values[row >> 3] ?? 0) & (1 << (row & 7))) !== 0);
  if (DataType.isInt(type) || DataType.isDecimal(type))
    return wholeText(values, type, row, data.stride);
  if (DataType.isFloat(type)) return floatText(Number(values[row]), type.precision === 1);
  if (DataType.isUtf8(type))
    return JSON.stringify(Buffer.from(bytesAt(data, row)).toString('utf8'));
  if (DataType.isBinary(type))
    return JSON.stringify(Buffer.from(bytesAt(data, row)).toString('hex'));
  if (DataType.isDate(type)) return JSON.stringify(dateText(Number(values[row])));
  if (DataType.isTime(type)) {
    const count = BigInt(values[row]);
    return JSON.stringify(timeText(count * (nanosecondsOf[type.unit] ?? 0n)));
  }
  if (DataType.isTimestamp(type)) {
    return JSON.stringify(
      timestampText(BigInt(values[row]), nanosecondsOf[type.unit] ?? 0n, type.timezone ? 'Z' : ''),
    );
  }
  return nestedJson(data, row);
}

function nestedJson(data: Data, row: number): string {
  const { type, children, valueOffsets } = data;
  if (DataType.isStruct(type)) {
    const fields = type.children.map(
      (field, at) => `${JSON.stringify(field.name)}:${childJson(children[at], row)}`,
    );
    return `{${fields.join(',')}}`;
  }
  const rows = Array.from(
    { length: (valueOffsets[row + 1] ?? 0) - (valueOffsets[row] ?? 0) },
    (_unused, index) => (valueOffsets[row] ?? 0) + index,
  );
  if (DataType.isList(type)) return `[${rows.map((at) => childJson(children[0], at)).join(',')}]`;
  if (!DataType.isMap(type)) throw new Error(`no rule for ${type}`);
  const [keys, items] = children[0]?.children ?? [];
  const entries = rows.map((at) => {
    const key = childJson(keys, at);
    return `${key.startsWith('"') ? key : JSON.stringify(key)}:${childJson(items, at)}`;
  });
  return `{${entries.join(',')}}`;
}

function childJson(data: Data | undefined, row: number): string {
  if (!data) throw new Error('a nested value has no child');
  return arrowJson(data, row);
}

function bytesAt({ valueOffsets, values }: Data, row: number): Uint8Array {
  return values.subarray(valueOffsets[row], valueOffsets[row + 1]);
}

/**
 * The shortest text that reads back as the number, with a fraction where it would look like an
 * integer.
 */
function floatText(value: number, isSingle: boolean): string {
  if (!Number.isFinite(value)) return String(value);
  let text = Object.is(value, -0) ? '-0' : String(value);
  for (let digits = 1; isSingle && digits < 10; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) !== value) continue;
    text = Object.is(value, -0) ? '-0' : String(shorter);
    break;
  }
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function dateText(days: number): string {
  if (days === 2 ** 31 - 1) return 'infinity';
  if (days === -(2 ** 31 - 1)) return '-infinity';
  const { date, suffix } = calendar(days);
  return date + suffix;
}

function calendar(days: number): { date: string; suffix: string } {
  // The calendar repeats every 400 years; a Date ends before a timestamp does.
  const cycles = Math.floor(days / cycleDays);
  const instant = new Date((days - cycles * cycleDays) * dayMs);
  const year = instant.getUTCFullYear() + 400 * cycles;
  const shown = String(year > 0 ? year : 1 - year).padStart(4, '0');
  const monthAndDay = [instant.getUTCMonth() + 1, instant.getUTCDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return { date: [shown, ...monthAndDay].join('-'), suffix: year > 0 ? '' : ' BC' };
}

function timeText(nanoseconds: bigint): string {
  const seconds = nanoseconds / 1_000_000_000n;
  const fraction = String(nanoseconds % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) =>
    String(part).padStart(2, '0'),
  );
  return parts.join(':') + (fraction === '' ? '' : `.${fraction}`);
}

function timestampText(count: bigint, unit: bigint, zone: string): string {
  if (count === 2n ** 63n - 1n) return 'infinity';
  if (count === -(2n ** 63n - 1n)) return '-infinity';
  const dayLength = 86_400_000_000_000n;
  const nanoseconds = count * unit;
  const timeOfDay = ((nanoseconds % dayLength) + dayLength) % dayLength;
  const { date, suffix } = calendar(Number((nanoseconds - timeOfDay) / dayLength));
  return `${date}T${timeText(timeOfDay)}${zone}${suffix}`;
}
