import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newObjectName } from '../../kernel/ids.ts';
import { invariant } from '../../kernel/invariant.ts';
import { syncFile, syncFiles } from '../sync-files.ts';
import type { TaskContext } from '../task.ts';
import type { WrittenFile } from './file-statistics.ts';

export interface WrittenTable {
  /** Synced files in one directory below `spoolDir`; empty without rows. */
  readonly files: readonly WrittenFile[];
  readonly rowCount: number;
  readonly sizeBytes: number;
}

/** Gives `write` a directory of its own, and syncs the written files. A failure leaves no files. */
export async function writeIntoSpool(
  { spoolDir }: Pick<TaskContext, 'spoolDir'>,
  write: (directory: string) => Promise<readonly WrittenFile[]>,
): Promise<WrittenTable> {
  const directory = join(spoolDir, `load-${newObjectName()}`);
  await mkdir(directory);
  try {
    const files = await write(directory);
    await syncAll(directory, files);
    return {
      files,
      rowCount: countRows(files),
      sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

export function countRows(files: readonly WrittenFile[]): number {
  return files.reduce((sum, file) => sum + file.rowCount, 0);
}

/**
 * Syncs the files' bytes, then their names in the directory: files that a commit names must survive
 * a power loss.
 */
async function syncAll(directory: string, files: readonly WrittenFile[]): Promise<void> {
  const written = await readdir(directory);
  invariant(
    written.length === files.length,
    `${files.length} files reported, ${written.length} written`,
  );
  invariant(
    files.every(({ path }) => dirname(path) === directory),
    'files are written into the directory',
  );
  await syncFiles(files.map((file) => file.path));
  await syncFile(directory);
}
