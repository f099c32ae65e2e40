import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';

/** The most used functions of HotSQL, for completion. */
const names = `
  abs ceil floor round trunc mod power sqrt exp ln log sign random width_bucket greatest least
  length lower upper trim ltrim rtrim substring position replace split_part left right lpad rpad concat concat_ws
  string_agg format initcap reverse repeat starts_with regexp_replace regexp_matches regexp_split_to_array to_char to_date to_number
  to_timestamp md5 sha256 encode decode ascii chr
  now current_date current_timestamp date_trunc date_part extract age make_date make_timestamp make_interval generate_series
  count sum avg min max stddev variance corr median percentile_cont percentile_disc mode bool_and bool_or array_agg json_agg
  jsonb_agg jsonb_object_agg row_number rank dense_rank percent_rank ntile lag lead first_value last_value nth_value
  coalesce nullif cast unnest array_length cardinality array_append array_cat array_position array_to_string string_to_array
  jsonb_build_object jsonb_build_array jsonb_extract_path jsonb_array_elements jsonb_array_length jsonb_path_query to_jsonb
  pg_typeof
`
  .trim()
  .split(/\s+/);

const options = names.map((label) => ({ label, type: 'function', apply: `${label}(`, boost: -1 }));

export function functionCompletions(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/(?<!\.)\b[a-z]\w+$/i);
  return word === null ? null : { from: word.from, options, validFor: /^\w*$/ };
}
