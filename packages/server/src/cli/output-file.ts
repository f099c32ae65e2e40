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
 * The file that rows are written to. A regular file gets its new content in one step, at the end,
 * or, where it is mounted by itself, is written over then: a command that fails before leaves the
 * former content as it was.
 */
export class OutputFile {
  readonly #path: string;
  /** What is written until the end; null for a device or a pipe, which takes bytes at once. */
  readonly #draftPath: string | null;
  /** Of the complete file. */
  readonly #mode: number;
  readonly #handle: FileHandle;

  private constructor(path: string, draftPath: string | null, mode: number, handle: FileHandle) {
    this.#path = path;
    this.#draftPath = draftPath;
    this.#mode = mode;
    this.#handle = handle;
  }

  /** Refuses what cannot be written before anything is asked of the service. */
  static async open(wanted: string): Promise<OutputFile> {
    const found = await statOf(wanted);
    if (found?.isDirectory()) throw new UsageError(`--output '${wanted}' is a folder: name a file`);
    if (found && !found.isFile())
      return new OutputFile(wanted, null, found.mode, await open(wanted, 'w'));
    // The new content takes the place of the file that a link leads to, never of the link.
    const path = found ? await realpath(wanted) : wanted;
    const folder = dirname(path);
    if (!(await statOf(folder))?.isDirectory())
      throw new UsageError(`--output '${wanted}': there is no folder '${folder}'`);
    if (found) await demandWritable(path, wanted);
    // Short, where the name of the file is as long as names may be, and another each time: one
    // that a killed command left is in nobody's way.
    const draftPath = join(folder, `.quern-${randomBytes(8).toString('hex')}.part`);
    try {
      // Nobody else reads rows on their way into a file that is kept from them.
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
      // A file that is mounted by itself, as in a container, takes no other in its place.
      if (codeOf(error) !== 'EBUSY') throw error;
      await copyFile(this.#draftPath, this.#path);
      await rm(this.#draftPath, { force: true });
    }
  }

  /** The content will not come: the file stays as it was. */
  async drop(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    if (this.#draftPath !== null) await rm(this.#draftPath, { force: true });
  }
}

/** Null where there is nothing, or where a part of the path is none. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}

/** A folder may let in a new file where the old one may not be changed. */
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

/** Writes that go through gzip; `end` hands over the rest. */
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
