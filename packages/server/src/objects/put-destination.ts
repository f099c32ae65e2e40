import { rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { writeAll } from './write-new-file.ts';

/** A whole body: its ETag without quotes, and its size. */
export interface ReceivedBody {
  readonly digest: string;
  readonly sizeBytes: number;
}

/**
 * Destination of a PUT's body while the body arrives. One request uses a destination; `close` is
 * always the last call.
 */
export interface PutDestination {
  /** Appends to the earlier bytes; one call at a time. */
  write(chunks: readonly Uint8Array[]): Promise<void>;
  /**
   * Publishes the written bytes under their name. The body then survives the end of the process,
   * but not a power loss.
   */
  accept(body: ReceivedBody): Promise<void>;
  /** Closes the destination, and drops bytes that were not accepted. */
  close(): Promise<void>;
}

/** Moves the file of a whole body to its final path. */
type Place = (body: ReceivedBody) => Promise<void>;

/** A few bytes in memory, which become a file once they are whole. */
export class MemoryDestination implements PutDestination {
  readonly #path: string;
  readonly #place: Place;
  readonly #chunks: Uint8Array[] = [];

  constructor(path: string, place: Place) {
    this.#path = path;
    this.#place = place;
  }

  async write(chunks: readonly Uint8Array[]): Promise<void> {
    this.#chunks.push(...chunks);
  }

  async accept(body: ReceivedBody): Promise<void> {
    try {
      writeFileSync(this.#path, Buffer.concat(this.#chunks), { flag: 'wx', mode: 0o600 });
      await this.#place(body);
    } catch (error) {
      rmSync(this.#path, { force: true });
      throw error;
    }
  }

  async close(): Promise<void> {}
}

/** A new file; `place` moves the complete file to its path. */
export class FileDestination implements PutDestination {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #place: Place;
  #isPlaced = false;

  /** The file exists on return: a file that appears later would appear after the cleaning. */
  static async open(path: string, place: Place): Promise<FileDestination> {
    return new FileDestination(path, await open(path, 'wx', 0o600), place);
  }

  private constructor(path: string, file: FileHandle, place: Place) {
    this.#path = path;
    this.#file = file;
    this.#place = place;
  }

  write(chunks: readonly Uint8Array[]): Promise<void> {
    return writeAll(this.#file, chunks);
  }

  async accept(body: ReceivedBody): Promise<void> {
    await this.#place(body);
    this.#isPlaced = true;
  }

  async close(): Promise<void> {
    await this.#file.close();
    if (!this.#isPlaced) await rm(this.#path, { force: true });
  }
}
