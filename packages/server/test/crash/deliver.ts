import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { type Api, type ApiResponse, type Json, put } from '../service.ts';
import { csvOf, type Load, ndjsonOf, type TableModel } from './table-model.ts';

/**
 * Ways to bring one load to an acknowledged end, for a client that may be interrupted anywhere and
 * continues with `memo`, its notes of earlier answers. Everything unacknowledged is sent again.
 */
export type Deliver = (api: Api, table: TableModel, load: Load, memo: Memo) => Promise<void>;

export interface Memo {
  session?: Json;
  putDone?: boolean;
  parts?: { part_number: number; e_tag: string }[];
  finalizeSent?: boolean;
  finalized?: boolean;
  jobId?: string;
}

export const byInlineKey: Deliver = (api, table, load) =>
  loadNow(api, table, load, { data: csvOf(load), idempotency_key: `load-${load.id}` });

/** Safe to repeat, because the load replaces. */
export const byInline: Deliver = (api, table, load) =>
  loadNow(api, table, load, { data: csvOf(load) });

export const bySingle: Deliver = async (api, table, load, memo) => {
  const bytes = Buffer.from(csvOf(load));
  memo.session ??= await openSession(api, { declared_size_bytes: bytes.length });
  if (!memo.finalizeSent && !memo.putDone) await put(atOrigin(api, memo.session.url), bytes);
  memo.putDone = true;
  await finalize(api, memo, {});
  await loadNow(api, table, load, { upload_id: memo.session.upload_id });
};

/** The size is known and larger than one PUT takes here (QUERN_UPLOAD_SINGLE_MAX_BYTES). */
export const byMultipart: Deliver = async (api, table, load, memo) => {
  await uploadParts(api, Buffer.from(csvOf(load)), memo, true);
  await loadNow(api, table, load, { upload_id: memo.session.upload_id });
};

export const byStreaming: Deliver = async (api, table, load, memo) => {
  await uploadParts(api, Buffer.from(ndjsonOf(load)), memo, false);
  await loadNow(api, table, load, { upload_id: memo.session.upload_id });
};

/** A load as a job: once the id is known, the client waits only for the job. */
export const byUploadJob: Deliver = async (api, table, load, memo) => {
  await uploadParts(api, Buffer.from(csvOf(load)), memo, false);
  await loadAsJob(api, table, load, { upload_id: memo.session.upload_id }, memo);
};

/** Inline data without a key: only the job makes the load happen once. */
export const byInlineJob: Deliver = (api, table, load, memo) =>
  loadAsJob(api, table, load, { data: csvOf(load) }, memo);

/** URLs begin with the address of the minting process; the next process has another port. */
function atOrigin(api: Api, url: string): string {
  const { pathname, search } = new URL(url);
  return api.origin + pathname + search;
}

async function openSession(api: Api, request: object): Promise<Json> {
  const created = await api.post('/v1/uploads', request);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body;
}

const tokenOf = (session: Json) => ({ 'x-upload-finalize-token': String(session.finalize_token) });

async function uploadParts(api: Api, bytes: Buffer, memo: Memo, sizeKnown: boolean): Promise<void> {
  const size = sizeKnown ? { declared_size_bytes: bytes.length } : {};
  memo.session ??= await openSession(api, { ...size, part_size: 5 * 2 ** 20 });
  const { session } = memo;
  memo.parts ??= [];
  const { parts } = memo;
  for (
    let start = parts.length * session.part_size;
    start < bytes.length;
    start += session.part_size
  ) {
    const number = parts.length + 1;
    const url = session.part_urls?.[number - 1] ?? (await mint(api, session, number));
    const e_tag = await put(atOrigin(api, url), bytes.subarray(start, start + session.part_size));
    parts.push({ part_number: number, e_tag });
  }
  await finalize(api, memo, { parts });
}

async function mint(api: Api, session: Json, number: number): Promise<string> {
  const path = `/v1/uploads/${session.upload_id}/parts`;
  const { status, body } = await api.post(path, { part_numbers: [number] }, tokenOf(session));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.parts[0].url;
}

/** A repeat after a lost answer may find that the first call was done. */
async function finalize(api: Api, memo: Memo, body: object): Promise<void> {
  if (memo.finalized) return;
  const repeated = memo.finalizeSent === true;
  memo.finalizeSent = true;
  const answer = await api.post(
    `/v1/uploads/${memo.session.upload_id}/finalize`,
    body,
    tokenOf(memo.session),
  );
  if (!repeated || answer.status !== 400)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  else expect(answer.body.error.message).toMatch(/finalized already/);
  memo.finalized = true;
}

async function loadNow(api: Api, table: TableModel, load: Load, source: object): Promise<void> {
  const answer = await api.load(table.database.id, table.table, {
    mode: load.mode,
    key: ['item'],
    ...source,
  });
  expectLoaded(answer, table, load);
}

/** RESOURCE_LOCKED cannot occur: nobody else loads the table. */
function expectLoaded({ status, body }: ApiResponse, table: TableModel, load: Load): void {
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.row_count).toBe(table.rowCountAfter(load));
}

async function loadAsJob(
  api: Api,
  table: TableModel,
  load: Load,
  source: object,
  memo: Memo,
): Promise<void> {
  if (memo.jobId === undefined) {
    const request = { mode: load.mode, key: ['item'], async: true, ...source };
    const { status, body } = await api.load(table.database.id, table.table, request);
    expect(status, JSON.stringify(body)).toBe(202);
    memo.jobId = body.id;
  }
  const { body } = await ended(api, memo.jobId ?? '');
  expect(body.error_message).toBeNull();
  expectLoaded({ status: 200, headers: new Headers(), body: body.result }, table, load);
}

/** The ended job. A service that dies meanwhile is an error like any other. */
async function ended(api: Api, jobId: string): Promise<ApiResponse> {
  const answer = await eventually(async () => {
    const job = await api.get(`/v1/jobs/${jobId}`).catch((error: unknown) => ({ lost: error }));
    if ('lost' in job) return job;
    expect(['succeeded', 'failed']).toContain(job.body.status);
    return job;
  }, 60_000);
  if ('lost' in answer) throw answer.lost;
  return answer;
}
