import { sqlError } from '../../kernel/sql-error.ts';
import { type MultirangeMade, MultirangeType } from '../../values/multirange.ts';
import type { Numeric } from '../../values/numeric.ts';
import type { RangeTest, RangeType, Side } from '../../values/range.ts';
import { boolean, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { rangeTypesByName } from './range-functions.ts';

/** `int4multirange` of `int4range`. */
const types: ReadonlyMap<string, MultirangeType<bigint> | MultirangeType<Numeric>> = new Map(
  Object.entries(rangeTypesByName).map(([name, type]) => [
    name.replace(/range$/, 'multirange'),
    // The range type is either of whole numbers or of numerics.
    new MultirangeType(type as RangeType<bigint>),
  ]),
);

const typeNamed = (name: string) =>
  types.get(name) ?? sqlError('42704', `type "${name}" does not exist`);

/**
 * The reading of a text by each multirange type. Raises the errors of PostgreSQL's input function.
 */
export const multirangeReaders: Readonly<Record<string, (value: string) => string>> =
  Object.fromEntries(
    [...types].map(([name, type]) => [name, (value: string) => type.input(value)]),
  );

function make(name: string, ranges: readonly (string | null)[]): string {
  const known = ranges.filter((range) => range !== null);
  if (known.length < ranges.length)
    return sqlError('22004', 'multirange values cannot contain null members');
  return typeNamed(name).of(known);
}

/** The union of all ranges and multiranges other than null. */
function union(name: string, items: readonly (string | null)[]): string | null {
  const type = typeNamed(name);
  const known = items.filter((item) => item !== null);
  return known.length === 0 ? null : type.of(known.flatMap((item) => type.rangesOf(item)));
}

function intersection(name: string, items: readonly (string | null)[]): string | null {
  const type = typeNamed(name);
  const [first, ...more] = items.filter((item) => item !== null);
  if (first === undefined) return null;
  const found = more.reduce((all, item) => type.combine('intersect', all, item), first);
  return first.startsWith('{') ? found : type.hull(found);
}

/**
 * Multiranges, represented by their texts. The first argument is PostgreSQL's name of the
 * multirange type.
 */
export const multirangeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_multirange_in', [text, text], text, (type, value) =>
    typeNamed(type).input(value),
  ),
  strictFunction('hotsql_multirange_of', [text, list(text)], text, make),
  strictFunction('hotsql_multirange_ranges', [text, text], list(text), (type, value) =>
    typeNamed(type).rangesOf(value),
  ),
  strictFunction('hotsql_multirange_hull', [text, text], text, (type, value) =>
    typeNamed(type).hull(value),
  ),
  strictFunction('hotsql_multirange_bound', [text, text, text], text, (type, value, side) =>
    typeNamed(type).bound(value, side as Side),
  ),
  strictFunction(
    'hotsql_multirange_bound_is',
    [text, text, text, text],
    boolean,
    (type, side, what, value) =>
      typeNamed(type).boundIs(value, side as Side, what as 'inf' | 'inc'),
  ),
  strictFunction('hotsql_multirange_has', [text, text, text], boolean, (type, value, item) =>
    typeNamed(type).containsValue(value, item),
  ),
  strictFunction(
    'hotsql_multirange_test',
    [text, text, text, text],
    boolean,
    (type, name, one, other) => typeNamed(type).test(name as RangeTest, one, other),
  ),
  strictFunction(
    'hotsql_multirange_combine',
    [text, text, text, text],
    text,
    (type, name, one, other) => typeNamed(type).combine(name as MultirangeMade, one, other),
  ),
  strictFunction('hotsql_multirange_agg', [text, list(text)], text, union),
  strictFunction('hotsql_multirange_intersect_agg', [text, list(text)], text, intersection),
  strictFunction('hotsql_multirange_key', [text, text], text, (type, value) =>
    typeNamed(type).key(value),
  ),
];
