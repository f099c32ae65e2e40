import type { SourceDriver } from '../source.ts';

/**
 * By the name of the type; loaded when it is first asked for, so that a worker holds what it uses.
 */
export const drivers: Readonly<Record<string, () => Promise<SourceDriver>>> = {
  bigquery: async () => (await import('../bigquery/bigquery-driver.ts')).bigqueryDriver,
  duckdb: async () => (await import('../duckdb/duckdb-driver.ts')).duckdbDriver,
  ducklake: async () => (await import('../ducklake/ducklake-driver.ts')).ducklakeDriver,
  https: async () => (await import('../https/https-driver.ts')).httpsDriver,
  iceberg: async () => (await import('../iceberg/iceberg-driver.ts')).icebergDriver,
  mysql: async () => (await import('../mysql/mysql-driver.ts')).mysqlDriver,
  postgres: async () => (await import('../postgres/postgres-driver.ts')).postgresDriver,
  s3: async () => (await import('../s3/s3-driver.ts')).s3Driver,
  snowflake: async () => (await import('../snowflake/snowflake-driver.ts')).snowflakeDriver,
  sqlite: async () => (await import('../sqlite/sqlite-driver.ts')).sqliteDriver,
};
