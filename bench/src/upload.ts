import { type FileHandle, open } from 'node:fs/promises';
import { type HttpClient, putBytes } from './http-client.ts';

interface Session {
  readonly upload_id: string;
  readonly finalize_token: string;
  readonly url?: string;
  readonly part_urls?: readonly string[];
  readonly part_size?: number;
}

/**
 * Uploads a file in one PUT or in parts, by size, and finalizes the upload. Returns the upload's
 * id.
 */
export async function upload(
  client: HttpClient,
  path: string,
  contentType: string,
): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const declared = { declared_size_bytes: size, content_type: contentType };
    const session = await client.json<Session>('POST', '/v1/uploads', declared, 201);
    if (session.url) await putBytes(session.url, await readPiece(file, 0, size));
    const partSize = session.part_size ?? 0;
    // Parts are sent side by side and read when sent, like in the official clients.
    const parts = await Promise.all(
      (session.part_urls ?? []).map(async (url, index) => {
        const start = index * partSize;
        const bytes = await readPiece(file, start, Math.min(partSize, size - start));
        return { part_number: index + 1, e_tag: await putBytes(url, bytes) };
      }),
    );
    const finalize = `/v1/uploads/${session.upload_id}/finalize`;
    const owner = { 'x-upload-finalize-token': session.finalize_token };
    await client.json('POST', finalize, session.url ? {} : { parts }, 200, owner);
    return session.upload_id;
  } finally {
    await file.close();
  }
}

async function readPiece(file: FileHandle, start: number, bytes: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, start);
  if (bytesRead !== bytes) throw new Error(`read ${bytesRead} of ${bytes} bytes`);
  return buffer;
}
