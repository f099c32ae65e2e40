/**
 * A column of a result or a table with DuckDB's type (`DECIMAL(18,3)`,
 * `STRUCT(a INTEGER, b VARCHAR[])`).
 */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
}
