import type { QueryFile } from '../engine/query/query-request.ts';
import type { LakeFile } from '../lake/model.ts';
import type { LocalFile } from '../objects/object-store.ts';
import type { Services } from './services.ts';
import { explainFailure, type OpenedFile, openStoredFile, type StoredFile } from './stored-file.ts';

/** Objects on local disk, each fetched and pinned once, until `release`. */
export class PinnedObjects {
  readonly #services: Services;
  readonly #paths = new Map<string, Promise<string>>();
  readonly #files: LocalFile[] = [];
  readonly #opened: OpenedFile[] = [];
  #isReleased = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Local path of the object. One object may be asked for many times: it can hold the deletes of
   * many files.
   */
  pin(stored: StoredFile): Promise<string> {
    const path =
      this.#paths.get(stored.key) ?? this.hold(openStoredFile(this.#services, stored), stored);
    this.#paths.set(stored.key, path);
    return path;
  }

  /** A file of a table, which `subject` names, and what says which of its rows are gone. */
  async pinFile(
    { key, rowCount, sizeBytes, checksum, deletes }: LakeFile,
    subject: string,
  ): Promise<Pick<QueryFile, 'path' | 'rowCount' | 'deletes'>> {
    const [path, deletesPath] = await Promise.all([
      this.pin({ key, subject, sizeBytes, checksum }),
      deletes &&
        this.pin({
          key: deletes.key,
          subject,
          sizeBytes: deletes.sizeBytes,
          checksum: deletes.checksum,
        }),
    ]);
    if (!deletes || deletesPath === undefined) return { path, rowCount };
    return { path, rowCount, deletes: { path: deletesPath, part: deletes.part } };
  }

  /** Local path of a file that is opened by other means, kept until `release` all the same. */
  async hold(opening: Promise<LocalFile>, stored: StoredFile): Promise<string> {
    const file = await opening;
    // Files are fetched side by side: when one cannot be had, the others are still on their way.
    if (this.#isReleased) file.release();
    else this.#files.push(file);
    this.#opened.push({ stored, path: file.path, sizeBytes: file.sizeBytes });
    return file.path;
  }

  /**
   * What to throw where work on the files failed: see `explainFailure`. To be called before
   * `release`.
   */
  explain(thrown: unknown, workspaceId: string): Promise<unknown> {
    return explainFailure(this.#services, thrown, this.#opened, workspaceId);
  }

  release(): void {
    this.#isReleased = true;
    for (const file of this.#files.splice(0)) file.release();
  }
}
