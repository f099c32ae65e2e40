import { badRequest } from '../kernel/errors.ts';

export interface AsyncOptions {
  readonly async?: boolean;
  readonly async_after_ms?: number | null;
}

/**
 * How long to work before answering 202: null is for as long as it takes, 0 not at all. 400 when
 * out of range.
 */
export function readAsyncAfter(options: AsyncOptions, maxMs: number): number | null {
  const after = options.async_after_ms ?? null;
  if (options.async !== true) {
    if (after !== null) throw badRequest("'async_after_ms' needs 'async' to be true");
    return null;
  }
  if (after === null) return 0;
  if (after < 1000 || after > maxMs)
    throw badRequest(`'async_after_ms' must be from 1000 to ${maxMs}`);
  return after;
}
