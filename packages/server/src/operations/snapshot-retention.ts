import { dayMs } from '../kernel/clock.ts';
import type { Services } from './services.ts';

/** Milliseconds: a snapshot that was superseded at or before this instant can no longer be read. */
export function readableSince({ clock, settings }: Pick<Services, 'clock' | 'settings'>): number {
  return clock.now() - settings.snapshotRetentionDays * dayMs;
}

/**
 * Milliseconds: what was superseded before this instant has no reader any more. One that was bound to it at the last
 * moment has ended too.
 */
export function forgottenBefore(services: Pick<Services, 'clock' | 'settings'>): number {
  return readableSince(services) - services.settings.orphanGraceS * 1000;
}
