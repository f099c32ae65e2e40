import { MultipartMissingError } from './object-store.ts';

/** True for a system error with one of these codes (`ENOENT`, `EEXIST`, ...). */
export function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

/**
 * The result of `work`, or null if the file or a folder of its path is missing. A file instead of a
 * folder still throws: the store is out of order.
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
 * The folder of a multipart upload disappears at completion or abort: a call that then fails is
 * late, not broken.
 */
export function missingWhenGone(error: unknown): unknown {
  return hasCode(error, 'ENOENT')
    ? new MultipartMissingError('the multipart upload is not open')
    : error;
}
