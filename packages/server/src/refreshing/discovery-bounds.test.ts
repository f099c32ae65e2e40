import { expect, test } from 'vitest';
import type { DiscoveredTable } from '../sources/source.ts';
import { DiscoveryBounds } from './discovery-bounds.ts';

const column = {
  name: 'ab',
  sourceType: 'int',
  type: 'INTEGER',
  nullable: true,
  comment: 'c',
  note: null,
};
/** 2 columns and 31 characters. */
const table: DiscoveredTable = {
  schema: 's',
  name: 't',
  kind: 'table',
  columns: [column, column],
  primaryKey: ['ab'],
  comment: 'd',
  rowEstimate: null,
};
const limits = { tables: 3, columns: 6, characters: 93 };

test('what a source shows is held up to each limit, and refused beyond it', () => {
  const within = new DiscoveryBounds(limits);
  within.add([table, table]);
  within.add([table]);
  expect(() => within.add([table])).toThrow('more than 3 tables');
  const beyond = [
    [{ tables: 2 }, 'more than 2 tables'],
    [{ columns: 5 }, 'more than 5 columns'],
    [{ characters: 92 }, 'more than 92 characters of names, types and comments'],
  ] as const;
  for (const [less, words] of beyond) {
    const bounded = new DiscoveryBounds({ ...limits, ...less });
    expect(() => bounded.add([table, table, table])).toThrow(
      expect.objectContaining({ class: 'unsupported', message: expect.stringContaining(words) }),
    );
  }
});
