/** `rank(x) WITHIN GROUP (ORDER BY y)`: the rank that a row would have among others. */

import { reject } from '../../read/refusal.ts';
import type { Expr } from '../../resolve/expr.ts';
import { unify } from '../coerce.ts';
import type {
  AggregateFrame,
  AggregateImplementation,
  Call,
  Implementations,
} from '../implementation.ts';
import { comparisonKey } from '../row-value.ts';

interface Pair {
  readonly row: string;
  readonly given: string;
  readonly isDescending: boolean;
  readonly areNullsFirst: boolean;
}

/** Pairs each expression of ORDER BY with the given value. */
function pairsOf(
  { printing, name, args, location }: Call,
  { directions }: AggregateFrame,
): readonly Pair[] {
  const width = directions.length;
  if (args.length !== 2 * width) {
    return reject(
      `function ${name} of ${args.length - width} values WITHIN GROUP of ${width} does not exist`,
      location,
      '42883',
    );
  }
  return directions.map((direction, index) => {
    const both = [args[index], args[width + index]].filter((arg): arg is Expr => arg !== undefined);
    const [given = '', row = ''] = unify(printing, both, 'WITHIN GROUP', location).map((arg) =>
      comparisonKey(arg, location),
    );
    return {
      row,
      given,
      isDescending: direction.startsWith('DESC'),
      areNullsFirst: direction.endsWith('FIRST'),
    };
  });
}

function isBefore({ row, given, isDescending, areNullsFirst }: Pair): string {
  const compared = `${row} ${isDescending ? '>' : '<'} ${given}`;
  return `CASE WHEN ${row} IS NULL THEN ${areNullsFirst} AND ${given} IS NOT NULL WHEN ${given} IS NULL THEN ${!areNullsFirst} ELSE ${compared} END`;
}

/** True if a row sorts before the given row, or with `orEqual` equals it. */
const before = (pairs: readonly Pair[], orEqual: boolean) =>
  pairs.reduceRight(
    (rest, pair) =>
      `(${isBefore(pair)} OR (${pair.row} IS NOT DISTINCT FROM ${pair.given} AND ${rest}))`,
    String(orEqual),
  );

type Compose = NonNullable<AggregateImplementation['compose']>;

const counting =
  (orEqual: boolean, make: (count: string, all: string) => string): Compose =>
  (call, frame) => {
    const pairs = pairsOf(call, frame);
    const all = frame.over('count', '*');
    if (isOfGroup(call, frame)) return make(`len(${rowsBefore(pairs, frame, orEqual)})`, all);
    return make(frame.over('count', `CASE WHEN ${before(pairs, orEqual)} THEN 1 END`), all);
  };

/** True if the given value must be computed per group instead of per row. */
const isOfGroup = ({ args }: Call, { hasGroupingSets, directions }: AggregateFrame) =>
  hasGroupingSets &&
  args.slice(0, directions.length).some(({ constant }) => constant === undefined);

/** The list of rows that sort before the given row. */
function rowsBefore(pairs: readonly Pair[], frame: AggregateFrame, orEqual: boolean): string {
  const rows = frame.over(
    'list',
    `{${pairs.map(({ row }, index) => `'r${index}': ${row}`).join(', ')}}`,
  );
  const listed = pairs.map((pair, index) => ({ ...pair, row: `struct_extract("h", 'r${index}')` }));
  return `list_filter(coalesce(${rows}, []), lambda "h": ${before(listed, orEqual)})`;
}

const denseRank: Compose = (call, frame) => {
  const pairs = pairsOf(call, frame);
  if (isOfGroup(call, frame)) return `(1 + len(list_distinct(${rowsBefore(pairs, frame, false)})))`;
  const rows = `row(${pairs.map(({ row }) => row).join(', ')})`;
  return `(1 + ${frame.over('count', `DISTINCT CASE WHEN ${before(pairs, false)} THEN ${rows} END`)})`;
};

const composed = (compose: Compose): AggregateImplementation => ({ spelling: '', compose });

export const hypotheticalAggregates: Implementations<AggregateImplementation> = {
  'rank(any)': composed(counting(false, (count) => `(1 + ${count})`)),
  'dense_rank(any)': composed(denseRank),
  'percent_rank(any)': composed(
    counting(false, (count, all) => `coalesce(CAST(${count} AS DOUBLE) / nullif(${all}, 0), 0)`),
  ),
  'cume_dist(any)': composed(
    counting(true, (count, all) => `(CAST(1 + ${count} AS DOUBLE) / (1 + ${all}))`),
  ),
};
