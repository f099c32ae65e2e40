import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Dice,
  type FunctionOracle,
  literal,
  openFunctionOracle,
  type Twin,
} from './function-oracle.ts';

const timeFields =
  'A.D. A.M. AD BC CC DAY DDD DD DY D FF1 FF3 FF6 FX HH24 HH12 HH IDDD ID IW IYYY IYY IY I J MI MM MONTH MON MS OF PM Q RM SSSS SS TZH TZ US WW W Y,YYY YYYY YYY YY Y Day Month Mon Dy yyyy month dy rm am tz'.split(
    ' ',
  );
const numberFields =
  '9 9 9 99 0 0 . D , G S SG PL MI PR RN rn L TH th V EEEE FM B C x "y" 999 9G999 0.0 .99 SP'.split(
    ' ',
  );

function timeTemplate(dice: Dice): string {
  const field = () =>
    `${dice.pick(['', '', '', 'FM', 'TM', 'fm'])}${dice.pick(timeFields)}${dice.pick(['', '', 'TH', 'th', 'SP'])}`;
  const part = () =>
    field() + dice.pick(['', ' ', '-', '/', '"q\\"x"', 'x', '\\', '\\"', ':', 'é']);
  return Array.from({ length: 1 + dice.below(3) }, part).join('');
}

function timestampTwin(dice: Dice): Twin {
  const seconds = Math.floor((dice.number() - 0.5) * dice.pick([1e9, 4e9, 1.2e11]));
  const [at, template] = [`${seconds}, ${dice.below(1e6)}`, literal(timeTemplate(dice))];
  const [count, micros] = at.split(', ');
  const moment = `timestamptz '1970-01-01 00:00:00Z' + ${count} * interval '1 second' + ${micros} * interval '1 microsecond'`;
  return {
    postgres: `to_char(${moment}, ${template})`,
    worker: `hotsql_to_char_timestamptz(make_timestamp(${count}::BIGINT * 1000000 + ${micros})::TIMESTAMPTZ, ${template})`,
  };
}

function intervalTwin(dice: Dice): Twin {
  const half = (size: number) => Math.floor((dice.number() - 0.5) * size);
  const [months, days, seconds] = [
    half(dice.pick([10, 3000])),
    half(1000),
    half(dice.pick([10, 1e7])),
  ];
  // HotSQL refuses ISO weeks and years.
  const template = timeTemplate(dice).replace(/I(?:DDD|W|Y{0,3})(?!D)/g, 'Q');
  const value = `to_months(${months}) + to_days(${days}) + to_seconds(${seconds})`;
  return {
    postgres: `to_char(make_interval(0, ${months}, 0, ${days}, 0, 0, ${seconds}), ${literal(template)})`,
    worker: `hotsql_to_char_interval(${value}, ${literal(template)})`,
  };
}

const numberTypes = [
  ['int4', 'INTEGER', 'integer'],
  ['int8', 'BIGINT', 'bigint'],
  ['numeric', 'VARCHAR', 'numeric'],
  ['float8', 'DOUBLE', 'double'],
  ['float4', 'FLOAT', 'real'],
] as const;

function numberTwin(dice: Dice): Twin {
  const [type, engineType, name] = dice.pick(numberTypes);
  const size = dice.pick([10, 1000, 1e6]);
  const whole = Math.floor((dice.number() - 0.5) * size);
  const special = dice.pick([
    '0',
    '0.5',
    '-0.5',
    '2.5',
    '1e10',
    'NaN',
    'Infinity',
    '-Infinity',
    '-0.001',
    '0.000123',
  ]);
  const fraction = dice.pick([((dice.number() - 0.5) * size).toFixed(dice.below(4)), special]);
  const value = type.startsWith('int')
    ? String(whole)
    : fraction === '1e10'
      ? '10000000000'
      : fraction;
  const template = literal(dice.pick(['', '', 'FM']) + dice.joined(numberFields, 6));
  return {
    postgres: `to_char('${value}'::${type}, ${template})`,
    worker: `hotsql_to_char_${name}('${value}'::${engineType}, ${template})`,
  };
}

describe('to_char', () => {
  let oracle: FunctionOracle;
  beforeAll(async () => {
    oracle = await openFunctionOracle();
  });
  afterAll(() => oracle?.close());

  it.each([
    ['timestamps', timestampTwin, 250],
    ['intervals', intervalTwin, 150],
    ['numbers', numberTwin, 500],
  ] as const)('writes %s as PostgreSQL does', async (_name, twin, count) => {
    const dice = new Dice(3);
    expect(await oracle.differences(Array.from({ length: count }, () => twin(dice)))).toEqual([]);
  });
});
