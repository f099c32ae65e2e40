/**
 * What no answer of any dialect may say: of the engine's inside, of its code, of our functions in
 * it, or that something nests too deeply and not what. The types and functions of its SQL are its
 * own dialect's words; of HotSQL's answers see engine-words.ts.
 */
const foreign =
  /_LITERAL\b|\bU?INT(?:8|16|32|64|128)\b|\bLINE \d+:|\b(?:hotsql|snowflake)_\w|quern-worker|[Ee]ngine refused|inside the engine|\[[0-9A-Z]{5}\]|Maximum call|\.(?:cpp|hpp)\b|\b(?:std|duckdb)::|Stack Trace|\b(?:Binder|Catalog|Parser|INTERNAL|Conversion|Invalid Input|Not implemented|Out of Range) Error|nest(?:ed|s) too deeply\.?$/;

/** Whether a message says such a thing, other than in the caller's own words. */
export const hasForeignWords = (message: string, sql: string): boolean => {
  const found = foreign.exec(message)?.[0];
  return found !== undefined && !sql.includes(found);
};
