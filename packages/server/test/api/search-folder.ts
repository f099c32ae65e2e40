import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every regular file below a folder, with content. */
export async function readFilesBelow(
  folder: string,
): Promise<{ readonly path: string; readonly bytes: Buffer }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
}
