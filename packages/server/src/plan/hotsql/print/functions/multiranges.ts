/** Multiranges are represented as PostgreSQL's text. */
import { expr } from '../../resolve/expr.ts';
import {
  isMultirange,
  multirangeOf,
  multirangeTypes,
  rangeInMultirange,
  subtypeOf,
} from '../../resolve/range-types.ts';
import { typeNamed } from '../../resolve/type.ts';
import type {
  AggregateImplementation,
  Call,
  Implementation,
  Implementations,
} from '../implementation.ts';
import { comparisonKey } from '../row-value.ts';

/** PostgreSQL's multirange type for a call, in which an argument may be a range or a value. */
function typeOf({ args }: Call): string {
  const named = args.map(({ type }) => type.name);
  const own = named.find(isMultirange);
  return own ?? named.map((name) => multirangeOf(name)).find((name) => name !== undefined) ?? '';
}

const called =
  (name: string, ...words: readonly string[]): Implementation =>
  (call) =>
    `hotsql_multirange_${name}(${[`'${typeOf(call)}'`, ...words.map((word) => `'${word}'`), ...call.args.map(({ text }) => text)].join(', ')})`;

const tested =
  (word: string, isSwapped = false): Implementation =>
  (call) => {
    const texts = call.args.map(({ text }) => text);
    return `hotsql_multirange_test('${typeOf(call)}', '${word}', ${(isSwapped ? texts.reverse() : texts).join(', ')})`;
  };

const bound =
  (side: 'lower' | 'upper'): Implementation =>
  (call) => {
    const type = typeOf(call);
    const found = expr(
      `hotsql_multirange_bound('${type}', ${call.args[0]?.text}, '${side}')`,
      'text',
    );
    return call.printing.castTo(
      found,
      subtypeOf(rangeInMultirange(type) ?? '') ?? 'text',
      call.location,
    );
  };

/** `multirange @> value`, with the value as text. */
const has =
  (at: 0 | 1): Implementation =>
  (call) => {
    const value = call.args[1 - at];
    const written = value && call.printing.castTo(value, 'text', call.location).text;
    return `hotsql_multirange_has('${typeOf(call)}', ${call.args[at]?.text}, ${written})`;
  };

const madeOf =
  (type: string): Implementation =>
  ({ args }) =>
    `hotsql_multirange_of('${type}', CAST([${args.map(({ text }) => text).join(', ')}] AS VARCHAR[]))`;

/**
 * Tests by name, of two multiranges or of a multirange and a range, as operators and as functions.
 */
const tests: readonly (readonly [operator: string, word: string, isSwapped?: boolean])[] = [
  ['@>', 'contains'],
  ['<@', 'contains', true],
  ['&&', 'overlaps'],
  ['<<', 'before'],
  ['>>', 'after'],
  ['&<', 'overleft'],
  ['&>', 'overright'],
  ['-|-', 'adjacent'],
];
const sides = ['anymultirange anymultirange', 'anymultirange anyrange', 'anyrange anymultirange'];

export const multirangeFunctions: Implementations<Implementation> = {
  ...Object.fromEntries(
    multirangeTypes.flatMap((type) => {
      const range = rangeInMultirange(type);
      return [
        [`${type}()`, "'{}'"],
        [`${type}(${range})`, madeOf(type)],
        [`${type}(_${range})`, madeOf(type)],
      ];
    }),
  ),
  'multirange(anyrange)': (call) =>
    expr(
      `hotsql_multirange_of('${typeOf(call)}', CASE WHEN ${call.args[0]?.text} IS NOT NULL THEN [${call.args[0]?.text}] END)`,
      typeNamed(typeOf(call)),
    ),
  'lower(anymultirange)': bound('lower'),
  'upper(anymultirange)': bound('upper'),
  'isempty(anymultirange)': "($1 = '{}')",
  'lower_inc(anymultirange)': called('bound_is', 'lower', 'inc'),
  'upper_inc(anymultirange)': called('bound_is', 'upper', 'inc'),
  'lower_inf(anymultirange)': called('bound_is', 'lower', 'inf'),
  'upper_inf(anymultirange)': called('bound_is', 'upper', 'inf'),
  'range_merge(anymultirange)': called('hull'),
  'multirange_union(anymultirange,anymultirange)': called('combine', 'union'),
  'multirange_intersect(anymultirange,anymultirange)': called('combine', 'intersect'),
  'multirange_minus(anymultirange,anymultirange)': called('combine', 'minus'),
  'multirange_contains_elem(anymultirange,anyelement)': has(0),
  'elem_contained_by_multirange(anyelement,anymultirange)': has(1),
};

export const multirangeOperators: Implementations<Implementation> = {
  ...Object.fromEntries(
    ['=', '<>', '<', '>', '<=', '>='].map((operator) => [
      `anymultirange ${operator} anymultirange`,
      ({ args, location }: Call) =>
        `(${args.map((arg) => comparisonKey(arg, location)).join(` ${operator} `)})`,
    ]),
  ),
  ...Object.fromEntries(
    tests.flatMap(([operator, word, isSwapped]) =>
      sides.map((side) => [side.replace(' ', ` ${operator} `), tested(word, isSwapped)]),
    ),
  ),
  'anymultirange @> anyelement': has(0),
  'anyelement <@ anymultirange': has(1),
  'anymultirange + anymultirange': called('combine', 'union'),
  'anymultirange * anymultirange': called('combine', 'intersect'),
  'anymultirange - anymultirange': called('combine', 'minus'),
};

const collected = (name: string): AggregateImplementation => ({
  spelling: '',
  compose: (call, frame) =>
    `hotsql_multirange_${name}('${typeOf(call)}', ${frame.write('list', call.args[0]?.text ?? '')})`,
});

export const multirangeAggregates: Implementations<AggregateImplementation> = {
  'range_agg(anyrange|anymultirange)': collected('agg'),
  'range_intersect_agg(anyrange|anymultirange)': collected('intersect_agg'),
};
