/** Amounts of money are represented as PostgreSQL's text, and computed in whole cents. */
import type {
  AggregateImplementation,
  Implementation,
  Implementations,
} from '../implementation.ts';

const cents = (place: string) => `hotsql_money_cents(${place})`;
const money = (text: string) => `hotsql_money_of(${text})`;

/** Half a cent rounds to even; an amount without cents, such as infinity, raises. */
const rounded = (text: string) =>
  money(
    `CASE WHEN NOT isfinite(${text}) THEN error('[22003] money out of range') ELSE CAST(${text} AS BIGINT) END`,
  );

const byZero = "error('[22012] division by zero')";
const whole = 'int2|int4|int8';
const floats = 'float4|float8';

const comparisons: Implementations<Implementation> = Object.fromEntries(
  ['=', '<>', '<', '>', '<=', '>='].map((operator) => [
    `money ${operator} money`,
    `(${cents('$1')} ${operator} ${cents('$2')})`,
  ]),
);

export const moneyOperators: Implementations<Implementation> = {
  ...comparisons,
  'money + money': money(`${cents('$1')} + ${cents('$2')}`),
  'money - money': money(`${cents('$1')} - ${cents('$2')}`),
  [`money * ${whole}`]: money(`${cents('$1')} * CAST($2 AS BIGINT)`),
  [`${whole} * money`]: money(`CAST($1 AS BIGINT) * ${cents('$2')}`),
  [`money * ${floats}`]: rounded(`(CAST(${cents('$1')} AS DOUBLE) * CAST($2 AS DOUBLE))`),
  [`${floats} * money`]: rounded(`(CAST($1 AS DOUBLE) * CAST(${cents('$2')} AS DOUBLE))`),
  [`money / ${whole}`]: money(
    `CASE WHEN $2 = 0 AND $1 IS NOT NULL THEN ${byZero} ELSE ${cents('$1')} // CAST($2 AS BIGINT) END`,
  ),
  [`money / ${floats}`]: rounded(
    `CASE WHEN $2 = 0 AND $1 IS NOT NULL THEN ${byZero} ELSE CAST(${cents('$1')} AS DOUBLE) / CAST($2 AS DOUBLE) END`,
  ),
  'money / money': `CASE WHEN ${cents('$2')} = 0 AND $1 IS NOT NULL THEN ${byZero} ELSE CAST(${cents('$1')} AS DOUBLE) / CAST(${cents('$2')} AS DOUBLE) END`,
};

export const moneyAggregates: Implementations<AggregateImplementation> = {
  'sum(money)': {
    spelling: '',
    compose: ({ args: [value] }, frame) =>
      money(`CAST(${frame.write('sum', cents(value?.text ?? ''))} AS BIGINT)`),
  },
};
