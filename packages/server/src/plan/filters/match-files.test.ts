import { describe, expect, it } from 'vitest';
import { fileMatcher } from './match-files.ts';
import { runTimeAt } from './time-steps.ts';

const column = { id: 1, name: 'at', type: 'TIMESTAMP' };

function fileOf(min: string, max: string) {
  return { rowCount: 2, columns: { 1: { min, max, nullCount: 0 } } };
}

describe('files that a query may read', () => {
  it('hold what lies within the last month, also where the month before has no such day', () => {
    const add = { months: -1, days: 0, micros: 0 };
    const constant = { type: 'now', from: [{ add }], to: [{ add }] } as const;
    const filter = { kind: 'compare', column: 'at', operator: '>=', constant } as const;
    const files = [
      fileOf('2024-04-30 09:00:00', '2024-04-30 10:00:00'),
      fileOf('2024-04-29 00:00:00', '2024-04-29 23:00:00'),
    ];
    // Planned at half past midnight on the 31st, when a month ago is half past midnight on the
    // 30th.
    const matcher = fileMatcher([filter], [column], runTimeAt(Date.UTC(2024, 4, 31, 0, 30)));
    expect(matcher?.({ columns: [column], files })).toEqual(files.slice(0, 1));
  });
});
