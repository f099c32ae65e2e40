import type { EnginePool } from '../engine/host/engine-pool.ts';
import type { EngineTasks } from '../engine/tasks/engine-tasks.ts';
import type { PlannerTasks } from '../engine/tasks/planner-tasks.ts';
import type { GaugeReading } from '../http/metrics.ts';
import type { Services } from './services.ts';

/** Gauges of the worker processes for Prometheus. */
export function engineGauges(
  main: EnginePool<EngineTasks>,
  planning: EnginePool<PlannerTasks>,
  services: Services,
): GaugeReading[] {
  const pools = { main, planner: planning };
  const perPool = (
    name: string,
    help: string,
    of: (stats: ReturnType<EnginePool<never>['stats']>) => number,
  ): GaugeReading => ({
    name: `quern_engine_${name}`,
    help,
    labels: ['pool'],
    read: () =>
      Object.entries(pools).map(([pool, value]) => ({
        labels: { pool },
        value: of(value.stats()),
      })),
  });
  return [
    {
      name: 'quern_engine_workers',
      help: 'Worker processes by state',
      labels: ['pool', 'state'],
      read: () =>
        Object.entries(pools).flatMap(([pool, value]) =>
          Object.entries(value.stats().workers).map(([state, count]) => ({
            labels: { pool, state },
            value: count,
          })),
        ),
    },
    {
      name: 'quern_engine_kills',
      help: 'Worker processes killed by the pool, by reason',
      labels: ['pool', 'reason'],
      read: () =>
        Object.entries(pools).flatMap(([pool, value]) =>
          Object.entries(value.stats().kills).map(([reason, count]) => ({
            labels: { pool, reason },
            value: count,
          })),
        ),
    },
    perPool('queued', 'Tasks that wait for a worker', (stats) => stats.queued),
    perPool('reserved_bytes', 'Memory budgets of running tasks', (stats) => stats.reservedBytes),
    perPool('resident_bytes', 'Resident memory of the workers', (stats) => stats.residentBytes),
    perPool('deaths', 'Workers that ended by themselves', (stats) => stats.deaths),
    perPool(
      'refused',
      'Tasks refused because the queue was full or slow',
      (stats) => stats.refused,
    ),
    {
      name: 'quern_damaged_objects',
      help: 'Stored objects that were found damaged or missing since the start',
      read: () => services.damage.count,
    },
    {
      name: 'quern_queries_running',
      help: 'Queries under way',
      read: () => services.runningQueries.size,
    },
  ];
}
