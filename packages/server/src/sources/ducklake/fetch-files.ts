import { constants } from 'node:fs';
import { copyFile, link, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';

/** Brings a file of the lake into a folder, under a name. Throws SourceErrors. */
export type FetchFile = (file: LakeFile, name: string) => Promise<string>;

export interface LakeFile {
  readonly path: string;
  /** As the catalog says. */
  readonly sizeBytes: number;
}

/**
 * Files of this machine are linked: DuckLake writes a file once and removes it some time later, which a link outlasts. Where
 * none can be (another file system, another owner), the file is copied, by reference where the file system can.
 */
export function localFiles({ resolveFile }: SourceContext, folder: string): FetchFile {
  return async ({ path, sizeBytes }, name) => {
    const actual = await resolveFile(path);
    const target = join(folder, name);
    try {
      await link(actual, target).catch(() =>
        copyFile(actual, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL),
      );
    } catch (error) {
      throw unreadable(path, error as NodeJS.ErrnoException);
    }
    if ((await stat(target)).size !== sizeBytes) throw otherFile(path);
    return target;
  };
}

function unreadable(path: string, { code = 'none' }: NodeJS.ErrnoException): SourceError {
  const sourceCode = { sourceCode: code };
  if (code === 'ENOENT')
    return new SourceError(
      'definition_changed',
      `File '${path}' of the DuckLake went away while it was read; try again`,
      sourceCode,
    );
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new SourceError(
      'disk_full',
      'The service has no room left for what it reads; ask its operator to make room',
      sourceCode,
    );
  }
  return new SourceError(
    'permission',
    `File '${path}' of the DuckLake cannot be read; check its permissions`,
    sourceCode,
  );
}

export const otherFile = (path: string) =>
  new SourceError(
    'source_failed',
    `File '${path}' is not the one that the DuckLake's catalog names: its size or its rows are others; restore it`,
  );
