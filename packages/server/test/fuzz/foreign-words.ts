/**
 * Words forbidden in answers of every dialect: internals of the engine and its code, our functions
 * in the engine, and excessive nesting without a name. Types and functions of DuckDB's SQL are
 * words of that dialect; engine-words.ts has HotSQL's.
 */
const foreign =
  /_LITERAL\b|\bU?INT(?:8|16|32|64|128)\b|\bLINE \d+:|\b(?:hotsql|snowflake)_\w|quern-worker|[Ee]ngine refused|inside the engine|\[[0-9A-Z]{5}\]|Maximum call|\.(?:cpp|hpp)\b|\b(?:std|duckdb)::|Stack Trace|\b(?:Binder|Catalog|Parser|INTERNAL|Conversion|Invalid Input|Not implemented|Out of Range) Error|nest(?:ed|s) too deeply\.?$/;

/** True if a message has such words outside the caller's own words. */
export const hasForeignWords = (message: string, sql: string): boolean => {
  const found = foreign.exec(message)?.[0];
  return found !== undefined && !sql.includes(found);
};
