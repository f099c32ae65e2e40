/**
 * A column of a result or a table as DuckDB types it (`DECIMAL(18,3)`,
 * `STRUCT(a INTEGER, b VARCHAR[])`).
 */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
}
