import { quoteLiteral } from '../../../../kernel/quoting.ts';
import {
  growingParts,
  partNamed,
  type TimePart,
  truncationNamed,
} from '../../../../values/time-units.ts';
import { type Expr, expr, isNull, textConstant } from '../../resolve/expr.ts';
import { decimalType, exactType, showType } from '../../resolve/type.ts';
import {
  type Call,
  constantArgument,
  type Implementation,
  type Implementations,
} from '../implementation.ts';
import { withShown } from '../numeric-text.ts';
import { readingAt } from '../print-input.ts';

const moments = 'date|time|timetz|timestamp|timestamptz';

export const timePartFunctions: Implementations<Implementation> = {
  [`date_part(text,${moments})`]: printDatePart,
  'date_part(text,interval)': 'CAST(hotsql_interval_field($1, $2) AS DOUBLE)',
  'date_trunc(text,timestamp|timestamptz)': printTrunc,
  'date_trunc(text,timestamptz,text)': 'hotsql_trunc_in_zone($1, $2, $3)',
  'date_trunc(text,interval)': 'hotsql_trunc_interval($1, $2)',
  [`extract(text,${moments})`]: printExtract,
  'extract(text,interval)': printIntervalField,
};

const given = (call: Call) => call.args[1]?.text ?? '';
/**
 * The value for DuckDB's functions: the session's zone is UTC, and they are faster without a zone.
 */
const value = (call: Call) =>
  typeOf(call) === 'timestamptz' ? `CAST(${given(call)} AS TIMESTAMP)` : given(call);
/** True for a null value, whose field is never checked. */
const isNothing = ({ args: [, from] }: Call) => from !== undefined && isNull(from);
const typeOf = (call: Call) => call.args[1]?.type.name ?? '';

/** The part named by a literal, if the value's type has the part. */
function literalPart(call: Call, word: string): TimePart {
  const type = call.args[1]?.type;
  // PostgreSQL's date_part() casts a date to the timestamp of its midnight.
  const shown =
    typeOf(call) === 'date' && call.name === 'date_part'
      ? 'timestamp without time zone'
      : type && showType(type);
  return readingAt(call.location, () => partNamed(word, shown ?? ''));
}

/** DuckDB's date_part() if its meaning is the same; DuckDB would read a timetz as a time. */
function printPart(call: Call, part: TimePart): string {
  const type = typeOf(call);
  const { printing } = call;
  if (type === 'timetz') return `hotsql_timetz_part(${quoteLiteral(part)}, ${value(call)})`;
  switch (part) {
    case 'timezone':
    case 'timezone_hour':
    case 'timezone_minute':
      return `CASE WHEN isfinite(${value(call)}) THEN 0 END`;
    case 'year':
    case 'isoyear':
      return printing.macro('year_of_era', value(call), `'${part}'`);
    case 'decade':
      return printing.macro('decade_of_era', value(call));
    default:
      return `date_part('${part}', ${value(call)})`;
  }
}

const hasInfinity = (call: Call, part: TimePart) =>
  !typeOf(call).startsWith('time') || typeOf(call).startsWith('timestamp')
    ? growingParts.has(part)
    : false;

const microsecondsOf: Partial<Record<TimePart, number>> = {
  second: 6,
  millisecond: 3,
  microsecond: 0,
};

/** date_part(), which returns doubles. */
function printDatePart(call: Call): string {
  if (isNothing(call)) return 'NULL';
  const word = call.args[0] === undefined ? undefined : textConstant(call.args[0]);
  const type = typeOf(call);
  if (word === undefined) {
    const held = type === 'date' ? `CAST(${given(call)} AS TIMESTAMP)` : given(call);
    return `hotsql_${type === 'date' ? 'timestamp' : type}_part(${call.args[0]?.text ?? ''}, ${held})`;
  }
  const part = literalPart(call, word);
  const places = microsecondsOf[part];
  if (places !== undefined && type !== 'timetz' && type !== 'date') {
    return `(CAST(date_part('microseconds', ${value(call)}) AS DOUBLE) / 1${'0'.repeat(places)})`;
  }
  const held =
    microsecondsOf[part] !== undefined && type === 'date'
      ? `CASE WHEN isfinite(${given(call)}) THEN CAST(0 AS DOUBLE) END`
      : `CAST(${printPart(call, part)} AS DOUBLE)`;
  return hasInfinity(call, part)
    ? call.printing.macro('part_or_infinity', held, value(call))
    : held;
}

