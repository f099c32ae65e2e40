import { MultipartMissingError } from './object-store.ts';

/** Whether a thrown value is a system error with one of these codes (`ENOENT`, `EEXIST`, ...). */
export function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

/**
 * What `work` gives, or null where the file or a folder on its way is not there. A file in a
 * folder's place is no such case: the store is out of order.
 */
export async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * The folder of a multipart upload disappears when it is completed or aborted: what then fails is
 * late, not broken.
 */
export function missingWhenGone(error: unknown): unknown {
  return hasCode(error, 'ENOENT')
    ? new MultipartMissingError('the multipart upload is not open')
    : error;
}
