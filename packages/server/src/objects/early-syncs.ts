import { type DiskSyncs, isDiskRefusal } from './durable-directories.ts';

/** A sync begins when so much was written since the last one. */
const bytesOfSync = 16 * 2 ** 20;

interface Syncing {
  /** Written since the last sync began. */
  bytes: number;
  /** Null where none runs; it never rejects. */
  running: Promise<void> | null;
  failure: { readonly error: unknown } | null;
}

/**
 * Brings files to disk while they are written, beside everything else, so that whoever completes
 * one does not wait for all of it: 105 MB take 0.1 s. What the disk refused is remembered until the
 * file is given up, since a later sync of the file hears nothing of it; and what was written until
 * then is spoilt at once, since nor would another process, to which it is all there.
 */
export class EarlySyncs {
  readonly #syncFile: DiskSyncs['written'];
  readonly #spoil: (path: string) => Promise<void>;
  readonly #files = new Map<string, Syncing>();

  /** `spoil`: takes from a file the bytes that it has. */
  constructor(syncFile: DiskSyncs['written'], spoil: (path: string) => Promise<void>) {
    this.#syncFile = syncFile;
    this.#spoil = spoil;
  }

  /** Notes that so much more of the file was written. */
  wrote(path: string, bytes: number): void {
    const file = this.#files.get(path) ?? { bytes: 0, running: null, failure: null };
    this.#files.set(path, file);
    file.bytes += bytes;
    if (file.running === null && file.bytes >= bytesOfSync) this.#begin(path, file);
  }

  /** Throws what a sync of the file met, each time until `forget`; none runs then. */
  async end(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file) return;
    while (file.running !== null) await file.running;
    if (file.failure !== null) throw file.failure.error;
    this.forget(path);
  }

  /** To be called when the file, or what was written of it, is given up. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  #begin(path: string, file: Syncing): void {
    file.bytes = 0;
    file.running = this.#syncFile(path)
      .catch(async (error: unknown) => {
        if (!isDiskRefusal(error)) return;
        file.failure ??= { error };
        await this.#spoil(path).catch(() => {});
      })
      .finally(() => {
        file.running = null;
      });
  }
}
