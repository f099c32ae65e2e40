import { statSync } from 'node:fs';
import type { OpenSegment } from '../segment-file.ts';
import type { OpenedSegment } from '../segment-kind.ts';

interface Kept {
  readonly opened: OpenedSegment;
  /** Absent for a segment in memory only. */
  readonly file?: { readonly source: OpenSegment; readonly path: string; readonly state: string };
  readonly sizeBytes: number;
}

/**
 * The open segments of a worker, most recently used first, up to a sum of their sizes in memory.
 * Opening compares a file's bytes with its SHA-256; a file written since, according to the file
 * system, is opened anew.
 */
export class OpenedSegments {
  readonly #kept = new Map<string, Kept>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): OpenedSegment | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.file && kept.file.state !== stateOf(kept.file.path)) {
      this.#drop(key, kept);
      return undefined;
    }
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.opened;
  }

  /** Adds a segment of a file, or of memory if `source` is no file's. */
  add(
    key: string,
    opened: OpenedSegment,
    source: OpenSegment | null,
    path: string,
    sizeBytes: number = opened.sizeBytes,
  ): void {
    const file = source === null ? {} : { file: { source, path, state: stateOf(path) } };
    this.#kept.set(key, { opened, sizeBytes, ...file });
    this.#bytes += sizeBytes;
  }

  /** Must be called between searches: a segment in use is never dropped. */
  trim(): void {
    for (const [key, kept] of this.#kept) {
      if (this.#bytes <= this.#maxBytes && this.#kept.size <= maxOpen) return;
      this.#drop(key, kept);
    }
  }

  #drop(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= kept.sizeBytes;
    kept.file?.source.close();
  }
}

/** Each has a file descriptor. */
const maxOpen = 500;

/** A text that changes when the file is written or replaced; '' for a missing file. */
function stateOf(path: string): string {
  const state = statSync(path, { throwIfNoEntry: false });
  return state ? `${state.ino} ${state.size} ${state.mtimeMs} ${state.ctimeMs}` : '';
}
