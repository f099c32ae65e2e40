import { Readable } from 'node:stream';
import type { ResultFormat } from '@quern/contract';
import type { HasSettings } from '../../config/settings.ts';
import { type EncodedFormat, sliceBytes } from '../../engine/encode/encoded-slice.ts';
import type { HasFiles, StoredFile } from '../../engine/engine.ts';
import type { HasEngine } from '../../engine/tasks/engine-tasks.ts';
import type { ResultColumn } from '../../engine/types/result-columns.ts';
import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, notFound, QuernError } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findResult, type ResultRow } from '../../metadata/result-store.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import { mendResult } from '../../querying/keep/mend-result.ts';
import type { HasDeadlyReads } from '../../reading/deadly-reads.ts';
import { resultFile } from '../../reading/stored-result.ts';
import type { Operation, RawReply, Reply } from '../operation.ts';
import type { HasJsonBudget } from './json-budget.ts';
import { contentTypes, readFormat } from './result-format.ts';
import {
  collectJsonSlices,
  type EncodedRange,
  type EncodedSlice,
  type EncodeRequest,
  resultSlices,
  type SliceEncoder,
} from './result-slices.ts';

/** Services that encode a stored result. */
type ResultServices = HasClock &
  HasDeadlyReads &
  HasEngine &
  HasFiles &
  HasJsonBudget &
  HasMetadata &
  HasObjects &
  HasSettings;

type GetResult = Operation<'results.get', HasRemembered & ResultServices>;
type GetResultRequest = Parameters<GetResult>[1];

/**
 * The requested part of a ready result in one of five formats; otherwise the result's state
 * (docs/contract/queries-and-results.md#results).
 */
export const getResult: GetResult = async (services, request) => {
  const { scope, params, query, headers } = request;
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const format = readFormat(query.format, headers.accept);
  if ((query.offset ?? 0) < 0 || (query.limit ?? 0) < 0)
    throw badRequest("'offset' and 'limit' must not be negative");
  const row = await findResult(services.metadata.db, database.id, params.id, services.clock.now());
  if (!row) throw notFound(`Result ${printable(params.id)} not found`);
  if (row.status === 'failed') {
    return {
      status: 409,
      body: { result_id: row.id, status: row.status, error_message: row.error_message },
    };
  }
  if (row.status !== 'ready') {
    return {
      status: 202,
      body: { result_id: row.id, status: row.status },
      headers: { 'retry-after': '1' },
    };
  }
  return sendReady(services, request, row, format);
};

async function sendReady(
  services: ResultServices,
  request: GetResultRequest,
  row: ResultRow,
  format: ResultFormat,
): Promise<Reply<'results.get'>> {
  if (format === 'parquet') {
    const stored = await fromStore(() => plainResult(services, request, row));
    const { stream, sizeBytes } = await fromStore(async () =>
      services.files.read(await resultFile(services, stored), useOf(request)),
    );
    const headers = {
      'content-length': String(sizeBytes),
      'x-total-row-count': String(stored.row_count ?? 0),
    };
    return { status: 200, stream, contentType: contentTypes.parquet, headers };
  }
  const total = row.row_count ?? 0;
  const offset = Math.min(request.query.offset ?? 0, total);
  const limit = Math.min(request.query.limit ?? total, total - offset);
  const headers: Record<string, string> = { 'x-total-row-count': String(total) };
  const asked = request.query.limit ?? null;
  if (asked !== null && asked > 0 && offset + limit < total)
    headers.link = nextLink(request, offset + limit, asked);

  const stored = await fromStore(() => resultFile(services, row));
  const { file } = await fromStore(() => services.files.hold(stored, useOf(request)));
  const release = () => void services.files.discard([file]).catch(() => {});
  const columns = JSON.parse(row.columns ?? '[]') as ResultColumn[];
  const range = (encoded: EncodedFormat): EncodedRange => ({
    path: file,
    columns,
    format: encoded,
    offset,
    limit,
  });
  try {
    const reply =
      format === 'json'
        ? await sendJson(services, request, {
            row,
            stored,
            columns,
            range: range('json'),
            total,
            release,
          })
        : await sendStream(services, request, stored, format, range(format), release);
    return { ...reply, headers: { ...headers, ...reply.headers } };
  } catch (error) {
    release();
    throw error;
  }
}

/** A result of an earlier version is rewritten before its file is sent unchanged. */
async function plainResult(
  services: HasClock & HasEngine & HasFiles & HasMetadata & HasObjects,
  { signal }: GetResultRequest,
  row: ResultRow,
): Promise<ResultRow> {
  if (row.refused_files !== null) return row;
  await mendResult(services, row, signal);
  return (
    (await findResult(services.metadata.db, row.database_id, row.id, services.clock.now())) ?? row
  );
}

/**
 * A store that temporarily cannot deliver a ready result is no fault of the request; the caller may
 * retry.
 */
async function fromStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QuernError) throw error;
    const message = 'The stored result cannot be read at the moment; try again';
    throw new QuernError('PERSISTENCE_UNAVAILABLE', message, { cause: error, retryAfterS: 5 });
  }
}

