import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

/** The capacity of a Linux pipe. A writer of more waits for the reader. */
const pipeBytes = 64 * 1024;
/** The pause after the pipe was found empty while its writer continues. */
const pollMs = 1;

/**
 * A named pipe for a file that DuckDB writes. A small Parquet file reaches the process without
 * touching the disk. A file created and removed for each query grows the file system's journal,
 * which the metadata's syncs then write too (0.34 instead of 0.25 ms on a busy disk). DuckDB also
 * spins on its second thread while waiting for the disk (COPY of one row: 1.3 ms of CPU instead of
 * 0.5).
 */
export class BytePipe {
  readonly path: string;
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(pipeBytes);

  /** Returns null on systems without pipes (no `mkfifo`), where files are used instead. */
  static open(path: string): BytePipe | null {
    try {
      execFileSync('mkfifo', ['-m', '600', path], {
        stdio: 'ignore',
        env: { PATH: '/usr/bin:/bin:/usr/local/bin' },
      });
      // The pipe is open in both directions, so neither end waits for the other to open, and the
      // end of a writer is not the end of the file.
      return new BytePipe(path, openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
    } catch {
      return null;
    }
  }

  private constructor(path: string, file: number) {
    this.path = path;
    this.#file = file;
  }

  /**
   * All bytes that `write` puts into `path`. Null for more than `maxBytes`; the bytes are then in a
   * new file at `overflowPath` (not synced). The pipe is empty afterwards in any case.
   */
  async receive(
    write: () => Promise<unknown>,
    maxBytes: number,
    overflowPath: string,
  ): Promise<Buffer | null> {
    const received = new Received(maxBytes, overflowPath);
    try {
      const written = write().then(() => true);
      let isFlowing = false;
      while (!(await Promise.race([written, isFlowing ? turn(false) : delay(pollMs, false)]))) {
        isFlowing = this.#drain(received);
      }
      this.#drain(received);
      return received.end();
    } finally {
      this.#drain(null);
      received.close();
    }
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.path, { force: true });
  }

  /** Reads all bytes in the pipe at present. Returns true where there were any. */
  #drain(received: Received | null): boolean {
    for (let isEmpty = true; ; isEmpty = false) {
      const count = this.#read();
      if (count === 0) return !isEmpty;
      received?.add(this.#buffer.subarray(0, count));
    }
  }

  /** The number of bytes read into the buffer; 0 for an empty pipe. */
  #read(): number {
    try {
      return readSync(this.#file, this.#buffer);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      throw error;
    }
  }
}

/** Bytes as they arrive: in memory up to the limit, then in a file. */
class Received {
  readonly #maxBytes: number;
  readonly #overflowPath: string;
  #chunks: Buffer[] = [];
  #sizeBytes = 0;
  #file: number | undefined;
  #failure: unknown;

  constructor(maxBytes: number, overflowPath: string) {
    this.#maxBytes = maxBytes;
    this.#overflowPath = overflowPath;
  }

  /** Never throws: the writer of a pipe without a reader would wait for ever. */
  add(chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    try {
      this.#sizeBytes += chunk.length;
      this.#chunks.push(Buffer.from(chunk));
      if (this.#sizeBytes <= this.#maxBytes) return;
      this.#file ??= openSync(this.#overflowPath, 'wx', 0o600);
      for (const held of this.#chunks.splice(0)) writeAll(this.#file, held);
    } catch (error) {
      this.#failure = error;
    }
  }

  end(): Buffer | null {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#file === undefined ? Buffer.concat(this.#chunks) : null;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
