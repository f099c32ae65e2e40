// AssemblyScript: the fast way through the plain objects of newline-delimited JSON, which
// docs/design/loads.md describes. `npm run generate-wasm` makes
// packages/server/src/engine/ingest/generated/plain-objects-wasm.ts of it.
//
// Memory begins with four numbers of 4 bytes (`rowCount`, `nextRow`, `keyCount`, none). Slots of 32
// bytes follow, one for each key (json-plain-objects.ts), then the bytes of keys, then rows.

import { isDate, isTimeOfDay, twoDigits } from './instants';

/** Adds the key in `[start, end)`; false where the object is not plain with it. */
declare function addKey(start: i32, end: i32): bool;
/** Looks at a fraction of 16 or 17 digits; true where a double prints it otherwise. */
declare function isRounded(start: i32, end: i32): bool;

const blank: u32 = 0x20;
const quote: u32 = 0x22;
const plus: u32 = 0x2b;
const comma: u32 = 0x2c;
const minus: u32 = 0x2d;
const point: u32 = 0x2e;
const slash: u32 = 0x2f;
const zero: u32 = 0x30;
const colon: u32 = 0x3a;
const upperE: u32 = 0x45;
const upperT: u32 = 0x54;
const upperZ: u32 = 0x5a;
const backslash: u32 = 0x5c;
const lowerE: u32 = 0x65;
const openBrace: u32 = 0x7b;
const closeBrace: u32 = 0x7d;
const lineFeed: u32 = 0x0a;

const firstSlot: i32 = 16;
const slotBytes: i32 = 32;
const keyAt: i32 = 0;
const keyLengthAt: i32 = 4;
const kindsAt: i32 = 8;
const lastRowAt: i32 = 12;
const dateAt: i32 = 16;

// Kinds of values, as bits.
const integer: u32 = 1;
const longInteger: u32 = 2;
const double: u32 = 4;
const truth: u32 = 8;
const text: u32 = 16;
const date: u32 = 32;
const timestamp: u32 = 64;
const zonedTimestamp: u32 = 128;
const perhapsInstant: u32 = 256;

/** A whole number of so many digits is exact as a double. */
const sureDigits: i32 = 15;
/** A double prints a fraction of more digits otherwise. */
const mostDigits: i32 = 17;
/** A whole number of so many digits may be beyond 64 bits. */
const perhapsWideDigits: i32 = 19;
const instantChars: i32 = 10;

let row: i32 = 0;

/** Takes rows from `from` to `end`, before which a line ends, until one is not plain. */
export function takeObjects(from: i32, end: i32): void {
  let rowCount = 0;
  let nextRow = from;
  while (nextRow < end) {
    row += 1;
    const rowEnd = objectEnd(nextRow);
    if (rowEnd < 0) break;
    rowCount += 1;
    nextRow = rowEnd + 1;
  }
  store<i32>(0, rowCount);
  store<i32>(4, nextRow);
}

/** The line feed after the object at `from`; -1 where the object is not plain. */
function objectEnd(from: i32): i32 {
  if (<u32>load<u8>(from) !== openBrace) return -1;
  let at = from + 1;
  let slot = firstSlot;
  for (;;) {
    at = blanksEnd(at);
    if (<u32>load<u8>(at) !== quote) return -1;
    at += 1;
    if (!isKey(slot, at)) {
      slot = slotOfKey(at);
      if (slot < 0) return -1;
    }
    // A key that stands twice in an object.
    if (load<i32>(slot, lastRowAt) === row) return -1;
    store<i32>(slot, row, lastRowAt);
    at = blanksEnd(at + load<i32>(slot, keyLengthAt) + 1);
    if (<u32>load<u8>(at) !== colon) return -1;
    at = valueEnd(slot, blanksEnd(at + 1));
    if (at < 0) return -1;
    at = blanksEnd(at);
    const byte = <u32>load<u8>(at);
    at += 1;
    if (byte === closeBrace) break;
    if (byte !== comma) return -1;
    slot += slotBytes;
  }
  return <u32>load<u8>(at) === lineFeed ? at : -1;
}

function blanksEnd(start: i32): i32 {
  let at = start;
  while (<u32>load<u8>(at) === blank) at += 1;
  return at;
}

