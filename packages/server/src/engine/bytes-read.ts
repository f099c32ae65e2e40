import { readFileSync } from 'node:fs';

/** Waking the event loop also reads a few bytes. */
const leastRead = 1024;

/**
 * Starts counting the bytes that the process reads from files, and returns a function for the count
 * so far (proc(5), `rchar` of io; reads from the engine's caches do not count). Null where the
 * system does not provide the count.
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
