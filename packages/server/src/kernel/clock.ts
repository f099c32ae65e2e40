/** Time as a value that tests can move. Instants are milliseconds since the epoch, UTC. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The wire form of an instant (RFC 3339, UTC, milliseconds). */
export function toTimestamp(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

export function toTimestampOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : toTimestamp(instantMs);
}
