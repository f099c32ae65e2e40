/** Snowflake's own Arrow forms of moments: integers with a scale, or seconds and nanoseconds. */
import { type Data, DataType, type Field } from 'apache-arrow';
import {
  type ArrowDecoder,
  int64s,
  nullsOf,
  type PutValue,
  valueBytes,
} from '../arrow/decoders.ts';

const nanosecondsInMicrosecond = 1_000;
/** Seconds whose microseconds a double represents exactly: up to the year 2255. */
const exactSeconds = 9_000_000_000;
const microsecondScale = 6;

/** `onCut` is called for each value with digits below the microsecond, which are dropped. */
export function decodeTimestamp(onCut: () => void): ArrowDecoder {
  return (data, field) => {
    if (DataType.isInt(data.type)) return decodeScaled(data, scaleOf(field), onCut);
    if (!DataType.isStruct(data.type)) return undefined;
    const child = (name: string) =>
      data.children[field.type.children.findIndex((one: Field) => one.name === name)];
    const epoch = child('epoch');
    const fraction = child('fraction');
    if (!epoch || !isInt64(epoch)) return undefined;
    // Moments with an offset and at most milliseconds have no fraction field: the number is in
    // units of the scale.
    if (!fraction) return orNull(epoch, decodeScaled(epoch, scaleOf(field), onCut));
    const isFraction = DataType.isInt(fraction.type) && fraction.type.bitWidth === 32;
    return isFraction ? orNull(epoch, decodeParts(epoch, fraction, onCut)) : undefined;
  };
}

/** A null moment may appear as null fields. */
function orNull(epoch: Data, put: PutValue): PutValue {
  const isNull = nullsOf(epoch);
  if (!isNull) return put;
  return (target, row) => {
    if (isNull(row)) target.markNull();
    else put(target, row);
  };
}

/** TIME: the number since midnight, in the field's scale. */
export function decodeTime(onCut: () => void): ArrowDecoder {
  return (data, field) =>
    DataType.isInt(data.type) ? decodeScaled(data, scaleOf(field), onCut) : undefined;
}

const isInt64 = ({ type }: Data) => DataType.isInt(type) && type.bitWidth === 64;

const scaleOf = (field: Field) => Number(field.metadata.get('scale') ?? '0');

function decodeParts(epoch: Data, fraction: Data, onCut: () => void): PutValue {
  const seconds = int64s(epoch);
  valueBytes(fraction, 4);
  const nanoseconds = fraction.values as Int32Array;
  return (target, row) => {
    const second = Number(seconds[row]);
    const nanosecond = nanoseconds[row] ?? 0;
    const microsecond = Math.floor(nanosecond / nanosecondsInMicrosecond);
    if (microsecond * nanosecondsInMicrosecond !== nanosecond) onCut();
    target.mark();
    if (Math.abs(second) < exactSeconds) target.putSafeInteger(second * 1_000_000 + microsecond);
    else target.putBigInt64((seconds[row] ?? 0n) * 1_000_000n + BigInt(microsecond));
  };
}

function decodeScaled(data: Data, scale: number, onCut: () => void): PutValue {
  const width = DataType.isInt(data.type) ? data.type.bitWidth / 8 : 8;
  valueBytes(data, width);
  const values = data.values as Int32Array | BigInt64Array;
  const isCut = scale > microsecondScale;
  const factor = 10n ** BigInt(Math.abs(microsecondScale - scale));
  return (target, row) => {
    const value = BigInt(values[row] ?? 0);
    let microseconds = isCut ? value / factor : value * factor;
    if (isCut) {
      const rest = value - microseconds * factor;
      if (rest !== 0n) onCut();
      // Down, as the parts of the other form are.
      if (rest < 0n) microseconds -= 1n;
    }
    target.mark();
    target.putBigInt64(microseconds);
  };
}
