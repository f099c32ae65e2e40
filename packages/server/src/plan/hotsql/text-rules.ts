import { checkedPattern } from './patterns.ts';
import { textLiteralOf } from './print-cast.ts';
import { refuse } from './refusal.ts';
import { type Call, type FunctionRule, macro, registered, renamed, same, scalar } from './rule.ts';
import { integerLiteral, staticType } from './static-type.ts';

export const textRules: Readonly<Record<string, FunctionRule>> = {
  array_append: same(2),
  array_cat: renamed('list_concat', 2),
  array_length: scalar(2, 2, printArrayLength),
  array_position: renamed('list_position', 2),
  array_prepend: same(2),
  array_to_string: macro('array_to_string', 2),
  ascii: same(1),
  bit_length: same(1),
  btrim: scalar(1, 2, (call) => printTrim(call, 'trim')),
  cardinality: renamed('len', 1),
  char_length: renamed('length', 1),
  character_length: renamed('length', 1),
  chr: same(1),
  concat: scalar(1, 100, ({ printing, args }) => `concat(${args.map((arg) => output(printing, arg)).join(', ')})`),
  concat_ws: scalar(
    2,
    100,
    ({ printing, args }) => `concat_ws(${args.map((arg) => output(printing, arg)).join(', ')})`,
  ),
  gen_random_uuid: same(0),
  initcap: macro('initcap', 1),
  is_normalized: scalar(1, 2, printNormal),
  left: same(2),
  length: same(1),
  lower: same(1),
  lpad: scalar(2, 3, printPad),
  ltrim: scalar(1, 2, (call) => printTrim(call, 'ltrim')),
  md5: same(1),
  normalize: scalar(1, 2, printNormal),
  octet_length: scalar(1, 1, ({ printing, args: [text] }) => `strlen(${printing.expression(text)})`),
  overlay: scalar(3, 4, printOverlay),
  position: scalar(
    2,
    2,
    ({ printing, args: [text, part] }) => `strpos(${printing.expression(text)}, ${printing.expression(part)})`,
  ),
  regexp_replace: scalar(3, 4, printRegexpReplace),
  repeat: same(2),
  replace: same(3),
  reverse: same(1),
  right: same(2),
  rpad: scalar(2, 3, printPad),
  rtrim: scalar(1, 2, (call) => printTrim(call, 'rtrim')),
  split_part: macro('split_part', 3),
  starts_with: same(2),
  string_to_array: scalar(2, 2, printStringToArray),
  strpos: same(2),
  substr: scalar(2, 3, printSubstring),
  substring: scalar(2, 3, printSubstring),
  to_hex: scalar(1, 1, ({ printing, args: [value] }) => {
    const literal = integerLiteral(value);
    return `lower(to_hex(${literal !== undefined && literal < 0 ? refuse('to_hex() of a negative number', undefined) : printing.expression(value)}))`;
  }),
  translate: same(3),
  unistr: registered('unistr', 1),
  upper: same(1),
};

function output(printing: Call['printing'], arg: unknown): string {
  const value = printing.expression(arg);
  return staticType(arg) === 'text' ? value : printing.macro('to_output', value);
}

function printTrim({ printing, args: [text, characters] }: Call, spelling: string): string {
  const value = printing.expression(text);
  return `${spelling}(${value}, ${characters === undefined ? "' '" : printing.expression(characters)})`;
}

function printNormal({ printing, name, args: [text, form] }: Call): string {
  return `hotsql_${name}(${printing.expression(text)}, ${form === undefined ? "'NFC'" : printing.expression(form)})`;
}

function printPad({ printing, name, args: [text, length, fill] }: Call): string {
  return `${name}(${printing.expression(text)}, ${printing.expression(length)}, ${fill === undefined ? "' '" : printing.expression(fill)})`;
}

/** substring(text from n for m); a start below 1 counts as if there were characters before the first. */
function printSubstring({ printing, args: [text, start, count], location }: Call): string {
  if (staticType(start) === 'text') return refuse('substring() with a pattern', location, 'use regexp_extract()');
  const value = printing.expression(text);
  const [from, length] = [integerLiteral(start), count === undefined ? undefined : integerLiteral(count)];
  if (count === undefined) {
    return from !== undefined && from > 0
      ? `substr(${value}, ${from})`
      : printing.macro('substr_from', value, printing.expression(start));
  }
  if (from !== undefined && from > 0 && length !== undefined && length >= 0)
    return `substr(${value}, ${from}, ${length})`;
  return printing.macro('substr_for', value, printing.expression(start), printing.expression(count));
}

function printOverlay({ printing, args: [text, replacement, start, count] }: Call): string {
  const replacing = printing.expression(replacement);
  const length = count === undefined ? `length(${replacing})` : printing.expression(count);
  return printing.macro('overlay', printing.expression(text), replacing, printing.expression(start), length);
}

function printArrayLength({ printing, args: [array, dimension], location }: Call): string {
  if (integerLiteral(dimension) !== 1) return refuse('array_length() of a dimension other than 1', location);
  return `nullif(len(${printing.expression(array)}), 0)`;
}

function printStringToArray({ printing, args: [text, delimiter], location }: Call): string {
  if (!textLiteralOf(delimiter)) return refuse('string_to_array() with a delimiter that is no literal', location);
  return printing.macro('string_to_array', printing.expression(text), printing.expression(delimiter));
}

/** regexp_replace(text, pattern, replacement [, flags]); flags g and i. */
function printRegexpReplace({ printing, args: [text, pattern, replacement, flags], location }: Call): string {
  const [regex, substitute] = [textLiteralOf(pattern), textLiteralOf(replacement)];
  const options = flags === undefined ? '' : textLiteralOf(flags);
  if (regex === undefined || substitute === undefined || options === undefined) {
    return refuse('regexp_replace() whose pattern, replacement or flags are no literals', location);
  }
  if (!/^[gi]*$/.test(options)) return refuse(`the regexp_replace() flags '${options}'`, location, 'g and i are known');
  if (/\\[^0-9&\\]|\\0|\\&/.test(substitute)) return refuse("'\\&' in a regexp_replace() replacement", location);
  return `regexp_replace(${printing.expression(text)}, ${checkedPattern(regex, location, 'extract')}, ${printing.expression(replacement)}, 's${options}')`;
}
