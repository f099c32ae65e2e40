/** What an object, a field of it or an entry of a list takes beside its value. */
const overheadBytes = 16;

/**
 * About how many bytes of memory a plain value takes: strings, numbers, lists, objects, bytes,
 * sets and maps of these. For the bounds of caches, so it counts what two values share twice.
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
