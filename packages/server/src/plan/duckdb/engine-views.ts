import { foldName } from './read-tree.ts';

/**
 * Views of DuckDB 1.5.6 found without a schema: they show settings, paths and the worker's own
 * catalogs. A test compares the list with the engine.
 */
export const engineViews: ReadonlySet<string> = new Set(
  `
  duckdb_columns duckdb_constraints duckdb_databases duckdb_indexes duckdb_logs duckdb_schemas duckdb_tables
  duckdb_types duckdb_views pg_am pg_attrdef pg_attribute pg_class pg_collation pg_constraint pg_database pg_depend
  pg_description pg_enum pg_index pg_indexes pg_namespace pg_prepared_statements pg_proc pg_sequence pg_sequences
  pg_settings pg_tables pg_tablespace pg_type pg_views pragma_database_list sqlite_master sqlite_schema
  sqlite_temp_master sqlite_temp_schema
`
    .trim()
    .split(/\s+/),
);

export function isEngineView(name: string): boolean {
  return engineViews.has(foldName(name));
}
