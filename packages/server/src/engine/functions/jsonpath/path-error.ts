import { SqlError } from '../../../kernel/sql-error.ts';

/** An error that no predicate and no silence takes for an answer. */
export class FatalPathError extends SqlError {}

/**
 * What `silent` and predicates swallow: errors of the data, not of the engine or of what HotSQL
 * cannot do.
 */
export function isPathError(thrown: unknown): boolean {
  return (
    thrown instanceof SqlError &&
    !(thrown instanceof FatalPathError) &&
    thrown.sqlState.startsWith('22')
  );
}
