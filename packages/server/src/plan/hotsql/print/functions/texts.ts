import type { Call, Implementation, Implementations } from '../implementation.ts';
import { outputText } from './array-values.ts';

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
  'concat(any)': ({ args, printing, location }) =>
    `concat(${outputs({ args, printing, location })})`,
  'concat_ws(text,any)': ({ args: [separator, ...rest], printing, location }) =>
    `concat_ws(${separator?.text ?? ''}, ${outputs({ args: rest, printing, location })})`,
  'gen_random_uuid()': 'gen_random_uuid()',
  'left(text,int4)': 'left($1, $2)',
  'length(text)': 'CAST(length($1) AS INTEGER)',
  'length(bpchar)': "CAST(length(rtrim($1, ' ')) AS INTEGER)",
  'lower(text)': 'lower($1)',
  'ltrim(text)': "ltrim($1, ' ')",
  'ltrim(text,text)': 'ltrim($1, $2)',
  'md5(text)': 'md5($1)',
  'octet_length(text|bpchar)': 'CAST(strlen($1) AS INTEGER)',
  'overlay(text,text,int4)': ({ args, printing }) =>
    printing.macro('overlay', ...args.map(({ text }) => text), `length(${args[1]?.text ?? ''})`),
  'overlay(text,text,int4,int4)': macro('overlay'),
  'position(text,text)': 'CAST(strpos($1, $2) AS INTEGER)',
  'repeat(text,int4)': macro('repeat'),
  'replace(text,text,text)': 'replace($1, $2, $3)',
  'right(text,int4)': 'right($1, $2)',
  'rtrim(text)': "rtrim($1, ' ')",
  'rtrim(text,text)': 'rtrim($1, $2)',
  'starts_with(text,text)': 'starts_with($1, $2)',
  'strpos(text,text)': 'CAST(strpos($1, $2) AS INTEGER)',
  'substr(text,int4)': macro('substr_from'),
  'substr(text,int4,int4)': macro('substr_for'),
  'substring(text,int4)': macro('substr_from'),
  'substring(text,int4,int4)': macro('substr_for'),
  'unistr(text)': 'hotsql_unistr($1)',
};

/**
 * The output texts of values; for booleans, char(n) and addresses they differ from a cast to text.
 */
function outputs({
  args,
  printing,
  location,
}: Pick<Call, 'args' | 'printing' | 'location'>): string {
  return args.map((arg) => outputText(printing, arg, location)).join(', ');
}
