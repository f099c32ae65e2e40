import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Dice,
  type FunctionOracle,
  literal,
  openFunctionOracle,
  type Twin,
} from './function-oracle.ts';

const texts = [
  '',
  'a',
  'abc',
  'Hello wORLD-foo bar2baz',
  'héllo ñ',
  'e\u0301x',
  'ß straße',
  'a,b,,c',
  ',',
  'select',
].concat([
  'Foo "x"',
  "it's",
  'back\\slash',
  'ǆx ŉ',
  'aXbXc',
  '😀é',
  'NULL',
  'x y',
  'tableName',
  '_a1',
  '1a',
  'user',
]);
const whole = [-5, -2, -1, 0, 1, 2, 3, 5, 10, 2_147_483_647];
const small = whole.filter((value) => value < 1000);
const byteTexts = ['\\x', '\\x00ff61', '\\x5c27', '\\x616263', '\\x6162636461'];
const formats = [
  '%s',
  '%I',
  '%L',
  '%%',
  '%1$s',
  '%2$L',
  '%-5s|',
  '%5s|',
  '%x',
  '%',
  'abc',
  '%0$s',
  '%3$s',
  '%-',
  '%5',
];

type Choices = readonly (readonly (string | number)[])[];
const choose = (dice: Dice, choices: Choices) => choices.map((items) => literal(dice.pick(items)));

const called =
  (name: string, ...choices: Choices) =>
  (dice: Dice): Twin => {
    const args = choose(dice, choices).join(', ');
    return { postgres: `${name}(${args})`, worker: `hotsql_${name}(${args})` };
  };

/** Functions of bytes, which come first; `gives` tells if the result is bytes, too. */
const ofBytes =
  (name: string, worker: string, gives: 'bytes' | 'value', ...choices: Choices) =>
  (dice: Dice): Twin => {
    const [value, ...args] = choose(dice, [byteTexts, ...choices]);
    const call = `hotsql_${worker}(${[`hotsql_bytea_input(${value})`, ...args].join(', ')})`;
    return {
      postgres: `${name}(${[`${value}::bytea`, ...args].join(', ')})`,
      worker: gives === 'bytes' ? `hotsql_bytea_text(${call})` : call,
    };
  };

const calls: readonly ((dice: Dice) => Twin)[] = [
  called('initcap', texts),
  called('upper', texts),
  called('casefold', texts),
  called('reverse', texts),
  called('chr', [...whole, 233, 0x1f600, 0xd800]),
  called('lpad', texts, small, texts),
  called('rpad', texts, small, texts),
  called('split_part', texts, [',', 'X', '', 'ab', 'l'], whole),
  called('string_to_array', texts, [',', 'X', '', 'ab'], ['', 'a', 'c']),
  called('translate', texts, texts, texts),
  called('quote_ident', texts),
  called('quote_literal', texts),
  (dice) => {
    const template = literal(dice.joined(formats, 4));
    const args = choose(dice, [texts, texts]).slice(dice.below(3));
    return {
      postgres: `format(${[template, ...args].join(', ')})`,
      worker: `hotsql_format(${template}, [${args.join(', ')}]::VARCHAR[])`,
    };
  },
  (dice) => {
    const [value, format] = choose(dice, [
      [
        '',
        'YWJj',
        'YWI=',
        'Y',
        'AQ==',
        '6162',
        '616',
        'zz',
        '61 62',
        'a\\\\b\\101',
        '\\9',
        'Y W\nJj',
      ],
      ['hex', 'base64', 'escape', 'x'],
    ]);
    return {
      postgres: `decode(${value}, ${format})`,
      worker: `hotsql_bytea_text(hotsql_decode(${value}, ${format}))`,
    };
  },
  ofBytes('encode', 'encode', 'value', ['hex', 'base64', 'escape', 'HEX', 'x']),
  ofBytes('get_byte', 'get_byte', 'value', whole),
  ofBytes('set_byte', 'set_byte', 'bytes', whole, [0, 255, 256, -1]),
  ofBytes('get_bit', 'get_bit', 'value', whole),
  ofBytes('set_bit', 'set_bit', 'bytes', whole, [0, 1, 2]),
  ofBytes('substring', 'bytea_substring', 'bytes', whole, whole),
  ofBytes('sha256', 'sha256', 'bytes'),
  ofBytes('md5', 'md5_bytea', 'value'),
  ofBytes('bit_count', 'bytea_bit_count', 'value'),
];

describe('functions of text and bytes', () => {
  let oracle: FunctionOracle;
  beforeAll(async () => {
    oracle = await openFunctionOracle();
  });
  afterAll(() => oracle?.close());

  it('give what PostgreSQL gives', async () => {
    const dice = new Dice(5);
    const twins = Array.from({ length: 700 }, (_, index) =>
      (calls[index % calls.length] as (dice: Dice) => Twin)(dice),
    );
    expect(await oracle.differences(twins)).toEqual([]);
  });
});
