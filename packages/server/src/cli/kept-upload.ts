import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UploadState } from '@quern/client';
import { writePrivateFile } from './private-file.ts';

/** The service keeps the session of an upload for a day. */
const keptMs = 24 * 3600_000;

/** Names of the files here; with a number, of one that was being written by that process. */
const ownName = /^[0-9a-f]{32}\.json(\.\d+)?$/;

export interface BegunUpload extends UploadState {
  /** A load of it was asked for: it may be done. */
  readonly loadAsked?: boolean;
}

/**
 * Where an upload stands, in a file of its own while it is under way: the same command goes on with
 * it, however the one before ended. A load needs no such file: where it cannot be written, that is
 * said once.
 */
export class KeptUpload {
  readonly #path: string;
  readonly #say: (line: string) => void;
  #state: UploadState | null = null;
  /** The upload whose load was asked for. */
  #askedId: string | null = null;
  #isKept = false;

  /** `what` tells apart what is uploaded, and where to: service, table, and the file as it is. */
  constructor(folder: string, what: readonly unknown[], say: (line: string) => void) {
    removeOld(folder);
    this.#path = join(folder, `${hash('sha256', JSON.stringify(what), 'hex').slice(0, 32)}.json`);
    this.#say = once(say);
  }

  /** The same command would go on from here. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Null where nothing was begun, or nothing can be read of it. */
  read(): BegunUpload | null {
    try {
      const state = JSON.parse(readFileSync(this.#path, 'utf8')) as BegunUpload;
      if (!Array.isArray(state.parts)) return null;
      this.#isKept = true;
      if (state.loadAsked === true) this.#askedId = state.uploadId;
      return state;
    } catch {
      return null;
    }
  }

  /** Of an upload in one piece there is nothing to go on with before it is there. */
  note(state: UploadState): void {
    this.#state = state;
    if (state.url === null) this.#write(state);
  }

  /** Before the load is asked for: the upload is what the service knows a repeated load by. */
  noteLoad(): void {
    if (this.#state === null) return;
    this.#askedId = this.#state.uploadId;
    this.#write(this.#state);
  }

  forget(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch (error) {
      if (this.#isKept)
        this.#say(
          `remove ${this.#path} (${reasonOf(error)}): until then the same command means this load`,
        );
    }
    this.#isKept = false;
  }

  #write(state: UploadState): void {
    const begun: BegunUpload = { ...state, loadAsked: state.uploadId === this.#askedId };
    try {
      writePrivateFile(this.#path, JSON.stringify(begun));
      this.#isKept = true;
    } catch (error) {
      this.#say(
        `where this upload stands cannot be kept (${reasonOf(error)}): one that stops is sent anew`,
      );
      // What was written before is true no more.
      this.forget();
    }
  }
}

function once(say: (line: string) => void): (line: string) => void {
  let isSaid = false;
  return (line) => {
    if (!isSaid) say(line);
    isSaid = true;
  };
}

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

function removeOld(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (ownName.test(name)) removeIfOld(join(folder, name));
  } catch {
    // There is none yet, or it is not this user's.
  }
}

function removeIfOld(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isFile() && found.mtimeMs < Date.now() - keptMs) rmSync(path, { force: true });
  } catch {
    // Another command has removed it, or it cannot be.
  }
}
