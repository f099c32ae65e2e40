import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { findsAlike, groupsCutAlike, matchesAlike, partFoundAlike } from '../../read/patterns.ts';
import { textConstant } from '../../resolve/expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';

/**
 * Regular expressions. DuckDB's own function runs if RE2 is known to find the same as PostgreSQL
 * (0.1 us a row). All others use the worker's matcher, which implements PostgreSQL's expressions in
 * full (a few us a row).
 */
const matching =
  (isNegated: boolean, ignoresCase: boolean): Implementation =>
  ({ args: [value, pattern] }) => {
    const constant = pattern && textConstant(pattern);
    const [text, regex] = [value?.text ?? '', pattern?.text ?? ''];
    const match =
      constant !== undefined && matchesAlike(constant)
        ? `regexp_matches(${text}, ${quoteLiteral(constant)}, '${ignoresCase ? 'si' : 's'}')`
        : `hotsql_regexp_like(${text}, ${regex}, '${ignoresCase ? 'i' : ''}')`;
    return isNegated ? `(NOT ${match})` : match;
  };

export const patternOperators: Implementations<Implementation> = {
  'text|name|bpchar ~ text': matching(false, false),
  'text|name|bpchar !~ text': matching(true, false),
  'text|name|bpchar ~* text': matching(false, true),
  'text|name|bpchar !~* text': matching(true, true),
};

function printReplace({ args }: Call): string {
  const [pattern, replacement, flags] = args.slice(1).map(textConstant);
  const isPlain = args.length === 3 || flags === 'g' || flags === '';
  const rewritten = isPlain ? engineReplacement(pattern, replacement) : undefined;
  if (pattern !== undefined && rewritten !== undefined) {
    return `regexp_replace(${args[0]?.text ?? ''}, ${quoteLiteral(pattern)}, ${quoteLiteral(rewritten)}, 's${flags ?? ''}')`;
  }
  return `hotsql_regexp_replace(${args.map(({ text }) => text).join(', ')}${args.length === 3 ? ", ''" : ''})`;
}

/** The replacement in RE2's notation, if RE2 finds the same text and cuts it alike. */
function engineReplacement(
  pattern: string | undefined,
  replacement: string | undefined,
): string | undefined {
  if (pattern === undefined || replacement === undefined) return undefined;
  if (findsAlike(pattern) && !replacement.includes('\\')) return replacement;
  const groups = groupsCutAlike(pattern);
  const escapes = [...replacement.matchAll(/\\(.?)/gsu)].map(([, name = '']) => name);
  if (
    groups === undefined ||
    !escapes.every((name) => name === '&' || (/^[1-9]$/.test(name) && Number(name) <= groups))
  ) {
    return undefined;
  }
  return replacement.replaceAll('\\&', '\\0');
}

/**
 * The text that RE2 finds, if PostgreSQL finds the same: the whole match or the only group.
 * Undefined if the two may differ. `made` is the function applied to the found text.
 */
function foundBy({ args: [value, pattern] }: Call, made: string): string | undefined {
  const constant = pattern && textConstant(pattern);
  if (constant === undefined) return undefined;
  const group = partFoundAlike(constant);
  if (group === undefined) return undefined;
  const [text, regex] = [value?.text ?? '', quoteLiteral(constant)];
  return `CASE WHEN regexp_matches(${text}, ${regex}, 's') THEN ${made}(regexp_extract(${text}, ${regex}, ${group}, 's')) END`;
}

const printSubstring = (call: Call): string =>
  foundBy(call, '') ?? `hotsql_regexp_substring(${call.args.map(({ text }) => text).join(', ')})`;

const printMatch = (call: Call): string =>
  foundBy(call, 'list_value') ??
  `hotsql_regexp_match(${call.args.map(({ text }) => text).join(', ')}, '')`;

const split = (name: string) => `hotsql_regexp_split('${name}', `;

