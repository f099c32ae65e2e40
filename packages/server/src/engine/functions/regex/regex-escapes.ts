import { badRegex } from './regex-error.ts';

const named: Readonly<Record<string, number>> = {
  ...{ a: 7, b: 8, B: 92, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11 },
};
const badEscape = () => badRegex('invalid escape \\ sequence');

/** The character of an escape; `at` is after the backslash. */
export function escapedCharacter(
  codes: readonly number[],
  at: number,
): { readonly code: number; readonly end: number } {
  const letter = String.fromCodePoint(codes[at] ?? badEscape());
  const name = Object.hasOwn(named, letter) ? named[letter] : undefined;
  if (name !== undefined) return { code: name, end: at + 1 };
  const rest = String.fromCodePoint(...codes.slice(at + 1, at + 260));
  const hex = (pattern: RegExp) => {
    const digits = pattern.exec(rest)?.[0] ?? badEscape();
    const code = Number.parseInt(digits, 16);
    return { code: code > 0x10ffff ? badEscape() : code, end: at + 1 + digits.length };
  };
  switch (letter) {
    case 'c':
      return { code: (codes[at + 1] ?? badEscape()) & 0x1f, end: at + 2 };
    case 'u':
      return hex(/^[0-9a-fA-F]{4}/);
    case 'U':
      return hex(/^[0-9a-fA-F]{8}/);
    case 'x':
      return hex(/^[0-9a-fA-F]{1,255}/);
  }
  if (/[0-9]/.test(letter)) {
    const digits = /^[0-7]{1,3}/.exec(letter + rest)?.[0] ?? badEscape();
    return { code: Number.parseInt(digits, 8), end: at + digits.length };
  }
  if (/[a-zA-Z]/.test(letter)) badEscape();
  return { code: codes[at] ?? 0, end: at + 1 };
}
