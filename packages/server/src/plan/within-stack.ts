import { badRequest, QuernError } from '../kernel/errors.ts';
import { namingNesting, nestedTooDeeply } from './nested-construct.ts';

/**
 * A chain accepted by a parser (`1.5 + 1.5 + ...`, 4,000 times) may be too deep for a walk over its
 * tree. The refusal names the deep construct of `sql`, if the caller's text is known.
 */
export function withinStack<T>(walk: () => T, sql?: string): T {
  try {
    return walk();
  } catch (error) {
    const isOverflow =
      error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
    const message = isOverflow ? nestedTooDeeply : error instanceof QuernError ? error.message : '';
    const named = sql === undefined ? message : namingNesting(message, sql);
    if (!isOverflow && named === message) throw error;
    throw badRequest(named);
  }
}