export const patternFunctions: Implementations<Implementation> = {
  'regexp_count(text,text)': "hotsql_regexp_count($1, $2, 1, '')",
  'regexp_count(text,text,int4)': "hotsql_regexp_count($1, $2, $3, '')",
  'regexp_count(text,text,int4,text)': 'hotsql_regexp_count($1, $2, $3, $4)',
  'regexp_instr(text,text)': "hotsql_regexp_instr($1, $2, 1, 1, 0, '', 0)",
  'regexp_instr(text,text,int4)': "hotsql_regexp_instr($1, $2, $3, 1, 0, '', 0)",
  'regexp_instr(text,text,int4,int4)': "hotsql_regexp_instr($1, $2, $3, $4, 0, '', 0)",
  'regexp_instr(text,text,int4,int4,int4)': "hotsql_regexp_instr($1, $2, $3, $4, $5, '', 0)",
  'regexp_instr(text,text,int4,int4,int4,text)': 'hotsql_regexp_instr($1, $2, $3, $4, $5, $6, 0)',
  'regexp_instr(text,text,int4,int4,int4,text,int4)':
    'hotsql_regexp_instr($1, $2, $3, $4, $5, $6, $7)',
  'regexp_like(text,text)': "hotsql_regexp_like($1, $2, '')",
  'regexp_like(text,text,text)': 'hotsql_regexp_like($1, $2, $3)',
  'regexp_match(text,text)': printMatch,
  'regexp_match(text,text,text)': 'hotsql_regexp_match($1, $2, $3)',
  'regexp_replace(text,text,text)': printReplace,
  'regexp_replace(text,text,text,text)': printReplace,
  'regexp_replace(text,text,text,int4)': "hotsql_regexp_replace_from($1, $2, $3, $4, 1, '')",
  'regexp_replace(text,text,text,int4,int4)': "hotsql_regexp_replace_from($1, $2, $3, $4, $5, '')",
  'regexp_replace(text,text,text,int4,int4,text)':
    'hotsql_regexp_replace_from($1, $2, $3, $4, $5, $6)',
  'regexp_split_to_array(text,text)': `${split('regexp_split_to_array')}$1, $2, '')`,
  'regexp_split_to_array(text,text,text)': `${split('regexp_split_to_array')}$1, $2, $3)`,
  'regexp_substr(text,text)': "hotsql_regexp_substr($1, $2, 1, 1, '', 0)",
  'regexp_substr(text,text,int4)': "hotsql_regexp_substr($1, $2, $3, 1, '', 0)",
  'regexp_substr(text,text,int4,int4)': "hotsql_regexp_substr($1, $2, $3, $4, '', 0)",
  'regexp_substr(text,text,int4,int4,text)': 'hotsql_regexp_substr($1, $2, $3, $4, $5, 0)',
  'regexp_substr(text,text,int4,int4,text,int4)': 'hotsql_regexp_substr($1, $2, $3, $4, $5, $6)',
  'similar_to_escape(text)': "hotsql_similar_pattern($1, '\\')",
  'similar_to_escape(text,text)': 'hotsql_similar_pattern($1, $2)',
  'substring(text,text)': printSubstring,
  'substring(text,text,text)': 'hotsql_regexp_substring($1, hotsql_similar_pattern($2, $3))',
};

/** Functions that give rows, printed as the list of the rows. */
export const patternRows: Implementations<string> = {
  'regexp_matches(text,text)': "hotsql_regexp_matches($1, $2, '')",
  'regexp_matches(text,text,text)': 'hotsql_regexp_matches($1, $2, $3)',
  'regexp_split_to_table(text,text)': `${split('regexp_split_to_table')}$1, $2, '')`,
  'regexp_split_to_table(text,text,text)': `${split('regexp_split_to_table')}$1, $2, $3)`,
  'string_to_table(text,text)': 'hotsql_string_to_array($1, $2, NULL)',
  'string_to_table(text,text,text)': 'hotsql_string_to_array($1, $2, $3)',
};
