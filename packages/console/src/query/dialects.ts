/** As the service names them, and as people do. */
export const dialects = [
  { id: 'hotsql', label: 'HotSQL' },
  { id: 'postgres', label: 'PostgreSQL' },
  { id: 'duckdb', label: 'DuckDB' },
  { id: 'snowflake', label: 'Snowflake' },
] as const;
