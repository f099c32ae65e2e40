import { type Api, type ApiResponse, type Json, put } from '../service.ts';

export const MiB = 2 ** 20;

/** One upload session as a client drives the steps. */
export interface Session {
  readonly id: string;
  readonly body: Json;
  readonly token: Record<string, string>;
  finalize(body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  mint(partNumbers: readonly number[], headers?: Record<string, string>): Promise<ApiResponse>;
  /** PUTs one part to a minted or given URL; returns the part for finalize. */
  putPart(partNumber: number, bytes: Uint8Array): Promise<{ part_number: number; e_tag: string }>;
}

/** Creates a session; throws if the status is not 201. */
export async function openSession(api: Api, request: Record<string, unknown>): Promise<Session> {
  const created = await api.post('/v1/uploads', request);
  if (created.status !== 201)
    throw new Error(`session: ${created.status} ${JSON.stringify(created.body)}`);
  return sessionOf(api, created.body);
}

export function sessionOf(api: Api, body: Json): Session {
  const path = `/v1/uploads/${body.upload_id}`;
  const token = { 'x-upload-finalize-token': String(body.finalize_token) };
  const mint = (partNumbers: readonly number[], headers = token) =>
    api.post(`${path}/parts`, { part_numbers: partNumbers }, headers);
  return {
    id: body.upload_id,
    body,
    token,
    mint,
    finalize: (request, headers = token) =>
      api.request('POST', `${path}/finalize`, request, headers),
    async putPart(partNumber, bytes) {
      const url = body.part_urls?.[partNumber - 1] ?? (await mint([partNumber])).body.parts[0].url;
      return { part_number: partNumber, e_tag: await put(url, bytes) };
    },
  };
}

/** A PUT that may be refused. */
export async function tryPut(
  url: string,
  bytes: Uint8Array,
  method = 'PUT',
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method, ...(method === 'GET' ? {} : { body: bytes }) });
  return { status: response.status, text: await response.text() };
}
