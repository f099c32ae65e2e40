import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { UploadState } from '@quern/client';
import { writePrivateFile } from './private-file.ts';

/** The service keeps the session of an upload for a day. */
const keptMs = 24 * 3600_000;

/**
 * Where an upload stands, in a file of its own while it is under way: the same command goes on with
 * it, however the one before ended.
 */
export class KeptUpload {
  readonly #path: string;

  /** `what` tells apart what is uploaded, and where to: service, table, and the file as it is. */
  constructor(folder: string, what: readonly unknown[]) {
    removeOld(folder);
    this.#path = join(folder, `${hash('sha256', JSON.stringify(what), 'hex').slice(0, 32)}.json`);
  }

  /** Null where nothing was begun, or nothing can be read of it. */
  read(): UploadState | null {
    try {
      const state = JSON.parse(readFileSync(this.#path, 'utf8')) as UploadState;
      return Array.isArray(state.parts) ? state : null;
    } catch {
      return null;
    }
  }

  /** Of an upload in one piece there is nothing to go on with. */
  note(state: UploadState): void {
    if (state.url === null) writePrivateFile(this.#path, JSON.stringify(state));
  }

  forget(): void {
    rmSync(this.#path, { force: true });
  }
}

function removeOld(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (since < Date.now() - keptMs) rmSync(path, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
