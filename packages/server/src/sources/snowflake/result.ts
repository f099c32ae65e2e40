/** The rows of an answer: inline rows, then chunks, with a few prefetched. */
import type { RecordBatch } from 'apache-arrow';
import { recordBatches } from '../arrow/record-batches.ts';
import { isLost, isTransientStatus, retryTransient } from '../retry-transient.ts';
import { SourceError } from '../source-error.ts';
import { chunkUrl } from './account.ts';
import type { AnswerData, SnowflakeSession } from './connect-snowflake.ts';
import { SnowflakeFailure } from './map-snowflake-error.ts';

/**
 * Maximum size of an unpacked chunk; Snowflake makes chunks of some 20 MB, and no larger than
 * requested.
 */
const maxChunkBytes = 160 * 2 ** 20;
/** Maximum bytes prefetched beyond the present chunk. */
const aheadBytes = 48 * 2 ** 20;
const chunksAhead = 3;
const chunkTimeoutMs = 300_000;

interface Chunk {
  readonly url: URL;
  readonly rows: number;
  readonly sizeBytes: number;
}

interface PieceOfResult {
  readonly bytes: Buffer;
  /** Row count according to the server. */
  readonly rows: number;
}

/**
 * Arrow batches in the order of the result. Throws where rows are missing: a table is read whole or
 * not at all.
 */
export async function* resultBatches(
  session: SnowflakeSession,
  data: AnswerData,
): AsyncGenerator<RecordBatch> {
  const chunks = chunksOf(session, data);
  const total = wholeNumber(data.total) ?? 0;
  const inline =
    typeof data.rowsetBase64 === 'string'
      ? Buffer.from(data.rowsetBase64, 'base64')
      : Buffer.alloc(0);
  const inlineRows = total - chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
  if (inlineRows > 0 || inline.length > 0)
    yield* batchesOf(session, { bytes: inline, rows: inlineRows });
  for await (const piece of fetchedAhead(session, chunks, chunkHeaders(data)))
    yield* batchesOf(session, piece);
}

function* batchesOf(
  session: SnowflakeSession,
  { bytes, rows }: PieceOfResult,
): Generator<RecordBatch> {
  let read = 0;
  if (bytes.length > 0) {
    for (const batch of recordBatches(bytes)) {
      read += batch.numRows;
      yield batch;
    }
  }
  if (read !== rows) throw incomplete(session);
}

/**
 * Rows of a small result as texts by the column's name in lower case; the server gives Arrow for
 * some, JSON for others.
 */
export async function* resultRows(
  session: SnowflakeSession,
  data: AnswerData,
): AsyncGenerator<Readonly<Record<string, string | null>>> {
  const names = (Array.isArray(data.rowtype) ? data.rowtype : []).map(({ name }) =>
    String(name).toLowerCase(),
  );
  const named = (values: readonly unknown[]) =>
    Object.fromEntries(
      names.map((name, at) => [name, values[at] === null ? null : String(values[at])]),
    );
  if (data.queryResultFormat === 'arrow') {
    for await (const batch of resultBatches(session, data)) {
      const columns = names.map((_, at) => batch.getChildAt(at));
      for (let row = 0; row < batch.numRows; row += 1)
        yield named(columns.map((column) => column?.get(row) ?? null));
    }
    return;
  }
  if (Array.isArray(data.rowset)) for (const row of data.rowset) yield named(row);
  for await (const { bytes } of fetchedAhead(
    session,
    chunksOf(session, data),
    chunkHeaders(data),
  )) {
    // A chunk is a list of rows with commas and without brackets.
    for (const row of JSON.parse(`[${bytes.toString('utf8')}]`)) yield named(row);
  }
}

async function* fetchedAhead(
  session: SnowflakeSession,
  chunks: readonly Chunk[],
  headers: Readonly<Record<string, string>>,
): AsyncGenerator<PieceOfResult> {
  const waiting: Promise<PieceOfResult>[] = [];
  let next = 0;
  let ahead = 0;
  for (const chunk of chunks) {
    while (next < chunks.length && waiting.length < chunksAhead) {
      const wanted = chunks[next] as Chunk;
      if (waiting.length > 0 && ahead + wanted.sizeBytes > aheadBytes) break;
      const fetching = fetchChunk(session, wanted, headers);
      // The error is reported when the chunk is read.
      fetching.catch(() => {});
      waiting.push(fetching);
      ahead += wanted.sizeBytes;
      next += 1;
    }
    const piece = await (waiting.shift() as Promise<PieceOfResult>);
    ahead -= chunk.sizeBytes;
    yield piece;
  }
}

function fetchChunk(
  session: SnowflakeSession,
  { url, rows }: Chunk,
  headers: Readonly<Record<string, string>>,
): Promise<PieceOfResult> {
  const isTransient = (error: unknown) =>
    isLost(error) || (error instanceof SnowflakeFailure && isTransientStatus(error.status));
  return retryTransient(session.signal, isTransient, async () => {
    const { client } = session;
    const call = {
      method: 'GET',
      url,
      headers,
      maxBytes: maxChunkBytes,
      timeoutMs: chunkTimeoutMs,
    } as const;
    const { status, body } = await client.send(call);
    // A store answers 400 and 403 for an expired address; these statuses do not concern the
    // account.
    if (status !== 200)
      throw new SnowflakeFailure(status >= 500 || status === 429 ? status : 400, undefined);
    return { bytes: body, rows };
  });
}

function chunksOf(session: SnowflakeSession, { chunks }: AnswerData): Chunk[] {
  if (!Array.isArray(chunks)) return [];
  return chunks.map(({ url, rowCount, uncompressedSize }) => {
    const rows = wholeNumber(rowCount);
    const sizeBytes = wholeNumber(uncompressedSize);
    if (rows === undefined || sizeBytes === undefined) throw incomplete(session);
    return { url: chunkUrl(session.account, String(url)), rows, sizeBytes };
  });
}

/** Headers that the store requires for each request: the encryption key of the chunks. */
function chunkHeaders({ chunkHeaders: given, qrmk }: AnswerData): Record<string, string> {
  if (typeof given === 'object' && given !== null) {
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  }
  if (typeof qrmk !== 'string') return {};
  return {
    'x-amz-server-side-encryption-customer-algorithm': 'AES256',
    'x-amz-server-side-encryption-customer-key': qrmk,
  };
}

const wholeNumber = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const incomplete = ({ account }: SnowflakeSession) =>
  new SourceError(
    'unreachable',
    `'${account.host}' sent other rows than it said it would; try again`,
  );
