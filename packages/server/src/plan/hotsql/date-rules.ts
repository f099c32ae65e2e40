import { quoteLiteral } from '../../kernel/quoting.ts';
import { textLiteralOf } from './print-cast.ts';
import { refuse } from './refusal.ts';
import { type Call, type FunctionRule, same, scalar } from './rule.ts';

export const dateRules: Readonly<Record<string, FunctionRule>> = {
  age: scalar(2, 2, ({ printing, args }) => `age(${printing.expressions(args)})`),
  date_part: scalar(2, 2, (call) => `CAST(${printField(call)} AS DOUBLE)`),
  date_trunc: scalar(2, 2, printTrunc),
  extract: scalar(2, 2, printField),
  isfinite: same(1),
  make_date: same(3),
  make_timestamp: same(6),
  now: same(0),
  timezone: scalar(2, 2, printZone),
  to_timestamp: same(1),
  transaction_timestamp: scalar(0, 0, () => 'now()'),
};

/** Whole fields, as numerics (`extract(year from d) / 2` is no integer division in PostgreSQL). */
const wholeFields = new Set([
  'century',
  'day',
  'decade',
  'dow',
  'doy',
  'hour',
  'isodow',
  'isoyear',
  'millennium',
  'minute',
  'month',
  'quarter',
  'week',
  'year',
]);

function printField(call: Call): string {
  const {
    printing,
    args: [field, value],
  } = call;
  const name = fieldName(call, field);
  const part = (spelling: string) => `date_part(${quoteLiteral(spelling)}, ${printing.expression(value)})`;
  if (wholeFields.has(name)) return `CAST(${part(name)} AS DECIMAL(18,0))`;
  switch (name) {
    case 'epoch':
      return `CAST(${part('epoch')} AS DECIMAL(20,6))`;
    // DuckDB's seconds are whole, its microseconds hold the seconds too.
    case 'second':
    case 'seconds':
      return `CAST(${part('microseconds')} * CAST(0.000001 AS DECIMAL(7,6)) AS DECIMAL(18,6))`;
    case 'milliseconds':
      return `CAST(${part('microseconds')} * CAST(0.001 AS DECIMAL(4,3)) AS DECIMAL(18,3))`;
    case 'microseconds':
      return `CAST(${part('microseconds')} AS DECIMAL(18,0))`;
    default:
      return refuse(`the field '${name}' of a date or time`, call.location);
  }
}

function fieldName({ name, location }: Call, field: unknown): string {
  const text = textLiteralOf(field);
  return text === undefined ? refuse(`${name}() of a field that is no literal`, location) : text.toLowerCase();
}

const truncations = new Set([
  'microseconds',
  'milliseconds',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
  'millennium',
]);

function printTrunc(call: Call): string {
  const {
    printing,
    args: [field, value],
  } = call;
  const name = fieldName(call, field);
  if (!truncations.has(name)) return refuse(`date_trunc() to '${name}'`, call.location);
  return printing.macro('date_trunc', quoteLiteral(name), printing.expression(value));
}

/** `x AT TIME ZONE 'zone'`: a region's name; PostgreSQL reads '+02' with the opposite sign. */
function printZone({ printing, args: [zone, value], location }: Call): string {
  const name = textLiteralOf(zone);
  if (name === undefined || !/^(?:UTC|GMT|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.test(name)) {
    return refuse('a time zone that is no literal region name', location, "write it as in 'Europe/Berlin' or 'UTC'");
  }
  return `timezone(${quoteLiteral(name)}, ${printing.expression(value)})`;
}
