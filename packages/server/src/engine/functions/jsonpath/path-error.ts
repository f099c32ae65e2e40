import { SqlError } from '../../../kernel/sql-error.ts';

/** An error that neither a predicate nor a silent call suppresses. */
export class FatalPathError extends SqlError {}

/**
 * True for errors that silent calls and predicates suppress: errors of the data, not of the engine
 * and not about features missing in HotSQL.
 */
export function isPathError(thrown: unknown): boolean {
  return (
    thrown instanceof SqlError &&
    !(thrown instanceof FatalPathError) &&
    thrown.sqlState.startsWith('22')
  );
}
