import type { GaugeReading } from '../http/metrics.ts';
import type { CollectionStop, SweepRecord, SweepTally } from '../maintenance/sweep-tally.ts';

const collectionStops: readonly CollectionStop[] = ['restored', 'adopted', 'share', 'not ours'];

/** Gauges of the upkeep of this process for Prometheus. */
export function sweepGauges(tally: SweepTally): GaugeReading[] {
  const perSweep = (
    name: string,
    help: string,
    of: (record: SweepRecord) => number | null,
  ): GaugeReading => ({
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
    perSweep(
      'quern_sweep_removed',
      'Things that maintenance sweeps removed or ended',
      ({ removed }) => removed,
    ),
    perSweep('quern_sweep_seconds', 'Time that maintenance sweeps took', ({ seconds }) => seconds),
    perSweep(
      'quern_sweep_last_end_timestamp_seconds',
      'When a sweep of this process last ended',
      ({ endedAt }) => (endedAt === null ? null : endedAt / 1000),
    ),
    {
      name: 'quern_upkeep',
      help: 'What upkeep came to, by what was done',
      labels: ['what'],
      read: () => [...tally.counts()].map(([what, value]) => ({ labels: { what }, value })),
    },
    {
      name: 'quern_collection_stopped',
      help: 'Whether objects that nothing names are kept for a reason that an operator has to look at, by the reason',
      labels: ['reason'],
      read: () =>
        collectionStops.map((reason) => ({
          labels: { reason },
          value: tally.collectionStop === reason ? 1 : 0,
        })),
    },
    {
      name: 'quern_store_bound',
      help: 'Whether the object store has the mark of this metadata',
      read: () => (tally.isStoreOurs ? 1 : 0),
    },
    {
      name: 'quern_compaction_lag_seconds',
      help: 'For how long the table that waits longest has been due for its compaction',
      read: () => tally.compactionLagMs / 1000,
    },
  ];
}
