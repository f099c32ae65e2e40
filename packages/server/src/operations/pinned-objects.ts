import type { QueryFile } from '../engine/query/query-request.ts';
import type { LakeFile } from '../lake/model.ts';
import type { LocalFile, ObjectStore } from '../objects/object-store.ts';

/** Objects on local disk, each fetched and pinned once, until `release`. */
export class PinnedObjects {
  readonly #objects: ObjectStore;
  readonly #paths = new Map<string, Promise<string>>();
  readonly #files: LocalFile[] = [];
  #isReleased = false;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  /** Local path of the object. One object may be asked for many times: it can hold the deletes of many files. */
  pin(key: string): Promise<string> {
    const path = this.#paths.get(key) ?? this.hold(this.#objects.localFile(key));
    this.#paths.set(key, path);
    return path;
  }

  /** A file of a table, and what says which of its rows are gone. */
  async pinFile({ key, rowCount, deletes }: LakeFile): Promise<Pick<QueryFile, 'path' | 'rowCount' | 'deletes'>> {
    const [path, deletesPath] = await Promise.all([this.pin(key), deletes && this.pin(deletes.key)]);
    if (!deletes || deletesPath === undefined) return { path, rowCount };
    return { path, rowCount, deletes: { path: deletesPath, part: deletes.part } };
  }

  /** Local path of a file that is opened by other means, kept until `release` all the same. */
  async hold(opening: Promise<LocalFile>): Promise<string> {
    const file = await opening;
    // Files are fetched side by side: when one cannot be had, the others are still on their way.
    if (this.#isReleased) file.release();
    else this.#files.push(file);
    return file.path;
  }

  release(): void {
    this.#isReleased = true;
    for (const file of this.#files.splice(0)) file.release();
  }
}
