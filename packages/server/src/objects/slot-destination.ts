import { type FileHandle, open } from 'node:fs/promises';
import type { EarlySyncs } from './early-syncs.ts';
import { missingWhenGone } from './file-errors.ts';
import type { PutDestination, ReceivedBody } from './put-destination.ts';
import type { SlotClaim } from './slot-claims.ts';
import type { StagedParts } from './staged-parts.ts';
import { writeAll } from './write-new-file.ts';

export interface Slot {
  /** The upload's folder, in which the part gets its name. */
  readonly folder: string;
  /** The file of all slots. */
  readonly path: string;
  readonly partNumber: number;
  readonly startBytes: number;
  readonly claim: SlotClaim;
  readonly parts: StagedParts;
  readonly syncs: EarlySyncs;
}

/** Writes a part to its slot in the file that becomes the object. */
export class SlotDestination implements PutDestination {
  readonly #slot: Slot;
  readonly #file: FileHandle;
  #writtenBytes = 0;

  /**
   * Opens the slot. Null if the slot has a whole part, which must stay until another is whole; the
   * claim is then released.
   */
  static async open(slot: Slot): Promise<SlotDestination | null> {
    try {
      const isFree = await slot.parts.isSlotFree(slot.folder, slot.partNumber);
      if (isFree) return new SlotDestination(slot, await open(slot.path, 'r+'));
      slot.claim.release();
      return null;
    } catch (error) {
      slot.claim.release();
      throw missingWhenGone(error);
    }
  }

  private constructor(slot: Slot, file: FileHandle) {
    this.#slot = slot;
    this.#file = file;
  }

  async write(chunks: readonly Uint8Array[]): Promise<void> {
    const at = this.#slot.startBytes + this.#writtenBytes;
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    await this.#slot.claim.run(async () => {
      await writeAll(this.#file, chunks, at);
      this.#slot.syncs.wrote(this.#slot.path, bytes);
    });
    this.#writtenBytes += bytes;
  }

  async accept(body: ReceivedBody): Promise<void> {
    const { claim, parts, folder, partNumber } = this.#slot;
    try {
      await claim.run(() => parts.addSlot(folder, partNumber, body));
    } catch (error) {
      throw missingWhenGone(error);
    }
  }

  async close(): Promise<void> {
    this.#slot.claim.release();
    await this.#file.close();
  }
}
