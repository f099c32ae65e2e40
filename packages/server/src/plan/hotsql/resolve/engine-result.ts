import type { Expr } from './expr.ts';
import { type Type, typeNamed, typeOfEngine } from './type.ts';

const list = (names: string): readonly string[] => names.trim().split(/\s+/);
const named = (names: string, type: string) =>
  list(names).map((name) => [name, typeNamed(type)] as const);

/** Functions of DuckDB alone with one result type for all arguments. */
const fixedResults: ReadonlyMap<string, Type> = new Map([
  ...named(
    `array_to_string_comma_default base64 bar bin dayname monthname format_bytes formatReadableDecimalSize formatReadableSize
    from_base64_text hex lcase ucase left_grapheme right_grapheme nfc_normalize printf regexp_escape regexp_extract sha1
    strftime string_agg strip_accents substring_grapheme to_base to_base64 to_binary trim typeof unbin_text url_decode url_encode
    parse_dirname parse_dirpath parse_filename md5_number_text`,
    'text',
  ),
  ...named(
    `bit_position century day dayofmonth dayofweek dayofyear days_in_month decade editdist3 epoch_ms epoch_ns epoch_us era
    hamming hour instr isodow isoyear jaccard_distance len length_grapheme levenshtein damerau_levenshtein microsecond millennium
    millisecond minute mismatches month nanosecond ord quarter second strlen timezone_hour timezone_minute unicode week weekday
    weekofyear year yearweek datediff date_diff datesub date_sub datepart approx_count_distinct count_if countif
    list_unique array_unique`,
    'int8',
  ),
  ...named(
    `contains ends_with prefix suffix isinf isnan list_contains list_has list_has_all list_has_any array_contains array_has
    array_has_all array_has_any regexp_full_match signbit json_valid map_contains json_exists`,
    'bool',
  ),
  ...named(
    `jaccard jaro_similarity jaro_winkler_similarity epoch entropy kurtosis kurtosis_pop sem skewness favg fsum kahan_sum
    sumkahan geomean geometric_mean julian log2 nextafter`,
    'float8',
  ),
  ...named('last_day today', 'date'),
  ...named('make_timestamp_ms', 'timestamp'),
  ...named(
    `to_days to_hours to_microseconds to_milliseconds to_minutes to_months to_seconds to_weeks to_years to_quarters to_centuries to_decades to_millennia`,
    'interval',
  ),
  ...named('uuid', 'uuid'),
  ...named(
    'str_split string_split split regexp_extract_all str_split_regex string_split_regex',
    '_text',
  ),
]);

/** Functions and aggregates that return one of the arguments, by the argument's index. */
const passedOn: ReadonlyMap<string, number> = new Map([
  ...list(
    `arbitrary arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin first last max_by min_by list_distinct
    list_sort list_reverse list_reverse_sort list_filter list_where list_slice array_distinct array_filter list_concat list_cat list_append list_resize
    array_slice ifnull nullif constant_or_null`,
  ).map((name) => [name, 0] as const),
  ['list_prepend', 1],
  ['if', 1],
]);

/** Functions that make a list of the arguments. */
const listing: ReadonlySet<string> = new Set(['list', 'list_value', 'list_pack', 'array_value']);
/** The element of a list. */
const picking: ReadonlySet<string> = new Set(
  list(
    'list_extract list_element element_at array_extract list_first list_last list_max list_min list_any_value',
  ),
);

/** The arguments for DuckDB. DuckDB's approximate quantile of a DECIMAL would be a whole number. */
export function engineOperands(name: string, args: readonly Expr[]): readonly Expr[] {
  const [first, ...rest] = args;
  if (name !== 'approx_quantile' || first?.type.name !== 'numeric') return args;
  return [{ text: `CAST(${first.text} AS DOUBLE)`, type: typeNamed('float8') }, ...rest];
}

/**
 * The result type of a function that PostgreSQL lacks; `engine` if DuckDB alone can tell the type.
 */
export function engineResult(name: string, args: readonly Expr[]): Type {
  const fixed = fixedResults.get(name);
  if (fixed !== undefined) return fixed;
  const place = passedOn.get(name);
  const [first] = args;
  const passed = place === undefined ? undefined : args[place];
  if (passed !== undefined && passed.type.name !== 'unknown') return passed.type;
  const engine = first?.type.engine ?? '';
  if (first !== undefined && first.type.name !== 'unknown' && engine !== '') {
    if (listing.has(name)) return typeOfEngine(`${engine}[]`);
    if (picking.has(name) && engine.endsWith('[]')) return typeOfEngine(engine.slice(0, -2));
    if (name === 'median' || name === 'mad') return typeNamed(medianName(first.type.name));
    if (name === 'approx_quantile' && args[1]?.constant?.kind === 'number') return first.type;
    if (name === 'quantile_cont' && args.length === 2)
      return typeNamed(medianName(first.type.name));
  }
  return typeNamed('engine');
}

/** A median lies between two values; the median of numbers is a double. */
const medianName = (name: string) =>
  /^(?:int[248]|numeric|float[48])$/.test(name) ? 'float8' : 'engine';
