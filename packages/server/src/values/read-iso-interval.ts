import { type Span, SpanSum, type Unit } from './span.ts';

const isoUnits: Readonly<
  Record<string, readonly [date: Unit | undefined, time: Unit | undefined]>
> = {
  Y: ['year', undefined],
  M: ['month', 'minute'],
  W: ['week', undefined],
  D: ['day', undefined],
  H: [undefined, 'hour'],
  S: [undefined, 'second'],
};

/** ISO 8601: `P1Y2M3DT4H5M6S`, `P0001-02-03T04:05:06`, `P00010203T040506`. */
export function readIsoInterval(text: string, bad: () => never, overflow: () => never): Span {
  const sum = new SpanSum(overflow);
  const add = (unit: Unit, digits: string) => {
    const value = Number(digits);
    if (Number.isNaN(value)) bad();
    if (Math.abs(value) > 1e15) overflow();
    sum.add(unit, BigInt(Math.trunc(value)), value - Math.trunc(value));
  };
  if (text.length < 2) bad();
  for (const [index, part] of text.slice(1).split('T').entries())
    readIsoPart(part, index === 0 ? 0 : 1, add, bad);
  return sum.span();
}

const isoNumber = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const isoField = new RegExp(`(${isoNumber})([A-Z])`, 'y');
const isoSeries = [
  {
    run: /^(-?)(\d{4})(\d\d)(\d\d)(\.\d*)?$/,
    extended: new RegExp(`^(${isoNumber})(?:-(${isoNumber}))?(?:-(${isoNumber}))?$`),
    units: ['year', 'month', 'day'],
  },
  {
    run: /^(-?)(\d\d)(\d\d)(\d\d)(\.\d*)?$/,
    extended: new RegExp(`^(${isoNumber})(?::(${isoNumber}))?(?::(${isoNumber}))?$`),
    units: ['hour', 'minute', 'second'],
  },
] as const;

function readIsoPart(
  text: string,
  part: 0 | 1,
  add: (unit: Unit, digits: string) => void,
  bad: () => never,
): void {
  const { run, extended, units: series } = isoSeries[part];
  const together = run.exec(text);
  if (together !== null) {
    const [, sign = '', ...digits] = together;
    for (const [index, unit] of series.entries()) add(unit, `${sign}${digits[index]}`);
    // The fraction counts the last unit in a date, and microseconds in a time.
    if (digits[3] !== undefined) add(part === 0 ? 'day' : 'microsecond', `${sign}0${digits[3]}`);
    return;
  }
  let at = 0;
  while (at < text.length) {
    isoField.lastIndex = at;
    const match = isoField.exec(text);
    if (match === null) break;
    add(isoUnits[match[2] ?? '']?.[part] ?? bad(), match[1] ?? '');
    at = isoField.lastIndex;
  }
  if (at === text.length) return;
  const separated = at === 0 ? extended.exec(text) : null;
  if (separated === null) return void bad();
  for (const [index, unit] of series.entries())
    if (separated[index + 1] !== undefined) add(unit, separated[index + 1] ?? '');
}
