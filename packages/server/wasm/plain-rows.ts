// AssemblyScript: the fast way through the plain rows of a CSV file, of which
// docs/adr/0012-the-cost-of-a-load.md tells. `npm run generate-wasm` makes
// packages/server/src/engine/ingest/generated/plain-rows-wasm.ts of it.
//
// In memory are four numbers of 4 bytes (`rowCount`, `longestRowBytes`, `nextRow`, none), then a
// slot of 32 bytes for each column (csv-plain-columns.ts), then the bytes of the rows.

import { isDate, isTimeOfDay } from './instants';

/** Takes the value of `column` in `[start, end)`, at least one byte. */
declare function take(column: i32, start: i32, end: i32): void;

const comma: u32 = 0x2c;
const minus: u32 = 0x2d;
const point: u32 = 0x2e;
const zero: u32 = 0x30;
const quote: u32 = 0x22;
const blank: u32 = 0x20;
const upperT: u32 = 0x54;
const lineFeed: u32 = 0x0a;
const carriageReturn: u32 = 0x0d;

// A kind of 4 is of timestamps, and one of 0 is of what `take` has to look at.
const text: u32 = 1;
const number: u32 = 2;
const date: u32 = 3;
const truth: u32 = 5;

const firstSlot: i32 = 16;
const slotBytes: i32 = 32;
const integerDigitsAt: i32 = 1;
const decimalsAt: i32 = 2;
const dateAt: i32 = 8;
const timeAt: i32 = 24;

/** A number of so many digits is within 64 bits, and exact as a double. */
const mostDigits: i32 = 15;

/**
 * Takes rows from `from` to `end`, before which a line ends, until one is not plain: has a quote,
 * another width or another line end.
 */
export function takeRows(
  from: i32,
  end: i32,
  columns: i32,
  delimiter: u32,
  endsInReturn: bool,
): void {
  let rowCount = 0;
  let longestRowBytes = 0;
  let nextRow = from;
  const lastSlot = firstSlot + (columns - 1) * slotBytes;
  while (nextRow < end) {
    const rowEnd = plainRowEnd(nextRow, lastSlot, delimiter, endsInReturn);
    if (rowEnd < 0) break;
    if (rowEnd - nextRow > longestRowBytes) longestRowBytes = rowEnd - nextRow;
    rowCount += 1;
    nextRow = rowEnd + 1;
  }
  store<i32>(0, rowCount);
  store<i32>(4, longestRowBytes);
  store<i32>(8, nextRow);
}

/** The line feed of the row at `from`, its values taken; -1 where the row is not plain. */
function plainRowEnd(from: i32, lastSlot: i32, delimiter: u32, endsInReturn: bool): i32 {
  let at = from;
  for (let slot = firstSlot; ; slot += slotBytes) {
    const start = at;
    const kind = <u32>load<u8>(slot);
    if (kind === text) at = fieldEnd(start, delimiter);
    else {
      at = -1;
      if (kind === number) at = numberEnd(slot, start);
      else if (kind === truth) at = booleanEnd(start);
      else if (kind >= date) at = instantEnd(slot, start, kind);
      if (at < 0 || !endsField(load<u8>(at), delimiter)) {
        at = fieldEnd(start, delimiter);
        if (at > start) take((slot - firstSlot) / slotBytes, start, at);
      }
    }
    if (slot === lastSlot) break;
    if (<u32>load<u8>(at) !== delimiter) return -1;
    at += 1;
  }
  // An empty line is a row in a file of one column only.
  if (at === from) return -1;
  if (endsInReturn) {
    if (<u32>load<u8>(at) !== carriageReturn) return -1;
    at += 1;
  }
  return <u32>load<u8>(at) === lineFeed ? at : -1;
}

/**
 * The byte that ends a field: a delimiter or a line end; or a quote, which begins or spoils one.
 */
function fieldEnd(start: i32, delimiter: u32): i32 {
  let at = start;
  let byte = <u32>load<u8>(at);
  // Most bytes are letters and digits, above comma and tab and the other three.
  const above: u32 = delimiter > comma ? 0xff : comma;
  while (byte > above || !(endsField(byte, delimiter) || byte === quote)) {
    at += 1;
    byte = load<u8>(at);
  }
  return at;
}

function endsField(byte: u32, delimiter: u32): bool {
  return byte === delimiter || byte === lineFeed || byte === carriageReturn;
}

/**
 * Where `-?(0|[1-9][0-9]*)(\.[0-9]+)?` of at most 15 digits ends, which is noted; -1 where there is
 * none such. Zero with a sign is not plain.
 */
function numberEnd(slot: i32, start: i32): i32 {
  const first = <u32>load<u8>(start) === minus ? start + 1 : start;
  const isZero = <u32>load<u8>(first) === zero;
  const wholeEnd = isZero ? first + 1 : digitsEnd(first);
  if (wholeEnd === first || (isZero && first > start)) return -1;
  let end = wholeEnd;
  if (<u32>load<u8>(end) === point) {
    end = digitsEnd(wholeEnd + 1);
    const decimals = end - wholeEnd - 1;
    if (decimals === 0 || end - first - 1 > mostDigits) return -1;
    if (decimals > <i32>load<u8>(slot, decimalsAt)) store<u8>(slot, decimals, decimalsAt);
  } else if (end - first > mostDigits) return -1;
  const digits = isZero ? 0 : wholeEnd - first;
  if (digits > <i32>load<u8>(slot, integerDigitsAt)) store<u8>(slot, digits, integerDigitsAt);
  return end;
}

function digitsEnd(start: i32): i32 {
  let at = start;
  while (<u32>load<u8>(at) - zero <= 9) at += 1;
  return at;
}

/** Where `true` or `false` ends, in lower, upper or title case; -1 where there is neither. */
function booleanEnd(start: i32): i32 {
  const four = load<u32>(start);
  if (four === 0x65757274 || four === 0x65757254 || four === 0x45555254) return start + 4;
  const isLower = four === 0x736c6166 || four === 0x736c6146;
  if (!isLower && four !== 0x534c4146) return -1;
  return <u32>load<u8>(start, 4) === (isLower ? 0x65 : 0x45) ? start + 5 : -1;
}

/**
 * Where `YYYY-MM-DD` ends, for a timestamp with ` HH:MM:SS[.f{1,6}]` behind it or `T` for the
 * blank; -1 where there is none such. The last date and time of day are known without a look.
 */
function instantEnd(slot: i32, start: i32, kind: u32): i32 {
  const yearAndMonth = load<u64>(start);
  const day = load<u16>(start, 8);
  if (yearAndMonth !== load<u64>(slot, dateAt) || day !== load<u16>(slot, dateAt + 8)) {
    if (!isDate(start)) return -1;
    store<u64>(slot, yearAndMonth, dateAt);
    store<u16>(slot, day, dateAt + 8);
  }
  if (kind === date) return start + 10;
  const separator = <u32>load<u8>(start, 10);
  if (separator !== blank && separator !== upperT) return -1;
  const time = load<u64>(start, 11);
  if (time !== load<u64>(slot, timeAt)) {
    if (!isTimeOfDay(start + 11)) return -1;
    store<u64>(slot, time, timeAt);
  }
  const end = start + 19;
  if (<u32>load<u8>(end) !== point) return end;
  const fractionEnd = digitsEnd(end + 1);
  return fractionEnd > end + 1 && fractionEnd <= end + 7 ? fractionEnd : -1;
}
