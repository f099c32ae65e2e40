/**
 * Sums, averages and deviations by PostgreSQL's methods: exact for integers and numerics, and the
 * method of Youngs and Cramer for floats, which preserves the digits in which large numbers differ.
 */
import { exactText } from '../../resolve/exact-numeric.ts';
import { type Expr, shownText } from '../../resolve/expr.ts';
import {
  decimalOf,
  decimalType,
  exactType,
  isInexact,
  isVarying,
  varying,
} from '../../resolve/type.ts';
import type {
  AggregateFrame,
  AggregateImplementation,
  Call,
  Implementations,
} from '../implementation.ts';

const argumentOf = ({ args: [value] }: Call): Expr => value ?? { text: 'NULL', type: exactType };

/** True if the values are whole multiples of some unit, which DuckDB sums exactly. */
const isSummable = ({ type }: Expr) =>
  type.name !== 'numeric' || (decimalOf(type) !== undefined && !isVarying(type));

const asText = (text: string) => `CAST(${text} AS VARCHAR)`;

/** The aggregate over the texts of the values, for any representation. */
function ofTexts(name: string, value: Expr, frame: AggregateFrame): string {
  const text = value.type.name === 'numeric' ? exactText(value) : asText(value.text);
  return `hotsql_numeric_aggregate('${frame.isDistinct ? `${name} distinct` : name}', ${frame.write('list', text)})`;
}

/**
 * Splits unscaled digits in two parts whose sums do not overflow: the multiple of ten to the power
 * of 19, and the rest.
 */
const unit = 'CAST(10000000000000000000 AS HUGEINT)';
const partsOf = (whole: string): readonly [high: string, low: string] => [
  `(${whole} // ${unit})`,
  `(${whole} % ${unit})`,
];

function unscaled({ text, type }: Expr): string {
  const scale = decimalOf(type)?.scale ?? 0;
  return scale === 0
    ? `CAST(${text} AS HUGEINT)`
    : `CAST(replace(${asText(text)}, '.', '') AS HUGEINT)`;
}

/** The widest numeric whose sum stays within 38 digits for any number of rows. */
const safeDigits = 27;

function exactSum(call: Call, frame: AggregateFrame): string | undefined {
  const value = argumentOf(call);
  if (!call.printing.isExact) return undefined;
  const held = decimalOf(value.type);
  if (held === undefined || isVarying(value.type)) return ofTexts('sum', value, frame);
  if (held.precision <= safeDigits) return undefined;
  if (frame.isDistinct) return ofTexts('sum', value, frame);
  const [high, low] = partsOf(unscaled(value)).map((part) => asText(frame.write('sum', part)));
  return `hotsql_numeric_joined(${high}, ${low}, ${held.scale})`;
}

/**
 * Sums numerics represented as doubles. Values of up to six decimals are summed as whole
 * millionths, because 0.1 + 0.2 of doubles is not 0.3. Below 10^9 such a value has at most 15
 * digits, all exact in a double. A quotient seldom has so few decimals, and its sum is a sum of
 * doubles.
 */
function sumOfDoubles(call: Call, frame: AggregateFrame): string | undefined {
  const value = argumentOf(call);
  const { text, type } = value;
  if (!isInexact(type) || shownText(value)?.includes('hotsql_numeric_of_') === false)
    return undefined;
  const millionths = `round(${text} * 1e6)`;
  const isShort = `(abs(${text}) < 1e9 AND ${millionths} / 1e6 = ${text})`;
  const whole = `CASE WHEN ${isShort} THEN CAST(${millionths} AS BIGINT) END`;
  return `CASE WHEN ${frame.write('bool_and', isShort)} THEN ${frame.write('sum', whole)} / CAST(1e6 AS DOUBLE) ELSE ${frame.write('sum', text)} END`;
}

