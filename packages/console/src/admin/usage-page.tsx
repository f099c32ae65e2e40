import type { UsageDay } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChartSeries } from '../results/chart-series.ts';
import { useClient } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { bytesText, countText, timeText } from '../ui/numbers.ts';
import '../styles/data.css';
import { lazyPart } from '../ui/lazy-part.tsx';

const Chart = lazyPart(() => import('../results/chart.tsx').then((module) => module.Chart), 4);

/** Usage of the workspace in the month, and on each of the last days. */
export function UsagePage() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.usage.get({}, { signal }),
  });
  return (
    <section className="page">
      <h1>Usage</h1>
      <Loaded query={query}>
        {({ since, query_count, bytes_scanned, storage_bytes, storage_captured_at, ...more }) => (
          <>
            <p className="muted">Since {timeText(since)}.</p>
            <div className="cards">
              <Figure value={countText(query_count)} label="queries" />
              <Figure value={bytesText(bytes_scanned)} label="read from storage" />
              {(more.embedded_text_count ?? 0) > 0 && (
                <Figure value={countText(more.embedded_text_count ?? 0)} label="texts embedded" />
              )}
              <Figure
                value={bytesText(storage_bytes)}
                label={
                  storage_captured_at
                    ? `stored, as of ${timeText(storage_captured_at)}`
                    : 'stored; not measured yet'
                }
              />
            </div>
          </>
        )}
      </Loaded>
      <Days />
    </section>
  );
}

function Figure({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className="card">
      <strong className="figure">{value}</strong>
      <span className="muted">{label}</span>
    </div>
  );
}

const mebibyte = 2 ** 20;

/** The course of the last days. */
function Days() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['usage by day'],
    queryFn: async ({ signal }) => (await client.usage.getDays({}, { signal })).days,
  });
  return (
    <Loaded query={query} lines={6}>
      {(days) => (
        <>
          <DayChart
            title="Queries by day"
            days={days}
            unit="queries"
            measure={(day) => day.query_count}
          />
          <DayChart
            title="Read from storage by day"
            days={days}
            unit="MiB"
            measure={(day) => day.bytes_scanned / mebibyte}
          />
          {days.some((day) => day.embedded_text_count > 0) && (
            <DayChart
              title="Texts embedded by day"
              days={days}
              unit="texts"
              measure={(day) => day.embedded_text_count}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function DayChart({
  title,
  days,
  unit,
  measure,
}: {
  readonly title: string;
  readonly days: readonly UsageDay[];
  readonly unit: string;
  readonly measure: (day: UsageDay) => number;
}) {
  const data = useMemo<ChartSeries>(
    () => ({
      across: 'day',
      x: days.map((_, index) => index),
      time: null,
      labels: days.map(({ day }) => day.slice(5)),
      series: [{ name: unit, values: days.map(measure) }],
      note: null,
    }),
    [days, unit, measure],
  );
  return (
    <section className="stack">
      <h2>{title}</h2>
      <div className="day-chart card">
        <Chart type="bar" data={data} label={`${title}, ${days[0]?.day} to today`} />
      </div>
    </section>
  );
}
