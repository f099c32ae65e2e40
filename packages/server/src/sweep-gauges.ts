import type { GaugeReading } from './http/metrics.ts';
import type { SweepTally } from './operations/maintenance/sweep-tally.ts';

/** What Prometheus sees of the maintenance of this process. */
export function sweepGauges(tally: SweepTally): GaugeReading[] {
  const perSweep = (name: string, help: string, read: () => ReadonlyMap<string, number>): GaugeReading => ({
    name,
    help,
    labels: ['sweep'],
    read: () => [...read()].map(([sweep, value]) => ({ labels: { sweep }, value })),
  });
  return [
    perSweep('quern_sweep_runs', 'Maintenance sweeps that ran to their end', () => tally.runs()),
    perSweep('quern_sweep_removed', 'Things that maintenance sweeps removed or ended', () => tally.removed()),
  ];
}
