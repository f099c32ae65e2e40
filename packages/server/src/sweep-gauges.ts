import type { GaugeReading } from './http/metrics.ts';
import type { SweepRecord, SweepTally } from './operations/maintenance/sweep-tally.ts';

/** What Prometheus sees of the upkeep of this process. */
export function sweepGauges(tally: SweepTally): GaugeReading[] {
  const perSweep = (name: string, help: string, of: (record: SweepRecord) => number | null): GaugeReading => ({
    name,
    help,
    labels: ['sweep'],
    read: () =>
      [...tally.sweeps()].flatMap(([sweep, record]) => {
        const value = of(record);
        return value === null ? [] : [{ labels: { sweep }, value }];
      }),
  });
  return [
    perSweep('quern_sweep_runs', 'Maintenance sweeps that ran to their end', ({ runs }) => runs),
    perSweep(
      'quern_sweep_failures',
      'Maintenance sweeps that failed; they are tried again',
      ({ failures }) => failures,
    ),
    perSweep('quern_sweep_removed', 'Things that maintenance sweeps removed or ended', ({ removed }) => removed),
    perSweep('quern_sweep_seconds', 'Time that maintenance sweeps took', ({ seconds }) => seconds),
    perSweep('quern_sweep_last_end_timestamp_seconds', 'When a sweep of this process last ended', ({ endedAt }) =>
      endedAt === null ? null : endedAt / 1000,
    ),
    {
      name: 'quern_upkeep',
      help: 'What upkeep came to, by what was done',
      labels: ['what'],
      read: () => [...tally.counts()].map(([what, value]) => ({ labels: { what }, value })),
    },
    {
      name: 'quern_compaction_lag_seconds',
      help: 'For how long the table that waits longest has been due for its compaction',
      read: () => tally.compactionLagMs / 1000,
    },
  ];
}