/** True where the key of `slot` and a quote stand at `at`. */
function isKey(slot: i32, at: i32): bool {
  if (slot >= firstSlot + load<i32>(8) * slotBytes) return false;
  const key = load<i32>(slot, keyAt);
  const length = load<i32>(slot, keyLengthAt);
  if (<u32>load<u8>(at + length) !== quote) return false;
  for (let index = 0; index < length; index += 1)
    if (load<u8>(key + index) !== load<u8>(at + index)) return false;
  return true;
}

/** The slot of the key at `at`; -1 where the key is not plain. */
function slotOfKey(at: i32): i32 {
  const slotsEnd = firstSlot + load<i32>(8) * slotBytes;
  for (let slot = firstSlot; slot < slotsEnd; slot += slotBytes) if (isKey(slot, at)) return slot;
  let end = at;
  for (;;) {
    const byte = <u32>load<u8>(end);
    if (byte === quote) break;
    if (byte === backslash || byte < blank) return -1;
    end += 1;
  }
  return addKey(at, end) ? slotsEnd : -1;
}

function note(slot: i32, kind: u32): void {
  store<u32>(slot, load<u32>(slot, kindsAt) | kind, kindsAt);
}

/** The end of the value at `at`, whose kind is noted; -1 where the value is not plain. */
function valueEnd(slot: i32, at: i32): i32 {
  const byte = <u32>load<u8>(at);
  if (byte === quote) return stringEnd(slot, at + 1);
  if (byte === minus || byte - zero <= 9) return numberEnd(slot, at);
  const four = load<u32>(at);
  if (four === 0x6c6c756e) return at + 4;
  if (four === 0x65757274) {
    note(slot, truth);
    return at + 4;
  }
  if (four !== 0x736c6166 || <u32>load<u8>(at, 4) !== lowerE) return -1;
  note(slot, truth);
  return at + 5;
}

/** `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?` */
function numberEnd(slot: i32, start: i32): i32 {
  const isNegative = <u32>load<u8>(start) === minus;
  const first = isNegative ? start + 1 : start;
  const isZero = <u32>load<u8>(first) === zero;
  const wholeEnd = isZero ? first + 1 : digitsEnd(first);
  if (wholeEnd === first) return -1;
  let end = wholeEnd;
  const hasFraction = <u32>load<u8>(end) === point;
  if (hasFraction) {
    end = digitsEnd(wholeEnd + 1);
    if (end === wholeEnd + 1) return -1;
  }
  const digitsAfter = end;
  const mark = <u32>load<u8>(end);
  if (mark === lowerE || mark === upperE) {
    if (!hasFraction && wholeEnd - first > sureDigits) return -1;
    if (hasFraction && !isPlainFraction(first, wholeEnd, digitsAfter, end)) return -1;
    const sign = <u32>load<u8>(end, 1);
    const exponent = sign === plus || sign === minus ? end + 2 : end + 1;
    end = digitsEnd(exponent);
    if (end === exponent || end > exponent + 2) return -1;
    if (!hasFraction && wholeEnd - first > sureDigits) return -1;
    if (hasFraction && !isPlainFraction(first, wholeEnd, digitsAfter, end)) return -1;
    note(slot, double);
    return end;
  }
  if (hasFraction) {
    if (!isPlainFraction(first, wholeEnd, end, end)) return -1;
    note(slot, double);
    return end;
  }
  const digits = wholeEnd - first;
  if (digits <= sureDigits) {
    if (isZero && isNegative) return -1;
    note(slot, integer);
    return end;
  }
  if (digits > perhapsWideDigits) return -1;
  if (digits === perhapsWideDigits && <u32>load<u8>(first) - zero > 8) return -1;
  note(slot, integer | longInteger);
  return end;
}

/**
 * True where the nearest double prints the number unchanged. The number has digits up to
 * `digitsAfter` with a point at `wholeEnd`, and an exponent up to `end`.
 */
function isPlainFraction(first: i32, wholeEnd: i32, digitsAfter: i32, end: i32): bool {
  if (digitsAfter - first <= sureDigits + 1) return true;
  let from = first;
  if (<u32>load<u8>(first) === zero) {
    from = wholeEnd + 1;
    while (<u32>load<u8>(from) === zero) from += 1;
  }
  let to = digitsAfter;
  while (to > wholeEnd + 1 && <u32>load<u8>(to - 1) === zero) to -= 1;
  const digits = from > wholeEnd ? to - from : to - from - 1;
  if (digits <= sureDigits) return true;
  if (digits > mostDigits) return false;
  return !isRounded(first, end);
}

