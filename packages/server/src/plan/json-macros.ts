/** Macros for JSON, in which DuckDB computes what it computes as PostgreSQL does. */

/** The text of the part of JSON `x` at path `p`. */
const found = 'CAST(json_extract(x, p) AS VARCHAR)';
const isPlainString = `starts_with(${found}, '"') AND NOT contains(${found}, '\\')`;
/** DuckDB prints json's -0 as 0; jsonb has no -0. */
const isWord = `(regexp_full_match(${found}, '-?[1-9][0-9]{0,17}|true|false') OR ${found} = '0' AND NOT contains(x, '-0'))`;

const value = (own: string) =>
  `CASE WHEN json_extract(x, p) IS NULL THEN NULL WHEN ${isPlainString} OR ${isWord} OR ${found} = 'null' THEN ${found} ELSE ${own} END`;
const content = (own: string) =>
  `CASE WHEN json_extract(x, p) IS NULL OR ${found} = 'null' THEN NULL
    WHEN ${isPlainString} THEN substr(${found}, 2, length(${found}) - 2) WHEN ${isWord} THEN ${found} ELSE ${own} END`;

/**
 * The worker's call if `g`: a key of the path may be there twice. A backslash may hide another
 * spelling of the key.
 */
const once = (own: string, otherwise: string) =>
  `CASE WHEN contains(x, '\\') OR g THEN ${own} ELSE ${otherwise} END`;

const member = 'hotsql_json_member(x, k)';
const memberText = 'hotsql_json_member_text(x, k)';

const at = 'hotsql_json_at(x, l)';
const atText = 'hotsql_json_at_text(x, l)';

/** Name, parameters and body. */
export const jsonMacros: readonly (readonly [name: string, parameters: string, body: string])[] = [
  ['jsonb_member', 'x, p, k', value(member)],
  ['jsonb_member_text', 'x, p, k', content(memberText)],
  ['jsonb_at', 'x, p, l', value(at)],
  ['jsonb_at_text', 'x, p, l', content(atText)],
  ['json_member', 'x, p, k, g', once(member, value(member))],
  ['json_member_text', 'x, p, k, g', once(memberText, content(memberText))],
  ['json_at', 'x, p, l, g', once(at, value(at))],
  ['json_at_text', 'x, p, l, g', once(atText, content(atText))],
  // DuckDB writes control characters as \u001F, PostgreSQL as \u001f.
  [
    'json_string',
    'x',
    "CASE WHEN contains(CAST(to_json(x) AS VARCHAR), '\\u00') THEN hotsql_json_string(x) ELSE CAST(to_json(x) AS VARCHAR) END",
  ],
];
