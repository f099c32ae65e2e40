import { expect, test } from 'vitest';
import { isDefect } from './defect.ts';
import { badRequest, internalError, QuernError } from './errors.ts';
import { invariant } from './invariant.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};
const violated = thrownBy(() => invariant(1 > 2, 'rows are counted'));
const told = (detail: string) =>
  new QuernError('INTERNAL_SERVER_ERROR', 'failed inside', { cause: detail });

test.each([
  ['an invariant', violated],
  ['an error of the language', thrownBy(() => JSON.parse('{'))],
  ['one that is wrapped', internalError(violated)],
  ['one that a worker told', told('Error: invariant violated: wrote 0 of 1 rows\n    at x')],
  ['an error of the language that a worker told', told("TypeError: 'a' is undefined\n    at x")],
])('%s is a defect', (_what, error) => expect(isDefect(error)).toBe(true));

test.each([
  ['a refusal', badRequest('no', violated)],
  ['an error of the system', Object.assign(new TypeError('x'), { code: 'ERR_INVALID_STATE' })],
  ['a lost connection', new TypeError('fetch failed', { cause: new Error('ECONNRESET') })],
  ['a lost connection that a worker told', told('TypeError: fetch failed\n    at x')],
  ['an error of a library', new Error('Connection terminated unexpectedly')],
  ['a worker that died', told('the worker process ended with SIGKILL')],
  ['what is no error', 'invariant violated: x'],
])('%s is none', (_what, error) => expect(isDefect(error)).toBe(false));
