import { join } from 'node:path';
import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { pairedMedians } from './measure.ts';
import { type BenchRow, ms, ratioRow } from './report.ts';

interface PartitionedBench {
  readonly folder: string;
  readonly client: HttpClient;
  /** Client of one database. */
  readonly database: HttpClient;
  readonly databaseId: string;
  readonly bare: BareDuckdb;
}

const days = 365;
const rowsPerDay = 10_000;
const day = "at_time >= '2024-03-05' AND at_time < '2024-03-06'";
const queryOf = (table: string) =>
  `SELECT kind, count(*) AS n, avg(value) AS mean FROM ${table} WHERE ${day} GROUP BY kind ORDER BY kind`;

/**
 * A query of one day in a table of 365 daily partitions, compared with a table of only the day's
 * file, and with bare DuckDB on the same rows in one file.
 */
export async function partitionedQuery(
  { folder, client, database, databaseId, bare }: PartitionedBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const [all, one] = [join(folder, 'events.parquet'), join(folder, 'one-day.parquet')];
  const events = `SELECT TIMESTAMP '2024-01-01' + to_microseconds(i * (86400000000 // ${rowsPerDay})) AS at_time, 'kind ' || (hash(i) % 20) AS kind, (hash(i + 1) % 100000) / 7 AS value FROM range(${days * rowsPerDay}) AS r(i)`;
  await bare.run(`COPY (${events}) TO '${all}' (FORMAT parquet)`);
  await bare.run(`COPY (SELECT * FROM '${all}' WHERE ${day}) TO '${one}' (FORMAT parquet)`);
  const layout = { name: 'events', partition_by: [{ column: 'at_time', transform: 'day' }] };
  await client.json('POST', `/v1/databases/${databaseId}/schemas/main/tables`, layout, 201);
  await load('events', all);
  await load('one_day', one);
  const ask = (table: string) => () => database.json('POST', '/v1/query', { sql: queryOf(table) });
  const quern = await pairedMedians(101, ask('events'), ask('one_day'));
  const native = await pairedMedians(101, ask('events'), () => bare.rows(queryOf(`'${one}'`)));
  return [
    ratioRow(
      'one day of 365 partitions, against a table of that one file',
      quern.left,
      quern.right,
      1.5,
    ),
    {
      what: 'the same, against bare DuckDB in this process on that one file',
      quern: ms(native.left),
      reference: ms(native.right),
      result: `${ms(native.left - native.right)} more`,
      reach: 'stated',
      reached: true,
    },
  ];
}
