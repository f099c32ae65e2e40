import { readFileSync } from 'node:fs';

/** Waking the event loop reads a few bytes, too. */
const leastRead = 1024;

/**
 * Begins to count the bytes that this process reads from files; what it gives says how many came
 * since (proc(5), `rchar` of io; what is taken from the engine's caches is none of them). Null
 * where the system does not tell.
 */
export function bytesReadSince(): () => number | null {
  const before = readCounter();
  return () => {
    const after = readCounter();
    if (before === null || after === null) return null;
    const bytes = after.count - before.count - before.ownBytes;
    return bytes < leastRead ? 0 : bytes;
  };
}

function readCounter(): { count: number; ownBytes: number } | null {
  try {
    const text = readFileSync('/proc/self/io', 'latin1');
    const count = Number(/^rchar: (\d+)/m.exec(text)?.[1] ?? Number.NaN);
    return Number.isNaN(count) ? null : { count, ownBytes: text.length };
  } catch {
    return null;
  }
}
