// AssemblyScript: dates and times of day, as plain-rows.ts and plain-objects.ts read them.

const minus: u32 = 0x2d;
const zero: u32 = 0x30;
const colon: u32 = 0x3a;

/** A day that exists, `YYYY-MM-DD`, of the year 1 or later. */
export function isDate(start: i32): bool {
  const century = twoDigits(start);
  const yearOfCentury = twoDigits(start + 2);
  const month = twoDigits(start + 5);
  const day = twoDigits(start + 8);
  if (century > 99 || yearOfCentury > 99 || century + yearOfCentury === 0) return false;
  if (<u32>load<u8>(start, 4) !== minus || <u32>load<u8>(start, 7) !== minus) return false;
  if (month - 1 > 11 || day === 0) return false;
  return day <= 28 || day <= daysOf(month, century, yearOfCentury);
}

function daysOf(month: u32, century: u32, yearOfCentury: u32): u32 {
  if (month === 2) {
    const isLeap = yearOfCentury === 0 ? century % 4 === 0 : yearOfCentury % 4 === 0;
    return isLeap ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `HH:MM:SS` at `start`, each in its range. */
export function isTimeOfDay(start: i32): bool {
  return (
    twoDigits(start) < 24 &&
    <u32>load<u8>(start, 2) === colon &&
    twoDigits(start + 3) < 60 &&
    <u32>load<u8>(start, 5) === colon &&
    twoDigits(start + 6) < 60
  );
}

/** A number from 0 to 99, or more where the two bytes are no digits. */
export function twoDigits(start: i32): u32 {
  const tens = <u32>load<u8>(start) - zero;
  const ones = <u32>load<u8>(start, 1) - zero;
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : 100;
}
