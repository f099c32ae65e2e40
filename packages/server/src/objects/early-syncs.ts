import { open } from 'node:fs/promises';
import { nullIfMissing } from './file-errors.ts';

/** A sync begins when so much was written since the last one. */
const bytesOfSync = 16 * 2 ** 20;

interface Syncing {
  /** Written since the last sync began. */
  bytes: number;
  /** Null where none runs; it never rejects. */
  running: Promise<void> | null;
  failure: { readonly error: unknown } | null;
}

type SyncFile = (path: string) => Promise<void>;

/**
 * Brings files to disk while they are written, beside everything else, so that whoever completes
 * one does not wait for all of it: 105 MB take 0.1 s. A disk tells what it could not write once, to
 * the sync that comes first; so what went wrong here is kept for who completes the file.
 */
export class EarlySyncs {
  readonly #syncFile: SyncFile;
  readonly #files = new Map<string, Syncing>();

  constructor(syncFile: SyncFile = syncBytes) {
    this.#syncFile = syncFile;
  }

  /** Notes that so much more of the file was written. */
  wrote(path: string, bytes: number): void {
    const file = this.#files.get(path) ?? { bytes: 0, running: null, failure: null };
    this.#files.set(path, file);
    file.bytes += bytes;
    if (file.running === null && file.bytes >= bytesOfSync) this.#begin(path, file);
  }

  /** Throws what a sync of the file met, once; none runs then, and none is remembered. */
  async end(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file) return;
    while (file.running !== null) await file.running;
    this.forget(path);
    if (file.failure !== null) throw file.failure.error;
  }

  /** To be called when the file is given up. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  #begin(path: string, file: Syncing): void {
    file.bytes = 0;
    file.running = this.#syncFile(path)
      .catch((error: unknown) => {
        file.failure ??= { error };
      })
      .finally(() => {
        file.running = null;
      });
  }
}

/** A file that was given up meanwhile needs no sync. */
async function syncBytes(path: string): Promise<void> {
  const file = await nullIfMissing(open(path, 'r'));
  if (file === null) return;
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
