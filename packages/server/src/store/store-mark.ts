import { text } from 'node:stream/consumers';
import { storeMarkKey } from '../objects/keys.ts';
import { ObjectMissingError, type ObjectStore } from '../objects/object-store.ts';

/** The store's record of its metadata. */
export interface StoreMark {
  readonly identity: string;
  /** The metadata's highest mark known to the store. */
  readonly mark: number;
}

export function markBytes({ identity, mark }: StoreMark): Uint8Array {
  const about =
    'Objects of a Quern service: this file says which metadata database they belong to. Keep it with them.';
  return Buffer.from(`${JSON.stringify({ about, identity, mark })}\n`);
}

/** The message is a sentence for the operator. */
export class DamagedMarkError extends Error {
  override readonly name = 'DamagedMarkError';
  readonly code = 'DAMAGED_MARK';
}

/**
 * The mark, or null for a store without a mark. Throws `DamagedMarkError` for an unintelligible
 * mark.
 */
export async function readStoreMark(objects: ObjectStore): Promise<StoreMark | null> {
  let found: string;
  try {
    found = await text(await objects.read(storeMarkKey));
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
  const mark = parseMark(found);
  if (mark === null) {
    throw new DamagedMarkError(
      `the object store's mark ('${storeMarkKey}') is damaged, so nothing shows which metadata database it belongs to. ` +
        "Look at QUERN_OBJECTS_URL; if it is the store of this metadata database, write the mark anew with 'quern adopt'",
    );
  }
  return mark;
}

function parseMark(found: string): StoreMark | null {
  try {
    const { identity, mark } = JSON.parse(found) as Partial<StoreMark>;
    return typeof identity === 'string' && Number.isSafeInteger(mark)
      ? { identity, mark: mark ?? 0 }
      : null;
  } catch {
    return null;
  }
}