/** extract(), which returns numerics: without decimals for whole parts. */
function printExtract(call: Call): Expr {
  if (isNothing(call)) return expr('CAST(NULL AS DECIMAL(18,0))', decimalType(18, 0));
  const part = literalPart(call, constantArgument(call, 0, 'extract() of a field'));
  const type = typeOf(call);
  const endless = hasInfinity(call, part) ? infinityOf(call) : undefined;
  if (endless !== undefined) return endless;
  const decimal = (text: string, width: number, scale: number) => {
    const finite = hasInfinity(call, part)
      ? call.printing.macro('finite_part', text, value(call))
      : text;
    return expr(`CAST(${finite} AS DECIMAL(${width},${scale}))`, decimalType(width, scale));
  };
  if (type === 'timetz')
    return decimal(printPart(call, part), 18, part === 'epoch' ? 6 : (microsecondsOf[part] ?? 0));
  const places = microsecondsOf[part];
  if (places !== undefined) {
    const micros = `date_part('microseconds', ${value(call)})`;
    return places === 0
      ? decimal(micros, 18, 0)
      : decimal(`CAST(${micros} AS DECIMAL(12,0)) * ${unitOfPlaces(places)}`, 18, places);
  }
  if (part === 'epoch' && type === 'date') return decimal(printPart(call, part), 18, 0);
  if (part === 'epoch' && type !== 'time')
    return decimal(`CAST(epoch_us(${value(call)}) AS DECIMAL(19,0)) * ${unitOfPlaces(6)}`, 20, 6);
  if (part === 'epoch') return decimal(printPart(call, part), 18, 6);
  if (part === 'julian' && type !== 'date') {
    const double = call.printing.macro('finite_part', printPart(call, part), value(call));
    const text = `CASE WHEN ${double} IS NOT NULL THEN hotsql_numeric_julian(epoch_us(${value(call)})) END`;
    if (call.printing.isExact) return expr(text, exactType);
    return withShown(expr(double, { name: 'numeric', engine: 'DOUBLE' }), text);
  }
  return decimal(printPart(call, part), 18, 0);
}

/** The infinite numeric for an infinite literal; undefined for any other value. */
function infinityOf({ printing, args: [, from] }: Call): Expr | undefined {
  const word = from === undefined ? undefined : textConstant(from);
  const [, sign] = /^\s*([+-]?)infinity\s*$/i.exec(word ?? '') ?? [];
  if (sign === undefined) return undefined;
  printing.expectExact();
  return expr(sign === '-' ? "'-Infinity'" : "'Infinity'", exactType);
}

/** Fields that grow with the interval; for an infinite interval all other fields are null. */
const growingFields: ReadonlySet<TimePart> = new Set<TimePart>([
  'hour',
  'day',
  'year',
  'decade',
  'century',
  'millennium',
  'epoch',
]);

const unitOfPlaces = (places: number) =>
  `CAST('${(10 ** -places).toFixed(places)}' AS DECIMAL(${places + 1},${places}))`;

/** Decimals of an interval's field. */
const fieldScales: Readonly<Record<string, number>> = { second: 6, epoch: 6, millisecond: 3 };

function printIntervalField(call: Call): Expr {
  if (isNothing(call)) return expr('CAST(NULL AS DECIMAL(18,0))', decimalType(18, 0));
  const field = constantArgument(call, 0, 'extract() of a field');
  const part = readingAt(call.location, () => partNamed(field, 'interval'));
  const endless = growingFields.has(part) ? infinityOf(call) : undefined;
  if (endless !== undefined) return endless;
  const scale = fieldScales[part] ?? 0;
  const text = `hotsql_interval_extract(${quoteLiteral(field)}, ${value(call)})`;
  return expr(`CAST(${text} AS DECIMAL(24,${scale}))`, decimalType(24, scale));
}

/** DuckDB starts centuries with their year 0, and cuts decades before Christ differently. */
const ownTruncations: ReadonlySet<TimePart> = new Set(['decade', 'century', 'millennium']);

function printTrunc(call: Call): string {
  if (isNothing(call)) return 'NULL';
  const word = call.args[0] === undefined ? undefined : textConstant(call.args[0]);
  const type = typeOf(call);
  const own = `hotsql_trunc_${type}(${call.args[0]?.text ?? ''}, ${given(call)})`;
  if (word === undefined) return own;
  const part = readingAt(call.location, () =>
    truncationNamed(word, showType({ name: type, engine: '' })),
  );
  if (ownTruncations.has(part)) return own;
  const start = `CAST(date_trunc('${part}', ${value(call)}) AS TIMESTAMP)`;
  return type === 'timestamp' ? start : `CAST(${start} AS TIMESTAMP WITH TIME ZONE)`;
}
