/** Time as a value that tests can move. Instants are milliseconds since the epoch, UTC. */
export interface Clock {
  now(): number;
}

export const dayMs = 24 * 60 * 60_000;

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Leases and waits are shorter than this: an end that lies further ahead was written before the
 * clock was set back, and has come. So nothing waits longer than this for a clock, whoever sets it.
 * Clocks of nodes may differ by ten minutes (the longest wait is five) without one taking another's
 * lease for such a one.
 */
export const farAheadMs = 15 * 60_000;

/**
 * Milliseconds since an instant, by a clock that may have been set back meanwhile: what lies far
 * ahead was long ago.
 */
export function elapsedSince(instantMs: number, nowMs: number): number {
  return instantMs > nowMs + farAheadMs ? Number.POSITIVE_INFINITY : nowMs - instantMs;
}

/** The wire form of an instant (RFC 3339, UTC, milliseconds). */
export function toTimestamp(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

export function toTimestampOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : toTimestamp(instantMs);
}

export interface HasClock {
  readonly clock: Clock;
}
