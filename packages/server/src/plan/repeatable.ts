import { volatileMacros } from './macros.ts';

/**
 * Names with changing results: DuckDB's functions that are not CONSISTENT in duckdb_functions(),
 * their other names in the parser and in DuckDB's macros, and samples of rows.
 */
const volatileNames = [
  ...'age ago current_date current_time current_timestamp current_localtime current_localtimestamp'.split(
    ' ',
  ),
  ...'localtime localtimestamp get_current_time get_current_timestamp now today transaction_timestamp'.split(
    ' ',
  ),
  ...'gen_random_uuid random uuid uuidv4 uuidv7 reservoir_quantile sample tablesample'.split(' '),
];

const volatileWord = new RegExp(
  `\\b(?:${[...volatileNames, ...volatileMacros(volatileNames)].join('|')})\\b`,
  'i',
);

/** Longer texts count as not repeatable: checking would take longer than most of them run. */
const maxCharacters = 65_536;

/**
 * True if a printed DuckDB SELECT returns the same rows each time over the same tables. Only words
 * are compared, so a text that merely quotes such a name counts as a call; the reverse never
 * happens.
 */
export function isRepeatable(sql: string): boolean {
  return sql.length <= maxCharacters && !volatileWord.test(sql);
}
