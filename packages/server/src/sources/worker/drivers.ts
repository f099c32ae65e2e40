import type { SourceDriver } from '../source.ts';

/** Drivers by type name; loaded on first use, so a worker has only the needed code in memory. */
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
