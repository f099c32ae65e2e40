/** Dialect names of the service, with names for people. */
export const dialects = [
  { id: 'hotsql', label: 'HotSQL' },
  { id: 'postgres', label: 'PostgreSQL' },
  { id: 'duckdb', label: 'DuckDB' },
  { id: 'snowflake', label: 'Snowflake' },
] as const;

export type DialectId = (typeof dialects)[number]['id'];

/** Dialect of a run or a tab; HotSQL for an unknown name. */
export const dialectOf = (name: string | null | undefined) =>
  dialects.find(({ id }) => id === name) ?? dialects[0];
