import { type FileHandle, open, rm } from 'node:fs/promises';

/** Chunks of a socket are 64 KiB at most; one write for each would double the round trips to the thread pool. */
const batchBytes = 2 ** 20;

/**
 * Writes `source` into a new file at `path`, which survives a power loss when this returns. Leaves no file when it
 * throws. The file is opened first: a write stream may still be opening it when its source fails, and the file would
 * then appear after it was cleaned up.
 */
export async function writeNewFile(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let isWhole = false;
  try {
    let batch: Uint8Array[] = [];
    let pendingBytes = 0;
    for await (const chunk of source) {
      batch.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes < batchBytes) continue;
      await writeAll(file, batch);
      batch = [];
      pendingBytes = 0;
    }
    await writeAll(file, batch);
    await file.sync();
    isWhole = true;
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

/** A system call may write less than it was given: the rest follows. */
export async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let rest = chunks.filter((chunk) => chunk.length > 0);
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest);
    while (rest[0] && bytesWritten >= rest[0].length) {
      bytesWritten -= rest[0].length;
      rest = rest.slice(1);
    }
    if (rest[0] && bytesWritten > 0) rest = [rest[0].subarray(bytesWritten), ...rest.slice(1)];
  }
}