function sumEngine({ printing, args: [value] }: Call): string {
  const held = value && decimalOf(value.type);
  if (printing.isExact && value !== undefined) {
    return held === undefined || isVarying(value.type) || held.precision > safeDigits
      ? exactType.engine
      : decimalType(38, held.scale).engine;
  }
  if (value === undefined || held === undefined) return 'DOUBLE';
  const sum = decimalType(38, held.scale);
  return (isVarying(value.type) ? varying(sum) : sum).engine;
}

/** PostgreSQL divides the sum by the count. */
function averageText(call: Call, frame: AggregateFrame): string | undefined {
  const value = argumentOf(call);
  if (!isSummable(value)) return call.printing.isExact ? ofTexts('avg', value, frame) : undefined;
  if (call.printing.isExact && (decimalOf(value.type)?.precision ?? 0) > safeDigits)
    return ofTexts('avg', value, frame);
  const [sum, count] = ['sum', 'count'].map((name) => asText(frame.write(name, value.text)));
  return `hotsql_numeric_quotient(${sum}, ${count})`;
}

/**
 * Computed from the sum and the sum of squares; values that overflow are computed again in parts.
 */
function deviationText(name: string, call: Call, frame: AggregateFrame): string | undefined {
  const value = argumentOf(call);
  const isWhole = isSummable(value);
  if (!isWhole || frame.isDistinct) {
    return isInexact(value.type) && !call.printing.isExact
      ? undefined
      : ofTexts(name, value, frame);
  }
  const { precision, scale } = decimalOf(value.type) ?? { precision: 19, scale: 0 };
  const count = frame.write('count', value.text);
  if (call.printing.isExact || 2 * scale > 38)
    return deviationInParts(name, value, count, scale, frame);
  const sum = asText(frame.write('sum', value.text));
  const squares = asText(frame.write('sum', squareOf(call, value, precision, scale)));
  return `hotsql_numeric_deviation('${name}', ${count}, ${sum}, ${squares})`;
}

/** Uses the narrowest type: products of 128 bits cost ten times as much. */
function squareOf(
  { printing }: Call,
  { text, type }: Expr,
  precision: number,
  scale: number,
): string {
  if (type.name === 'int2' || type.name === 'int4') return `CAST(${text} AS BIGINT) * ${text}`;
  if (type.name === 'int8') return `CAST(${text} AS HUGEINT) * ${text}`;
  if (precision <= 18 && 2 * scale < 18 && !printing.isWide) return `${text} * ${text}`;
  return `CAST(${text} AS DECIMAL(38,${scale})) * CAST(${text} AS DECIMAL(38,${scale}))`;
}

function deviationInParts(
  name: string,
  value: Expr,
  count: string,
  scale: number,
  frame: AggregateFrame,
): string {
  const [high, low] = partsOf(unscaled(value));
  const sums = [
    high,
    low,
    ...[`${high} * ${high}`, `${high} * ${low}`, `${low} * ${low}`].flatMap((product) =>
      partsOf(`(${product})`),
    ),
  ];
  const parts = sums.map((part) => asText(frame.write('sum', part)));
  return `hotsql_numeric_deviation_of_parts('${name}', ${count}, ${scale}, [${parts.join(', ')}])`;
}

const namesOfDeviation: Readonly<Record<string, string>> = {
  stddev: 'stddev_samp',
  variance: 'var_samp',
};
const double = { engine: () => 'DOUBLE' };

/**
 * Deviations of integers and numerics: exact, then cast to a double in a statement without exact
 * numbers.
 */
const exactDeviation = (name: string): AggregateImplementation => ({
  spelling: name,
  compose: (call, frame) => {
    const text = deviationText(name, call, frame);
    return text === undefined ? undefined : `CAST(${text} AS DOUBLE)`;
  },
  shown: (call, frame) =>
    call.printing.isExact || isSummable(argumentOf(call))
      ? deviationText(name, call, frame)
      : undefined,
  ...double,
});

const listOfFloats = (text: string, frame: AggregateFrame) => {
  const list = frame.write('list', `CAST(${text} AS DOUBLE)`);
  return frame.isDistinct ? `list_sort(${list})` : list;
};

