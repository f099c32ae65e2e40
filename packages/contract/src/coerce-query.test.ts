import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coerceQuery } from './coerce-query.ts';
import { count, flagOff, integer, optional, parameters, text } from './schemas/shapes.ts';

const schema = parameters({
  limit: optional(integer()),
  offset: optional(count()),
  include: flagOff('a flag'),
  search: optional(text()),
});

const queryOf = (raw: Record<string, string | string[]>) => {
  const coerced = coerceQuery(schema, raw);
  return coerced.ok ? coerced.query : coerced.message;
};

describe('coerceQuery', () => {
  it('turns integers and booleans into their types and leaves text alone', () => {
    expect(queryOf({ limit: '12', offset: '-3', include: 'true', search: '12' })).toEqual({
      limit: 12,
      offset: -3,
      include: true,
      search: '12',
    });
    expect(queryOf({ include: 'false', search: 'true' })).toEqual({
      include: false,
      search: 'true',
    });
  });

  it.each(['', ' 1', '1 ', '1.0', '1e3', '0x10', '+1', 'NaN', 'Infinity', '--1', '١', '1\n'])(
    'leaves %j text where an integer is wanted',
    (value) => {
      expect(queryOf({ limit: value })).toEqual({ limit: value });
    },
  );

  it.each(['', 'True', 'TRUE', '1', '0', 'yes'])(
    'leaves %j text where a boolean is wanted',
    (value) => {
      expect(queryOf({ include: value })).toEqual({ include: value });
    },
  );

  it('saturates integers beyond 2^53-1 and knows no negative zero', () => {
    expect(queryOf({ limit: '9'.repeat(400), offset: `-${'9'.repeat(30)}` })).toEqual({
      limit: Number.MAX_SAFE_INTEGER,
      offset: Number.MIN_SAFE_INTEGER,
    });
    expect(queryOf({ limit: '-0' })).toEqual({ limit: 0 });
  });

  it('gives back every safe integer that is printed', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(queryOf({ limit: String(value) })).toEqual({ limit: value });
      }),
    );
  });

  it('refuses a repeated parameter by name', () => {
    expect(queryOf({ limit: ['1', '2'] })).toBe(
      "Query parameter 'limit' is given more than once; give it once",
    );
    expect(queryOf({ search: ['a', 'a'] })).toContain("'search'");
  });

  it('passes unknown parameters through, also those named like parts of every object', () => {
    const raw = JSON.parse('{"__proto__":"1","constructor":"2","toString":"3"}');
    const coerced = coerceQuery(schema, raw);
    expect(coerced.ok && Object.entries(coerced.query)).toEqual(Object.entries(raw));
    expect(coerceQuery(undefined, { a: '1' })).toEqual({ ok: true, query: { a: '1' } });
  });

  it('drops parameters that are undefined', () => {
    expect(coerceQuery(schema, { limit: undefined })).toEqual({ ok: true, query: {} });
  });
});
