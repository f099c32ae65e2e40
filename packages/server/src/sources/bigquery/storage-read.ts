/**
 * The Storage Read API (google.cloud.bigquery.storage.v1.BigQueryRead): rows from one state of a
 * table, as Arrow.
 */
import type { RecordBatch } from 'apache-arrow';
import { recordBatches } from '../arrow/record-batches.ts';
import { type GrpcClient, GrpcFailure, GrpcStatus } from '../grpc-client.ts';
import { bytesOf, decodeMessage, encodeMessage } from '../protobuf.ts';
import { isLost, retryTransient } from '../retry-transient.ts';
import { SourceError } from '../source-error.ts';
import type { BigquerySession } from './connect-bigquery.ts';

const service = '/google.cloud.bigquery.storage.v1.BigQueryRead';
const arrowFormat = 2;
/** A TIMESTAMP with twelve decimals comes as text with all digits. */
const allPicoseconds = 3;

/** Numbers of fields, from storage.proto, stream.proto and arrow.proto. */
const CreateReadSession = { parent: 1, readSession: 2, maxStreamCount: 3 } as const;
const ReadSession = {
  dataFormat: 3,
  arrowSchema: 5,
  table: 6,
  readOptions: 8,
  streams: 10,
} as const;
const ReadOptions = { selectedFields: 1, arrowOptions: 3 } as const;
const ArrowOptions = { picosPrecision: 3 } as const;
const ReadStream = { name: 1 } as const;
const ReadRows = { readStream: 1, offset: 2 } as const;
const ReadRowsResponse = { arrowRecordBatch: 4, rowCount: 6 } as const;
/** The same field in ArrowSchema and ArrowRecordBatch. */
const serialized = 1;

export interface TableName {
  readonly project: string;
  readonly dataset: string;
  readonly table: string;
}

export interface OpenedRead {
  /** The schema as an Arrow IPC message, to be prepended to every batch. */
  readonly schema: Uint8Array;
  /** Undefined of a table without rows. */
  readonly stream: string | undefined;
}

/**
 * Undefined if the API is not available, not available to this account, or not for this table. The
 * rows are then read over REST, and a missing table is noticed by REST.
 */
export async function openRead(
  session: BigquerySession,
  { project, dataset, table }: TableName,
  columns: readonly string[],
): Promise<OpenedRead | undefined> {
  const { storage } = session;
  if (!storage) return undefined;
  const path = `projects/${project}/datasets/${dataset}/tables/${table}`;
  const options = encodeMessage([
    ...columns.map((column) => [ReadOptions.selectedFields, column] as const),
    [ReadOptions.arrowOptions, encodeMessage([[ArrowOptions.picosPrecision, allPicoseconds]])],
  ]);
  const request = encodeMessage([
    [CreateReadSession.parent, `projects/${session.project}`],
    [
      CreateReadSession.readSession,
      encodeMessage([
        [ReadSession.dataFormat, arrowFormat],
        [ReadSession.table, path],
        [ReadSession.readOptions, options],
      ]),
    ],
    [CreateReadSession.maxStreamCount, 1],
  ]);
  try {
    const answer = await retryTransient(session.signal, isTransient, () =>
      only(
        session,
        storage,
        'CreateReadSession',
        request,
        `read_session.table=${encodeURIComponent(path)}`,
      ),
    );
    const fields = decodeMessage(answer);
    const schema = bytesOf(decodeMessage(bytesOf(fields, ReadSession.arrowSchema)), serialized);
    const stream = bytesOf(decodeMessage(bytesOf(fields, ReadSession.streams)), ReadStream.name);
    return {
      schema,
      stream: stream.length === 0 ? undefined : Buffer.from(stream).toString('utf8'),
    };
  } catch (error) {
    const refusals: readonly number[] = [
      GrpcStatus.permissionDenied,
      GrpcStatus.unimplemented,
      GrpcStatus.notFound,
    ];
    if (error instanceof GrpcFailure && refusals.includes(error.status)) return undefined;
    throw error;
  }
}

/** All rows in order. A lost stream resumes after the last row read. */
export async function* readBatches(
  session: BigquerySession,
  { schema, stream }: OpenedRead,
): AsyncGenerator<RecordBatch> {
  const { storage } = session;
  if (!storage || stream === undefined) return;
  let offset = 0;
  let failures = 0;
  for (;;) {
    try {
      for await (const message of streamOf(session, storage, stream, offset)) {
        const fields = decodeMessage(message);
        const batch = bytesOf(
          decodeMessage(bytesOf(fields, ReadRowsResponse.arrowRecordBatch)),
          serialized,
        );
        if (batch.length === 0) continue;
        const before = offset;
        for (const one of recordBatches(Buffer.concat([schema, batch]))) {
          offset += one.numRows;
          yield one;
        }
        const said = fields.get(ReadRowsResponse.rowCount)?.at(-1);
        if (typeof said === 'bigint' && BigInt(offset - before) !== said) throw otherRows();
        failures = 0;
      }
      return;
    } catch (error) {
      failures += 1;
      if (!isTransient(error) || failures > allowedFailures || session.signal.aborted) throw error;
    }
  }
}

/** Consecutive failures without a row between them. */
const allowedFailures = 3;

const isTransient = (error: unknown) =>
  isLost(error) ||
  (error instanceof GrpcFailure &&
    (error.status === GrpcStatus.unavailable || error.status === GrpcStatus.internal));

async function* streamOf(
  session: BigquerySession,
  storage: GrpcClient,
  stream: string,
  offset: number,
): AsyncGenerator<Buffer> {
  const request = encodeMessage([
    [ReadRows.readStream, stream],
    [ReadRows.offset, offset],
  ]);
  const headers = await headersFor(session, `read_stream=${encodeURIComponent(stream)}`);
  yield* storage.call(`${service}/ReadRows`, request, headers);
}

async function only(
  session: BigquerySession,
  storage: GrpcClient,
  method: string,
  request: Uint8Array,
  parameters: string,
): Promise<Buffer> {
  const headers = await headersFor(session, parameters);
  let answer: Buffer | undefined;
  for await (const message of storage.call(`${service}/${method}`, request, headers))
    answer ??= message;
  if (!answer) throw otherRows();
  return answer;
}

/** The routing parameters lead the request to the region of the resource. */
const headersFor = async (session: BigquerySession, parameters: string) => ({
  ...(await session.headers()),
  'x-goog-request-params': parameters,
});

const otherRows = () =>
  new SourceError('unreachable', 'BigQuery sent other rows than it said it would; try again');
