import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { RunningService } from '../service.ts';

/** Runs until cancelled, and reacts to an interrupt. */
export const endlessSql = 'SELECT count(*) FROM range(1000000000000) a, range(1000000) b';

/** Busy workers and waiting tasks of the engine, as /metrics tells. */
export async function engineLoad(
  service: RunningService,
): Promise<{ busy: number; queued: number }> {
  const { body } = await service.api().get('/metrics');
  const read = (line: string) => Number(String(body).split(`\n${line} `)[1]?.split('\n')[0]);
  return {
    busy: read('quern_engine_workers{pool="main",state="busy"}'),
    queued: read('quern_engine_queued{pool="main"}'),
  };
}

/**
 * Occupies `count` workers until the returned function is called; other work waits in the queue.
 */
export async function occupyWorkers(
  service: RunningService,
  databaseId: string,
  count: number,
): Promise<() => Promise<void>> {
  const api = service.api().with({ 'x-database-id': databaseId });
  const runs: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { status, body } = await api.post('/v1/query', {
      sql: endlessSql,
      dialect: 'duckdb',
      async: true,
    });
    expect(status).toBe(202);
    runs.push(body.query_run_id);
  }
  // Waits for an empty queue: the busy workers are these, not workers about to end.
  await eventually(async () =>
    expect(await engineLoad(service)).toEqual({ busy: count, queued: 0 }),
  );
  return async () => {
    for (const run of runs) await api.post(`/v1/query-runs/${run}/cancel`, undefined);
  };
}
