/**
 * Throws when a guarantee of the code is broken. A failure is a defect of Quern, never a fault of
 * the caller.
 */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`invariant violated: ${what}`);
}

/** Ends a switch over a closed set. The compiler proves the line unreachable. */
export function unreachable(value: never): never {
  throw new Error(`unreachable value: ${JSON.stringify(value)}`);
}
