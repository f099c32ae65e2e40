/** As the service names them, and as people do. */
export const dialects = [
  { id: 'hotsql', label: 'HotSQL' },
  { id: 'postgres', label: 'PostgreSQL' },
  { id: 'duckdb', label: 'DuckDB' },
  { id: 'snowflake', label: 'Snowflake' },
] as const;

export type DialectId = (typeof dialects)[number]['id'];

/** The one that a run or a tab names; HotSQL where it names none that is known here. */
export const dialectOf = (name: string | null | undefined) =>
  dialects.find(({ id }) => id === name) ?? dialects[0];
