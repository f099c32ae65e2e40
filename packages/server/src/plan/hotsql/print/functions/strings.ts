import type { Call, Implementation, Implementations } from '../implementation.ts';
import { outputText } from './array-values.ts';

const inBase = (name: string, base: number): Implementations<Implementation> => ({
  [`${name}(int4)`]: `hotsql_to_base_integer($1, ${base})`,
  [`${name}(int8)`]: `hotsql_to_base_bigint($1, ${base})`,
});

const cast = ({ args, printing, location }: Call): string =>
  args.map((arg) => printing.castTo(arg, 'text', location).text).join('');

const format: Implementation = (call) => {
  const [template, ...rest] = call.args;
  return `hotsql_format(${template?.text ?? ''}, CAST([${rest.map((arg) => outputText(call.printing, arg, call.location)).join(', ')}] AS VARCHAR[]))`;
};

/** The form has a default. */
const normal =
  (name: string): Implementation =>
  ({ args: [value, form] }) =>
    `hotsql_${name}(${value?.text ?? ''}, ${form?.text ?? "'NFC'"})`;

export const stringFunctions: Implementations<Implementation> = {
  'casefold(text)': 'hotsql_casefold($1)',
  'chr(int4)': 'hotsql_chr($1)',
  'format(text)': format,
  'format(text,any)': format,
  'initcap(text)': 'hotsql_initcap($1)',
  'is_normalized(text,text)': normal('is_normalized'),
  'lpad(text,int4)': "hotsql_lpad($1, $2, ' ')",
  'lpad(text,int4,text)': 'hotsql_lpad($1, $2, $3)',
  'normalize(text,text)': normal('normalize'),
  'quote_ident(text)': 'hotsql_quote_ident($1)',
  'quote_literal(text)': 'hotsql_quote_literal($1)',
  'quote_literal(anyelement)': (call) => `hotsql_quote_literal(${cast(call)})`,
  'quote_nullable(text)': "coalesce(hotsql_quote_literal($1), 'NULL')",
  'quote_nullable(anyelement)': (call) => `coalesce(hotsql_quote_literal(${cast(call)}), 'NULL')`,
  'reverse(text)': 'hotsql_reverse($1)',
  'rpad(text,int4)': "hotsql_rpad($1, $2, ' ')",
  'rpad(text,int4,text)': 'hotsql_rpad($1, $2, $3)',
  'split_part(text,text,int4)': 'hotsql_split_part($1, $2, $3)',
  'string_to_array(text,text)': 'hotsql_string_to_array($1, $2, NULL)',
  'string_to_array(text,text,text)': 'hotsql_string_to_array($1, $2, $3)',
  'translate(text,text,text)': 'hotsql_translate($1, $2, $3)',
  'unicode_assigned(text)': 'hotsql_unicode_assigned($1)',
  // DuckDB makes two letters of it.
  'upper(text)': "CASE WHEN contains($1, 'ß') THEN hotsql_upper($1) ELSE upper($1) END",
  ...inBase('to_bin', 2),
  ...inBase('to_oct', 8),
  ...inBase('to_hex', 16),
};

export const bytesFunctions: Implementations<Implementation> = {
  'bit_count(bytea)': 'CAST(hotsql_bytea_bit_count($1) AS BIGINT)',
  'bit_length(bytea)': 'CAST(octet_length($1) * 8 AS INTEGER)',
  'btrim(bytea,bytea)': "hotsql_bytea_trim($1, $2, 'both')",
  'decode(text,text)': 'hotsql_decode($1, $2)',
  'encode(bytea,text)': 'hotsql_encode($1, $2)',
  'get_bit(bytea,int8)': 'hotsql_get_bit($1, $2)',
  'get_byte(bytea,int4)': 'hotsql_get_byte($1, $2)',
  'length(bytea)': 'CAST(octet_length($1) AS INTEGER)',
  'ltrim(bytea,bytea)': "hotsql_bytea_trim($1, $2, 'start')",
  'md5(bytea)': 'hotsql_md5_bytea($1)',
  'octet_length(bytea)': 'CAST(octet_length($1) AS INTEGER)',
  'overlay(bytea,bytea,int4)':
    'hotsql_bytea_overlay($1, $2, $3, CAST(octet_length($2) AS INTEGER))',
  'overlay(bytea,bytea,int4,int4)': 'hotsql_bytea_overlay($1, $2, $3, $4)',
  'position(bytea,bytea)': 'hotsql_bytea_position($1, $2)',
  'reverse(bytea)': 'hotsql_bytea_reverse($1)',
  'rtrim(bytea,bytea)': "hotsql_bytea_trim($1, $2, 'end')",
  'set_bit(bytea,int8,int4)': 'hotsql_set_bit($1, $2, $3)',
  'set_byte(bytea,int4,int4)': 'hotsql_set_byte($1, $2, $3)',
  'sha224(bytea)': 'hotsql_sha224($1)',
  'sha256(bytea)': 'hotsql_sha256($1)',
  'sha384(bytea)': 'hotsql_sha384($1)',
  'sha512(bytea)': 'hotsql_sha512($1)',
  'substr(bytea,int4)':
    'hotsql_bytea_substring($1, CASE WHEN $2 < 1 THEN 1 ELSE $2 END, 2147483647)',
  'substr(bytea,int4,int4)': 'hotsql_bytea_substring($1, $2, $3)',
  'substring(bytea,int4)':
    'hotsql_bytea_substring($1, CASE WHEN $2 < 1 THEN 1 ELSE $2 END, 2147483647)',
  'substring(bytea,int4,int4)': 'hotsql_bytea_substring($1, $2, $3)',
};

export const bytesOperators: Implementations<Implementation> = {
  'bytea || bytea': '($1 || $2)',
};
