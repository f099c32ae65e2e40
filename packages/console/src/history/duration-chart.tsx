import type { QueryRunInfo } from '@quern/client';
import { useMemo } from 'react';
import { chartSeries } from '../results/chart-series.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Chart = lazyPart(() => import('../results/chart.tsx').then((module) => module.Chart), 4);

/** Durations of runs, by start. */
export function DurationChart({ runs }: { readonly runs: readonly QueryRunInfo[] }) {
  const data = useMemo(() => {
    const rows = runs.map(({ created_at, server_processing_ms, status }) => {
      const ms = server_processing_ms ?? null;
      return [created_at, status === 'failed' ? null : ms, status === 'failed' ? (ms ?? 0) : null];
    });
    const series = chartSeries(
      { type: 'scatter', x: 0, y: [1, 2] },
      ['when', 'took (ms)', 'failed (ms)'],
      rows,
    );
    // Times in the reader's zone, like the list below.
    return { ...series, across: 'when', time: { zone: 'reader', isDate: false } as const };
  }, [runs]);
  if (runs.length < 2) return null;
  return (
    <div className="duration-chart card">
      <Chart
        type="scatter"
        data={data}
        label={`How long ${runs.length} runs took, by when they began`}
      />
    </div>
  );
}
