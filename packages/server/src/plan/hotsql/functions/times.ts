import { quoteLiteral } from '../../../kernel/quoting.ts';
import { type Expr, expr } from '../expr.ts';
import { type Call, constantArgument, type Implementation, type Implementations } from '../implementation.ts';
import { refuse } from '../refusal.ts';
import { decimalType } from '../type.ts';

const moments = 'date|time|timetz|timestamp|timestamptz|interval';

export const timeFunctions: Implementations<Implementation> = {
  'age(timestamp,timestamp)': 'age($1, $2)',
  'age(timestamptz,timestamptz)': 'age($1, $2)',
  [`date_part(text,${moments})`]: (call) => `CAST(${printField(call).text} AS DOUBLE)`,
  'date_trunc(text,timestamp)': (call) => `CAST(${printTrunc(call)} AS TIMESTAMP)`,
  'date_trunc(text,timestamptz)': printTrunc,
  'date_trunc(text,interval)': printTrunc,
  [`extract(text,${moments})`]: printField,
  'isfinite(date|timestamp|timestamptz)': 'isfinite($1)',
  'make_date(int4,int4,int4)': 'make_date($1, $2, $3)',
  'make_timestamp(int4,int4,int4,int4,int4,float8)': 'make_timestamp($1, $2, $3, $4, $5, $6)',
  'now()': 'now()',
  'timezone(text,timestamp|timestamptz)': printZone,
  'to_timestamp(float8)': 'to_timestamp($1)',
  'transaction_timestamp()': 'now()',
};

/** Whole fields, as numerics (`extract(year from d) / 2` is no integer division in PostgreSQL). */
const wholeFields = new Set(
  'century day decade dow doy hour isodow isoyear millennium minute month quarter week year'.split(' '),
);

function printField(call: Call): Expr {
  const value = call.args[1]?.text ?? '';
  const name = constantArgument(call, 0, `${call.name}() of a field`).toLowerCase();
  const part = (spelling: string) => `date_part(${quoteLiteral(spelling)}, ${value})`;
  const field = (text: string, width: number, scale: number) =>
    expr(`CAST(${text} AS DECIMAL(${width},${scale}))`, decimalType(width, scale));
  if (wholeFields.has(name)) return field(part(name), 18, 0);
  switch (name) {
    case 'epoch':
      return field(part('epoch'), 20, 6);
    // DuckDB's seconds are whole, its microseconds hold the seconds too.
    case 'second':
    case 'seconds':
      return field(`${part('microseconds')} * CAST(0.000001 AS DECIMAL(7,6))`, 18, 6);
    case 'milliseconds':
      return field(`${part('microseconds')} * CAST(0.001 AS DECIMAL(4,3))`, 18, 3);
    case 'microseconds':
      return field(part('microseconds'), 18, 0);
    default:
      return refuse(`the field '${name}' of a date or time`, call.location);
  }
}

const truncations = new Set(
  'microseconds milliseconds second minute hour day week month quarter year decade century millennium'.split(' '),
);

function printTrunc(call: Call): string {
  const name = constantArgument(call, 0, 'date_trunc() to a field').toLowerCase();
  if (!truncations.has(name)) return refuse(`date_trunc() to '${name}'`, call.location);
  return `date_trunc(${quoteLiteral(name)}, ${call.args[1]?.text ?? ''})`;
}

/** `x AT TIME ZONE 'zone'`: a region's name; PostgreSQL reads '+02' with the opposite sign. */
function printZone(call: Call): string {
  const name = constantArgument(call, 0, 'a time zone');
  if (!/^(?:UTC|GMT|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.test(name)) {
    return refuse('a time zone that is no region name', call.location, "write it as in 'Europe/Berlin' or 'UTC'");
  }
  return `timezone(${quoteLiteral(name)}, ${call.args[1]?.text ?? ''})`;
}
