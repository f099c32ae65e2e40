import {
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../kernel/clock.ts';
import { newObjectName } from '../kernel/ids.ts';
import { bytesOf, fillSlots, fitSlots, joinParts, type SlotFile } from './assemble-parts.ts';
import { findPartProblem, missingPart, multipartEtag } from './check-parts.ts';
import type { DiskObjects } from './disk-objects.ts';
import { type DiskSyncs, isDiskRefusal } from './durable-directories.ts';
import { EarlySyncs } from './early-syncs.ts';
import { missingWhenGone, nullIfMissing } from './file-errors.ts';
import {
  MultipartMissingError,
  ObjectExistsError,
  type ObjectInfo,
  type UploadedPart,
} from './object-store.ts';
import { FileDestination, type PutDestination } from './put-destination.ts';
import { SlotClaims } from './slot-claims.ts';
import { SlotDestination } from './slot-destination.ts';
import type { StagedPart, StagedParts } from './staged-parts.ts';

interface MultipartRecord {
  readonly key: string;
  readonly startedAt: number;
  /** Bytes of a slot; absent where no size was announced, and parts are files then. */
  readonly partBytes?: number;
}

interface MultipartOptions {
  readonly spoolDir: string;
  readonly clock: Clock;
  readonly syncs: DiskSyncs;
}

/** The file of the slots, below an upload's folder. */
const slotFileName = 'slots';

/** ext4 has no files above 16 TiB; a part beyond this offset becomes a separate file. */
const maxSlotFileBytes = 2 ** 43;

/**
 * Multipart uploads on disk: a folder each, with `upload.json`, a file of slots and the parts'
 * names. A slot is the position of a part in the final object. A part is written to its slot unless
 * the slot has had a whole part; a repeated or odd part becomes a separate file. So a usual upload
 * finishes by giving the file of slots the object's name, and acknowledged bytes stay whole if a
 * repetition fails half-way. A completion that died can run again.
 */
export class DiskMultiparts {
  readonly #objects: DiskObjects;
  readonly #staged: StagedParts;
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #claims = new SlotClaims();
  readonly #early: EarlySyncs;
  readonly #sync: DiskSyncs['whole'];

  static async open(
    objects: DiskObjects,
    staged: StagedParts,
    { spoolDir, clock, syncs }: MultipartOptions,
  ): Promise<DiskMultiparts> {
    const folder = join(spoolDir, 'multipart');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new DiskMultiparts(objects, staged, await realpath(folder), { clock, syncs });
  }

  private constructor(
    objects: DiskObjects,
    staged: StagedParts,
    folder: string,
    { clock, syncs }: Omit<MultipartOptions, 'spoolDir'>,
  ) {
    this.#objects = objects;
    this.#staged = staged;
    this.#folder = folder;
    this.#clock = clock;
    // A truncated part is not whole to a process that did not receive the part.
    this.#early = new EarlySyncs(syncs.written, (path) => truncate(path, 0));
    this.#sync = syncs.whole;
  }

  async create(key: string, partBytes?: number): Promise<string> {
    this.#objects.pathOf(key);
    const multipartId = newObjectName();
    const draft = this.#objects.scratch.newPath();
    await mkdir(draft, { mode: 0o700 });
    const slotted = partBytes === undefined ? {} : { partBytes };
    const record: MultipartRecord = { key, startedAt: this.#clock.now(), ...slotted };
    if (partBytes !== undefined)
      await writeFile(join(draft, slotFileName), '', { flag: 'wx', mode: 0o600 });
    await writeFile(join(draft, 'upload.json'), JSON.stringify(record), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    await this.#sync(draft);
    await rename(draft, join(this.#folder, multipartId));
    await this.#sync(this.#folder);
    return multipartId;
  }

  /**
   * The destination of the part's body. Throws `MultipartMissingError` unless the upload is open
   * for `key`.
   */
  async openPart(
    key: string,
    multipartId: string,
    partNumber: number,
    lengthBytes: number,
  ): Promise<PutDestination> {
    const { partBytes = 0 } = await this.#require(key, multipartId);
    const folder = this.#pathOf(multipartId);
    const startBytes = (partNumber - 1) * partBytes;
    const fits = partBytes > 0 && lengthBytes <= partBytes && startBytes < maxSlotFileBytes;
    const claim = fits ? this.#claims.claim(multipartId, partNumber) : null;
    if (claim) {
      const slot = {
        folder,
        path: join(folder, slotFileName),
        partNumber,
        startBytes,
        claim,
        parts: this.#staged,
        syncs: this.#early,
      };
      const destination = await SlotDestination.open(slot);
      if (destination) return destination;
    }
    const path = this.#objects.scratch.newPath();
    return FileDestination.open(path, (body) =>
      this.#staged.addFile(folder, partNumber, body, path).catch((error: unknown) => {
        throw missingWhenGone(error);
      }),
    );
  }

  async complete(
    key: string,
    multipartId: string,
    named: readonly UploadedPart[],
  ): Promise<ObjectInfo> {
    const folder = this.#pathOf(multipartId);
    return this.#staged.inTurn(join(folder, 'completion'), async () => {
      const done = await this.#completed(key, multipartId, named);
      if (done) {
        await this.#objects.keep(key);
        return done;
      }
      // A wrong list disturbs no PUT. A right list ends the PUTs that still write, because their
      // file becomes the object.
      await this.#check(key, multipartId, named);
      await this.#claims.close(multipartId);
      try {
        return await this.#staged.inTurn(folder, () => this.#finish(key, multipartId, named));
      } finally {
        this.#claims.reopen(multipartId);
      }
    });
  }

  async abort(key: string, multipartId: string): Promise<void> {
    const record = await this.#read(multipartId);
    if (record?.key !== key) return;
    // Waits for a completion under way, during which nobody may write either.
    const folder = this.#pathOf(multipartId);
    await this.#staged.inTurn(join(folder, 'completion'), () => this.#abort(multipartId));
  }

  /**
   * Ends the PUTs that still write first: otherwise the sync tracker would remember their bytes for
   * ever.
   */
  async #abort(multipartId: string): Promise<void> {
    await this.#claims.close(multipartId);
    try {
      await this.#remove(multipartId);
    } finally {
      this.#claims.reopen(multipartId);
    }
  }

  async *list(
    prefix: string,
  ): AsyncGenerator<{ key: string; multipartId: string; startedAt: number }> {
    const found = [];
    for (const multipartId of await readdir(this.#folder)) {
      const record = await this.#read(multipartId);
      if (record?.key.startsWith(prefix))
        found.push({ key: record.key, multipartId, startedAt: record.startedAt });
    }
    yield* found.sort((a, b) => a.startedAt - b.startedAt);
  }

  /**
   * The object, if an earlier completion of the parts made it; removes the parts left by that
   * completion.
   */
  async #completed(
    key: string,
    multipartId: string,
    named: readonly UploadedPart[],
  ): Promise<ObjectInfo | null> {
    const info = await this.#objects.head(key);
    if (!info) return null;
    if (info.etag !== multipartEtag(named))
      throw new ObjectExistsError('an object is written once');
    const record = await this.#read(multipartId);
    if (record?.key === key) await this.#abort(multipartId);
    return info;
  }

  async #finish(
    key: string,
    multipartId: string,
    named: readonly UploadedPart[],
  ): Promise<ObjectInfo> {
    const { slots, stored } = await this.#check(key, multipartId, named);
    const etag = multipartEtag(named);
    if (etag === null) throw new Error('checked parts have digests as ETags');
    const parts = pick(named, stored);
    await this.#verify(slots, parts);
    const lost = () => this.#drop(slots, stored);
    await orElse(this.#early.end(slots.path), lost);
    const path = await this.#assemble(slots, parts, stored);
    try {
      const sync = () => orElse(this.#sync(path), lost);
      const info = await this.#objects.publish(key, path, { etag, sync });
      await this.#remove(multipartId);
      return info;
    } finally {
      if (dirname(path) !== dirname(slots.path)) await rm(path, { force: true });
    }
  }

  /** Throws a `PartError` if `named` cannot be assembled from the stored parts. */
  async #check(
    key: string,
    multipartId: string,
    named: readonly UploadedPart[],
  ): Promise<{ slots: SlotFile; stored: readonly StagedPart[] }> {
    const { partBytes = 0 } = await this.#require(key, multipartId);
    const folder = this.#pathOf(multipartId);
    const stored = await this.#staged.list(folder);
    const problem = findPartProblem(named, stored);
    if (problem) throw problem;
    return { slots: { path: join(folder, slotFileName), slotBytes: partBytes }, stored };
  }

  /** A part whose bytes were lost in a power loss is missing, whatever its name says. */
  async #verify(slots: SlotFile, parts: readonly StagedPart[]): Promise<void> {
    for (const part of parts) {
      if (await this.#staged.isWhole(part, bytesOf(part, slots))) continue;
      await this.#staged.remove(part);
      throw missingPart(part.partNumber);
    }
  }

  /**
   * Removes all parts after a failed sync. The disk reports refused bytes only once, and until the
   * bytes leave memory even their digest matches. So all parts are missing, and their names go
   * before the failure is thrown.
   */
  async #drop(slots: SlotFile, stored: readonly StagedPart[]): Promise<void> {
    for (const part of stored) await this.#staged.remove(part);
    this.#early.forget(slots.path);
  }

  async #remove(multipartId: string): Promise<void> {
    const folder = this.#pathOf(multipartId);
    await this.#objects.scratch.removeFolder(folder);
    this.#staged.forget(folder);
    this.#early.forget(join(folder, slotFileName));
  }

  /**
   * One file of all parts, in order. The file of slots, or a single part's file, is one already.
   */
  async #assemble(
    slots: SlotFile,
    parts: readonly StagedPart[],
    stored: readonly StagedPart[],
  ): Promise<string> {
    if (fitSlots(parts, slots.slotBytes)) {
      const others = stored.filter((part) => !parts.includes(part));
      await fillSlots(slots, parts, others);
      return slots.path;
    }
    const [first] = parts;
    if (first && parts.length === 1) return first.path;
    const path = this.#objects.scratch.newPath();
    await joinParts(slots, parts, path);
    return path;
  }

  async #require(key: string, multipartId: string): Promise<MultipartRecord> {
    const record = await this.#read(multipartId);
    if (record?.key !== key) throw new MultipartMissingError('the multipart upload is not open');
    return record;
  }

  async #read(multipartId: string): Promise<MultipartRecord | null> {
    if (!/^[0-9a-z]{26}$/.test(multipartId)) return null;
    const text = await nullIfMissing(
      readFile(join(this.#pathOf(multipartId), 'upload.json'), 'utf8'),
    );
    return text === null ? null : (JSON.parse(text) as MultipartRecord);
  }

  #pathOf(multipartId: string): string {
    if (!/^[0-9a-z]{26}$/.test(multipartId))
      throw new MultipartMissingError('the multipart upload is not open');
    return join(this.#folder, multipartId);
  }
}

/** Throws the error of the sync, after `undo` if the disk refused the bytes. */
async function orElse(sync: Promise<void>, undo: () => Promise<void>): Promise<void> {
  try {
    await sync;
  } catch (error) {
    if (isDiskRefusal(error)) await undo();
    throw error;
  }
}

function pick(named: readonly UploadedPart[], stored: readonly StagedPart[]): StagedPart[] {
  const byName = new Map(
    stored.map((part) => [`${part.partNumber}:${part.etag.replaceAll('"', '')}`, part]),
  );
  return named.map((part) => {
    const found = byName.get(`${part.partNumber}:${part.etag.replaceAll('"', '')}`);
    if (!found) throw new Error('checked parts are there');
    return found;
  });
}
