import { quoteLiteral } from '../../../kernel/quoting.ts';
import { type Call, checkCount, type Rule, type Rules, refuseModifiers, scalar } from '../call.ts';
import type { Printing } from '../printing.ts';
import { integerValue, openNode, refuse, stringValue } from '../tree.ts';

/** The text of a value of any type, by Snowflake's cast. */
export function textOf(printing: Printing, node: unknown): string {
  return stringValue(node) === undefined
    ? printing.macro('to_text', printing.any(node))
    : printing.any(node);
}

/** CONCAT and `||`: null if any operand is null. A nested concatenation is already text. */
export function concatenation(printing: Printing, nodes: readonly unknown[]): string {
  const texts = nodes.map((node) =>
    isConcatenation(node) ? printing.any(node) : textOf(printing, node),
  );
  return `(${texts.join(' || ')})`;
}

function isConcatenation(node: unknown): boolean {
  const { kind, fields } = openNode(node);
  return kind === 'concat' || (kind === 'paren' && isConcatenation(fields.this));
}

/**
 * The pattern is read during planning, so it must be a literal; RE2 has no look-around and no
 * back-references.
 */
function patternOf(call: Call, node: unknown): string {
  const pattern = stringValue(node);
  if (pattern === undefined)
    return refuse(`a computed pattern in ${call.name.toUpperCase()}`, 'write it as a literal');
  if (/\(\?|\\[1-9]/.test(pattern)) refuse(`this pattern in ${call.name.toUpperCase()}`);
  return quoteLiteral(pattern);
}

interface RegexParameters {
  readonly options: string;
  readonly extracts: boolean;
}

function parametersOf(call: Call, index: number): RegexParameters {
  const node = call.args[index];
  if (node === undefined) return { options: 'c', extracts: false };
  const text = stringValue(node);
  if (text === undefined || !/^[ceis]*$/.test(text))
    return refuse(
      `these parameters of ${call.name.toUpperCase()}`,
      "'c', 'i', 's' and 'e' are known",
    );
  // The last of c and i decides.
  const fold =
    Math.max(text.lastIndexOf('c'), 0) >= text.lastIndexOf('i') && !text.endsWith('i') ? 'c' : 'i';
  return {
    options: (text.includes('i') ? fold : 'c') + (text.includes('s') ? 's' : ''),
    extracts: text.includes('e'),
  };
}

function wholeNumber(call: Call, index: number, otherwise: number): number {
  const node = call.args[index];
  if (node === undefined) return otherwise;
  return integerValue(node) ?? refuse(`a computed position in ${call.name.toUpperCase()}`);
}

const regexpLike: Rule = (call, printing) => {
  checkCount(call, 2, 3);
  refuseModifiers(call);
  const [subject, pattern] = call.args;
  const { options, extracts } = parametersOf(call, 2);
  if (extracts) refuse(`the parameter 'e' of ${call.name.toUpperCase()}`);
  return `regexp_full_match(${printing.value(subject)}, ${patternOf(call, pattern)}, '${options}')`;
};

/** (subject, pattern, position, occurrence, parameters, group) */
const regexpSubstr: Rule = (call, printing) => {
  checkCount(call, 2, 6);
  refuseModifiers(call);
  const [subject, pattern] = call.args;
  const position = wholeNumber(call, 2, 1);
  const occurrence = wholeNumber(call, 3, 1);
  const { options, extracts } = parametersOf(call, 4);
  const group = wholeNumber(call, 5, extracts ? 1 : 0);
  if (position < 1 || occurrence < 1 || group < 0)
    refuse('a position, occurrence or group below 1 in REGEXP_SUBSTR');
  const from =
    position === 1 ? printing.value(subject) : `substr(${printing.value(subject)}, ${position})`;
  return `regexp_extract_all(${from}, ${patternOf(call, pattern)}, ${group}, '${options}')[${occurrence}]`;
};

/** (subject, pattern, position, parameters) */
const regexpCount: Rule = (call, printing) => {
  checkCount(call, 2, 4);
  refuseModifiers(call);
  const [subject, pattern] = call.args;
  const position = wholeNumber(call, 2, 1);
  if (position < 1) refuse('a position below 1 in REGEXP_COUNT');
  const from =
    position === 1 ? printing.value(subject) : `substr(${printing.value(subject)}, ${position})`;
  return `len(regexp_extract_all(${from}, ${patternOf(call, pattern)}, 0, '${parametersOf(call, 3).options}'))`;
};

/**
 * (subject, pattern, replacement, position, occurrence, parameters); by default all occurrences.
 */
const regexpReplace: Rule = (call, printing) => {
  checkCount(call, 2, 6);
  refuseModifiers(call);
  const [subject, pattern, replacement] = call.args;
  if (wholeNumber(call, 3, 1) !== 1 || wholeNumber(call, 4, 0) !== 0)
    refuse('REGEXP_REPLACE from a position or of one occurrence');
  const by = replacement === undefined ? "''" : printing.value(replacement);
  return `regexp_replace(${printing.value(subject)}, ${patternOf(call, pattern)}, ${by}, 'g${parametersOf(call, 5).options}')`;
};

const trimmed = (name: string): Rule =>
  scalar(
    1,
    (text, letters) =>
      letters === undefined ? `${name}(${text})` : `${name}(${text}, ${letters})`,
    2,
  );

const padded = (name: string): Rule =>
  scalar(
    2,
    (text, length, letters) =>
      `${name}(${text}, CAST(greatest(${length}, 0) AS INTEGER), ${letters ?? "' '"})`,
    3,
  );

export const textFunctions: Rules = {
  ascii: scalar(1, (text) => `ascii(${text})`),
  char: scalar(1, (code) => `chr(CAST(${code} AS INTEGER))`),
  charindex: (call, printing) => {
    checkCount(call, 2, 3);
    refuseModifiers(call);
    const [needle, text, start] = call.args.map((arg) => printing.value(arg));
    return start === undefined
      ? `strpos(${text}, ${needle})`
      : printing.macro('charindex', needle ?? '', text ?? '', start);
  },
  chr: scalar(1, (code) => `chr(CAST(${code} AS INTEGER))`),
  concat: (call, printing) => {
    checkCount(call, 1, 1000);
    refuseModifiers(call);
    return concatenation(printing, call.args);
  },
  concat_ws: (call, printing) => {
    checkCount(call, 2, 1000);
    refuseModifiers(call);
    const [separator, ...rest] = call.args;
    return concatenation(
      printing,
      rest.flatMap((item, index) => (index === 0 ? [item] : [separator, item])),
    );
  },
  contains: scalar(2, (text, part) => `(strpos(${text}, ${part}) > 0)`),
  editdistance: scalar(2, (one, other) => `levenshtein(${one}, ${other})`),
  endswith: scalar(2, (text, part) => `suffix(${text}, ${part})`),
  hex_encode: scalar(1, (text) => `hex(${text})`),
  initcap: (call, printing) => {
    checkCount(call, 1);
    refuseModifiers(call);
    return printing.macro('initcap', printing.value(call.args[0]));
  },
  insert: scalar(
    4,
    (text, from, count, by) =>
      `(left(${text}, ${from} - 1) || ${by} || substr(${text}, ${from} + ${count}))`,
  ),
  left: scalar(2, (text, count) => `left(${text}, greatest(${count}, 0))`),
  len: scalar(1, (text) => `length(${text})`),
  length: scalar(1, (text) => `length(${text})`),
  lower: scalar(1, (text) => `lower(${text})`),
  lpad: padded('lpad'),
  ltrim: trimmed('ltrim'),
  md5: scalar(1, (text) => `md5(${text})`),
  md5_hex: scalar(1, (text) => `md5(${text})`),
  position: (call, printing) => {
    checkCount(call, 2, 3);
    return textFunctions.charindex?.(call, printing) ?? '';
  },
  regexp_count: regexpCount,
  regexp_like: regexpLike,
  regexp_replace: regexpReplace,
  regexp_substr: regexpSubstr,
  repeat: scalar(2, (text, count) => `repeat(${text}, CAST(${count} AS BIGINT))`),
  replace: scalar(2, (text, part, by) => `replace(${text}, ${part}, ${by ?? "''"})`, 3),
  reverse: scalar(1, (text) => `reverse(${text})`),
  right: scalar(2, (text, count) => `right(${text}, greatest(${count}, 0))`),
  rlike: regexpLike,
  rpad: padded('rpad'),
  rtrim: trimmed('rtrim'),
  sha1: scalar(1, (text) => `sha1(${text})`),
  sha1_hex: scalar(1, (text) => `sha1(${text})`),
  sha2: (call, printing) => {
    checkCount(call, 1, 2);
    refuseModifiers(call);
    const size = call.args[1];
    if (size !== undefined && integerValue(size) !== 256) refuse('SHA2 of another size than 256');
    return `sha256(${printing.value(call.args[0])})`;
  },
  space: scalar(1, (count) => `repeat(' ', CAST(${count} AS BIGINT))`),
  split_part: (call, printing) => {
    checkCount(call, 3);
    refuseModifiers(call);
    return printing.macro('split_part', ...call.args.map((arg) => printing.value(arg)));
  },
  startswith: scalar(2, (text, part) => `prefix(${text}, ${part})`),
  strtok: (call, printing) => {
    checkCount(call, 1, 3);
    refuseModifiers(call);
    const [text = '', letters = "' '", part = '1'] = call.args.map((arg) => printing.value(arg));
    return printing.macro('strtok', text, letters, part);
  },
  substr: (call, printing) => {
    checkCount(call, 2, 3);
    refuseModifiers(call);
    const args = call.args.map((arg) => printing.value(arg));
    return printing.macro(args.length === 2 ? 'substr_from' : 'substr', ...args);
  },
  translate: scalar(3, (text, from, to) => `translate(${text}, ${from}, ${to})`),
  trim: trimmed('trim'),
  unicode: scalar(1, (text) => `CASE WHEN ${text} = '' THEN 0 ELSE unicode(${text}) END`),
  upper: scalar(1, (text) => `upper(${text})`),
};
