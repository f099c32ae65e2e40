import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from './file-errors.ts';
import type { ListedObject } from './object-store.ts';

/**
 * A file with a second name is as old as its link in this folder, whenever its bytes were written.
 */
const ageFrom = ({ nlink, mtimeMs, ctimeMs }: Stats) =>
  nlink > 1 ? Math.max(mtimeMs, ctimeMs) : mtimeMs;

/**
 * Objects below `directory` whose key begins with `prefix`, in S3's key order. Names with a leading
 * dot belong to the store.
 */
export async function* listFiles(
  directory: string,
  prefix: string,
  above = '',
): AsyncGenerator<ListedObject> {
  const entries = (await nullIfMissing(readdir(directory, { withFileTypes: true }))) ?? [];
  const keys = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isFile()))
    // Keys compare by bytes, and `/` sorts between `.` and `0`: a folder sorts by its name with the
    // slash.
    .map((entry) => above + entry.name + (entry.isDirectory() ? '/' : ''))
    .sort((a, b) => (a < b ? -1 : 1));
  for (const key of keys) {
    const path = join(directory, key.slice(above.length));
    if (key.endsWith('/')) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* listFiles(path, prefix, key);
    } else if (key.startsWith(prefix)) {
      const found = await nullIfMissing(lstat(path));
      if (found) yield { key, sizeBytes: found.size, modifiedAt: Math.trunc(ageFrom(found)) };
    }
  }
}
