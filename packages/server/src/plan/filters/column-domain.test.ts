import { describe, expect, it } from 'vitest';
import { compareValues, domainOf, intervalOf, readBound } from './column-domain.ts';
import type { Constant } from './filter.ts';

const domain = (type: string) => {
  const found = domainOf(type);
  if (found === undefined) throw new Error(`${type} has no domain`);
  return found;
};
const exact = (unscaled: string, scale = 0): Constant => ({ type: 'exact', unscaled, scale });
const literal = (text: string): Constant => ({ type: 'text', text, isLiteral: true });

describe('a bound of a file', () => {
  it('is read as a value of the present type', () => {
    expect(readBound('7', 'SMALLINT', domain('BIGINT'))).toBe(7n);
    expect(readBound('-9223372036854775808', 'BIGINT', domain('BIGINT'))).toBe(
      -9223372036854775808n,
    );
    expect(readBound('-1.5', 'DECIMAL(5,1)', domain('DECIMAL(10,2)'))).toBe(-150n);
    expect(readBound('-0.5', 'DECIMAL(5,1)', domain('DECIMAL(5,1)'))).toBe(-5n);
    expect(readBound('3', 'INTEGER', domain('DECIMAL(10,2)'))).toBe(300n);
    expect(readBound('0.1', 'DOUBLE', domain('DOUBLE'))).toBe(0.1);
    // The text is the shortest for a FLOAT; as a double, the value has more digits.
    expect(readBound('0.1', 'FLOAT', domain('DOUBLE'))).toBe(Math.fround(0.1));
    expect(readBound('-inf', 'DOUBLE', domain('DOUBLE'))).toBe(Number.NEGATIVE_INFINITY);
    expect(readBound('2024-02-29', 'DATE', domain('TIMESTAMP'))).toBe(
      readBound('2024-02-29 00:00:00', 'TIMESTAMP', domain('TIMESTAMP')),
    );
    expect(readBound('1', 'BOOLEAN', domain('BOOLEAN'))).toBe(1n);
  });

  it('says nothing where it cannot be read, or is of another kind', () => {
    expect(readBound('infinity', 'DATE', domain('DATE'))).toBeUndefined();
    expect(readBound('0044-03-15 (BC)', 'DATE', domain('DATE'))).toBeUndefined();
    expect(readBound('5', 'BIGINT', domain('VARCHAR'))).toBeUndefined();
    expect(readBound('5', 'VARCHAR', domain('BIGINT'))).toBeUndefined();
    expect(readBound('x', 'STRUCT("a" BIGINT)', domain('VARCHAR'))).toBeUndefined();
    for (const type of ['HUGEINT', 'TIME', 'BLOB', 'JSON', 'BIGINT[]', 'TIMESTAMP_NS'])
      expect(domainOf(type)).toBeUndefined();
  });
});

describe('a constant compared with a column', () => {
  it('is one value, or lies between two that the column can have', () => {
    expect(intervalOf(exact('5'), domain('DECIMAL(10,2)'))).toEqual({ low: 500n, high: 500n });
    expect(intervalOf(exact('25', 1), domain('INTEGER'))).toEqual({ low: 2n, high: 3n });
    expect(intervalOf(exact('-25', 1), domain('INTEGER'))).toEqual({ low: -3n, high: -2n });
    expect(intervalOf(exact('-20', 1), domain('INTEGER'))).toEqual({ low: -2n, high: -2n });
    expect(intervalOf(literal('3'), domain('INTEGER'))).toEqual({ low: 3n, high: 3n });
    expect(intervalOf(literal('b'), domain('VARCHAR'))).toEqual({ low: 'b', high: 'b' });
  });

  it('is around its value where doubles are compared', () => {
    const isAround = (constant: Constant, type: string, values: readonly (bigint | number)[]) => {
      const interval = intervalOf(constant, domain(type));
      const inside = (value: bigint | number) =>
        interval &&
        compareValues(interval.low, value) < 0 &&
        compareValues(interval.high, value) > 0;
      return values.map(inside);
    };
    const big: Constant = { type: 'double', value: 9007199254740992 };
    expect(isAround(big, 'BIGINT', [9007199254740991n, 9007199254740993n])).toEqual([true, true]);
    expect(isAround(exact('1', 1), 'DOUBLE', [0.1, Math.fround(0.1)])).toEqual([true, false]);
    expect(isAround(exact('1', 1), 'FLOAT', [Math.fround(0.1), 0.11])).toEqual([true, false]);
  });

  it('says nothing where DuckDB would cast the column, round the constant, or leave the type', () => {
    expect(intervalOf(exact('1'), domain('VARCHAR'))).toBeUndefined();
    expect(intervalOf(literal('2.5'), domain('INTEGER'))).toBeUndefined();
    expect(intervalOf(literal('0.105'), domain('DECIMAL(10,2)'))).toBeUndefined();
    expect(
      intervalOf({ type: 'text', text: '2024-01-01', isLiteral: false }, domain('DATE')),
    ).toBeUndefined();
    expect(intervalOf(literal('2024-01-01 10:00:00'), domain('DATE'))).toBeUndefined();
    expect(intervalOf(literal('2024-02-30'), domain('DATE'))).toBeUndefined();
    expect(intervalOf(exact('1'), domain('BOOLEAN'))).toBeUndefined();
    expect(intervalOf(exact('1', 15), domain('DECIMAL(38,2)'))).toBeUndefined();
    expect(intervalOf({ type: 'double', value: 1e39 }, domain('FLOAT'))).toBeUndefined();
  });
});

describe('texts', () => {
  it('are compared by their UTF-8 bytes', () => {
    const texts = [
      '',
      'A',
      'a',
      'a\u0000',
      'ab',
      'é',
      '\uD7FF',
      '\uE000',
      '\uFFFD',
      '\u{10000}',
      '\u{1F600}',
    ];
    for (const one of texts) {
      for (const other of texts) {
        expect(Math.sign(compareValues(one, other)), `${one} ${other}`).toBe(
          Buffer.compare(Buffer.from(one), Buffer.from(other)),
        );
      }
    }
  });
});
