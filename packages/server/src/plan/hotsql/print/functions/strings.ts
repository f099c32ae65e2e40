import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { integerConstant, textConstant } from '../../resolve/expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { outputText } from './array-values.ts';

const inBase = (name: string, base: number): Implementations<Implementation> => ({
  [`${name}(int4)`]: `hotsql_to_base_integer($1, ${base})`,
  [`${name}(int8)`]: `hotsql_to_base_bigint($1, ${base})`,
});

/** DuckDB's own function gives the same result for literal length and filling. */
const padded =
  (name: 'lpad' | 'rpad'): Implementation =>
  ({ args: [value, length, filling] }) => {
    const count = length && integerConstant(length);
    const fill = filling === undefined ? ' ' : textConstant(filling);
    const isPlain = count !== undefined && count >= 0 && count <= mostPadded && fill;
    const called = isPlain ? name : `hotsql_${name}`;
    return `${called}(${value?.text ?? ''}, ${length?.text ?? ''}, ${filling?.text ?? "' '"})`;
  };

const mostPadded = 10_000;

/** DuckDB's own function returns the empty text for a null. */
function splitPart({ args }: Call): string {
  const [text = '', delimiter = '', place = ''] = args.map((arg) => arg.text);
  const isPlain = args[1] && textConstant(args[1]) && args[2] && integerConstant(args[2]);
  return isPlain
    ? `CASE WHEN ${text} IS NOT NULL THEN split_part(${text}, ${delimiter}, ${place}) END`
    : `hotsql_split_part(${text}, ${delimiter}, ${place})`;
}

function splitAll({ args }: Call): string {
  const [text = '', delimiter = ''] = args.map((arg) => arg.text);
  return args[1] && textConstant(args[1])
    ? `CASE WHEN ${text} = '' THEN CAST([] AS VARCHAR[]) ELSE string_split(${text}, ${delimiter}) END`
    : `hotsql_string_to_array(${text}, ${delimiter}, NULL)`;
}

const cast = ({ args, printing, location }: Call): string =>
  args.map((arg) => printing.castTo(arg, 'text', location).text).join('');

const format: Implementation = (call) => {
  const [template, ...rest] = call.args;
  const pieces = template && textConstant(template)?.split(/(%s|%%)/);
  const places = pieces?.filter((piece) => piece === '%s').length;
  const isPlain = pieces?.every((piece, index) => index % 2 === 1 || !piece.includes('%'));
  if (pieces && isPlain && places === rest.length && pieces.length < 200) {
    let next = 0;
    const texts = pieces.map((piece) => {
      if (piece === '%%') return "'%'";
      if (piece !== '%s') return quoteLiteral(piece);
      const arg = rest[next++];
      return `coalesce(${arg ? outputText(call.printing, arg, call.location) : ''}, '')`;
    });
    return texts.filter((text) => text !== "''").join(' || ') || "''";
  }
  return `hotsql_format(${template?.text ?? ''}, CAST([${rest.map((arg) => outputText(call.printing, arg, call.location)).join(', ')}] AS VARCHAR[]))`;
};

/** The form is optional. */
const normal =
  (name: string): Implementation =>
  ({ args: [value, form] }) =>
    `hotsql_${name}(${value?.text ?? ''}, ${form?.text ?? "'NFC'"})`;

export const stringFunctions: Implementations<Implementation> = {
  'casefold(text)': 'hotsql_casefold($1)',
  'chr(int4)': 'CASE WHEN $1 BETWEEN 1 AND 55295 THEN chr($1) ELSE hotsql_chr($1) END',
  'format(text)': format,
  'format(text,any)': format,
  'initcap(text)': 'hotsql_initcap($1)',
  'is_normalized(text,text)': normal('is_normalized'),
  'lpad(text,int4)': padded('lpad'),
  'lpad(text,int4,text)': padded('lpad'),
  'normalize(text,text)': normal('normalize'),
  'quote_ident(text)': 'hotsql_quote_ident($1)',
  'quote_literal(text)': `CASE WHEN contains($1, '\\') THEN hotsql_quote_literal($1) ELSE '''' || replace($1, '''', '''''') || '''' END`,
  'quote_literal(anyelement)': (call) => `hotsql_quote_literal(${cast(call)})`,
  'quote_nullable(text)': "coalesce(hotsql_quote_literal($1), 'NULL')",
  'quote_nullable(anyelement)': (call) => `coalesce(hotsql_quote_literal(${cast(call)}), 'NULL')`,
  // DuckDB splits a text by graphemes, not by characters.
  'reverse(text)': 'CASE WHEN strlen($1) = length($1) THEN reverse($1) ELSE hotsql_reverse($1) END',
  'rpad(text,int4)': padded('rpad'),
  'rpad(text,int4,text)': padded('rpad'),
  'split_part(text,text,int4)': splitPart,
  'string_to_array(text,text)': splitAll,
  'string_to_array(text,text,text)': 'hotsql_string_to_array($1, $2, $3)',
  'translate(text,text,text)': 'translate($1, $2, $3)',
  'unicode_assigned(text)': 'hotsql_unicode_assigned($1)',
  // DuckDB turns `ß` into two letters.
  'upper(text)': "CASE WHEN contains($1, 'ß') THEN hotsql_upper($1) ELSE upper($1) END",
  ...inBase('to_bin', 2),
  ...inBase('to_oct', 8),
  ...inBase('to_hex', 16),
  'to_hex(int4)':
    'CASE WHEN $1 >= 0 THEN lower(to_hex($1)) ELSE hotsql_to_base_integer($1, 16) END',
  'to_hex(int8)': 'CASE WHEN $1 >= 0 THEN lower(to_hex($1)) ELSE hotsql_to_base_bigint($1, 16) END',
};

/** PostgreSQL ends a line of base64 after 76 letters, of 57 bytes. */
function encode({ args: [value, format] }: Call): string {
  const [bytes, form] = [value?.text ?? '', format?.text ?? ''];
  const name = format && textConstant(format)?.toLowerCase();
  if (name === 'hex') return `lower(hex(${bytes}))`;
  const own = `hotsql_encode(${bytes}, ${form})`;
  return name === 'base64'
    ? `CASE WHEN octet_length(${bytes}) < 57 THEN to_base64(${bytes}) ELSE ${own} END`
    : own;
}

export const bytesFunctions: Implementations<Implementation> = {
  'bit_count(bytea)': 'CAST(hotsql_bytea_bit_count($1) AS BIGINT)',
  'bit_length(bytea)': 'CAST(octet_length($1) * 8 AS INTEGER)',
  'btrim(bytea,bytea)': "hotsql_bytea_trim($1, $2, 'both')",
  'decode(text,text)': 'hotsql_decode($1, $2)',
  'encode(bytea,text)': encode,
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
