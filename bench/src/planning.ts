import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bind, bindNames, shapesOf } from '../../packages/server/dist/plan/bind.js';
import { guessTables } from '../../packages/server/dist/plan/hotsql/read/guess-tables.js';
import type { VisibleCatalogs } from '../../packages/server/dist/plan/types.js';
import type { BareDuckdb } from './bare-duckdb.ts';
import { openPlanner, taskBudget } from './engine-pools.ts';
import { median, timed } from './measure.ts';
import { type BenchRow, ms } from './report.ts';
import { makeTpch, tpchTables } from './tpch-files.ts';
import { tpchQueries } from './workloads.ts';

const rounds = 40;
const reachMs = 3;

/**
 * Time from a new text of a TPC-H query to the bound plan, through a planner process and its
 * messages: the work of `POST /v1/query` for a new text, over tables of one file each. (The worker
 * that runs the query reads DuckDB's tree.)
 */
export async function planning({
  folder,
  bare,
}: {
  folder: string;
  bare: BareDuckdb;
}): Promise<BenchRow[]> {
  const scope = await tpchScope(folder, bare);
  const planner = await openPlanner(join(folder, 'planning'));
  let texts = 0;
  const plan = async (sql: string) => {
    texts += 1;
    const request = { sql: `${sql} -- ${texts}`, dialect: 'hotsql', leavesTree: true } as const;
    const shapes = shapesOf(bindNames({ tables: guessTables(sql) }, scope));
    const planned = await planner.run('planSql', { ...request, shapes }, taskBudget);
    if ('tables' in planned) throw new Error('the planner asked for tables that it was told');
    bind(planned, scope);
  };
  try {
    for (const { sql } of tpchQueries)
      for (let round = 0; round < rounds; round += 1) await plan(sql);
    const measured = [];
    for (const { number, sql } of tpchQueries) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timed(() => plan(sql)));
      measured.push({ number, ms: median(times) });
    }
    const slowest = measured.reduce((one, other) => (other.ms > one.ms ? other : one));
    return [
      {
        what: `planning of TPC-H's 22 queries, p50 of the slowest (${slowest.number})`,
        quern: ms(slowest.ms),
        reference: `p50 of all ${ms(median(measured.map((query) => query.ms)))}`,
        result: ms(slowest.ms),
        reach: `at most ${reachMs} ms`,
        reached: slowest.ms <= reachMs,
      },
    ];
  } finally {
    await planner.close();
  }
}

/** A database that holds the tables, with the columns of the generator's files. */
async function tpchScope(parent: string, bare: BareDuckdb): Promise<VisibleCatalogs> {
  const folder = join(parent, 'planning-tables');
  await mkdir(folder);
  await makeTpch('parquet', 0.001, folder);
  const tables = [];
  for (const name of tpchTables) {
    const described = (await bare.rows(
      `DESCRIBE SELECT * FROM '${join(folder, name)}.parquet'`,
    )) as string[][];
    const columns = described.map(([column = '', type = '']) => ({ name: column, type }));
    tables.push({ name, id: name, loaded: true, columns });
  }
  const schemas = [{ name: 'main', tables }];
  return {
    defaultCatalogIndex: 0,
    catalogs: [{ names: ['default'], defaultSchema: 'main', schemas }],
  };
}
