import { badRequest } from '../kernel/errors.ts';

/** A chain that a parser takes (`1.5 + 1.5 + ...`, 4,000 times) may be deeper than a walk over its tree can go. */
export function withinStack<T>(walk: () => T): T {
  try {
    return walk();
  } catch (error) {
    const isTooDeep = error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
    throw isTooDeep ? badRequest('the statement is nested too deeply') : error;
  }
}
