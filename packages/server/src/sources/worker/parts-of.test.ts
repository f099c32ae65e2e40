import { expect, test } from 'vitest';
import type { DiscoveredTable } from '../source.ts';
import { partsOf } from './parts-of.ts';

function table(name: string, columns: number, comment: string | null = null): DiscoveredTable {
  const type = { type: 'INTEGER', sourceType: 'int', nullable: true, note: null };
  return {
    schema: 'main',
    name,
    kind: 'table',
    columns: Array.from({ length: columns }, (_unused, at) => ({
      ...type,
      name: `c${at}`,
      comment,
    })),
    primaryKey: [],
    comment: null,
    rowEstimate: null,
  };
}

test('wide tables and long comments come few at a time, in their order', () => {
  const tables = [
    ...Array.from({ length: 500 }, (_unused, at) => table(`wide${at}`, 200)),
    table('huge', 20_000),
    table('told', 3, 'x'.repeat(2 ** 20)),
    table('last', 1),
  ];
  const parts = [...partsOf(tables)];
  expect(parts.flat()).toEqual(tables);
  const widths = parts.map((part) => part.reduce((sum, { columns }) => sum + columns.length, 0));
  expect(Math.max(...widths.filter((width) => width !== 20_000))).toBeLessThan(10_000);
  expect(parts.slice(-3).map((part) => part.map(({ name }) => name))).toEqual([
    ['huge'],
    ['told'],
    ['last'],
  ]);
});

test('tables of the usual width come together, and of none comes nothing', () => {
  const tables = Array.from({ length: 50 }, (_unused, at) => table(`t${at}`, 20));
  expect([...partsOf(tables)]).toEqual([tables]);
  expect([...partsOf([])]).toEqual([]);
});
