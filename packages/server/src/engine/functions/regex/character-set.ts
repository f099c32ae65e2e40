/** A set of characters, by code point. */
export type CharacterSet = (code: number) => boolean;

const property =
  (expression: RegExp): CharacterSet =>
  (code) =>
    expression.test(String.fromCodePoint(code));

const alpha = property(/^\p{Alphabetic}$/u);
export const digit: CharacterSet = (code) => code >= 48 && code <= 57;
const alnum: CharacterSet = (code) => digit(code) || alpha(code);
const asciiWords = Array.from({ length: 128 }, (_unused, code) => code === 95 || alnum(code));
export const word: CharacterSet = (code) => asciiWords[code] ?? alnum(code);
export const space = property(/^\p{White_Space}$/u);
const punctuation = property(/^[\p{P}\p{S}]$/u);
const blank = property(/^[\t\p{Zs}]$/u);
const control = property(/^\p{Cc}$/u);
const graph = property(/^[^\p{Cc}\p{Cs}\p{Cn}\p{White_Space}]$/u);

/** POSIX classes as in PostgreSQL's built-in C.UTF-8: letters of Unicode, digits of ASCII. */
export const classes: Readonly<Record<string, CharacterSet>> = {
  alnum,
  alpha,
  ascii: (code) => code < 128,
  blank,
  cntrl: control,
  digit,
  graph,
  lower: property(/^\p{Lowercase}$/u),
  print: (code) => graph(code) || (blank(code) && !control(code)),
  punct: (code) => punctuation(code) && !alpha(code),
  space,
  upper: property(/^\p{Uppercase}$/u),
  word,
  xdigit: (code) => digit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102),
};

/** One character's simple lower and upper case, without changes of length. */
export function casesOf(code: number): readonly number[] {
  const text = String.fromCodePoint(code);
  const found = [text.toLowerCase(), text.toUpperCase()]
    .filter((changed) => [...changed].length === 1)
    .map((changed) => changed.codePointAt(0) ?? code);
  return [...new Set([code, ...found])];
}

export const ignoringCase =
  (set: CharacterSet): CharacterSet =>
  (code) =>
    casesOf(code).some(set);
