/** The time as a service that tests can advance. Instants are milliseconds since the epoch, UTC. */
export interface Clock {
  now(): number;
}

export const dayMs = 24 * 60 * 60_000;

export const systemClock: Clock = { now: () => Date.now() };

/**
 * All leases and waits are shorter. A later end was written before the clock was set back, and
 * counts as past. Therefore a changed clock never blocks a wait for longer. Nodes' clocks may
 * differ by ten minutes (the longest wait is five) before a node mistakes another's lease for a
 * past one.
 */
export const farAheadMs = 15 * 60_000;

/**
 * Milliseconds since an instant. An instant far ahead counts as long ago, because the clock may
 * have been set back.
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
