import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Dice,
  type FunctionOracle,
  literal,
  openFunctionOracle,
  type Twin,
} from './function-oracle.ts';

/** Texts for a field of a template, some of them wrong. */
const fields: Readonly<Record<string, readonly string[]>> = {
  ...{
    YYYY: ['2024', '1999', '-44', '0', '99', '12345'],
    MM: ['02', '2', '13', '12'],
    DD: ['29', '5', '31', '0'],
  },
  ...{
    HH24: ['23', '5', '24'],
    HH: ['11', '0', '12', '13'],
    MI: ['59', '5', '60'],
    SS: ['59', '5', '60'],
  },
  ...{
    MS: ['25', '250', '5', '1234'],
    US: ['123456', '5', '25'],
    FF3: ['123', '12'],
    FF1: ['5', '55'],
  },
  ...{
    AM: ['am', 'PM', 'a.m.', 'xm'],
    BC: ['bc', 'AD', 'b.c.'],
    Month: ['January', 'february', 'Febr'],
  },
  ...{
    Mon: ['Jan', 'feb', 'zzz'],
    Day: ['Monday', 'tue'],
    DDD: ['100', '366', '5'],
    ID: ['1', '7'],
  },
  ...{
    IW: ['1', '53', '05'],
    IYYY: ['2024', '2020'],
    WW: ['10', '1'],
    W: ['2'],
    J: ['2451187'],
    CC: ['20', '21'],
  },
  ...{
    YY: ['24', '70', '69'],
    YYY: ['024', '999'],
    Q: ['3'],
    RM: ['IV', 'xii', 'v'],
    SSSS: ['3600', '86399'],
  },
  ...{
    TZH: ['+02', '-5', '05'],
    TZM: ['30'],
    OF: ['+02:30', '-03'],
    FX: [''],
    'Y,YYY': ['2,024', '0,044'],
  },
};
const shown = "'YYYY-MM-DD HH24:MI:SS.US BC'";

function templateTwin(dice: Dice): Twin {
  let [template, value] = ['', ''];
  for (let count = 1 + dice.below(4); count > 0; count -= 1) {
    const field = dice.pick(Object.keys(fields));
    const between = dice.pick(['-', ' ', '/', '', ':', '-', 'T', '  ', '"x"']);
    template += `${dice.pick(['', '', 'FM'])}${field}${dice.pick(['', '', '', 'TH'])}${between}`;
    const written = dice.pick([between, between, between, '-', ' ', '']);
    value += dice.pick(fields[field] ?? ['']) + written.replaceAll('"', '');
  }
  const call = `to_timestamp(${literal(value)}, ${literal(template)})`;
  return {
    postgres: `to_char(${call}, ${shown})`,
    worker: `hotsql_to_char_timestamptz(hotsql_${call}, ${shown})`,
  };
}

interface Span {
  readonly postgres: string;
  readonly worker: string;
}

function randomSpan(dice: Dice): Span {
  const half = (size: number) => Math.floor((dice.number() - 0.5) * size);
  const [months, days, micros] = [
    half(dice.pick([1, 10, 100])),
    half(dice.pick([1, 200])),
    half(dice.pick([1, 1e7, 1e12])),
  ];
  return {
    postgres: `(make_interval(months => ${months}, days => ${days}) + ${micros} * interval '1 microsecond')`,
    worker: `(to_months(${months}) + to_days(${days}) + to_microseconds(${micros}))`,
  };
}

const spanFields =
  'millennium century decade year quarter month week day hour minute second milliseconds epoch x'.split(
    ' ',
  );

const spanTwins: readonly ((dice: Dice, span: Span) => Twin)[] = [
  (_dice, { postgres, worker }) => ({
    postgres: `${postgres}::text`,
    worker: `hotsql_interval_text(${worker})`,
  }),
  (dice, { postgres, worker }) => {
    const factor = dice.pick([1.5, 0.1, -2.5, 0.3333, 7, 1e10, 0]);
    return {
      postgres: `(${postgres} * ${factor}::float8)::text`,
      worker: `hotsql_interval_text(hotsql_interval_multiply(${worker}, ${factor}))`,
    };
  },
  (dice, { postgres, worker }) => {
    const divisor = dice.pick([1.5, 0.1, -2.5, 3, 7, 0]);
    return {
      postgres: `(${postgres} / ${divisor}::float8)::text`,
      worker: `hotsql_interval_text(hotsql_interval_divide(${worker}, ${divisor}))`,
    };
  },
  (dice, { postgres, worker }) => {
    const name = dice.pick(['justify_hours', 'justify_days', 'justify_interval']);
    return {
      postgres: `${name}(${postgres})::text`,
      worker: `hotsql_interval_text(hotsql_${name}(${worker}))`,
    };
  },
  (dice, { postgres, worker }) => {
    const field = dice.pick(spanFields);
    return {
      postgres: `extract(${field} from ${postgres})::text`,
      worker: `hotsql_interval_field('${field}', ${worker})`,
    };
  },
];

describe('times', () => {
  let oracle: FunctionOracle;
  beforeAll(async () => {
    oracle = await openFunctionOracle();
  });
  afterAll(() => oracle?.close());

  it('are read by templates as PostgreSQL reads them', async () => {
    const dice = new Dice(7);
    expect(await oracle.differences(Array.from({ length: 400 }, () => templateTwin(dice)))).toEqual(
      [],
    );
  });

  it('are computed with intervals as PostgreSQL computes', async () => {
    const dice = new Dice(8);
    const twins = Array.from({ length: 300 }, (_, index) =>
      (spanTwins[index % spanTwins.length] as (typeof spanTwins)[number])(dice, randomSpan(dice)),
    );
    expect(await oracle.differences(twins)).toEqual([]);
  });
});
