/**
 * Sums and differences of dates, times and intervals. DuckDB computes finite results in
 * PostgreSQL's range; TypeScript computes the others, and raises as PostgreSQL does.
 */

import { readInterval } from '../../../../values/read-interval.ts';
import { infiniteSign, type Span } from '../../../../values/span.ts';
import { type Expr, expr, integerConstant, isNull, textConstant } from '../../resolve/expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { printSpan } from '../print-input.ts';
import type { Printing } from '../printing.ts';

/**
 * Within these bounds no moment after `farPast` (see macros.ts) leaves PostgreSQL's range at its
 * beginning.
 */
const maxMonths = 12_000;
const maxDays = 365_000;
const maxMicros = BigInt(maxDays) * 86_400_000_000n;

/** The value of an interval literal. */
function knownSpan(value: Expr | undefined): Span | undefined {
  const text = value?.type.name === 'interval' ? textConstant(value) : undefined;
  return text === undefined ? undefined : readInterval(text);
}

const isNear = ({ months, days, micros }: Span) =>
  Math.abs(months) <= maxMonths &&
  Math.abs(days) <= maxDays &&
  micros <= maxMicros &&
  micros >= -maxMicros;
const isForward = ({ months, days, micros }: Span) => months >= 0 && days >= 0 && micros >= 0n;
const isBackward = ({ months, days, micros }: Span) => months <= 0 && days <= 0 && micros <= 0n;

/**
 * True for a literal of the present age or the current time, truncated or moved a few times by up
 * to a century: far from both ends of the range. Its text is unchanged, because filters on files
 * read the text.
 */
const constantMoment =
  /^(?:[\s(),+\d-]|CAST\(|AS|DATE|TIMESTAMP|WITH TIME ZONE|BIGINT|now\(\)|today\(\)|date_trunc\('[a-z]+'|to_months|to_days|to_microseconds|'\d{4}-\d\d-\d\d[^']*'|'-?\d+')*$/;
const isConstant = (moment: string) => moment.length < 600 && constantMoment.test(moment);
const isCentury = ({ months, days, micros }: Span) =>
  [BigInt(months) * 30n, BigInt(days), micros / 86_400_000_000n].every(
    (part) => -36_500n < part && part < 36_500n,
  );

/**
 * A timestamp moved by an interval; DuckDB raises at the end of its own range, close to
 * PostgreSQL's.
 */
export function movedMoment(
  printing: Printing,
  moment: string,
  span: Expr,
  sign: '+' | '-',
): string {
  const known = knownSpan(span);
  const plain = `(${moment} ${sign} ${span.text})`;
  if (known !== undefined && isNear(known)) {
    const isLater = sign === '+' ? isForward(known) : isBackward(known);
    if (isLater || (isCentury(known) && isConstant(moment))) return plain;
  }
  return printing.macroUnless(
    `hotsql_moved_moment(${moment}, ${span.text}, ${sign}1)`,
    'moved_moment',
    [moment, span.text, plain, `${sign}1`],
  );
}

const move =
  (momentAt: 0 | 1, sign: '+' | '-'): Implementation =>
  ({ args, printing }: Call) => {
    const [moment, span] = [args[momentAt], args[1 - momentAt]];
    if (moment === undefined || span === undefined || isNull(moment) || isNull(span))
      return 'CAST(NULL AS TIMESTAMP)';
    const type = moment.type.name;
    // ICU adds the months of an interval last, and is slower than two casts.
    const local = type === 'timestamp' ? moment.text : `CAST(${moment.text} AS TIMESTAMP)`;
    const moved = movedMoment(printing, local, span, sign);
    return type === 'timestamptz' ? `CAST(${moved} AS TIMESTAMP WITH TIME ZONE)` : moved;
  };

/** A time of day wraps around midnight. */
const moveTime =
  (timeAt: 0 | 1, sign: '+' | '-'): Implementation =>
  ({ args, printing }: Call) => {
    const [time, span] = [args[timeAt]?.text ?? '', args[1 - timeAt]];
    const known = knownSpan(span);
    const finite = known !== undefined && infiniteSign(known) === 0 ? span?.text : undefined;
    const checked = () =>
      printing.macro('finite_span', span?.text ?? '', sign === '+' ? "'add'" : "'subtract'");
    return `(${time} ${sign} ${finite ?? (isConstant(time) ? checked() : `CASE WHEN ${time} IS NOT NULL THEN ${checked()} END`)})`;
  };

/** A date moved by days; DuckDB's range of dates is larger than PostgreSQL's. */
const moveDate =
  (dateAt: 0 | 1, sign: '+' | '-'): Implementation =>
  ({ args, printing }: Call) => {
    const [date = '', days] = [args[dateAt]?.text, args[1 - dateAt]];
    const plain = `(${date} ${sign} ${days?.text ?? ''})`;
    const known = days && integerConstant(days);
    if (known !== undefined && Math.abs(known) < 36_500 && isConstant(date)) return plain;
    return printing.macroUnless(`hotsql_checked_date(${plain})`, 'date_in_range', [plain]);
  };

/** Sums of constant intervals are computed at translation. */
const spanSum =
  (sign: 1 | -1, name: string): Implementation =>
  ({ args: [left, right] }: Call) => {
    const [one, other] = [knownSpan(left), knownSpan(right)];
    const computed = `${name}(${left?.text ?? ''}, ${right?.text ?? ''})`;
    if (one === undefined || other === undefined || !isCentury(one) || !isCentury(other))
      return computed;
    const months = one.months + sign * other.months;
    const days = one.days + sign * other.days;
    const micros = one.micros + BigInt(sign) * other.micros;
    const value = `${months} months ${days} days ${micros} microseconds`;
    return {
      ...expr(printSpan({ months, days, micros }), 'interval'),
      constant: { kind: 'text', value },
    };
  };

const difference: Implementation = ({ args: [left, right], printing }) => {
  const [one, other] = [left, right].map((side) =>
    side?.type.name === 'timestamptz' ? `CAST(${side.text} AS TIMESTAMP)` : (side?.text ?? ''),
  );
  return printing.macroUnless(`hotsql_moment_difference(${one}, ${other})`, 'moment_difference', [
    one ?? '',
    other ?? '',
  ]);
};

export const momentOperators: Implementations<Implementation> = {
  'date|timestamp|timestamptz + interval': move(0, '+'),
  'interval + date|timestamp|timestamptz': move(1, '+'),
  'date|timestamp|timestamptz - interval': move(0, '-'),
  'timestamp - timestamp': difference,
  'timestamptz - timestamptz': difference,
  'time + interval': moveTime(0, '+'),
  'interval + time': moveTime(1, '+'),
  'time - interval': moveTime(0, '-'),
  'interval + interval': spanSum(1, 'hotsql_interval_sum'),
  'interval - interval': spanSum(-1, 'hotsql_interval_difference'),
  'date + int4': moveDate(0, '+'),
  'int4 + date': moveDate(1, '+'),
  'date - int4': moveDate(0, '-'),
  '- interval': 'hotsql_interval_negative($1)',
};

/** The same operations under function names. */
export const momentFunctions: Implementations<Implementation> = {
  'date_add(timestamptz,interval)': move(0, '+'),
  'date_subtract(timestamptz,interval)': move(0, '-'),
};
