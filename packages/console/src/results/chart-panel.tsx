import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Loaded } from '../ui/loaded.tsx';
import { Picker } from '../ui/picker.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import {
  type ChartChoice,
  type ChartType,
  chartSeries,
  chartTypes,
  chooseChart,
  kindsOf,
  mostPoints,
} from './chart-series.ts';
import type { ResultRows, Row } from './result-rows.ts';

const Chart = lazy(() => import('./chart.tsx').then((module) => ({ default: module.Chart })));

/**
 * A chart of the first ten thousand rows, chosen by what the columns hold until somebody chooses
 * otherwise.
 */
export function ChartPanel({
  id,
  columns,
  rows,
}: {
  readonly id: string;
  readonly columns: readonly string[];
  readonly rows: ResultRows;
}) {
  const query = useQuery({
    queryKey: ['chart rows', id],
    queryFn: ({ signal }) => rows.read(0, mostPoints, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return (
    <Loaded query={query}>
      {(read) => <ChartOf columns={columns} rows={read} totalRows={rows.totalRows} />}
    </Loaded>
  );
}

function ChartOf({
  columns,
  rows,
  totalRows,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
}) {
  const kinds = useMemo(() => kindsOf(columns, rows), [columns, rows]);
  const [choice, setChoice] = useState<ChartChoice | null>(() => chooseChart(kinds, rows.length));
  const data = useMemo(() => choice && chartSeries(choice, columns, rows), [choice, columns, rows]);
  if (!choice || !data) {
    return (
      <p className="empty">
        There is no column of numbers to draw. Count or sum something, by a column of names or
        times.
      </p>
    );
  }
  const options = columns.map((name, index) => ({ id: String(index), label: name }));
  const y = choice.y[0] ?? kinds.indexOf('number');
  const label = `${choice.type} chart of ${data.series.map(({ name }) => name).join(', ')}${choice.type === 'histogram' ? '' : ` by ${columns[choice.x]}`}`;
  return (
    <div className="chart-panel">
      <div className="actions">
        <Picker
          label="Chart"
          isLabelHidden
          value={choice.type}
          options={chartTypes.map((type) => ({
            id: type,
            label: `${type[0]?.toUpperCase()}${type.slice(1)}`,
          }))}
          onChange={(type) =>
            setChoice({
              ...choice,
              type: type as ChartType,
              y: choice.y.length > 0 ? choice.y : [y],
            })
          }
        />
        <Picker
          label="Across"
          isLabelHidden
          value={String(choice.x)}
          options={options}
          onChange={(x) => setChoice({ ...choice, x: Number(x) })}
        />
        {choice.type !== 'histogram' && (
          <Picker
            label="Upward"
            isLabelHidden
            value={String(y)}
            options={options}
            onChange={(index) => setChoice({ ...choice, y: [Number(index)] })}
          />
        )}
        <span className="muted small">
          {totalRows > rows.length ? `The first ${rows.length.toLocaleString('en')} rows. ` : ''}
          {data.note}
        </span>
      </div>
      <Suspense fallback={<Skeleton lines={4} />}>
        <Chart type={choice.type} data={data} label={label} />
      </Suspense>
    </div>
  );
}
