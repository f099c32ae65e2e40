import { writeFileSync } from 'node:fs';

/** When the machine runs out of memory, Linux should end this process and not the service. */
export function offerToOutOfMemoryKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // Not Linux, or not permitted: limits from outside still hold.
  }
}
