import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Picker } from '../ui/picker.tsx';
import type { ColumnKind } from './cell-text.ts';
import {
  type ChartChoice,
  type ChartSeries,
  type ChartType,
  chartSeries,
  chartTypes,
  chooseChart,
  kindsOf,
  mostPoints,
  splitChoice,
} from './chart-series.ts';
import type { ResultRows, Row } from './result-rows.ts';

const noSplit = 'none';

const Chart = lazyPart(() => import('./chart.tsx').then((module) => module.Chart), 4);

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
  const [choice, setChoice] = useState<ChartChoice | null>(() => {
    const chosen = chooseChart(kinds, rows.length);
    return chosen && splitChoice(chosen, kinds, rows);
  });
  const data = useMemo(() => choice && chartSeries(choice, columns, rows), [choice, columns, rows]);
  if (!choice || !data) {
    return (
      <p className="empty">
        There is no column of numbers to draw. Count or sum something, by a column of names or
        times.
      </p>
    );
  }
  return (
    <div className="chart-panel">
      <div className="actions">
        <Choices {...{ columns, kinds, choice, setChoice }} />
        <span className="muted small">
          {totalRows > rows.length ? `The first ${rows.length.toLocaleString('en')} rows. ` : ''}
          {data.note}
        </span>
      </div>
      <Chart type={choice.type} data={data} label={labelOf(choice, data, columns)} />
    </div>
  );
}

/** Description of the chart for readers who cannot see. */
function labelOf(
  { type, x, y, split }: ChartChoice,
  { series }: ChartSeries,
  columns: readonly string[],
): string {
  if (type === 'histogram')
    return `histogram chart of ${series.map(({ name }) => name).join(', ')}`;
  const nameOf = (index: number) => columns[index] ?? '';
  const across = split === undefined ? [x] : [x, split];
  return `${type} chart of ${y.map(nameOf).join(', ')} by ${across.map(nameOf).join(' and ')}`;
}

function Choices({
  columns,
  kinds,
  choice,
  setChoice,
}: {
  readonly columns: readonly string[];
  readonly kinds: readonly ColumnKind[];
  readonly choice: ChartChoice;
  readonly setChoice: (choice: ChartChoice) => void;
}) {
  const options = columns.map((name, index) => ({ id: String(index), label: name }));
  const y = choice.y[0] ?? kinds.indexOf('number');
  const types = chartTypes.map((type) => ({
    id: type,
    label: `${type[0]?.toUpperCase()}${type.slice(1)}`,
  }));
  return (
    <>
      <Picker
        label="Chart"
        isLabelHidden
        value={choice.type}
        options={types}
        onChange={(type) => {
          const drawn = choice.y.length > 0 ? choice.y : [y];
          setChoice({ ...choice, type: type as ChartType, y: drawn });
        }}
      />
      <Picker
        label="Across"
        isLabelHidden
        value={String(choice.x)}
        options={options}
        onChange={(x) => setChoice({ ...choice, x: Number(x) })}
      />
      {choice.type !== 'histogram' && (
        <>
          <Picker
            label="Upward"
            isLabelHidden
            value={String(y)}
            options={options}
            onChange={(index) => setChoice({ ...choice, y: [Number(index)] })}
          />
          <Picker
            label="Split by"
            isLabelHidden
            value={String(choice.split ?? noSplit)}
            options={[
              { id: noSplit, label: 'Not split' },
              ...options.map(({ id, label }) => ({ id, label: `by ${label}` })),
            ]}
            onChange={(index) =>
              setChoice({ ...choice, split: index === noSplit ? undefined : Number(index) })
            }
          />
        </>
      )}
    </>
  );
}
