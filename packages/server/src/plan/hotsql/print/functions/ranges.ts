/** Ranges are represented as PostgreSQL's text. */
import { expr } from '../../resolve/expr.ts';
import { rangeTypes, subtypeOf } from '../../resolve/range-types.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { comparisonKey } from '../row-value.ts';

const typeOf = ({ args }: Call) =>
  args.find(({ type }) => subtypeOf(type.name) !== undefined)?.type.name ?? '';

/**
 * A call of one of Quern's functions over ranges: first the type's name, then Quern's own words,
 * then the arguments.
 */
const called =
  (name: string, ...words: readonly string[]): Implementation =>
  (call) =>
    `hotsql_range_${name}(${[`'${typeOf(call)}'`, ...call.args.map(({ text }) => text), ...words.map((word) => `'${word}'`)].join(', ')})`;

const tested =
  (word: string, isSwapped = false): Implementation =>
  (call) => {
    const texts = call.args.map(({ text }) => text);
    return `hotsql_range_test('${typeOf(call)}', '${word}', ${(isSwapped ? texts.reverse() : texts).join(', ')})`;
  };

const combined =
  (word: string): Implementation =>
  (call) =>
    `hotsql_range_combine('${typeOf(call)}', '${word}', ${call.args.map(({ text }) => text).join(', ')})`;

const bound =
  (side: 'lower' | 'upper'): Implementation =>
  (call) => {
    const type = typeOf(call);
    const found = expr(`hotsql_range_bound('${type}', ${call.args[0]?.text}, '${side}')`, 'text');
    return call.printing.castTo(found, subtypeOf(type) ?? 'text', call.location);
  };

/** `range @> value`, with the value as text. */
const has =
  (range: 0 | 1): Implementation =>
  (call) => {
    const value = call.args[1 - range];
    const written = value && call.printing.castTo(value, 'text', call.location).text;
    return `hotsql_range_has('${typeOf(call)}', ${call.args[range]?.text}, ${written})`;
  };

const made =
  (type: string): Implementation =>
  ({ args, printing, location }) => {
    const [lower, upper] = args.map((arg) => printing.castTo(arg, 'text', location).text);
    return `hotsql_range_make('${type}', ${lower}, ${upper}, ${args[2]?.text ?? "'[)'"})`;
  };

export const rangeFunctions: Implementations<Implementation> = {
  ...Object.fromEntries(
    rangeTypes.flatMap((type) => {
      const subtype = subtypeOf(type);
      return [
        [`${type}(${subtype},${subtype})`, made(type)],
        [`${type}(${subtype},${subtype},text)`, made(type)],
      ];
    }),
  ),
  'lower(anyrange)': bound('lower'),
  'upper(anyrange)': bound('upper'),
  'isempty(anyrange)': "($1 = 'empty')",
  'lower_inc(anyrange)': called('bound_is', 'lower', 'inc'),
  'upper_inc(anyrange)': called('bound_is', 'upper', 'inc'),
  'lower_inf(anyrange)': called('bound_is', 'lower', 'inf'),
  'upper_inf(anyrange)': called('bound_is', 'upper', 'inf'),
  'range_merge(anyrange,anyrange)': combined('merge'),
  'range_union(anyrange,anyrange)': combined('union'),
  'range_intersect(anyrange,anyrange)': combined('intersect'),
  'range_minus(anyrange,anyrange)': combined('minus'),
  'range_contains(anyrange,anyrange)': tested('contains'),
  'range_contained_by(anyrange,anyrange)': tested('contains', true),
  'range_contains_elem(anyrange,anyelement)': has(0),
  'elem_contained_by_range(anyelement,anyrange)': has(1),
  'range_overlaps(anyrange,anyrange)': tested('overlaps'),
  'range_before(anyrange,anyrange)': tested('before'),
  'range_after(anyrange,anyrange)': tested('after'),
  'range_overleft(anyrange,anyrange)': tested('overleft'),
  'range_overright(anyrange,anyrange)': tested('overright'),
  'range_adjacent(anyrange,anyrange)': tested('adjacent'),
};

export const rangeOperators: Implementations<Implementation> = {
  ...Object.fromEntries(
    ['=', '<>', '<', '>', '<=', '>='].map((operator) => [
      `anyrange ${operator} anyrange`,
      ({ args, location }: Call) =>
        `(${args.map((arg) => comparisonKey(arg, location)).join(` ${operator} `)})`,
    ]),
  ),
  'anyrange @> anyrange': tested('contains'),
  'anyrange <@ anyrange': tested('contains', true),
  'anyrange @> anyelement': has(0),
  'anyelement <@ anyrange': has(1),
  'anyrange && anyrange': tested('overlaps'),
  'anyrange << anyrange': tested('before'),
  'anyrange >> anyrange': tested('after'),
  'anyrange &< anyrange': tested('overleft'),
  'anyrange &> anyrange': tested('overright'),
  'anyrange -|- anyrange': tested('adjacent'),
  'anyrange + anyrange': combined('union'),
  'anyrange * anyrange': combined('intersect'),
  'anyrange - anyrange': combined('minus'),
};
