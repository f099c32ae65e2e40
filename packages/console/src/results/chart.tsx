import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import '../styles/chart.css';
import { useIsDark } from '../shell/theme.ts';
import { type ChartSeries, type ChartType, rangeFromZero, type TimeAxis } from './chart-series.ts';
import { momentText, placeText, timePlaces, timeStep } from './utc-axis.ts';

/** Colours of the two themes, each at least 3:1 against the ground. */
const colours = [
  ['#9a4a00', '#e8ae6e'],
  ['#0b5e86', '#86c5e8'],
  ['#1d6b3a', '#8fd6a8'],
  ['#7c2d8e', '#d7a1e8'],
  ['#a3123a', '#f29bb0'],
  ['#4d5a00', '#c9d46a'],
  ['#3b3fa8', '#abb1f5'],
  ['#5c4a3d', '#cbb8a8'],
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
  const { labels, time } = data;
  const x = labels
    ? labelAxis(axis, labels)
    : time && time.zone !== 'reader'
      ? utcAxis(axis)
      : axis;
  return {
    ...size,
    // The last text of an axis of time stands half beyond its place.
    ...(time && time.zone !== 'reader' ? { padding: [null, placeWidth / 2, null, null] } : {}),
    scales: {
      x: {
        // The library's own axis of time is in the zone of the browser.
        time: time?.zone === 'reader',
        ...(labels ? { range: [-0.6, labels.length - 0.4] as [number, number] } : {}),
        ...(time ? { range: (_plot, from, to) => timeRange(from, to) } : {}),
      },
      // A filled area shows an amount, so its axis begins at zero.
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
      acrossOf(data),
      ...data.series.map(({ name }, index) =>
        seriesOf(type, name, colours[index % colours.length]?.[isDark ? 1 : 0] ?? text),
      ),
    ],
  };
}

const labelAxis = (axis: uPlot.Axis, labels: readonly string[]): uPlot.Axis => ({
  ...axis,
  grid: { show: false },
  values: (_plot, places) => places.map((place) => shortened(labels[place] ?? '')),
});

/** Width of the widest label of the time axis, in pixels. */
const placeWidth = 90;

const utcAxis = (axis: uPlot.Axis): uPlot.Axis => {
  const stepOf = (plot: uPlot, from: number, to: number) =>
    timeStep(from, to, Math.max(1, plot.width / placeWidth));
  return {
    ...axis,
    splits: (plot, _axis, from, to) => timePlaces(from, to, stepOf(plot, from, to)),
    values: (plot, places) => {
      const { min = 0, max = 0 } = plot.scales.x ?? {};
      const step = stepOf(plot, min, max);
      return places.map((place) => placeText(place, step));
    },
  };
};

/** A single moment stands in the middle of a day. */
function timeRange(from: number | null, to: number | null): [number, number] {
  if (from === null || to === null) return [0, 86_400];
  return from === to ? [from - 43_200, to + 43_200] : [from, to];
}

function acrossOf({ across: label, labels, time }: ChartSeries): uPlot.Series {
  if (labels)
    return {
      label,
      value: (_plot, place) => (place === null ? '' : (labels[Math.round(place)] ?? '')),
    };
  if (!time || time.zone === 'reader') return { label };
  return { label, value: (_plot, place) => (place === null ? '' : legendText(place, time)) };
}

const legendText = (place: number, { isDate, zone }: TimeAxis) =>
  `${momentText(place, isDate)}${zone === 'utc' ? 'Z' : ''}`;

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
