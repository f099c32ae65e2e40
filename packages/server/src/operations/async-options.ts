import { badRequest } from '../kernel/errors.ts';

export interface AsyncOptions {
  readonly async?: boolean;
  readonly async_after_ms?: number | null;
}

/**
 * Time to work before answering 202: null for no limit, 0 for an immediate 202. 400 if out of
 * range.
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
