import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { readZone } from '../../../../values/time-zones.ts';
import { refuse } from '../../read/refusal.ts';
import { type Expr, textConstant } from '../../resolve/expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { readingAt } from '../print-input.ts';

const macro =
  (name: string): Implementation =>
  ({ args, printing }) =>
    printing.macro(name, ...args.map(({ text }) => text));

/** The session's zone is UTC. */
const inUtc = ({ text }: Expr) => `CAST(${text} AS TIMESTAMP)`;

const text = (call: Call, index: number) => call.args[index]?.text ?? '';

/** OVERLAPS of two spans, each given by its ends or by start and length. */
function overlaps(types: readonly string[]): Implementation {
  return ({ args, printing }) => {
    const ends = args.map((arg, index) => {
      if (types[index] !== 'interval') return arg.text;
      const start = args[index - 1]?.text ?? '';
      if (types[0] === 'time') {
        return `(${start} + hotsql_finite_span(CASE WHEN ${start} IS NOT NULL THEN ${arg.text} END, 'add'))`;
      }
      if (types[0] === 'timestamp') return `hotsql_moved_moment(${start}, ${arg.text}, 1)`;
      return `CAST(hotsql_moved_moment(CAST(${start} AS TIMESTAMP), ${arg.text}, 1) AS TIMESTAMP WITH TIME ZONE)`;
    });
    return printing.macro('overlaps', ...ends);
  };
}

const overlapFunctions: Implementations<Implementation> = Object.fromEntries(
  ['time', 'timestamp', 'timestamptz'].flatMap((type) =>
    [type, 'interval'].flatMap((first) =>
      [type, 'interval'].map((second) => {
        const types = [type, first, type, second];
        return [`overlaps(${types.join()})`, overlaps(types)] as const;
      }),
    ),
  ),
);

/** PostgreSQL has no year 0; in DuckDB year 0 is 1 BC. */
const makeMoment =
  (name: string): Implementation =>
  ({ args: [year, ...rest], printing }) => {
    // Any null part gives null, regardless of the other parts.
    const others = `(${[year, ...rest].map((part) => `${part?.text} IS NOT NULL`).join(' AND ')})`;
    const clock = rest.map(({ text }, index) =>
      index === 4 ? printing.macro('clock_second', text, others) : text,
    );
    const made = `${name}(${[printing.macro('counted_year', year?.text ?? '', others), ...clock].join(', ')})`;
    return printing.macro(name === 'make_date' ? 'date_in_range' : 'moment_in_range', made);
  };

const makeTimestamp = makeMoment('make_timestamp');

export const timeFunctions: Implementations<Implementation> = {
  'age(timestamp,timestamp)': macro('age'),
  'age(timestamptz,timestamptz)': ({ args, printing }) => printing.macro('age', ...args.map(inUtc)),
  'age(timestamp)': ({ args: [since], printing }) =>
    printing.macro('age', 'CAST(today() AS TIMESTAMP)', since?.text ?? ''),
  'age(timestamptz)': ({ args: [since], printing }) =>
    printing.macro('age', 'CAST(today() AS TIMESTAMP)', since === undefined ? '' : inUtc(since)),
  'clock_timestamp()': 'now()',
  'date_add(timestamptz,interval,text)': 'hotsql_add_in_zone($1, $2, $3)',
  'date_subtract(timestamptz,interval,text)':
    'hotsql_add_in_zone($1, hotsql_interval_negative($2), $3)',
  'isfinite(date|timestamp|timestamptz)': 'isfinite($1)',
  'make_date(int4,int4,int4)': makeMoment('make_date'),
  'make_time(int4,int4,float8)': 'make_time($1, $2, $3)',
  'make_timestamp(int4,int4,int4,int4,int4,float8)': makeTimestamp,
  'make_timestamptz(int4,int4,int4,int4,int4,float8)': (call) =>
    `CAST(${printed(makeTimestamp, call)} AS TIMESTAMP WITH TIME ZONE)`,
  'make_timestamptz(int4,int4,int4,int4,int4,float8,text)': (call) =>
    `hotsql_from_written_zone(${text(call, 6)}, CASE WHEN ${text(call, 6)} IS NOT NULL THEN ${printed(makeTimestamp, { ...call, args: call.args.slice(0, 6) })} END)`,
  'now()': 'now()',
  'statement_timestamp()': 'now()',
  'timezone(text,timestamp|timestamptz|timetz)': printZone,
  'timezone(interval,timetz)': 'timezone(hotsql_zone_span($1), $2)',
  'timezone(timestamp)': 'CAST($1 AS TIMESTAMP WITH TIME ZONE)',
  'timezone(timestamptz)': 'CAST($1 AS TIMESTAMP)',
  'timezone(timetz)': "timezone('UTC', $1)",
  'timestamp(date,time)': '($1 + $2)',
  'timestamptz(date,time)': 'CAST(($1 + $2) AS TIMESTAMP WITH TIME ZONE)',
  'timestamptz(date,timetz)': '($1 + $2)',
  'to_timestamp(float8)': ({ args, printing }) =>
    printing.macro('moment_in_range', printing.macro('moment_of_epoch', args[0]?.text ?? '')),
  'transaction_timestamp()': 'now()',
  ...overlapFunctions,
};

/** The text of an implementation's result. */
function printed(implementation: Implementation, call: Call): string {
  const made = typeof implementation === 'function' ? implementation(call) : '';
  return typeof made === 'string' ? made : made.text;
}

/** `x AT TIME ZONE 'zone'`: a region, an abbreviation, or an offset with POSIX's sign. */
function printZone(call: Call): string {
  const name = call.args[0] === undefined ? undefined : textConstant(call.args[0]);
  const moment = text(call, 1);
  const type = call.args[1]?.type.name;
  if (name === undefined) {
    if (type === 'timetz') return refuse('a computed time zone of a time', call.location);
    return `hotsql_${type === 'timestamp' ? 'from' : 'to'}_zone(${text(call, 0)}, ${moment})`;
  }
  const zone = readingAt(call.location, () => readZone(name));
  if ('seconds' in zone) {
    const offset = `to_seconds(${zone.seconds})`;
    if (type === 'timetz') return `timezone(${offset}, ${moment})`;
    return type === 'timestamp'
      ? `CAST((${moment} - ${offset}) AS TIMESTAMP WITH TIME ZONE)`
      : `(CAST(${moment} AS TIMESTAMP) + ${offset})`;
  }
  // ICU spells regions in these forms.
  if (/^(?:UTC|GMT|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.test(name))
    return `timezone(${quoteLiteral(name)}, ${moment})`;
  if (type === 'timetz') return refuse(`the time zone '${name}' of a time`, call.location);
  return `hotsql_${type === 'timestamp' ? 'from' : 'to'}_zone(${quoteLiteral(name)}, ${moment})`;
}
