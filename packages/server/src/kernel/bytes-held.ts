/** The overhead of an object, a field or a list entry besides its value. */
const overheadBytes = 16;

/**
 * The approximate memory of a plain value in bytes: strings, numbers, lists, objects, bytes, sets
 * and maps. Caches use the figure for their bounds, so shared parts count once for each owner.
 */
export function bytesHeld(value: unknown): number {
  if (typeof value === 'string') return overheadBytes + value.length;
  if (value === null || typeof value !== 'object') return 8;
  if (value instanceof Uint8Array) return 6 * overheadBytes + value.byteLength;
  const isIterable = value instanceof Map || value instanceof Set;
  const parts = isIterable ? [...value].flat() : Object.values(value);
  return parts.reduce<number>(
    (bytes, part) => bytes + overheadBytes + bytesHeld(part),
    2 * overheadBytes,
  );
}
