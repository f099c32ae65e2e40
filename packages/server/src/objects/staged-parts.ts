import { readdirSync, renameSync } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BodyDigests, ByteRange } from './body-digests.ts';
import type { StoredPart } from './check-parts.ts';
import type { DiskSyncs } from './durable-directories.ts';
import { hasCode, nullIfMissing } from './file-errors.ts';
import type { ReceivedBody } from './put-destination.ts';

export interface StagedPart extends StoredPart {
  /**
   * The file of the part's bytes; for a part in a slot, the empty file that declares the slot's
   * bytes whole.
   */
  readonly path: string;
  readonly isInSlot: boolean;
}

/** The steps for a body in the turn of its folder. */
interface PlacedBody {
  readonly put: (target: string) => void;
  readonly assertWanted: () => Promise<void>;
}

/**
 * `<part number>.<digest>.<bytes>`, with `.slot` for bytes in a slot: a part and its ETag appear in
 * one step.
 */
const partName = /^(\d{5})\.([0-9a-f]{40})\.(\d+)(\.slot)?$/;

const partPrefix = (partNumber: number) => `${String(partNumber).padStart(5, '0')}.`;

/**
 * Received bodies that wait to become an object, as names in a folder for each upload.
 *
 * A first body is not synced: 13 parts of 105 MB took 40 % longer with two disk waits each. A part
 * survives the end of the process, but not always a power loss, which may leave a name without its
 * bytes. So the bytes are synced when they become an object, and bytes received by another process
 * are compared with their digest first.
 */
export class StagedParts {
  readonly #sync: DiskSyncs['whole'];
  readonly #digests: BodyDigests;
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Names of the parts that this process received, by folder. */
  readonly #received = new Map<string, Set<string>>();

  constructor({ whole }: DiskSyncs, digests: BodyDigests) {
    this.#sync = whole;
    this.#digests = digests;
  }

  /**
   * All parts in a folder. After a crash a number can occur twice: its last PUT, never
   * acknowledged, and the previous PUT.
   */
  async list(folder: string): Promise<StagedPart[]> {
    return partsOf(folder, (await nullIfMissing(readdir(folder))) ?? []);
  }

  /** The last body PUT into a folder of a single part, or null. */
  async newest(folder: string): Promise<StagedPart | null> {
    const parts = partsOf(folder, namesOfOne(folder));
    if (parts.length <= 1) return parts[0] ?? null;
    let newest: { part: StagedPart; modifiedAt: number } | null = null;
    for (const part of parts) {
      const found = await nullIfMissing(lstat(part.path));
      if (found && (!newest || found.mtimeMs > newest.modifiedAt))
        newest = { part, modifiedAt: found.mtimeMs };
    }
    return newest?.part ?? null;
  }

  /**
   * Moves the file of a received body into `folder` as a part; replaces an earlier part of the
   * number.
   */
  addFile(
    folder: string,
    partNumber: number,
    { digest, sizeBytes }: ReceivedBody,
    path: string,
  ): Promise<void> {
    return this.#add(folder, partNumber, `${digest}.${sizeBytes}`, async (target) => {
      renameSync(path, target);
      return readdir(folder);
    });
  }

  /**
   * Does the same for a folder with a single part. `put` gives the file its name, and
   * `assertWanted` throws if the body came too late.
   */
  addOnly(
    folder: string,
    { digest, sizeBytes }: ReceivedBody,
    { put, assertWanted }: PlacedBody,
  ): Promise<void> {
    return this.#add(folder, 1, `${digest}.${sizeBytes}`, async (target) => {
      put(target);
      await assertWanted();
      return namesOfOne(folder);
    });
  }

  /**
   * Records that the part's slot holds the complete body; replaces an earlier body of the number.
   */
  addSlot(folder: string, partNumber: number, { digest, sizeBytes }: ReceivedBody): Promise<void> {
    return this.#add(folder, partNumber, `${digest}.${sizeBytes}.slot`, async (target) => {
      await (await open(target, 'w', 0o600)).close();
      return readdir(folder);
    });
  }

  /** True if no name declares the part's slot complete, so a PUT may write there. */
  async isSlotFree(folder: string, partNumber: number): Promise<boolean> {
    const prefix = partPrefix(partNumber);
    return !(await readdir(folder)).some(
      (name) => name.startsWith(prefix) && name.endsWith('.slot'),
    );
  }

  /**
   * True if the bytes are the received bytes. Reads the bytes unless this process received them.
   */
  async isWhole({ path, etag, sizeBytes }: StagedPart, bytes: ByteRange): Promise<boolean> {
    if (this.#received.get(dirname(path))?.has(basename(path))) return true;
    return this.#digests.isOf(etag, bytes, sizeBytes);
  }

  async remove(part: StagedPart): Promise<void> {
    this.#received.get(dirname(part.path))?.delete(basename(part.path));
    await rm(part.path, { force: true });
  }

  /** Forgets the parts of a folder; to be called when the folder has been removed. */
  forget(folder: string): void {
    this.#received.delete(folder);
  }

  /** Runs the works of one name one after the other. */
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
    this.#turns.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    }
  }

  /**
   * Adds one body at a time in a folder: of two PUTs of a part, the PUT that ends last must win,
   * alone. `put` returns all names in the folder.
   */
  #add(
    folder: string,
    partNumber: number,
    rest: string,
    put: (target: string) => Promise<readonly string[]>,
  ): Promise<void> {
    return this.inTurn(folder, async () => {
      const prefix = partPrefix(partNumber);
      const name = prefix + rest;
      const names = await put(join(folder, name));
      const received = this.#received.get(folder) ?? new Set();
      this.#received.set(folder, received.add(name));
      const replaced = names.filter((other) => other.startsWith(prefix) && other !== name);
      if (replaced.length > 0) await this.#keep(folder, name);
      for (const other of replaced) {
        received.delete(other);
        await rm(join(folder, other), { force: true });
      }
    });
  }

  /**
   * No ETag distinguishes two single PUTs: a power loss must not bring the earlier PUT back. A body
   * that the disk refuses is refused, and the earlier body stays.
   */
  async #keep(folder: string, name: string): Promise<void> {
    try {
      await this.#sync(join(folder, name));
      await this.#sync(folder);
    } catch (error) {
      this.#received.get(folder)?.delete(name);
      await rm(join(folder, name), { force: true });
      throw error;
    }
  }
}

function partsOf(folder: string, names: readonly string[]): StagedPart[] {
  return names.flatMap((name) => {
    const match = partName.exec(name);
    if (!match) return [];
    const [, number, digest, size, slot] = match;
    const part: StagedPart = {
      partNumber: Number(number),
      etag: `"${digest}"`,
      sizeBytes: Number(size),
      path: join(folder, name),
      isInSlot: slot !== undefined,
    };
    return [part];
  });
}

/**
 * Reads a folder of a single part: the folder has two names at most, so a synchronous call is
 * cheaper.
 */
function namesOfOne(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
