/**
 * Bytes readable at any offset and repeatedly, such as an open file. Uploads in parts and resuming
 * need such a source.
 */
export interface RandomAccess {
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
}

/** Sources of an upload. A stream of bytes is read once and never collected in memory. */
export type UploadSource =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | string
  | RandomAccess
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** The source as bytes of a known size, or null of a stream. */
export function randomAccessOf(source: UploadSource): RandomAccess | null {
  if (typeof source === 'string') return ofBytes(new TextEncoder().encode(source));
  if (source instanceof Uint8Array) return ofBytes(source);
  if (source instanceof ArrayBuffer) return ofBytes(new Uint8Array(source));
  if (source instanceof Blob) {
    return {
      size: source.size,
      read: async (start, end) => new Uint8Array(await source.slice(start, end).arrayBuffer()),
      name: 'name' in source ? String(source.name) : undefined,
      type: source.type === '' ? undefined : source.type,
    };
  }
  // A stream of Node has a `read` too, and no size.
  return 'read' in source && 'size' in source ? source : null;
}

function ofBytes(bytes: Uint8Array): RandomAccess {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/**
 * Cuts a stream into pieces of `size` bytes. The last piece is shorter; an empty stream has one
 * empty piece.
 */
export async function* piecesOf(
  source: UploadSource,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of chunksOf(
    source as ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  )) {
    for (let from = 0; from < chunk.length; ) {
      if (filled === size) {
        yield piece;
        piece = new Uint8Array(size);
        filled = 0;
      }
      const taken = Math.min(size - filled, chunk.length - from);
      piece.set(chunk.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
    }
  }
  yield piece.subarray(0, filled);
}

/** Some browsers cannot iterate a ReadableStream. */
async function* chunksOf(
  source: Partial<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (source[Symbol.asyncIterator] !== undefined) {
    yield* source as AsyncIterable<Uint8Array>;
    return;
  }
  const reader = (source as ReadableStream<Uint8Array>).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
