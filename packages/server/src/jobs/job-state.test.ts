import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterFailure,
  isFinalJobStatus,
  type JobEvent,
  type JobStatus,
  jobEvents,
  jobStatuses,
  nextJobStatus,
  retryDelayMs,
} from './job-state.ts';

const anEvent = fc.constantFrom(...jobEvents);
const aStatus = fc.constantFrom(...jobStatuses);

/** Every existing transition. Any other transition must be refused. */
const expected: Readonly<Record<string, JobStatus>> = {
  'pending claim': 'running',
  'running succeed': 'succeeded',
  'running partially_succeed': 'partially_succeeded',
  'running retry': 'pending',
  'running give_back': 'pending',
  'running give_up': 'failed',
  'pending cancel': 'failed',
  'running cancel': 'failed',
};

describe('the states of a job', () => {
  test.each(jobStatuses.flatMap((status) => jobEvents.map((event) => [status, event] as const)))(
    'a %s job answers %s as drawn',
    (status, event) => {
      expect(nextJobStatus(status, event)).toBe(expected[`${status} ${event}`] ?? null);
    },
  );

  test('the final states are those of the contract', () => {
    expect(jobStatuses.filter(isFinalJobStatus)).toEqual([
      'succeeded',
      'partially_succeeded',
      'failed',
    ]);
  });

  test('a final state never changes, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 40 }), (events) => {
        let status: JobStatus = 'pending';
        let final: JobStatus | null = null;
        for (const event of events) {
          status = nextJobStatus(status, event) ?? status;
          if (final !== null) expect(status).toBe(final);
          if (isFinalJobStatus(status)) final = status;
        }
      }),
    );
  });

  test('only a claim makes a job run, and nothing but a cancellation ends a job that does not run', () => {
    fc.assert(
      fc.property(aStatus, anEvent, (status, event) => {
        const next = nextJobStatus(status, event);
        if (next === 'running') expect(event).toBe('claim');
        if (next !== null && isFinalJobStatus(next) && event !== 'cancel')
          expect(status).toBe('running');
      }),
    );
  });

  test('attempts that fail lead to failed after exactly the attempts allowed, and sooner only if none can help', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        (maxAttempts, repeats) => {
          let status: JobStatus = 'pending';
          let attempts = 0;
          for (const canRepeat of repeats) {
            if (isFinalJobStatus(status)) break;
            status = nextJobStatus(status, 'claim') ?? status;
            attempts++;
            const event: JobEvent = afterFailure(attempts, maxAttempts, canRepeat);
            status = nextJobStatus(status, event) ?? status;
            expect(status).toBe(canRepeat && attempts < maxAttempts ? 'pending' : 'failed');
          }
          expect(attempts).toBeLessThanOrEqual(maxAttempts);
        },
      ),
    );
  });

  test('delays between attempts double from one second and stop at five minutes', () => {
    expect([1, 2, 3, 4].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), (attempts) => {
        expect(retryDelayMs(attempts + 1)).toBeGreaterThanOrEqual(retryDelayMs(attempts));
        expect(retryDelayMs(attempts)).toBeLessThanOrEqual(300_000);
      }),
    );
  });
});
