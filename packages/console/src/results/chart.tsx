import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import '../styles/chart.css';
import { useIsDark } from '../shell/theme.ts';
import { type ChartSeries, type ChartType, rangeFromZero } from './chart-series.ts';

/** Of the two themes; each at least 3:1 against its ground. */
const colours = [
  ['#9a4a00', '#e8ae6e'],
  ['#0b5e86', '#86c5e8'],
  ['#1d6b3a', '#8fd6a8'],
  ['#7c2d8e', '#d7a1e8'],
] as const;

/** Draws on a canvas: ten thousand points take some milliseconds. */
export function Chart({
  type,
  data,
  label,
}: {
  readonly type: ChartType;
  readonly data: ChartSeries;
  readonly label: string;
}) {
  const element = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  useEffect(() => {
    const parent = element.current;
    if (!parent || data.x.length === 0) return;
    const legendHeight = () => parent.querySelector('.u-legend')?.clientHeight ?? 28;
    const size = () => ({
      width: Math.max(260, parent.clientWidth),
      height: Math.max(140, parent.clientHeight - legendHeight() - 4),
    });
    const plot = new uPlot(
      optionsOf(type, data, isDark, size()),
      [[...data.x], ...data.series.map(({ values }) => [...values])],
      parent,
    );
    const resize = new ResizeObserver(() => plot.setSize(size()));
    resize.observe(parent);
    plot.setSize(size());
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [type, data, isDark]);
  return <div ref={element} className="chart" role="img" aria-label={label} />;
}

function optionsOf(
  type: ChartType,
  data: ChartSeries,
  isDark: boolean,
  size: { width: number; height: number },
): uPlot.Options {
  const lines = isDark ? '#33363c' : '#dedad3';
  const text = isDark ? '#a9a49b' : '#625c53';
  const axis = {
    stroke: text,
    grid: { stroke: lines, width: 1 },
    ticks: { stroke: lines, width: 1 },
  };
  const { labels } = data;
  const x: uPlot.Axis = labels
    ? {
        ...axis,
        grid: { show: false },
        values: (_plot, places) => places.map((place) => shortened(labels[place] ?? '')),
      }
    : axis;
  return {
    ...size,
    scales: {
      x: {
        time: data.isTime,
        ...(labels ? { range: [-0.6, labels.length - 0.4] as [number, number] } : {}),
      },
      // What is filled down to the axis says how much there is: that is measured from nothing.
      ...(type === 'line' || type === 'scatter'
        ? {}
        : { y: { range: (_plot, low, high) => rangeFromZero(low, high) } }),
    },
    axes: [
      x,
      {
        ...axis,
        size: 64,
        values: (_plot, places) => places.map((place) => compact.format(place)),
      },
    ],
    cursor: { points: { size: 7 } },
    hooks: { setLegend: [leaveIdleEmpty] },
    series: [
      labels
        ? {
            label: data.across,
            value: (_plot, place) => (place === null ? '' : (labels[Math.round(place)] ?? '')),
          }
        : { label: data.across },
      ...data.series.map(({ name }, index) =>
        seriesOf(type, name, colours[index % colours.length]?.[isDark ? 1 : 0] ?? text),
      ),
    ],
  };
}

/** The legend says the values under the pointer; where there is none it would say `--`. */
function leaveIdleEmpty({ root }: uPlot): void {
  for (const { firstChild } of root.querySelectorAll('.u-legend .u-value'))
    if (firstChild?.nodeValue === '--') firstChild.nodeValue = '';
}

function seriesOf(type: ChartType, label: string, stroke: string): uPlot.Series {
  const { bars } = uPlot.paths;
  if (type === 'scatter')
    return {
      label,
      stroke,
      fill: stroke,
      paths: () => null,
      points: { show: true, size: 5, fill: stroke },
    };
  if ((type === 'bar' || type === 'histogram') && bars) {
    return {
      label,
      stroke,
      fill: `${stroke}cc`,
      width: 1,
      paths: bars({ size: [0.72, 60] }),
      points: { show: false },
    };
  }
  return {
    label,
    stroke,
    width: 2,
    ...(type === 'area' ? { fill: `${stroke}40` } : {}),
    points: { show: false },
  };
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
const shortened = (text: string) => (text.length > 14 ? `${text.slice(0, 13)}…` : text);
