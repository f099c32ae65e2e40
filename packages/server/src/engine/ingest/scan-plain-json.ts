import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { PlainObjects } from './json-plain-objects.ts';

const chunkBytes = 1024 * 1024;
const lineFeed = 0x0a;

/** The engine looks at a smaller file in less time than the scan takes to begin. */
const leastBytes = 64 * 1024;

/**
 * Reads a file of newline-delimited JSON once. Null for a file with an object that is not plain
 * (`PlainObjects`), a line of more than a mebibyte, or other than UTF-8.
 */
export async function scanPlainJson(path: string): Promise<PlainObjects | null> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size < leastBytes) return null;
    const objects = new PlainObjects();
    const buffer = Buffer.allocUnsafe(2 * chunkBytes + 1);
    // Bytes of a line that continues in the next chunk.
    let begun = 0;
    for (;;) {
      await setImmediate();
      const bytesRead = readSync(file, buffer, begun, chunkBytes, null);
      if (bytesRead === 0) break;
      const end = begun + bytesRead;
      const linesEnd = buffer.subarray(0, end).lastIndexOf(lineFeed) + 1;
      begun = end - linesEnd;
      if (begun > chunkBytes || !isTaken(objects, buffer.subarray(0, linesEnd))) return null;
      buffer.copyWithin(0, linesEnd, end);
    }
    if (begun === 0) return objects;
    buffer[begun] = lineFeed;
    return isTaken(objects, buffer.subarray(0, begun + 1)) ? objects : null;
  } finally {
    closeSync(file);
  }
}

const isTaken = (objects: PlainObjects, lines: Buffer) =>
  isUtf8(lines) && (lines.length === 0 || objects.take(lines));
