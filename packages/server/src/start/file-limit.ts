import { readFileSync } from 'node:fs';

/** Files open before the first request, plus the files of some dozens of clients with uploads. */
const atLeast = 512;
/** A service for many has room for as many connections, files of loads and of queries. */
const comfortableFiles = 4096;

/**
 * `problem`: the service cannot start. `warning`: the service can start, and an operator should
 * know.
 */
export interface FileLimitFinding {
  readonly problem?: string;
  readonly warning?: string;
}

/** Judges a limit of open files of a process and its workers; null means no known limit. */
export function judgeFileLimit(limit: number | null, workers: number): FileLimitFinding {
  const needed = atLeast + 4 * workers;
  if (limit === null || limit >= Math.max(comfortableFiles, needed)) return {};
  const found = `this process may have ${limit} files open at a time`;
  const raise = "raise it with 'ulimit -n', LimitNOFILE of systemd or the container's ulimits";
  if (limit < needed) return { problem: `${found}, and needs ${needed} at least: ${raise}` };
  return {
    warning: `${found}; with fewer than ${comfortableFiles}, busy hours may be answered 503: ${raise}`,
  };
}

/**
 * The soft limit of open files (RLIMIT_NOFILE), which Node has raised to the hard limit if
 * permitted; null if the system does not report a limit (anything but Linux) or has none.
 */
export function readFileLimit(): number | null {
  try {
    const [, soft] =
      /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined || soft === 'unlimited' ? null : Number(soft);
  } catch {
    return null;
  }
}
