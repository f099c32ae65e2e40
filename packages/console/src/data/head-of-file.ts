const lookedBytes = 256 * 1024;

export interface FileHead {
  /** Unpacked bytes; null if the browser cannot unpack. */
  readonly bytes: Uint8Array | null;
  /** True if the bytes are the whole file. */
  readonly isWhole: boolean;
  readonly packing: 'gzip' | 'zstd' | undefined;
}

/** The first bytes of a file, unpacked. */
export async function headOf(file: Blob): Promise<FileHead> {
  const slice = file.slice(0, lookedBytes);
  const bytes = new Uint8Array(await slice.arrayBuffer());
  const isWhole = file.size <= lookedBytes;
  if (bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd)
    return { bytes: null, isWhole, packing: 'zstd' };
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { bytes, isWhole, packing: undefined };
  return { ...(await unpack(slice, isWhole)), packing: 'gzip' };
}

async function unpack(slice: Blob, isWholeFile: boolean) {
  const reader = slice.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isEnded = false;
  try {
    while (size < lookedBytes && !isEnded) {
      const { value, done } = await reader.read();
      isEnded = done;
      if (value === undefined) continue;
      pieces.push(value);
      size += value.length;
    }
  } catch {
    // The slice is cut off in the middle; the bytes before the cut are decoded.
  }
  await reader.cancel().catch(() => undefined);
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  return { bytes, isWhole: isWholeFile && isEnded };
}
