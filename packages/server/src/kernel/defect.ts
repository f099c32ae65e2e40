import { QuernError } from './errors.ts';

const violated = /^invariant violated: /;
/** The beginning of a worker's text of a defect. `fetch failed` comes from the network. */
const toldDefect =
  /^(?:Error: invariant violated: |(?:Range|Reference|Syntax)Error: |TypeError: (?!fetch failed))/;

/**
 * True where the code itself is at fault, here or in the reporting worker. The same work then fails
 * the same way each time. An error with a code or a cause comes from the system or a library.
 */
export function isDefect(thrown: unknown): boolean {
  if (thrown instanceof QuernError) {
    if (thrown.code !== 'INTERNAL_SERVER_ERROR') return false;
    return typeof thrown.cause === 'string'
      ? toldDefect.test(thrown.cause)
      : isDefect(thrown.cause);
  }
  if (!(thrown instanceof Error) || 'code' in thrown || thrown.cause !== undefined) return false;
  return (
    violated.test(thrown.message) ||
    thrown instanceof TypeError ||
    thrown instanceof RangeError ||
    thrown instanceof ReferenceError ||
    thrown instanceof SyntaxError
  );
}