/**
 * DuckDB's own deviation, for values that differ in their first digits: if the deviation is at
 * least a fortieth of the mean, it is right to 15 digits. Otherwise, and for infinite values, the
 * statement runs again over the list of all values (a second for 10M rows).
 *
 * A deviation of 0 is right. DuckDB adds the products of two differences from the mean, one before
 * and one after the value counts; such a product is 0 for a value next to the mean alone, as second
 * of its values. PostgreSQL's method then gives what it gives for equal values, too.
 */
const floatDeviation = (name: string): AggregateImplementation => ({
  spelling: name,
  compose: (call, frame) => {
    const value = argumentOf(call).text;
    if (call.printing.isExact)
      return `hotsql_float_deviation('${name}', ${listOfFloats(value, frame)})`;
    const [own, mean] = [frame.write(name, value), frame.write('avg', value)];
    return call.printing.macro(`spread_by_${name}`, own, mean);
  },
  ...double,
});

/** PostgreSQL gives null for values without variance, and DuckDB NaN. */
const nullForNaN = (text: string) => `nullif(${text}, CAST('NaN' AS DOUBLE))`;

const ofPairs = (name: string, isNullable: boolean): AggregateImplementation => ({
  spelling: name,
  compose: ({ printing, args: [y, x] }, frame) => {
    const [first = '', second = ''] = [y?.text, x?.text];
    if (printing.isExact) {
      const lists = [first, second].map((text) => frame.over('list', `CAST(${text} AS DOUBLE)`));
      if (!frame.isDistinct) return `hotsql_float_pairs('${name}', ${lists.join(', ')})`;
      const pairs = `list_sort(${frame.write('list', `[CAST(${first} AS DOUBLE), CAST(${second} AS DOUBLE)]`)})`;
      const of = (place: number) => `list_transform(${pairs}, lambda "p": "p"[${place}])`;
      return `hotsql_float_pairs('${name}', ${of(1)}, ${of(2)})`;
    }
    const own = frame.write(name, `${first}, ${second}`);
    // Means and deviations of the values of pairs. Minima cost as much as the aggregate itself.
    const deviationOf = (value: string, other: string) =>
      frame.write('stddev_pop', `CASE WHEN ${other} IS NOT NULL THEN ${value} END`);
    const meanOf = (axis: 'x' | 'y') => frame.write(`regr_avg${axis}`, `${first}, ${second}`);
    const inner = printing.macro(
      'well_spread',
      isNullable ? nullForNaN(own) : own,
      meanOf('y'),
      deviationOf(first, second),
    );
    return printing.macro('well_spread', inner, meanOf('x'), deviationOf(second, first));
  },
});

const named = (names: string, make: (name: string) => readonly [string, AggregateImplementation]) =>
  Object.fromEntries(names.split(' ').map(make));

const deviations = 'stddev stddev_pop stddev_samp var_pop var_samp variance';

export const numericAggregates: Implementations<AggregateImplementation> = {
  'avg(int2|int4|int8|numeric)': { spelling: 'avg', shown: averageText, ...double },
  'sum(numeric)': {
    spelling: 'sum',
    compose: (call, frame) => exactSum(call, frame) ?? sumOfDoubles(call, frame),
    engine: sumEngine,
  },
  ...named(deviations, (name) => [
    `${name}(int2|int4|int8|numeric)`,
    exactDeviation(namesOfDeviation[name] ?? name),
  ]),
  ...named(deviations, (name) => [
    `${name}(float4|float8)`,
    floatDeviation(namesOfDeviation[name] ?? name),
  ]),
  ...named('covar_pop covar_samp regr_sxx regr_sxy regr_syy', (name) => [
    `${name}(float8,float8)`,
    ofPairs(name, false),
  ]),
  ...named('corr regr_intercept regr_r2 regr_slope', (name) => [
    `${name}(float8,float8)`,
    ofPairs(name, true),
  ]),
  'regr_avgx(float8,float8)': { spelling: 'regr_avgx' },
  'regr_avgy(float8,float8)': { spelling: 'regr_avgy' },
};
