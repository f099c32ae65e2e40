import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BareDuckdb } from './bare-duckdb.ts';
import { hitsQuery } from './hits-rows.ts';
import type { HttpClient } from './http-client.ts';
import { pairedMedians } from './measure.ts';
import { type BenchRow, ms, ratioRow } from './report.ts';
import { makeTpch, tpchTables } from './tpch-files.ts';
import { clickbenchQueries, tpchQueries, type WorkloadQuery } from './workloads.ts';

interface WorkloadBench {
  readonly folder: string;
  readonly database: HttpClient;
  readonly bare: BareDuckdb;
}

type LoadTable = (table: string, path: string) => Promise<void>;

const rounds = 3;
const hitsRows = 3_000_000;

/**
 * TPC-H's 22 queries at scale factor 1, against bare DuckDB on the Parquet files that were loaded.
 */
export async function tpch(bench: WorkloadBench, load: LoadTable): Promise<BenchRow[]> {
  const folder = join(bench.folder, 'tpch');
  await mkdir(folder);
  await makeTpch('parquet', 1, folder);
  await inBoth({ ...bench, folder }, tpchTables, load);
  return compare(bench, "TPC-H's 22 queries at scale factor 1", tpchQueries);
}

/** ClickBench's 43 queries over generated rows, likewise. */
export async function clickbench(bench: WorkloadBench, load: LoadTable): Promise<BenchRow[]> {
  await bench.bare.run(
    `COPY (${hitsQuery(hitsRows)}) TO '${join(bench.folder, 'hits.parquet')}' (FORMAT parquet)`,
  );
  await inBoth(bench, ['hits'], load);
  return compare(bench, "ClickBench's 43 queries over 3M generated rows", clickbenchQueries);
}

/**
 * Loads `<table>.parquet` of the folder into the service and shows the same file to bare DuckDB.
 */
async function inBoth(
  { folder, bare }: WorkloadBench,
  tables: readonly string[],
  load: LoadTable,
): Promise<void> {
  for (const table of tables) {
    const path = join(folder, `${table}.parquet`);
    await bare.run(`CREATE VIEW ${table} AS SELECT * FROM '${path}'`);
    await load(table, path);
  }
}

/** A row for the sum of the medians, and a row with the queries furthest from bare DuckDB. */
async function compare(
  { database, bare }: WorkloadBench,
  what: string,
  queries: readonly WorkloadQuery[],
): Promise<BenchRow[]> {
  const measured: { number: number; left: number; right: number }[] = [];
  for (const { number, sql } of queries) {
    const { left, right } = await pairedMedians(
      rounds,
      () => database.json('POST', '/v1/query', { sql }),
      () => bare.rows(sql),
    );
    measured.push({ number, left, right });
  }
  const sum = (side: 'left' | 'right') => measured.reduce((total, times) => total + times[side], 0);
  const furthest = [...measured]
    .sort((one, other) => other.left - other.right - (one.left - one.right))
    .slice(0, 3);
  return [
    ratioRow(`${what}, together`, sum('left'), sum('right'), 1.1),
    {
      what: `of these the three that are furthest behind: ${furthest.map(({ number }) => number).join(', ')}`,
      quern: furthest.map(({ left }) => ms(left)).join(', '),
      reference: furthest.map(({ right }) => ms(right)).join(', '),
      result: furthest
        .map(({ left, right }) => `${(left / right).toFixed(2)}`)
        .join(', ')
        .concat(' times'),
      reach: 'stated',
      reached: true,
    },
  ];
}
