import { type Decode, malformed, uint16At, unrepresentable } from './decoders.ts';

/** Signs of numeric_send; the rest are NaN and the infinities. */
const positive = 0x0000;
const negative = 0x4000;
/** A double represents any integer with this many digits exactly. */
const safeDigits = 15;
const powers = [1, 10, 100, 1000, 10_000];

/**
 * Decodes a numeric with a scale into units of the last decimal. The binary form has groups of four
 * digits, the weight of the first, a sign and a number of decimals. The server has rounded to the
 * scale, so no digit is lost.
 */
export function decodeNumeric(precision: number, scale: number): Decode {
  const read = precision <= safeDigits ? readSafe : readBig;
  return (column, bytes, at, length) => {
    if (length < 8) throw malformed();
    const groups = uint16At(bytes, at);
    const sign = uint16At(bytes, at + 4);
    if (length !== 8 + 2 * groups) throw malformed();
    if (sign !== positive && sign !== negative) {
      throw unrepresentable(
        column.name,
        `NaN or an infinity, which DECIMAL(${precision},${scale}) cannot hold`,
      );
    }
    const value = read(bytes, at, groups, scale);
    const signed = sign === negative ? -value : value;
    if (precision > 18) column.putBigDecimal(BigInt(signed));
    else if (typeof signed === 'bigint') column.putBigInt64(signed);
    else if (precision > 9) column.putSafeInteger(signed);
    else column.putInt32(signed);
  };
}

function weightOf(bytes: Uint8Array, at: number): number {
  return (uint16At(bytes, at + 2) << 16) >> 16;
}

/** The group of a power of 10,000, and 0 where none was sent. */
function groupAt(bytes: Uint8Array, at: number, groups: number, index: number): number {
  return index >= 0 && index < groups ? uint16At(bytes, at + 8 + 2 * index) : 0;
}

/**
 * The number of decimals in the group at `position` (-1 is the first after the point) within the
 * scale.
 */
function decimalsAt(position: number, scale: number): number {
  return position >= 0 ? 4 : Math.min(4, scale + 4 * (position + 1));
}

function readSafe(bytes: Uint8Array, at: number, groups: number, scale: number): number {
  const weight = weightOf(bytes, at);
  const last = -Math.ceil(scale / 4);
  let value = 0;
  for (let position = Math.max(weight, -1); position >= last; position -= 1) {
    const decimals = decimalsAt(position, scale);
    const group = groupAt(bytes, at, groups, weight - position);
    value = value * (powers[decimals] ?? 1) + Math.floor(group / (powers[4 - decimals] ?? 1));
  }
  return value;
}

function readBig(bytes: Uint8Array, at: number, groups: number, scale: number): bigint {
  const weight = weightOf(bytes, at);
  const last = -Math.ceil(scale / 4);
  let value = 0n;
  // Three groups fit a number: BigInt is asked for a third as often.
  let part = 0;
  let partFactor = 1;
  for (let position = Math.max(weight, -1); position >= last; position -= 1) {
    const decimals = decimalsAt(position, scale);
    const factor = powers[decimals] ?? 1;
    const group = groupAt(bytes, at, groups, weight - position);
    part = part * factor + Math.floor(group / (powers[4 - decimals] ?? 1));
    partFactor *= factor;
    if (partFactor >= 1e12) {
      value = value * BigInt(partFactor) + BigInt(part);
      part = 0;
      partFactor = 1;
    }
  }
  return value * BigInt(partFactor) + BigInt(part);
}
