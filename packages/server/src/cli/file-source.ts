import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { RandomAccess } from '@quern/client';

export interface FileSource extends RandomAccess {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  close(): Promise<void>;
}

/**
 * A file as bytes at any offset. A change of the file meanwhile is detected by its checksum or its
 * size.
 */
export async function openFileSource(path: string): Promise<FileSource> {
  if (!(await stat(path)).isFile()) throw new Error(`'${path}' is no file`);
  const handle = await open(path, 'r');
  const { size, mtimeMs: changedAt } = await handle.stat();
  return {
    size,
    name: basename(path),
    changedAt,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await handle.read(
          bytes,
          filled,
          bytes.length - filled,
          start + filled,
        );
        if (bytesRead === 0) throw new Error(`'${path}' has become shorter while it was read`);
        filled += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}