function digitsEnd(start: i32): i32 {
  let at = start;
  while (<u32>load<u8>(at) - zero <= 9) at += 1;
  return at;
}

/** The end of the string whose first byte is at `start`; -1 where the string is not plain. */
function stringEnd(slot: i32, start: i32): i32 {
  let at = start;
  let hasEscape = false;
  for (;;) {
    const byte = <u32>load<u8>(at);
    if (byte > backslash) at += 1;
    else if (byte === quote) break;
    else if (byte === backslash) {
      at = escapeEnd(at + 1);
      if (at < 0) return -1;
      hasEscape = true;
    } else if (byte < blank) return -1;
    else at += 1;
  }
  // Once a value is text, the column is.
  if ((load<u32>(slot, kindsAt) & text) === 0)
    note(slot, hasEscape ? kindOfEscaped(at - start) : kindOfText(slot, start, at));
  return at + 1;
}

/** The end of an escape whose letter is at `at`; -1 for NUL and half of a surrogate pair. */
function escapeEnd(at: i32): i32 {
  const letter = <u32>load<u8>(at);
  if (letter !== 0x75) {
    const isEscape =
      letter === quote ||
      letter === backslash ||
      letter === slash ||
      letter === 0x62 ||
      letter === 0x66 ||
      letter === 0x6e ||
      letter === 0x72 ||
      letter === 0x74;
    return isEscape ? at + 1 : -1;
  }
  const unit = fourHex(at + 1);
  if (unit <= 0 || (unit >= 0xdc00 && unit <= 0xdfff)) return -1;
  if (unit < 0xd800 || unit > 0xdbff) return at + 5;
  if (<u32>load<u8>(at, 5) !== backslash || <u32>load<u8>(at, 6) !== 0x75) return -1;
  const low = fourHex(at + 7);
  return low >= 0xdc00 && low <= 0xdfff ? at + 11 : -1;
}

/** A number of four hexadecimal digits; -1 where there are others. */
function fourHex(start: i32): i32 {
  let value = 0;
  for (let at = start; at < start + 4; at += 1) {
    const byte = <u32>load<u8>(at);
    const digit = byte - zero;
    const letter = (byte | 0x20) - 0x61;
    if (digit <= 9) value = value * 16 + digit;
    else if (letter <= 5) value = value * 16 + letter + 10;
    else return -1;
  }
  return value;
}

/** An instant of 40 characters has six times as many where all are escaped. */
function kindOfEscaped(length: i32): u32 {
  return length > 240 ? text : perhapsInstant;
}

/** `text` for what is no instant, `perhapsInstant` for what the engine has to be asked about. */
function kindOfText(slot: i32, start: i32, end: i32): u32 {
  const length = end - start;
  if (length < instantChars || <u32>load<u8>(start, 4) !== minus) return text;
  const yearAndMonth = load<u64>(start);
  const day = load<u16>(start, 8);
  if (yearAndMonth !== load<u64>(slot, dateAt) || day !== load<u16>(slot, dateAt + 8)) {
    if (!isDate(start)) return perhapsInstant;
    store<u64>(slot, yearAndMonth, dateAt);
    store<u16>(slot, day, dateAt + 8);
  }
  if (length === instantChars) return date;
  const separator = <u32>load<u8>(start, 10);
  if ((separator !== blank && separator !== upperT) || length < 19) return perhapsInstant;
  if (!isTimeOfDay(start + 11)) return perhapsInstant;
  let at = start + 19;
  if (<u32>load<u8>(at) === point) {
    const fractionEnd = digitsEnd(at + 1);
    if (fractionEnd === at + 1 || fractionEnd > at + 7) return perhapsInstant;
    at = fractionEnd;
  }
  if (at === end) return timestamp;
  const zone = <u32>load<u8>(at);
  if (zone === upperZ) return at + 1 === end ? zonedTimestamp : perhapsInstant;
  const isZone =
    (zone === plus || zone === minus) &&
    at + 6 === end &&
    twoDigits(at + 1) <= 12 &&
    <u32>load<u8>(at, 3) === colon &&
    twoDigits(at + 4) < 60;
  return isZone ? zonedTimestamp : perhapsInstant;
}
