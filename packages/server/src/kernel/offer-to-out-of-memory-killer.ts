import { writeFileSync } from 'node:fs';

/** When the machine runs out of memory, Linux should end this process rather than the service. */
export function offerToOutOfMemoryKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // The system is not Linux, or permission is missing. External limits still apply.
  }
}
