import { type FileHandle, open, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ByteRange } from './body-digests.ts';
import { syncDirectory } from './durable-directories.ts';
import type { StagedPart } from './staged-parts.ts';
import { writeAll } from './write-new-file.ts';

/** A file of slots: part n has the bytes from (n - 1) * `slotBytes` on. */
export interface SlotFile {
  readonly path: string;
  readonly slotBytes: number;
}

/**
 * True if the parts are in slots, or fit into their slots, without a gap: the file of slots can
 * become the object.
 */
export function fitSlots(parts: readonly StagedPart[], slotBytes: number): boolean {
  return (
    parts.some((part) => part.isInSlot) &&
    parts.every(
      ({ partNumber, sizeBytes }, index) =>
        partNumber === index + 1 &&
        (index === parts.length - 1 ? sizeBytes <= slotBytes : sizeBytes === slotBytes),
    )
  );
}

export function bytesOf(part: StagedPart, slots: SlotFile): ByteRange {
  if (!part.isInSlot) return { path: part.path, startBytes: 0 };
  return { path: slots.path, startBytes: (part.partNumber - 1) * slots.slotBytes };
}

/**
 * Makes the file of slots the whole of `parts`, after `fitSlots` returned true. Parts in separate
 * files are copied into their slots, and bytes behind the last part are cut off. The names of
 * `others` are removed for good before a byte changes, so after a crash no name declares the former
 * bytes of a slot.
 */
export async function fillSlots(
  slots: SlotFile,
  parts: readonly StagedPart[],
  others: readonly StagedPart[],
): Promise<void> {
  const { path, slotBytes } = slots;
  for (const other of others) await rm(other.path, { force: true });
  if (others.length > 0) await syncDirectory(dirname(path));
  const file = await open(path, 'r+');
  try {
    for (const part of parts) {
      if (!part.isInSlot)
        await copyBytes(
          bytesOf(part, slots),
          part.sizeBytes,
          file,
          (part.partNumber - 1) * slotBytes,
        );
    }
  } finally {
    await file.close();
  }
  await truncate(path, totalBytes(parts));
}

/**
 * Writes the parts one after the other into a new file at `target`. Leaves no file if a step
 * throws.
 */
export async function joinParts(
  slots: SlotFile,
  parts: readonly StagedPart[],
  target: string,
): Promise<void> {
  const file = await open(target, 'wx', 0o600);
  let isWhole = false;
  try {
    let at = 0;
    for (const part of parts) {
      await copyBytes(bytesOf(part, slots), part.sizeBytes, file, at);
      at += part.sizeBytes;
    }
    isWhole = true;
  } finally {
    await file.close();
    if (!isWhole) await rm(target, { force: true });
  }
}

const bufferBytes = 4 * 2 ** 20;

/** Copies a range of a file with one buffer of memory. */
async function copyBytes(
  { path, startBytes }: ByteRange,
  sizeBytes: number,
  target: FileHandle,
  targetBytes: number,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(bufferBytes, sizeBytes));
  const input = await open(path, 'r');
  try {
    for (let done = 0; done < sizeBytes; ) {
      const wanted = Math.min(buffer.length, sizeBytes - done);
      const { bytesRead } = await input.read(buffer, 0, wanted, startBytes + done);
      if (bytesRead === 0) throw new Error('a stored part is shorter than its name says');
      await writeAll(target, [buffer.subarray(0, bytesRead)], targetBytes + done);
      done += bytesRead;
    }
  } finally {
    await input.close();
  }
}

function totalBytes(parts: readonly StagedPart[]): number {
  return parts.reduce((sum, part) => sum + part.sizeBytes, 0);
}
