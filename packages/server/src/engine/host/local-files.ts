import { createReadStream } from 'node:fs';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { newObjectName } from '../../kernel/ids.ts';
import { invariant } from '../../kernel/invariant.ts';
import { type LocalFile, ObjectMissingError } from '../../objects/object-store.ts';
import type {
  EngineFile,
  EngineFiles,
  FileUse,
  GivenContent,
  HeldFile,
  LookedFile,
  PublishedAs,
  StagingFolder,
  StoredFile,
  SummedFile,
} from '../engine.ts';
import type { WriteKeptRowsRequest } from '../tasks/write-kept-rows.ts';
import { GivenFiles } from './given-files.ts';
import { type CheckFile, LookedFiles } from './looked-files.ts';
import {
  assertStored,
  type ObjectAccess,
  type OpenedFile,
  openStoredFile,
} from './stored-objects.ts';

export interface LocalFilesOptions extends ObjectAccess {
  /**
   * The root of all output of tasks, on the object store's file system where objects are on a local
   * disk.
   */
  readonly spoolDir: string;
  /** A folder in `spoolDir` for files that no task made. */
  readonly ownDir: string;
  /** The `writeKeptRows` task. */
  writeKeptRows(
    request: WriteKeptRowsRequest,
    use: FileUse,
  ): Promise<{ readonly sizeBytes: number }>;
  /** The `checkFile` task of search workers. */
  readonly checkFile: CheckFile;
}

/** A file on local disk, until `release`. */
export interface LocalNamedFile {
  readonly path: string;
  release(): void;
  /** The expectations of the file; null for a task's output. */
  readonly opened: OpenedFile | null;
}

const nothingToRelease = () => {};

/**
 * Files for workers of this machine. Objects are the object store's local files. All other files
 * are below the spool folder, and named by their relative path.
 */
export class LocalFiles implements EngineFiles {
  readonly access: ObjectAccess;
  readonly #options: LocalFilesOptions;
  readonly #looked: LookedFiles;
  readonly #given: GivenFiles;
  /** The prefix of names of files in the own folder. */
  readonly #ownHeld: string;
  /** Files opened by `hold`, by name. No relative path begins like such a name. */
  readonly #held = new Map<string, LocalNamedFile>();
  #lastHeld = 0;

  constructor(options: LocalFilesOptions) {
    this.access = options;
    this.#options = options;
    this.#ownHeld = this.left(`${options.ownDir}/file`).held.slice(0, -'file'.length);
    this.#looked = new LookedFiles(options.objects, options.checkFile);
    this.#given = new GivenFiles(options.ownDir);
  }