type Sent = RawReply & { readonly headers?: Readonly<Record<string, string>> };

/** Encodes the first slice before the answer begins, so an engine without room still gives 429. */
async function sendStream(
  services: HasDeadlyReads & HasEngine & HasFiles,
  request: GetResultRequest,
  stored: StoredFile,
  format: Exclude<ResultFormat, 'json' | 'parquet'>,
  range: EncodedRange,
  release: () => void,
): Promise<Sent> {
  const slices = resultSlices(encoder(services, request, stored), range);
  const first = await slices.next();
  async function* body() {
    for (let next = first; !next.done; next = await slices.next())
      yield* bytesOf(services, next.value);
  }
  const stream = Readable.from(body(), { objectMode: false });
  // A handler outside the generator: a generator without a first `next` runs no `finally`.
  stream.once('close', () => {
    void slices.return().catch(() => {});
    release();
  });
  return { status: 200, stream, contentType: contentTypes[format] };
}

interface JsonResult {
  readonly row: ResultRow;
  readonly stored: StoredFile;
  readonly columns: readonly ResultColumn[];
  readonly range: EncodedRange;
  readonly total: number;
  readonly release: () => void;
}

/** Only JSON has a size limit, so all of it is encoded into files before the first byte is sent. */
async function sendJson(
  services: HasDeadlyReads & HasEngine & HasFiles & HasJsonBudget & HasSettings,
  request: GetResultRequest,
  result: JsonResult,
): Promise<Sent> {
  const { row, stored, columns, range, total, release } = result;
  const encoding = encoder(services, request, stored);
  const slices = await collectJsonSlices(encoding, range, services.settings.jsonFetchBytes);
  const head =
    `{"result_id":${JSON.stringify(row.id)},"status":"ready","columns":${JSON.stringify(columns.map(({ name }) => name))},` +
    `"nullable":${JSON.stringify(columns.map(({ nullable }) => nullable))},` +
    `"column_types":${JSON.stringify(columns.map(({ arrowType }) => arrowType))},"rows":[`;
  const tail = `],"row_count":${range.limit},"total_row_count":${total}}`;
  const dataBytes = slices.reduce((sum, slice) => sum + sliceBytes(slice), 0);
  const lengthBytes =
    Buffer.byteLength(head) + dataBytes + Math.max(0, slices.length - 1) + Buffer.byteLength(tail);
  const freeBudget = await reserve(services, encoding, slices, lengthBytes);
  async function* body() {
    yield Buffer.from(head);
    for (const [index, slice] of slices.entries()) {
      if (index > 0) yield Buffer.from(',');
      yield* bytesOf(services, slice);
    }
    yield Buffer.from(tail);
  }
  const stream = Readable.from(body(), { objectMode: false });
  // A handler outside the generator: a generator without a first `next` runs no `finally`.
  stream.once('close', () => {
    freeBudget();
    release();
    for (const slice of slices) void encoding.remove(slice);
  });
  return {
    status: 200,
    stream,
    contentType: contentTypes.json,
    headers: { 'content-length': String(lengthBytes) },
  };
}

async function reserve(
  services: HasJsonBudget,
  { remove }: SliceEncoder,
  slices: readonly EncodedSlice[],
  bytes: number,
): Promise<() => void> {
  try {
    return services.jsonBudget.reserve(bytes);
  } catch (error) {
    await Promise.all(slices.map(remove));
    throw error;
  }
}

async function* bytesOf({ files }: HasFiles, slice: EncodedSlice): AsyncGenerator<Uint8Array> {
  if (slice.bytes.length > 0) yield slice.bytes;
  if (slice.file) yield* files.stream(slice.file.path);
}

function encoder(
  services: HasDeadlyReads & HasEngine & HasFiles,
  { scope: { workspaceId }, signal }: GetResultRequest,
  stored: StoredFile,
): SliceEncoder {
  const { engine, files, deadlyReads } = services;
  return {
    encode(slice: EncodeRequest) {
      const refusal = () => {
        const message = `${stored.subject} cannot be given as '${slice.format}': the process that made it ended, and would again`;
        return new QuernError(
          'INTERNAL_SERVER_ERROR',
          `${message}; ask for another format, or run the query again`,
        );
      };
      const work = () => engine.run('encodeResult', slice, { workspaceId, signal, runsOnce: true });
      return deadlyReads.run(`${stored.key} ${slice.format}`, refusal, work);
    },
    remove: async ({ file }) => {
      if (file) await files.discard([file.path]);
    },
  };
}

const useOf = ({ scope: { workspaceId }, signal }: GetResultRequest) => ({ workspaceId, signal });

function nextLink(
  { publicUrl, params, query }: GetResultRequest,
  offset: number,
  limit: number,
): string {
  const next = new URLSearchParams({ offset: String(offset), limit: String(limit) });
  if (query.format) next.set('format', query.format);
  return `<${publicUrl}/v1/results/${encodeURIComponent(params.id)}?${next}>; rel="next"`;
}
