/**
 * Browser storage that is full, forbidden or holds what another version wrote costs what it held,
 * never a page.
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

/** Whether it was stored. Undefined removes. */
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