  /** The file on local disk, until `release`. */
  async open(file: EngineFile, use: FileUse): Promise<LocalNamedFile> {
    if ('held' in file) return this.#heldFile(file);
    if (file.content !== undefined) return namedFile(file, await this.#made(file.content, use));
    if (file.isOptional) return this.#optional(file);
    return namedFile(file, await openStoredFile(this.access, file));
  }

  async hold(
    file: StoredFile,
    use: FileUse,
  ): Promise<{ readonly file: HeldFile; readonly sizeBytes: number }> {
    const local = await this.open(file, use);
    this.#lastHeld += 1;
    const held = `#${this.#lastHeld}`;
    this.#held.set(held, local);
    return { file: { held }, sizeBytes: local.opened?.sizeBytes ?? 0 };
  }

  async read(
    file: StoredFile,
    use: FileUse,
  ): Promise<{ readonly stream: Readable; readonly sizeBytes: number }> {
    const { content, key } = file;
    if (content === undefined) {
      const { sizeBytes } = await assertStored(this.access, file);
      return { stream: await this.access.objects.read(key), sizeBytes };
    }
    if ('bytes' in content) {
      const bytes = Buffer.from(content.bytes);
      return { stream: Readable.from([bytes], { objectMode: false }), sizeBytes: bytes.length };
    }
    const made = await this.#made(content, use);
    const stream = createReadStream(made.path, { highWaterMark: streamedBytes });
    stream.once('close', () => made.release());
    return { stream, sizeBytes: made.sizeBytes };
  }

  stream(file: EngineFile): Readable {
    return createReadStream(this.#pathOf(file), { highWaterMark: streamedBytes });
  }

  async write(bytes: AsyncIterable<Uint8Array>): Promise<HeldFile> {
    const path = join(this.#options.ownDir, newObjectName());
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return this.left(path);
  }

  async publish(key: string, file: EngineFile): Promise<void> {
    await this.access.objects.putFile(key, this.#pathOf(file), { isSynced: true });
  }

  async publishAll(files: readonly PublishedAs[]): Promise<void> {
    const keyed = files.map(({ key, file }) => ({ key, path: this.#pathOf(file) }));
    try {
      await this.access.objects.putFiles(keyed, { isSynced: true });
    } finally {
      const folders = new Set(keyed.map(({ path }) => dirname(path)));
      folders.delete(this.#options.ownDir);
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  }

  async discard(files: readonly EngineFile[]): Promise<void> {
    const folders = new Set<string>();
    for (const file of files) {
      if (!('held' in file)) continue;
      const held = this.#held.get(file.held);
      this.#held.delete(file.held);
      held?.release();
      if (file.held.startsWith('#')) continue;
      const path = this.#pathOf(file);
      await rm(path, { recursive: true, force: true });
      folders.add(dirname(path));
    }
    folders.delete(this.#options.ownDir);
    // A folder that is not empty has other files of the task.
    for (const folder of folders) await rmdir(folder).catch(() => {});
  }

  folder(name: string): Promise<StagingFolder> {
    return this.#folder(join(this.#options.ownDir, `${name}-${newObjectName()}`));
  }

  look(file: SummedFile): Promise<LookedFile | undefined> {
    return this.#looked.look(file);
  }

  close(): void {
    this.#given.close();
  }

  /** A path below the spool folder as a file. */
  left(path: string): HeldFile {
    const held = relative(this.#options.spoolDir, path);
    invariant(!held.startsWith('..'), 'what tasks leave is below the spool folder');
    return { held };
  }

  /** A path for a task's result, and the file at the path. */
  newResult(): { readonly path: string; readonly file: HeldFile } {
    const { ownDir } = this.#options;
    const name = `${newObjectName()}.parquet`;
    return { path: `${ownDir}/${name}`, file: { held: `${this.#ownHeld}${name}` } };
  }

  async #folder(path: string): Promise<StagingFolder> {
    await mkdir(path, { mode: 0o700 });
    return {
      path,
      folder: (name) => this.#folder(join(path, name)),
      file: (name) => this.left(join(path, name)),
      remove: () => rm(path, { recursive: true, force: true }),
    };
  }

  /** The holder of the file, or the receiver of a task's output, releases the file. */
  #heldFile(file: HeldFile): LocalNamedFile {
    const held = this.#held.get(file.held);
    if (held) return { path: held.path, opened: held.opened, release: nothingToRelease };
    return { path: this.#pathOf(file), opened: null, release: nothingToRelease };
  }

  async #optional(file: StoredFile): Promise<LocalNamedFile> {
    try {
      return namedFile(file, await this.access.objects.localFile(file.key));
    } catch (error) {
      if (!(error instanceof ObjectMissingError)) throw error;
      const path = join(this.#options.ownDir, 'missing', newObjectName());
      return { path, opened: null, release: nothingToRelease };
    }
  }

  async #made(content: GivenContent, use: FileUse): Promise<LocalFile> {
    if ('bytes' in content) return this.#given.write(content.bytes);
    const { path } = this.newResult();
    const release = () => void rm(path, { force: true }).catch(() => {});
    const { sizeBytes } = await this.#options.writeKeptRows({ ...content, path }, use);
    return { path, sizeBytes, release };
  }

  #pathOf(file: EngineFile): string {
    invariant('held' in file, 'a file of the engine is at its side');
    return this.#held.get(file.held)?.path ?? join(this.#options.spoolDir, file.held);
  }
}

function namedFile(stored: StoredFile, local: LocalFile): LocalNamedFile {
  const { path, sizeBytes } = local;
  return { path, opened: { stored, path, sizeBytes }, release: () => local.release() };
}

const streamedBytes = 256 * 1024;
