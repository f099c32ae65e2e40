import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';

const hourMs = dayMs / 24;

/**
 * Whose snapshots: of what is kept here alone, or of what was fetched from a source and can be
 * fetched again.
 */
export type RetentionKind = 'managed' | 'fetched';

/** Milliseconds: a snapshot that was superseded at or before this instant can no longer be read. */
export function readableSince(
  { clock, settings }: HasClock & HasSettings,
  kind: RetentionKind = 'managed',
): number {
  const managedMs = settings.snapshotRetentionDays * dayMs;
  const keptMs =
    kind === 'managed' ? managedMs : Math.min(managedMs, settings.sourceRetentionHours * hourMs);
  return clock.now() - keptMs;
}

/**
 * Milliseconds: what was superseded before this instant has no reader any more. One that was bound
 * to it at the last moment has ended too.
 */
export function forgottenBefore(
  services: HasClock & HasSettings,
  kind: RetentionKind = 'managed',
): number {
  return readableSince(services, kind) - services.settings.orphanGraceS * 1000;
}
