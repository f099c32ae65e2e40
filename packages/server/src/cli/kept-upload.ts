import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UploadState } from '@quern/client';
import { writePrivateFile } from './private-file.ts';

/** The service's session of an upload lasts a day. */
const keptMs = 24 * 3600_000;

/**
 * Names of the files in the folder; a number marks a file that the process of this number was
 * writing.
 */
const ownName = /^[0-9a-f]{32}\.json(\.\d+)?$/;

export interface BegunUpload extends UploadState {
  /** A load of the upload was requested, and may be done. */
  readonly loadAsked?: boolean;
}

/**
 * The state of an upload under way, in a separate file: the same command continues the upload,
 * however the previous run ended. A load does not need the file: a failure to write is reported
 * once.
 */
export class KeptUpload {
  readonly #path: string;
  readonly #say: (line: string) => void;
  #state: UploadState | null = null;
  /** The upload whose load was requested. */
  #askedId: string | null = null;
  #isKept = false;

  /** `what` identifies the upload and its destination: service, table, and the file's state. */
  constructor(folder: string, what: readonly unknown[], say: (line: string) => void) {
    removeOld(folder);
    this.#path = join(folder, `${hash('sha256', JSON.stringify(what), 'hex').slice(0, 32)}.json`);
    this.#say = once(say);
  }

  /** True if the same command would continue from this state. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The state of a begun upload; null without one, or if the file is unreadable. */
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

  /** An upload in one piece has nothing to continue before its end. */
  note(state: UploadState): void {
    this.#state = state;
    if (state.url === null) this.#write(state);
  }

  /**
   * Must be called before the load is requested: the service recognizes a repeated load by its
   * upload.
   */
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
      // The earlier state is no longer true.
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
    // The folder is missing, or belongs to another user.
  }
}

function removeIfOld(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isFile() && found.mtimeMs < Date.now() - keptMs) rmSync(path, { force: true });
  } catch {
    // Another command has removed the file, or the file cannot be removed.
  }
}
