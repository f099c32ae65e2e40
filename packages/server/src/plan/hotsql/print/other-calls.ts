/**
 * DataFusion's functions for clients of this service, missing in PostgreSQL and DuckDB, with
 * DataFusion's documented meaning. Aggregates are rewritten in the tree to DuckDB's; the others are
 * printed from printed arguments.
 */
import { quoteLiteral } from '../../../kernel/quoting.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  openNode,
  textOf,
} from '../read/tree.ts';
import { type Expr, expr, textConstant } from '../resolve/expr.ts';
import { typeNamed } from '../resolve/type.ts';
import { castToArrow } from './arrow-cast.ts';
import { coerce } from './coerce.ts';
import type { Printing } from './printing.ts';

type Location = number | undefined;
type OtherFunction = (printing: Printing, args: readonly Expr[], location: Location) => Expr;

const others: Readonly<Record<string, OtherFunction>> = {
  arrow_cast: printArrowCast,
  arrow_typeof: printArrowType,
  cosine_distance: printDistance('cosine_distance'),
  date_bin: printDateBin,
  l2_distance: printDistance('l2_distance'),
  negative_dot_product: printDistance('negative_dot_product'),
  to_local_time: printLocalTime,
  to_unixtime: printUnixTime,
};

const aggregates: Readonly<Record<string, (fields: Fields) => Fields>> = {
  approx_distinct: (fields) => fields,
  approx_median: (fields) => ({ ...fields, args: [...listOf(fields, 'args'), numberNode('0.5')] }),
  approx_percentile_cont: percentile,
};
const spellings: Readonly<Record<string, string>> = { approx_distinct: 'approx_count_distinct' };

/** Names for SHOW FUNCTIONS. */
export const otherFunctionNames: readonly string[] = [
  ...Object.keys(others),
  ...Object.keys(aggregates),
];

export const hasOtherFunction = (name: string): boolean => Object.hasOwn(others, name);

/** The call of a function by name; PostgreSQL's own `date_bin` has priority. */
export function printOtherFunction(
  printing: Printing,
  name: string,
  args: readonly Expr[],
  location: Location,
): Expr {
  const print = others[name];
  return print === undefined
    ? refuse(`the function '${name}'`, location)
    : print(printing, args, location);
}

/** The call rewritten as a DuckDB aggregate; undefined for any other function. */
export function asEngineAggregate(
  name: string,
  fields: Fields,
): { name: string; fields: Fields } | undefined {
  if (name === 'approx_percentile_cont_with_weight')
    refuse(`the aggregate '${name}'`, locationOf(fields));
  const rewrite = Object.hasOwn(aggregates, name) ? aggregates[name] : undefined;
  return rewrite && { name: spellings[name] ?? 'approx_quantile', fields: rewrite(fields) };
}

const numberNode = (value: string) => ({ A_Const: { fval: { fval: value } } });

/**
 * `approx_percentile_cont(x, 0.5)` or `approx_percentile_cont(0.5) WITHIN GROUP (ORDER BY x)`; the
 * number of centroids is ignored.
 */
function percentile(fields: Fields): Fields {
  const location = locationOf(fields);
  const args = listOf(fields, 'args');
  const order = flagOf(fields, 'agg_within_group') ? listOf(fields, 'agg_order') : [];
  const sorted = order[0] === undefined ? undefined : openNode(order[0]).fields;
  const [value, fraction, centroids] = sorted === undefined ? args : [sorted.node, ...args];
  if (value === undefined || fraction === undefined || order.length > 1 || args.length > 3) {
    return reject('approx_percentile_cont() takes a value and a percentile', location, '42883');
  }
  if (centroids !== undefined && literalNumber(centroids) === undefined)
    refuse('computed centroids', location);
  const number = literalNumber(fraction);
  if (number === undefined) return refuse('a percentile that is no literal number', location);
  if (number < 0 || number > 1)
    reject(`percentile value ${number} is not between 0 and 1`, location, '22003');
  const isDescending = sorted !== undefined && textOf(sorted, 'sortby_dir') === 'SORTBY_DESC';
  const { agg_within_group: _, agg_order: __, ...rest } = fields;
  return { ...rest, args: [value, numberNode(String(isDescending ? 1 - number : number))] };
}

