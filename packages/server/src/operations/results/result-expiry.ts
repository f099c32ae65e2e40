import type { Settings } from '../../config/settings.ts';

const DAY_MS = 86_400_000;

/** When the retention of a result made at `now` ends, in milliseconds since the epoch; null: never. */
export function resultExpiry({ resultRetentionDays }: Settings, now: number): number | null {
  return resultRetentionDays === 0 ? null : now + resultRetentionDays * DAY_MS;
}
