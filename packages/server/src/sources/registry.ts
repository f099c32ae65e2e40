import { bigqueryType } from './bigquery/properties.ts';
import { duckdbType } from './duckdb/properties.ts';
import { ducklakeType } from './ducklake/properties.ts';
import { httpsType } from './https/properties.ts';
import { icebergType } from './iceberg/properties.ts';
import { mysqlType } from './mysql/properties.ts';
import { postgresType } from './postgres/properties.ts';
import { s3Type } from './s3/properties.ts';
import { snowflakeType } from './snowflake/properties.ts';
import type { SourceType } from './source.ts';
import { sqliteType } from './sqlite/properties.ts';

/** The kinds of source in this version, each with a driver in `worker/drivers.ts`. */
export const sourceTypes: readonly SourceType[] = [
  postgresType,
  mysqlType,
  sqliteType,
  duckdbType,
  ducklakeType,
  icebergType,
  s3Type,
  httpsType,
  snowflakeType,
  bigqueryType,
];

export function findSourceType(name: string): SourceType | undefined {
  return sourceTypes.find((type) => type.name === name);
}
