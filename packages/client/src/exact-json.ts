/**
 * JSON with every digit. An integer beyond the exact range of a number is read as a bigint. A
 * decimal that a number would round is read as text. Other numbers are numbers. Bigints are written
 * as integers.
 */

/**
 * A number of 16 digits and more; in a text it does no harm, the text is only read the slower way.
 */
const longNumber = /[:[,\s]-?\d[\d.]{15,}/;
const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

export function parseExact(json: string): unknown {
  if (!longNumber.test(json)) return JSON.parse(json);
  const mark = unusedMark(json);
  const marked = json.replace(textsAndNumbers, (token) =>
    token.startsWith('"') || isExact(token) ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? exactly(value.slice(mark.length)) : value,
  );
}

export function stringifyExact(value: unknown): string {
  let hasBigint = false;
  const plain = JSON.stringify(value, (_key, field: unknown) => {
    hasBigint ||= typeof field === 'bigint';
    return typeof field === 'bigint' ? String(field) : field;
  });
  if (!hasBigint) return plain;
  const mark = unusedMark(plain);
  const marked = JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'bigint' ? `${mark}${field}` : field,
  );
  return marked.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Letters that do not occur in the JSON text. */
function unusedMark(json: string): string {
  let mark = 'exact';
  while (json.includes(mark)) mark = `exact${Math.random().toString(36).slice(2)}`;
  return mark;
}

/**
 * Tells if a number keeps the digits. Floating-point numbers, which have an exponent when long,
 * always do.
 */
function isExact(digits: string): boolean {
  if (digits.length <= 15 || /[eE]/.test(digits)) return true;
  const read = String(Number(digits));
  return !read.includes('e') && significant(read) === significant(digits);
}

/** Removes zeros at the end, behind a point. */
function significant(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?(?<!0)0+$/, '') : digits;
}

function exactly(digits: string): bigint | string {
  return digits.includes('.') ? digits : BigInt(digits);
}