function literalNumber(node: unknown): number | undefined {
  const { kind, fields } = openNode(node);
  if (kind !== 'A_Const') return undefined;
  const decimal = fieldsOf(fields, 'fval');
  if (decimal !== undefined) return Number(textOf(decimal, 'fval'));
  const whole = fieldsOf(fields, 'ival');
  return whole === undefined ? undefined : Number(whole.ival ?? 0);
}

const signature = (name: string, taken: string, location: Location): never =>
  reject(`${name}() takes ${taken}`, location, '42883');

/** The Arrow type of a value in the contract's spelling. */
function printArrowType(_printing: Printing, args: readonly Expr[], location: Location): Expr {
  const [value] = args;
  if (value === undefined || args.length !== 1)
    return signature('arrow_typeof', 'one value', location);
  if (value.type.name === 'interval') return expr("'Interval(MonthDayNano)'", 'text');
  // A literal integer is a BIGINT in the result.
  const text = value.isLiteralInteger === true ? `CAST(${value.text} AS BIGINT)` : value.text;
  return expr(`hotsql_arrow_type(typeof(${text}))`, 'text');
}

function printArrowCast(printing: Printing, args: readonly Expr[], location: Location): Expr {
  const [value, target] = args;
  const name = target && textConstant(target);
  if (value === undefined || name === undefined || args.length !== 2) {
    return signature('arrow_cast', 'a value and the name of an Arrow type in quotes', location);
  }
  return castToArrow(printing, value, name, location);
}

/** Seconds since 1970 of a text, date or timestamp; a number is returned unchanged. */
function printUnixTime(printing: Printing, args: readonly Expr[], location: Location): Expr {
  const [value] = args;
  if (value === undefined) return signature('to_unixtime', 'a value', location);
  if (args.length > 1)
    return refuse('to_unixtime() with formats', location, 'use to_timestamp(text, template)');
  const seconds = (text: string) => expr(`CAST(${text} AS BIGINT)`, 'int8');
  switch (value.type.name) {
    case 'int2':
    case 'int4':
    case 'int8':
      return seconds(value.text);
    case 'float4':
    case 'float8':
    case 'numeric':
      return seconds(`trunc(${value.text})`);
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return seconds(`epoch_us(${value.text}) // 1000000`);
    default:
      return seconds(
        `epoch_us(${coerce(printing, value, 'timestamptz', 'e', location).text}) // 1000000`,
      );
  }
}

/** `date_bin()` as in PostgreSQL, also for texts and dates; the default origin is 1970. */
function printDateBin(printing: Printing, args: readonly Expr[], location: Location): Expr {
  const [stride, value, origin] = args;
  if (stride === undefined || value === undefined || args.length > 3) {
    return signature('date_bin', 'an interval, a timestamp and an origin', location);
  }
  const type = value.type.name === 'timestamptz' ? 'timestamptz' : 'timestamp';
  const cast = (from: Expr, target: string) => coerce(printing, from, target, 'e', location).text;
  const start = origin ?? {
    ...expr(quoteLiteral('1970-01-01'), 'unknown'),
    constant: { kind: 'text', value: '1970-01-01' },
  };
  const parts = [cast(stride, 'interval'), cast(value, type), cast(start, type)];
  return expr(`hotsql_date_bin_${type}(${parts.join(', ')})`, typeNamed(type));
}

/**
 * The distance of two vectors of equal length, in double precision, squared for l2; null for a null
 * vector.
 */
function printDistance(name: string): OtherFunction {
  return (printing, args, location) => {
    if (args.length !== 2) return signature(name, 'two vectors', location);
    const vectors = args.map((vector) => coerce(printing, vector, '_float8', 'e', location).text);
    return expr(printing.macro(name, ...vectors), 'float8');
  };
}

/**
 * The local time of a timestamp: a timestamp without zone is unchanged, and an instant becomes UTC,
 * because instants store no zone.
 */
function printLocalTime(printing: Printing, args: readonly Expr[], location: Location): Expr {
  const [value] = args;
  if (value === undefined || args.length !== 1)
    return signature('to_local_time', 'one timestamp', location);
  if (value.type.name !== 'timestamptz') return coerce(printing, value, 'timestamp', 'e', location);
  return expr(`timezone('UTC', ${value.text})`, 'timestamp');
}
