import type { Settings } from '../../config/settings.ts';
import { dayMs } from '../../kernel/clock.ts';

/** End of the retention of a result made at `now`, in milliseconds since the epoch; null: never. */
export function resultExpiry({ resultRetentionDays }: Settings, now: number): number | null {
  return resultRetentionDays === 0 ? null : now + resultRetentionDays * dayMs;
}
