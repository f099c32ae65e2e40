import { textConstant } from '../expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { checkedPattern } from '../patterns.ts';
import { refuse } from '../refusal.ts';

const macro =
  (name: string) =>
  ({ args, printing }: Call): string =>
    printing.macro(name, ...args.map(({ text }) => text));

export const textFunctions: Implementations<Implementation> = {
  'ascii(text)': 'ascii($1)',
  'bit_length(text)': 'CAST(bit_length($1) AS INTEGER)',
  'btrim(text)': "trim($1, ' ')",
  'btrim(text,text)': 'trim($1, $2)',
  'char_length(text)': 'CAST(length($1) AS INTEGER)',
  'char_length(bpchar)': "CAST(length(rtrim($1, ' ')) AS INTEGER)",
  'character_length(text)': 'CAST(length($1) AS INTEGER)',
  'character_length(bpchar)': "CAST(length(rtrim($1, ' ')) AS INTEGER)",
  'chr(int4)': 'chr($1)',
  'concat(any)': ({ args, printing, location }) => `concat(${outputs({ args, printing, location })})`,
  'concat_ws(text,any)': ({ args: [separator, ...rest], printing, location }) =>
    `concat_ws(${separator?.text ?? ''}, ${outputs({ args: rest, printing, location })})`,
  'gen_random_uuid()': 'gen_random_uuid()',
  'initcap(text)': macro('initcap'),
  'is_normalized(text)': "hotsql_is_normalized($1, 'NFC')",
  'is_normalized(text,text)': 'hotsql_is_normalized($1, $2)',
  'left(text,int4)': 'left($1, $2)',
  'length(text)': 'CAST(length($1) AS INTEGER)',
  'length(bpchar)': "CAST(length(rtrim($1, ' ')) AS INTEGER)",
  'lower(text)': 'lower($1)',
  'lpad(text,int4)': "lpad($1, $2, ' ')",
  'lpad(text,int4,text)': 'lpad($1, $2, $3)',
  'ltrim(text)': "ltrim($1, ' ')",
  'ltrim(text,text)': 'ltrim($1, $2)',
  'md5(text)': 'md5($1)',
  'normalize(text)': "hotsql_normalize($1, 'NFC')",
  'normalize(text,text)': 'hotsql_normalize($1, $2)',
  'octet_length(text)': 'CAST(strlen($1) AS INTEGER)',
  'overlay(text,text,int4)': ({ args, printing }) =>
    printing.macro('overlay', ...args.map(({ text }) => text), `length(${args[1]?.text ?? ''})`),
  'overlay(text,text,int4,int4)': macro('overlay'),
  'position(text,text)': 'CAST(strpos($1, $2) AS INTEGER)',
  'regexp_replace(text,text,text)': printRegexpReplace,
  'regexp_replace(text,text,text,text)': printRegexpReplace,
  'repeat(text,int4)': 'repeat($1, $2)',
  'replace(text,text,text)': 'replace($1, $2, $3)',
  'reverse(text)': 'reverse($1)',
  'right(text,int4)': 'right($1, $2)',
  'rpad(text,int4)': "rpad($1, $2, ' ')",
  'rpad(text,int4,text)': 'rpad($1, $2, $3)',
  'rtrim(text)': "rtrim($1, ' ')",
  'rtrim(text,text)': 'rtrim($1, $2)',
  'split_part(text,text,int4)': macro('split_part'),
  'starts_with(text,text)': 'starts_with($1, $2)',
  'strpos(text,text)': 'CAST(strpos($1, $2) AS INTEGER)',
  'substr(text,int4)': macro('substr_from'),
  'substr(text,int4,int4)': macro('substr_for'),
  'substring(text,int4)': macro('substr_from'),
  'substring(text,int4,int4)': macro('substr_for'),
  'to_hex(int4)': "format('{:x}', CASE WHEN $1 < 0 THEN CAST($1 AS BIGINT) + 4294967296 ELSE CAST($1 AS BIGINT) END)",
  'to_hex(int8)': 'lower(to_hex($1))',
  'translate(text,text,text)': 'translate($1, $2, $3)',
  'unistr(text)': 'hotsql_unistr($1)',
  'upper(text)': 'upper($1)',
};

/** The output text of values, which differs from a cast to text only for booleans. */
function outputs({ args, printing, location }: Pick<Call, 'args' | 'printing' | 'location'>): string {
  return args
    .map((arg) => {
      if (arg.type.name === 'bool') return `CASE ${arg.text} WHEN true THEN 't' WHEN false THEN 'f' END`;
      return printing.castTo(arg, 'text', location).text;
    })
    .join(', ');
}

/** regexp_replace(text, pattern, replacement [, flags]); flags g and i. */
function printRegexpReplace({ args, location }: Call): string {
  const [text, ...rest] = args;
  const [regex, substitute, options = ''] = rest.map(textConstant);
  if (
    regex === undefined ||
    substitute === undefined ||
    (rest.length === 3 && rest[2] && textConstant(rest[2]) === undefined)
  ) {
    return refuse('regexp_replace() whose pattern, replacement or flags are no literals', location);
  }
  if (!/^[gi]*$/.test(options)) return refuse(`the regexp_replace() flags '${options}'`, location, 'g and i are known');
  if (/\\[^0-9&\\]|\\0|\\&/.test(substitute)) return refuse("'\\&' in a regexp_replace() replacement", location);
  return `regexp_replace(${text?.text ?? ''}, ${checkedPattern(regex, location, 'extract')}, ${rest[1]?.text ?? ''}, 's${options}')`;
}
