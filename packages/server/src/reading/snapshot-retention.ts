import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';

const hourMs = dayMs / 24;

/**
 * The kind of rows in a snapshot: rows stored only here, or rows fetched from a source that can be
 * fetched again.
 */
export type RetentionKind = 'managed' | 'fetched';

/** The instant (milliseconds) at or before which a superseded snapshot is no longer readable. */
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
 * The instant (milliseconds) before which a superseded snapshot has no reader. Even a reader from
 * the last moment has ended.
 */
export function forgottenBefore(
  services: HasClock & HasSettings,
  kind: RetentionKind = 'managed',
): number {
  return readableSince(services, kind) - services.settings.orphanGraceS * 1000;
}
