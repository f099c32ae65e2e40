import { expect, it } from 'vitest';
import { parseExact, stringifyExact } from './exact-json.ts';

it('reads as JSON.parse does what numbers hold', () => {
  const texts = [
    '{"a":[1,-2.5,1e300,0.30000000000000004,1.10,null,true,"x"]}',
    '-0.0',
    '[1.0000000000000000]',
    '9007199254740992',
  ];
  for (const text of texts) expect(parseExact(text)).toEqual(JSON.parse(text));
});

it('keeps the digits of what numbers do not hold', () => {
  expect(
    parseExact('[9007199254740993, -18446744073709551615,99999999999999999999999999999999999999]'),
  ).toEqual([9007199254740993n, -18446744073709551615n, 99999999999999999999999999999999999999n]);
  expect(parseExact('{"d":123456789012345678.90,"e":1e+300}')).toEqual({
    d: '123456789012345678.90',
    e: 1e300,
  });
});

it('leaves texts alone, whatever they look like', () => {
  const value = {
    t: '12345678901234567890',
    'k"12345678901234567890': ['exact123', '\\"9007199254740993', 'ü\u2028'],
    n: 1,
  };
  expect(parseExact(`[${JSON.stringify(value)},9007199254740993]`)).toEqual([
    value,
    9007199254740993n,
  ]);
});

it('writes bigints as integers', () => {
  expect(stringifyExact({ a: 9007199254740993n, b: ['exact9n', -1n], c: undefined })).toBe(
    '{"a":9007199254740993,"b":["exact9n",-1]}',
  );
});
