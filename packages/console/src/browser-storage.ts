/**
 * Browser storage that may be full, forbidden or written by another version. A failure loses the
 * stored value, never a page.
 */
export function readStored<T>(
  storage: Storage,
  key: string,
  isValid: (value: unknown) => value is T,
): T | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns true if the value was stored. Undefined removes the value. */
export function writeStored(storage: Storage, key: string, value: unknown): boolean {
  try {
    if (value === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export const isText = (value: unknown): value is string => typeof value === 'string';
