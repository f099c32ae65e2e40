/**
 * Throws when something that the code guarantees is not so; a failure is a defect of Quern, never
 * of the caller.
 */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`invariant violated: ${what}`);
}

/** For the end of a switch over a closed set: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new Error(`unreachable value: ${JSON.stringify(value)}`);
}
