import { type FileHandle, open, rm } from 'node:fs/promises';

/**
 * Writes `source` into a new file at `path`, which survives a power loss after the return. Leaves
 * no file if the source or a write throws. The file is opened first: a write stream may still be
 * opening the file when its source fails, and the file would then appear after the cleaning.
 */
export async function writeNewFile(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let isWhole = false;
  try {
    await writeBatches(source, (batch) => writeAll(file, batch));
    await file.sync();
    isWhole = true;
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

/**
 * Chunks of a socket are 64 KiB at most; one write for each would double the round trips to the
 * thread pool.
 */
const fullBatchBytes = 2 ** 20;

/**
 * Passes `source` to `write` in batches, one at a time; the next batch is read during a write. So
 * memory has twice `batchBytes`.
 */
export async function writeBatches(
  source: AsyncIterable<Uint8Array>,
  write: (batch: readonly Uint8Array[]) => Promise<void>,
  batchBytes: () => number = () => fullBatchBytes,
): Promise<void> {
  let writing = Promise.resolve();
  let batch: Uint8Array[] = [];
  let pendingBytes = 0;
  try {
    for await (const chunk of source) {
      batch.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes < batchBytes()) continue;
      await writing;
      writing = write(batch);
      // Awaited before the next batch and at the end; until then a failure is nobody's yet.
      writing.catch(() => {});
      batch = [];
      pendingBytes = 0;
    }
  } finally {
    // A failure must not leave a write under way: the file is closed next.
    await writing;
  }
  await write(batch);
}

/**
 * Writes the chunks one after the other, from `startBytes` on or at the file's position. A system
 * call may write less than given: the rest follows.
 */
export async function writeAll(
  file: FileHandle,
  chunks: readonly Uint8Array[],
  startBytes: number | null = null,
): Promise<void> {
  let rest = chunks.filter((chunk) => chunk.length > 0);
  let at = startBytes;
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, at ?? undefined);
    if (at !== null) at += bytesWritten;
    while (rest[0] && bytesWritten >= rest[0].length) {
      bytesWritten -= rest[0].length;
      rest = rest.slice(1);
    }
    if (rest[0] && bytesWritten > 0) rest = [rest[0].subarray(bytesWritten), ...rest.slice(1)];
  }
}
