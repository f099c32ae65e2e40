import { readFile } from 'node:fs/promises';
import { type HttpClient, putBytes } from './http-client.ts';

interface Session {
  readonly upload_id: string;
  readonly finalize_token: string;
  readonly url?: string;
  readonly part_urls?: readonly string[];
  readonly part_size?: number;
}

/**
 * Uploads a file in one PUT or many, as its size asks for, and finalizes it. Gives the upload's id.
 */
export async function upload(
  client: HttpClient,
  file: string,
  contentType: string,
): Promise<string> {
  const bytes = await readFile(file);
  const declared = { declared_size_bytes: bytes.length, content_type: contentType };
  const session = await client.json<Session>('POST', '/v1/uploads', declared, 201);
  if (session.url) await putBytes(session.url, bytes);
  const size = session.part_size ?? 0;
  // Side by side, as the official clients do.
  const parts = await Promise.all(
    (session.part_urls ?? []).map(async (url, index) => ({
      part_number: index + 1,
      e_tag: await putBytes(url, bytes.subarray(index * size, (index + 1) * size)),
    })),
  );
  const path = `/v1/uploads/${session.upload_id}/finalize`;
  const owner = { 'x-upload-finalize-token': session.finalize_token };
  await client.json('POST', path, session.url ? {} : { parts }, 200, owner);
  return session.upload_id;
}
