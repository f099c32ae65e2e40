import { describe, expect, it } from 'vitest';
import { exactly, jobKind, text, textOrNull } from './job-kind.ts';
import type { JobContext } from './job-runner.ts';

const contextOf = (payload: unknown) => ({ job: { payload } }) as unknown as JobContext;

describe('a kind of job', () => {
  const seen: unknown[] = [];
  const { handler } = jobKind({
    jobType: 'copy',
    lane: 'upkeep',
    payload: exactly({ from: text, to: textOrNull }),
    handler: async ({ job }) => {
      seen.push(job.payload);
      return { status: 'succeeded', result: null };
    },
  });

  it('does what its payload describes', async () => {
    await handler(contextOf({ from: 'a', to: null }));
    expect(seen).toEqual([{ from: 'a', to: null }]);
  });

  it.each([null, {}, { from: 'a' }, { from: 1, to: null }, { from: 'a', to: null, more: 1 }])(
    'fails for good and does nothing where the payload is another version’s: %j',
    async (payload) => {
      await expect(handler(contextOf(payload))).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('copy job was made by another version'),
      });
      expect(seen).toHaveLength(1);
    },
  );
});
