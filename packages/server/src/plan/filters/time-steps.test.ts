import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTimestamp } from './moments.ts';
import {
  applySteps,
  earliestAfter,
  lastOf,
  latestUntil,
  readUnit,
  runTimeAt,
  type Unit,
  units,
} from './time-steps.ts';

const moment = (text: string) => readTimestamp(text) ?? 0n;
const truncated = (text: string, unit: Unit) => applySteps(moment(text), [{ truncate: unit }]);

describe('steps between moments', () => {
  it('truncate to the beginning of a unit', () => {
    const text = '2024-11-30 23:59:59.999999';
    const expected: Readonly<Record<Unit, string>> = {
      microsecond: text,
      millisecond: '2024-11-30 23:59:59.999',
      second: '2024-11-30 23:59:59',
      minute: '2024-11-30 23:59',
      hour: '2024-11-30 23:00',
      day: '2024-11-30',
      week: '2024-11-25',
      month: '2024-11-01',
      quarter: '2024-10-01',
      year: '2024-01-01',
    };
    for (const [unit, start] of Object.entries(expected)) {
      expect([unit, truncated(text, unit as Unit)]).toEqual([unit, moment(start)]);
    }
    expect(truncated('1969-12-31 23:00', 'week')).toBe(moment('1969-12-29'));
    expect(truncated('1969-12-31 23:00', 'year')).toBe(moment('1969-01-01'));
    expect(truncated('0001-02-03', 'quarter')).toBe(moment('0001-01-01'));
  });

  it('add months to moments whose order that turns round', () => {
    const steps = [{ add: { months: -1, days: 0, micros: 0 } }];
    const [early, late] = [moment('2024-05-30 23:30'), moment('2024-05-31 00:30')];
    expect([early, late].map((at) => applySteps(at, steps))).toEqual(
      ['2024-04-30 23:30', '2024-04-30 00:30'].map(moment),
    );
    expect(earliestAfter(early, steps)).toBe(moment('2024-04-30'));
    expect(latestUntil(late, steps)).toBe(moment('2024-05-01') - 1n);
  });

  it('keep moments within bounds, and all that is truncated to a moment comes before the end of its unit', () => {
    const anyMoment = fc.bigInt({ min: moment('0002-01-01'), max: moment('9998-01-01') });
    const names = Object.keys(units) as Unit[];
    const anyStep = fc.oneof(
      fc.constantFrom(...names).map((truncate) => ({ truncate })),
      fc.record({
        add: fc.record({
          months: fc.integer({ min: -11, max: 11 }),
          days: fc.nat(40),
          micros: fc.nat(),
        }),
      }),
    );
    // Gaps of whole days and of hours, across months of different lengths.
    const anyGap = fc.tuple(fc.nat(60), fc.integer({ min: -86_399, max: 86_399 }));
    fc.assert(
      fc.property(anyMoment, anyGap, fc.array(anyStep), (given, [days, seconds], steps) => {
        const gap = BigInt(days) * 86_400_000_000n + BigInt(seconds) * 1_000_000n;
        const [one, other] = gap < 0n ? [given + gap, given] : [given, given + gap];
        const [low, high] = [earliestAfter(one, steps), latestUntil(other, steps)];
        for (const made of [applySteps(one, steps), applySteps(other, steps)]) {
          if (low === undefined || made === undefined || high === undefined) continue;
          expect(low <= made && made <= high).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(anyMoment, fc.constantFrom(...names), (given, unit) => {
        const start = applySteps(given, [{ truncate: unit }]) ?? 0n;
        expect(start <= given && given <= (applySteps(start, lastOf(unit)) ?? 0n)).toBe(true);
        expect(
          applySteps((applySteps(start, lastOf(unit)) ?? 0n) + 1n, [{ truncate: unit }]),
        ).not.toBe(start);
        expect(applySteps(start, [{ truncate: unit }])).toBe(start);
      }),
    );
  });

  it('are unknown beyond the calendar', () => {
    expect(
      applySteps(moment('0001-01-15'), [{ add: { months: -1, days: 0, micros: 0 } }]),
    ).toBeUndefined();
    expect(applySteps(10n ** 19n, [{ truncate: 'year' }])).toBeUndefined();
  });

  it('name units in one and many, in any case', () => {
    expect(['month', 'MONTHS', 'Week', 'days', 'decade', 'toString', ''].map(readUnit)).toEqual([
      'month',
      'month',
      'week',
      'day',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('begin at a time that the query has: its own clock may be a little behind, and it may wait', () => {
    const now = Date.UTC(2024, 0, 2);
    const { earliest, latest } = runTimeAt(now);
    expect([earliest, latest]).toEqual([moment('2024-01-01 23:00'), moment('2024-01-04')]);
  });
});
