import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import {
  access,
  copyFile,
  type FileHandle,
  open,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGzip, type Gzip } from 'node:zlib';
import { UsageError } from './usage-error.ts';

/**
 * The output file of rows. A regular file gets its new content in one step, at the end; a file that
 * is a mount is overwritten at the end. A command that fails earlier leaves the former content
 * unchanged.
 */
export class OutputFile {
  readonly #path: string;
  /** The draft of the content; null for a device or a pipe, which takes bytes at once. */
  readonly #draftPath: string | null;
  /** The mode of the complete file. */
  readonly #mode: number;
  readonly #handle: FileHandle;

  private constructor(path: string, draftPath: string | null, mode: number, handle: FileHandle) {
    this.#path = path;
    this.#draftPath = draftPath;
    this.#mode = mode;
    this.#handle = handle;
  }

  /** Refuses an unwritable file before any request to the service. */
  static async open(wanted: string): Promise<OutputFile> {
    const found = await statOf(wanted);
    if (found?.isDirectory()) throw new UsageError(`--output '${wanted}' is a folder: name a file`);
    if (found && !found.isFile())
      return new OutputFile(wanted, null, found.mode, await open(wanted, 'w'));
    // The new content replaces the file behind a link, never the link.
    const path = found ? await realpath(wanted) : wanted;
    const folder = dirname(path);
    if (!(await statOf(folder))?.isDirectory())
      throw new UsageError(`--output '${wanted}': there is no folder '${folder}'`);
    if (found) await demandWritable(path, wanted);
    // Short, because the file's name may be as long as names can be, and random: a draft left by a
    // killed command does not interfere.
    const draftPath = join(folder, `.quern-${randomBytes(8).toString('hex')}.part`);
    try {
      // No other user may read the rows of a private file from its draft.
      const handle = await open(draftPath, 'wx', 0o600);
      const mode = found ? found.mode & 0o7777 : 0o666 & ~process.umask();
      return new OutputFile(path, draftPath, mode, handle);
    } catch (error) {
      throw new UsageError(
        `--output '${wanted}': no file can be made in '${folder}' (${codeOf(error)})`,
      );
    }
  }

  readonly write = async (bytes: string | Uint8Array): Promise<void> => {
    await this.#handle.writeFile(bytes);
  };

  /** The content is complete. */
  async keep(): Promise<void> {
    if (this.#draftPath === null) return this.#handle.close();
    await this.#handle.chmod(this.#mode);
    await this.#handle.sync();
    await this.#handle.close();
    try {
      await rename(this.#draftPath, this.#path);
    } catch (error) {
      // A file that is a mount, as in a container, cannot be replaced by a rename.
      if (codeOf(error) !== 'EBUSY') throw error;
      await copyFile(this.#draftPath, this.#path);
      await rm(this.#draftPath, { force: true });
    }
  }

  /** Gives up the new content: the file stays unchanged. */
  async drop(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    if (this.#draftPath !== null) await rm(this.#draftPath, { force: true });
  }
}

/** The state of a file; null if the file is missing, or a part of the path is no folder. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}

/** A folder may permit a new file while the old file is read-only. */
async function demandWritable(path: string, wanted: string): Promise<void> {
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`--output '${wanted}' may not be written (${codeOf(error)})`);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

type Write = (bytes: string | Uint8Array) => Promise<void>;

/** Passes writes through gzip; `end` writes the rest. */
export function gzipped(write: Write): { readonly write: Write; end(): Promise<void> } {
  const gzip: Gzip = createGzip();
  const copied = (async () => {
    for await (const chunk of gzip) await write(chunk as Uint8Array);
  })();
  // A failure shows with the next write or at the end.
  copied.catch((error: Error) => gzip.destroy(error));
  return {
    write: (bytes) =>
      new Promise((resolve, reject) =>
        gzip.write(bytes, (error) =>
          error ? copied.then(() => reject(error), reject) : resolve(),
        ),
      ),
    async end() {
      gzip.end();
      await copied;
    },
  };
}
