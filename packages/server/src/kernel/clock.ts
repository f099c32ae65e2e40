/** Time as a value that tests can move. Instants are milliseconds since the epoch, UTC. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Leases and waits are shorter than this, by far: an end that lies further ahead was written before the clock was set back, and
 * has come. Clocks of nodes may differ by as much without one taking another's lease for such a one.
 */
export const farAheadMs = 2 * 3_600_000;

/** The wire form of an instant (RFC 3339, UTC, milliseconds). */
export function toTimestamp(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

export function toTimestampOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : toTimestamp(instantMs);
}
