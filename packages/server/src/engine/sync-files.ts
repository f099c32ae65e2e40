import { open } from 'node:fs/promises';

/** A load into many partitions writes thousands of small files. */
const syncsAtOnce = 16;

export async function syncFiles(paths: readonly string[]): Promise<void> {
  for (let start = 0; start < paths.length; start += syncsAtOnce) {
    await Promise.all(paths.slice(start, start + syncsAtOnce).map(syncFile));
  }
}

/** A file, or the names in a directory. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
