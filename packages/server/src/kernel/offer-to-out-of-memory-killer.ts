import { writeFileSync } from 'node:fs';

/** Asks Linux to end this process rather than the service when the machine runs out of memory. */
export function offerToOutOfMemoryKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // The system is not Linux, or permission is missing. External limits still apply.
  }
}
