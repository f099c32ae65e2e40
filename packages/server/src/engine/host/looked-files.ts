import { LruCache } from '../../kernel/lru-cache.ts';
import { FileLooks } from '../../objects/file-looks.ts';
import { ObjectMissingError } from '../../objects/object-store.ts';
import type { LookedFile, SummedFile } from '../engine.ts';
import type { EngineObjects } from './stored-objects.ts';

/** Returns true where the local file has the given size and SHA-256. */
export type CheckFile = (
  file: { readonly path: string } & Pick<SummedFile, 'sizeBytes' | 'sha256'>,
) => Promise<boolean>;

/** Room for some 8,000 files. */
const checkedBytes = 2 * 2 ** 20;

/** Objects compared with their SHA-256, by the state of their local files. */
export class LookedFiles {
  readonly #objects: EngineObjects;
  readonly #checkFile: CheckFile;
  readonly #checked = new LruCache<boolean>(checkedBytes, Number.POSITIVE_INFINITY);
  readonly #checking = new Map<string, Promise<boolean>>();
  readonly #looks = new FileLooks();

  constructor(objects: EngineObjects, checkFile: CheckFile) {
    this.#objects = objects;
    this.#checkFile = checkFile;
  }

  /** Undefined for a missing file. */
  async look(file: SummedFile): Promise<LookedFile | undefined> {
    try {
      const state = await this.#withLocal(file, (path) => this.#stateOf(path));
      return { isWhole: this.#checked.get(state), check: () => this.#check(file) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The local file may have changed since the look. */
  async #check(file: SummedFile): Promise<boolean> {
    try {
      return await this.#withLocal(file, async (path) => {
        const state = await this.#stateOf(path);
        const known = this.#checked.get(state) ?? this.#checking.get(state);
        if (known !== undefined) return known;
        const { sizeBytes, sha256 } = file;
        const checking = this.#checkFile({ path, sizeBytes, sha256 })
          .then((isWhole) => {
            this.#checked.set(state, isWhole, state.length + 100);
            return isWhole;
          })
          .finally(() => this.#checking.delete(state));
        this.#checking.set(state, checking);
        return checking;
      });
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** A text that changes when the file is written or replaced. Paths are those of objects. */
  async #stateOf(path: string): Promise<string> {
    const { ino, size, mtimeMs, ctimeMs } = await this.#looks.look(path);
    return `${path} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  }

  async #withLocal<T>({ key }: SummedFile, work: (path: string) => Promise<T>): Promise<T> {
    const local = await this.#objects.localFile(key);
    try {
      return await work(local.path);
    } finally {
      local.release();
    }
  }
}

const isMissing = (error: unknown) =>
  error instanceof ObjectMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT';
