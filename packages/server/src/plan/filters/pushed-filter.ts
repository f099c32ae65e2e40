import { foldName } from '../duckdb/read-tree.ts';
import {
  type Comparable,
  compareValues,
  type Domain,
  domainOf,
  type Interval,
  intervalOf,
  isComparedAsIs,
} from './column-domain.ts';
import type { ColumnTest, Comparison, Filter } from './filter.ts';
import { during, type MatchedColumn } from './match-files.ts';
import type { RunTime } from './time-steps.ts';

/**
 * A query's conditions on a table for evaluation elsewhere: ranges of values in DuckDB's notation
 * of the column's type. Rows that fail them do not change the result.
 */
export type PushedFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly PushedFilter[] }
  | {
      readonly kind: 'range';
      readonly column: string;
      readonly low: string | null;
      readonly high: string | null;
    }
  | { readonly kind: 'null' | 'not_null'; readonly column: string };

/** Values of an IN list looked up individually; longer lists become a range. */
const maxValues = 1000;

/**
 * Combines the filters of one table's references; undefined if any row may be wanted. Texts are
 * left out, because other systems compare them differently.
 */
export function pushedFilter(
  filters: readonly Filter[] | undefined,
  columns: readonly Pick<MatchedColumn, 'name' | 'type'>[],
  runTime: RunTime,
): PushedFilter | undefined {
  if (filters === undefined || filters.length === 0) return undefined;
  const byName = new Map(columns.map((column) => [foldName(column.name), column]));
  return combined(
    'or',
    filters.map((filter) => push(filter, byName, runTime)),
  );
}

type Columns = ReadonlyMap<string, Pick<MatchedColumn, 'name' | 'type'>>;

function push(filter: Filter, columns: Columns, runTime: RunTime): PushedFilter | undefined {
  if ('column' in filter) return pushTest(filter, columns, runTime);
  return combined(
    filter.kind,
    filter.parts.map((part) => push(part, columns, runTime)),
  );
}

/** An unknown part makes an OR unknown; an AND uses its other parts. */
function combined(
  kind: 'and' | 'or',
  parts: readonly (PushedFilter | undefined)[],
): PushedFilter | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || (kind === 'or' && known.length < parts.length)) return undefined;
  return known.length === 1 ? known[0] : { kind, parts: known };
}

function pushTest(test: ColumnTest, columns: Columns, runTime: RunTime): PushedFilter | undefined {
  const found = columns.get(test.column);
  if (found === undefined || test.within !== undefined) return undefined;
  const column = found.name;
  const domain = domainOf(found.type);
  if (!isComparedAsIs(test, domain)) return undefined;
  if (test.kind !== 'in' && test.kind !== 'compare') return { kind: test.kind, column };
  if (domain === undefined || domain.kind === 'text') return undefined;
  const constants = test.kind === 'in' ? test.constants : [test.constant];
  const intervals = constants.map((constant) => intervalOf(during(constant, runTime), domain));
  const known = intervals.filter((interval) => interval !== undefined);
  if (known.length < intervals.length) return undefined;
  const ranges =
    test.kind === 'in'
      ? rangesOf(known)
      : known.map((interval) => rangeOf(test.operator, interval));
  return combined(
    'or',
    ranges.map(({ low, high }) => printed(column, low, high, domain)),
  );
}

interface Range {
  readonly low: Comparable | null;
  readonly high: Comparable | null;
}

function rangesOf(intervals: readonly Interval[]): readonly Range[] {
  if (intervals.length <= maxValues) return intervals;
  const least = (values: readonly Comparable[], sign: 1 | -1) =>
    values.reduce((one, other) => (compareValues(one, other) * sign <= 0 ? one : other));
  return [
    {
      low: least(
        intervals.map(({ low }) => low),
        1,
      ),
      high: least(
        intervals.map(({ high }) => high),
        -1,
      ),
    },
  ];
}

/** Ends are always inclusive: an additional value does no harm. */
function rangeOf(operator: Comparison, { low, high }: Interval): Range {
  if (operator === '=') return { low, high };
  return operator === '<' || operator === '<=' ? { low: null, high } : { low, high: null };
}

function printed(
  column: string,
  low: Comparable | null,
  high: Comparable | null,
  domain: Domain,
): PushedFilter | undefined {
  const [from, to] = [low, high].map((value) => (value === null ? null : print(value, domain)));
  return from === undefined || to === undefined
    ? undefined
    : { kind: 'range', column, low: from, high: to };
}

/** Undefined for a value without a plain text. */
function print(value: Comparable, domain: Domain): string | undefined {
  if (domain.kind === 'exact' && typeof value === 'bigint') return printExact(value, domain.scale);
  if (domain.kind === 'boolean') return value === 1n ? 'true' : 'false';
  if (domain.kind === 'double' && typeof value === 'number')
    return Number.isFinite(value) ? String(value) : undefined;
  if (domain.kind === 'uuid') return String(value);
  return domain.kind === 'time' && typeof value === 'bigint'
    ? printMoment(value, domain.type)
    : undefined;
}

function printExact(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const sign = value < 0n ? '-' : '';
  return scale === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Prints moments of the years 1 to 9999. */
function printMoment(micros: bigint, type: string): string | undefined {
  const second = 1_000_000n;
  const ofSecond = ((micros % second) + second) % second;
  const at = new Date(Number((micros - ofSecond) / 1000n));
  const year = at.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) return undefined;
  const text = at.toISOString();
  if (type === 'DATE') return text.slice(0, 10);
  const fraction = ofSecond.toString().padStart(6, '0');
  return `${text.slice(0, 10)} ${text.slice(11, 19)}.${fraction}${type === 'TIMESTAMP' ? '' : '+00'}`;
}
