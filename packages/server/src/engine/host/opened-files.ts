import type { EngineFile, FileUse } from '../engine.ts';
import type { LocalFiles, LocalNamedFile } from './local-files.ts';
import { isFile, replaceFiles, visitFiles } from './named-files.ts';
import { explainFailure, type OpenedFile } from './stored-objects.ts';

/** The files of one request on local disk, each opened and pinned once, until `release`. */
export class OpenedFiles {
  readonly #files: LocalFiles;
  readonly #use: FileUse;
  readonly #opening = new Map<unknown, Promise<string>>();
  readonly #named = new Map<string, EngineFile>();
  readonly #opened: OpenedFile[] = [];
  readonly #pinned: LocalNamedFile[] = [];
  #isReleased = false;

  constructor(files: LocalFiles, { workspaceId, signal }: FileUse) {
    this.#files = files;
    // No more than that: what makes a file is a task of its own, to which the time, the turn and
    // the start of the one that reads it mean nothing.
    this.#use = { workspaceId, ...(signal && { signal }) };
  }

  /** The request with paths in place of its files; as it is, and at once, where it names none. */
  open(request: unknown): unknown {
    const opening = new Map<unknown, Promise<string>>();
    visitFiles(request, (file) => {
      const id = idOf(file);
      if (!opening.has(id)) opening.set(id, this.#pathOf(id, file));
    });
    return opening.size === 0 ? request : withPaths(request, opening);
  }

  /** A path of a reply as a file: one that the request named, or one that the task left. */
  fileOf(path: string): EngineFile {
    return this.#named.get(path) ?? this.#files.left(path);
  }

  /** What to throw where the task failed: `explainFailure`. To be called before `release`. */
  explain(thrown: unknown): Promise<unknown> {
    return explainFailure(this.#files.access, thrown, this.#opened, this.#use.workspaceId);
  }

  release(): void {
    this.#isReleased = true;
    for (const file of this.#pinned.splice(0)) file.release();
  }

  /** One object may be named many times: it can hold the deletes of many files. */
  #pathOf(id: unknown, file: EngineFile): Promise<string> {
    const path = this.#opening.get(id) ?? this.#open(file);
    this.#opening.set(id, path);
    return path;
  }

  async #open(file: EngineFile): Promise<string> {
    const local = await this.#files.open(file, this.#use);
    // Files are fetched side by side: when one cannot be had, the others are still on their way.
    if (this.#isReleased) local.release();
    else this.#pinned.push(local);
    const { path, opened } = local;
    if (opened !== null && !opened.stored.isUnchecked) this.#opened.push(opened);
    this.#named.set(path, file);
    return path;
  }
}

/** What two names of one file have in common; a file by value is another each time. */
function idOf(file: EngineFile): unknown {
  if ('held' in file) return `held ${file.held}`;
  return file.content === undefined ? file.key : file;
}

async function withPaths(
  request: unknown,
  opening: ReadonlyMap<unknown, Promise<string>>,
): Promise<unknown> {
  const paths = new Map<unknown, string>();
  const ids = [...opening.keys()];
  const opened = await Promise.all(opening.values());
  for (const [index, path] of opened.entries()) paths.set(ids[index], path);
  return replaceFiles(request, (file) => (isFile(file) ? paths.get(idOf(file)) : file));
}
