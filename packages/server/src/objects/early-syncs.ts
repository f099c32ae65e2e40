import { type DiskSyncs, isDiskRefusal } from './durable-directories.ts';

/** Bytes written since the last sync that start a new sync. */
const bytesOfSync = 16 * 2 ** 20;

interface Syncing {
  /** Written since the last sync began. */
  bytes: number;
  /** The running sync, which never rejects, or null. */
  running: Promise<void> | null;
  failure: { readonly error: unknown } | null;
}

/**
 * Syncs files while they are written, in the background, so a completion does not wait for the
 * whole file: 105 MB take 0.1 s. A refusal of the disk is remembered until the file is dropped,
 * because a later sync of the file reports nothing. The bytes written before the refusal are
 * destroyed at once, because another process would read them as whole.
 */
export class EarlySyncs {
  readonly #syncFile: DiskSyncs['written'];
  readonly #spoil: (path: string) => Promise<void>;
  readonly #files = new Map<string, Syncing>();

  /** `spoil` removes the present bytes of a file. */
  constructor(syncFile: DiskSyncs['written'], spoil: (path: string) => Promise<void>) {
    this.#syncFile = syncFile;
    this.#spoil = spoil;
  }

  /** Records that `bytes` more of the file were written. */
  wrote(path: string, bytes: number): void {
    const file = this.#files.get(path) ?? { bytes: 0, running: null, failure: null };
    this.#files.set(path, file);
    file.bytes += bytes;
    if (file.running === null && file.bytes >= bytesOfSync) this.#begin(path, file);
  }

  /**
   * Waits for the running sync. Throws the error of a sync of the file, each time until `forget`.
   */
  async end(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file) return;
    while (file.running !== null) await file.running;
    if (file.failure !== null) throw file.failure.error;
    this.forget(path);
  }

  /** Must be called when the file, or its written bytes, are dropped. */
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
