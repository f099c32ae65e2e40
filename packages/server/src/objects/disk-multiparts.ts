import { mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../kernel/clock.ts';
import { newObjectName } from '../kernel/ids.ts';
import { findPartProblem, multipartEtag } from './check-parts.ts';
import type { DiskObjects } from './disk-objects.ts';
import { syncDirectory } from './durable-directories.ts';
import { hasCode, nullIfMissing } from './file-errors.ts';
import { MultipartMissingError, ObjectExistsError, type ObjectInfo, type UploadedPart } from './object-store.ts';
import { addStagedPart, listStagedParts, type ReceivedBody, type StagedPart } from './staged-parts.ts';
import { writeAll } from './write-new-file.ts';

interface MultipartRecord {
  readonly key: string;
  readonly startedAt: number;
}

/**
 * Multipart uploads on disk: a folder each, with `upload.json` and the parts. Parts stay as they are until the object
 * is published, so that a completion that died can run again.
 */
export class DiskMultiparts {
  readonly #objects: DiskObjects;
  readonly #folder: string;
  readonly #clock: Clock;

  static async open(objects: DiskObjects, spoolDir: string, clock: Clock): Promise<DiskMultiparts> {
    const folder = join(spoolDir, 'multipart');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new DiskMultiparts(objects, await realpath(folder), clock);
  }

  private constructor(objects: DiskObjects, folder: string, clock: Clock) {
    this.#objects = objects;
    this.#folder = folder;
    this.#clock = clock;
  }

  async create(key: string): Promise<string> {
    this.#objects.pathOf(key);
    const multipartId = newObjectName();
    const draft = this.#objects.scratch.newPath();
    await mkdir(draft, { mode: 0o700 });
    const record: MultipartRecord = { key, startedAt: this.#clock.now() };
    await writeFile(join(draft, 'upload.json'), JSON.stringify(record), { flag: 'wx', mode: 0o600, flush: true });
    await syncDirectory(draft);
    await rename(draft, join(this.#folder, multipartId));
    await syncDirectory(this.#folder);
    return multipartId;
  }

  /** Throws `MultipartMissingError` unless the upload is open for `key`. */
  async assertOpen(key: string, multipartId: string): Promise<void> {
    const record = await this.#read(multipartId);
    if (record?.key !== key) throw new MultipartMissingError('the multipart upload is not open');
  }

  async addPart(multipartId: string, partNumber: number, body: ReceivedBody): Promise<void> {
    try {
      await addStagedPart(this.#pathOf(multipartId), partNumber, body);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) throw new MultipartMissingError('the multipart upload is not open');
      throw error;
    }
  }

  async complete(key: string, multipartId: string, named: readonly UploadedPart[]): Promise<ObjectInfo> {
    const done = await this.#completed(key, multipartId, named);
    if (done) return done;
    await this.assertOpen(key, multipartId);
    const stored = await listStagedParts(this.#pathOf(multipartId));
    const problem = findPartProblem(named, stored);
    if (problem) throw problem;
    const etag = multipartEtag(named);
    if (etag === null) throw new Error('checked parts have MD5 ETags');
    try {
      const path = await this.#assemble(pick(named, stored));
      const info = await this.#objects.publish(key, path, { etag });
      await this.#objects.scratch.removeFolder(this.#pathOf(multipartId));
      return info;
    } catch (error) {
      // Another completion of the same parts was faster and took the parts away.
      const raced = await this.#completed(key, multipartId, named);
      if (raced) return raced;
      throw error;
    }
  }

  async abort(key: string, multipartId: string): Promise<void> {
    const record = await this.#read(multipartId);
    if (record?.key === key) await this.#objects.scratch.removeFolder(this.#pathOf(multipartId));
  }

  async *list(prefix: string): AsyncGenerator<{ key: string; multipartId: string; startedAt: number }> {
    const found = [];
    for (const multipartId of await readdir(this.#folder)) {
      const record = await this.#read(multipartId);
      if (record?.key.startsWith(prefix)) found.push({ key: record.key, multipartId, startedAt: record.startedAt });
    }
    yield* found.sort((a, b) => a.startedAt - b.startedAt);
  }

  /** The object, where an earlier completion of these parts made it; what that one left of the parts goes. */
  async #completed(key: string, multipartId: string, named: readonly UploadedPart[]): Promise<ObjectInfo | null> {
    const info = await this.#objects.head(key);
    if (!info) return null;
    if (info.etag !== multipartEtag(named)) throw new ObjectExistsError('an object is written once');
    await this.abort(key, multipartId);
    return info;
  }

  /** One file of all parts, in order. A single part is that file already. */
  async #assemble(parts: readonly StagedPart[]): Promise<string> {
    const [first] = parts;
    if (first && parts.length === 1) return first.path;
    const path = this.#objects.scratch.newPath();
    try {
      await concatenate(
        parts.map((part) => part.path),
        path,
      );
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return path;
  }

  async #read(multipartId: string): Promise<MultipartRecord | null> {
    if (!/^[0-9a-z]{26}$/.test(multipartId)) return null;
    const text = await nullIfMissing(readFile(join(this.#pathOf(multipartId), 'upload.json'), 'utf8'));
    return text === null ? null : (JSON.parse(text) as MultipartRecord);
  }

  #pathOf(multipartId: string): string {
    if (!/^[0-9a-z]{26}$/.test(multipartId)) throw new MultipartMissingError('the multipart upload is not open');
    return join(this.#folder, multipartId);
  }
}

function pick(named: readonly UploadedPart[], stored: readonly StagedPart[]): StagedPart[] {
  const byName = new Map(stored.map((part) => [`${part.partNumber}:${part.etag.replaceAll('"', '')}`, part]));
  return named.map((part) => {
    const found = byName.get(`${part.partNumber}:${part.etag.replaceAll('"', '')}`);
    if (!found) throw new Error('checked parts are there');
    return found;
  });
}

const copyBytes = 4 * 2 ** 20;

/** Writes the files after each other into a new file at `target`, with one buffer of memory. */
export async function concatenate(paths: readonly string[], target: string): Promise<void> {
  const buffer = Buffer.allocUnsafe(copyBytes);
  const output = await open(target, 'wx', 0o600);
  try {
    for (const path of paths) {
      const input = await open(path, 'r');
      try {
        for (;;) {
          const { bytesRead } = await input.read(buffer, 0, copyBytes, null);
          if (bytesRead === 0) break;
          await writeAll(output, [buffer.subarray(0, bytesRead)]);
        }
      } finally {
        await input.close();
      }
    }
  } finally {
    await output.close();
  }
}
