import { expect, test } from 'vitest';
import { type JsonStructure, keyCount, mergeStructures, nestedType } from './json-structure.ts';

/** The common structure of rows with the given structures. */
const together = (structures: readonly JsonStructure[]) =>
  structures.reduce<JsonStructure>(mergeStructures, 'NULL');

test('keys of any name are merged, and counted once', () => {
  const merged = together([
    { constructor: 'BIGINT', a: { toString: 'NULL' } },
    { constructor: 'DOUBLE', a: { toString: 'VARCHAR', valueOf: ['BIGINT'] } },
    JSON.parse('{"__proto__":"VARCHAR","a":{"__proto__":"BOOLEAN"}}'),
  ]);
  expect(JSON.parse(JSON.stringify(merged))).toEqual(
    JSON.parse(
      '{"constructor":"DOUBLE","a":{"toString":"VARCHAR","valueOf":["BIGINT"],"__proto__":"BOOLEAN"},"__proto__":"VARCHAR"}',
    ),
  );
  expect(keyCount(merged)).toBe(3);
});

test('a merge changes neither what is merged in nor the first structure', () => {
  const first = { a: { b: 'BIGINT' } };
  const second = { a: { c: 'BIGINT' }, d: 'NULL' };
  const merged = together([first, second, { a: { e: 'BIGINT' }, d: 'BIGINT' }]);
  expect(merged).toEqual({ a: { b: 'BIGINT', c: 'BIGINT', e: 'BIGINT' }, d: 'BIGINT' });
  expect([first, second]).toEqual([{ a: { b: 'BIGINT' } }, { a: { c: 'BIGINT' }, d: 'NULL' }]);
});

test.each([
  ['a column', (key: string): JsonStructure => ({ a: { [key]: 'BIGINT' } })],
  ['a list', (key: string): JsonStructure => ({ a: [{ [key]: 'BIGINT' }] })],
  ['an object within', (key: string): JsonStructure => ({ a: { b: { [key]: 'BIGINT' } } })],
])('%s of very many fields is looked at no closer', (_where, structure) => {
  const merged = together(Array.from({ length: 3000 }, (_, index) => structure(`key_${index}`)));
  expect(JSON.stringify(merged).length).toBeLessThan(50);
  const column = (merged as Record<string, JsonStructure>).a ?? 'NULL';
  expect(nestedType(column, 32)).toBeNull();
});
