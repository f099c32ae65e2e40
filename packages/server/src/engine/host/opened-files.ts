import type { EngineFile, FileUse } from '../engine.ts';
import type { LocalFiles, LocalNamedFile } from './local-files.ts';
import { isFile, replaceFiles, visitFiles } from './named-files.ts';
import { explainFailure, type OpenedFile } from './stored-objects.ts';

/** The files of one request on local disk. Each is opened and pinned once, until `release`. */
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
    // Only workspace and signal are passed on. A task that creates a file has its own time, turn
    // and start, independent of the reading task.
    this.#use = { workspaceId, ...(signal && { signal }) };
  }

  /**
   * The request with paths in place of its files. A request without files is returned unchanged,
   * synchronously.
   */
  open(request: unknown): unknown {
    const opening = new Map<unknown, Promise<string>>();
    visitFiles(request, (file) => {
      const id = idOf(file);
      if (!opening.has(id)) opening.set(id, this.#pathOf(id, file));
    });
    return opening.size === 0 ? request : withPaths(request, opening);
  }

  /** The file for a path of a reply: a file of the request, or an output of the task. */
  fileOf(path: string): EngineFile {
    return this.#named.get(path) ?? this.#files.left(path);
  }

  /**
   * The error to throw for a failed task (`explainFailure`). The caller runs the function before
   * `release`.
   */
  explain(thrown: unknown): Promise<unknown> {
    return explainFailure(this.#files.access, thrown, this.#opened, this.#use.workspaceId);
  }

  release(): void {
    this.#isReleased = true;
    for (const file of this.#pinned.splice(0)) file.release();
  }

  /** A request may name one object many times: an object can contain the deletes of many files. */
  #pathOf(id: unknown, file: EngineFile): Promise<string> {
    const path = this.#opening.get(id) ?? this.#open(file);
    this.#opening.set(id, path);
    return path;
  }

  async #open(file: EngineFile): Promise<string> {
    const local = await this.#files.open(file, this.#use);
    // Files are fetched concurrently. After one failure the others are still on their way.
    if (this.#isReleased) local.release();
    else this.#pinned.push(local);
    const { path, opened } = local;
    if (opened !== null && !opened.stored.isUnchecked) this.#opened.push(opened);
    this.#named.set(path, file);
    return path;
  }
}

/** The identity shared by two names of one file. A file by value is always different. */
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
