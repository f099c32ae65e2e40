import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine, openPlanner, taskBudget } from './engine-pools.ts';
import { throughput } from './measure.ts';

/**
 * `SELECT 1` per second through the same worker processes, planned and kept as Parquet each time,
 * but without a service.
 */
export async function workersWithoutHttp(
  folder: string,
  clients: number,
  durationMs: number,
): Promise<number> {
  const spoolDir = join(folder, 'without-http');
  const results = join(spoolDir, 'results');
  mkdirSync(results, { recursive: true });
  const main = await openEngine(spoolDir, results);
  const planner = await openPlanner(spoolDir);
  let count = 0;
  try {
    const work = async () => {
      const planned = await planner.run(
        'planSql',
        { sql: 'SELECT 1', dialect: 'hotsql', leavesTree: true },
        taskBudget,
      );
      if ('tables' in planned) throw new Error('SELECT 1 needs no table');
      count += 1;
      await main.run(
        'executeQuery',
        {
          catalogs: [],
          defaultCatalog: null,
          defaultSchema: null,
          sql: planned.translation.sql,
          isChecked: planned.analysis.isFromTree,
          kind: planned.translation.statementKind,
          resultPath: join(results, `${count}.parquet`),
          inlineBytes: 0,
          previewRows: 10_000,
          previewBytes: 8 * 2 ** 20,
        },
        taskBudget,
      );
    };
    await throughput(clients, 1000, work);
    return await throughput(clients, durationMs, work);
  } finally {
    await Promise.all([main.close(), planner.close()]);
  }
}
