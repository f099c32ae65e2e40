import { volatileMacros } from './macros.ts';

/**
 * Names of what gives another value at another time or at each call: DuckDB's functions that are
 * not CONSISTENT by duckdb_functions(), the forms of them that its parser or a macro of its own
 * gives another name to, and samples of rows.
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

/** Longer texts are not looked at: they take longer to read than most of them to run. */
const maxCharacters = 65_536;

/**
 * Whether a text to run (a DuckDB SELECT as the front ends print it) gives the same rows each time
 * over the same tables. Told by its words alone, so that a text that only quotes such a name counts
 * as one that calls it: never the other way round.
 */
export function isRepeatable(sql: string): boolean {
  return sql.length <= maxCharacters && !volatileWord.test(sql);
}
