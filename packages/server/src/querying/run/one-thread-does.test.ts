import { expect, test } from 'vitest';
import type { ScanSet } from '../gather/scan-set.ts';
import { oneThreadDoes } from './one-thread-does.ts';

type Table = ScanSet['catalogs'][number]['schemas'][number]['tables'][number];

function reading(...tables: { rows: number[]; more?: Partial<Table> }[]) {
  const read = tables.map(
    ({ rows, more }, index): Table => ({
      name: `t${index}`,
      columns: [],
      files: rows.map((rowCount) => ({ path: { held: 'file' }, rowCount })),
      ...more,
    }),
  );
  const catalogs = [{ name: 'default', schemas: [{ name: 'main', tables: read }] }];
  return { catalogs, shown: null };
}

test('what reads a row group, or nothing, has one thread', () => {
  expect(oneThreadDoes('SELECT 1, 2', reading())).toBe(true);
  expect(oneThreadDoes('SELECT a, b FROM t0 WHERE c = 1', reading({ rows: [2048] }))).toBe(true);
});

test('what reads only what is shown of catalogs has one, unless it joins', () => {
  const shown = { ...reading(), shown: { digest: 'all', text: '[]' } };
  expect(oneThreadDoes('SELECT f(a, b) FROM (SELECT a, b FROM shown)', shown)).toBe(true);
  expect(oneThreadDoes('SELECT 1 FROM shown a JOIN shown b USING (c)', shown)).toBe(false);
});

test('a lookup in a file of an index has one, and what reads that otherwise all of them', () => {
  const sql = 'SELECT a FROM t0 WHERE c = 1';
  const sorted = (rows: number) => reading({ rows: [rows], more: { index: 'by_c' } });
  expect(oneThreadDoes(sql, sorted(262_144), true)).toBe(true);
  expect(oneThreadDoes(sql, sorted(262_144), false)).toBe(false);
  expect(oneThreadDoes(sql, sorted(10_000_000), true)).toBe(false);
  expect(oneThreadDoes(sql, reading({ rows: [262_144] }), true)).toBe(false);
});

test('what reads more, or fetches rows of larger files, has all of them', () => {
  const sql = 'SELECT a FROM t0';
  expect(oneThreadDoes(sql, reading({ rows: [2048, 1] }))).toBe(false);
  const hits = { name: 'hits', rowCount: 3 } as unknown as NonNullable<Table['hits']>;
  expect(oneThreadDoes(sql, reading({ rows: [3], more: { hits } }))).toBe(false);
});

test.each([
  'SELECT count(*) FROM t0 a, t0 b, t0 c',
  'SELECT count(*) FROM t0 a CROSS JOIN t0 b',
  'SELECT count(*) FROM (VALUES (1), (2)) v(x)',
])('what may multiply rows has all of them: %s', (sql) => {
  expect(oneThreadDoes(sql, reading({ rows: [2000] }))).toBe(false);
});
