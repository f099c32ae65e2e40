/**
 * A server that speaks BigQuery's REST and Storage Read API for features without an emulator:
 * sign-in, BigQuery's own Arrow, failures.
 */
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import type { FieldSchema } from '../../src/sources/bigquery/schema.ts';
import { bytesOf, decodeMessage, encodeMessage } from '../../src/sources/protobuf.ts';

export interface BigqueryCall {
  readonly method: string;
  /** Below the project, or the method of gRPC. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export type BigqueryReply =
  | { readonly status?: number; readonly json?: object; readonly bytes?: string }
  | 'hang';

/** Messages of a stream, and the final status. */
export interface GrpcReply {
  readonly messages: readonly Uint8Array[];
  /** `lost`: the connection ends in the middle. */
  readonly status: number | 'lost';
}

export const bigqueryFailure = (status: number, reason: string): BigqueryReply => ({
  status,
  json: { error: { code: status, message: `secret text of ${reason}`, errors: [{ reason }] } },
});

/** A message of rows: what follows the schema in a stream of Arrow. */
export function rowsMessage(stream: Uint8Array, rows: number): Buffer {
  const batch = stream.subarray(schemaLength(stream));
  return encodeMessage([
    [
      4,
      encodeMessage([
        [1, batch],
        [2, rows],
      ]),
    ],
    [6, rows],
  ]);
}

/** A session of one stream, with the schema of a stream of Arrow. */
export function sessionMessage(stream: Uint8Array): Buffer {
  return encodeMessage([
    [5, encodeMessage([[1, stream.subarray(0, schemaLength(stream))]])],
    [10, encodeMessage([[1, 'sessions/s/streams/one']])],
  ]);
}

/** A mark, the length of the metadata, the metadata: a schema has no body. */
const schemaLength = (stream: Uint8Array) =>
  8 + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);

export class BigqueryWire {
  readonly calls: BigqueryCall[] = [];
  fields: readonly FieldSchema[] = [];
  type = 'TABLE';
  /** Pages of rows over REST, as `f` and `v`. */
  pages: readonly (readonly unknown[])[] = [[]];
  before: (call: BigqueryCall) => BigqueryReply | undefined = () => undefined;
  grpc: (call: BigqueryCall) => GrpcReply | 'hang' = () => ({ messages: [], status: 12 });
  origin = '';
  storageOrigin = '';
  readonly #rest: Server = createHttp((request, response) => void this.#answer(request, response));
  readonly #storage: Http2Server = createHttp2();
  readonly #sessions = new Set<{ destroy(): void }>();

  async start(): Promise<this> {
    this.#storage.on('stream', (stream, headers) => void this.#stream(stream, headers));
    this.#storage.on('session', (session) => this.#sessions.add(session));
    this.origin = await listening(this.#rest);
    this.storageOrigin = await listening(this.#storage);
    return this;
  }

  async stop(): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    (this.#rest as ReturnType<typeof createHttp>).closeAllConnections();
    await Promise.all(
      [this.#rest, this.#storage].map((server) => new Promise((resolve) => server.close(resolve))),
    );
  }

  reset(): void {
    this.calls.length = 0;
    this.type = 'TABLE';
    this.pages = [[]];
    this.before = () => undefined;
    this.grpc = () => ({ messages: [], status: 12 });
  }

  called(path: RegExp): BigqueryCall[] {
    return this.calls.filter((call) => path.test(call.path));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname, searchParams: search } = new URL(request.url ?? '/', this.origin);
    const path = pathname.replace(/^\/bigquery\/v2\/projects\/[^/]+/, '');
    const call = {
      method: request.method ?? '',
      path,
      search,
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    };
    this.calls.push(call);
    const reply = this.before(call) ?? this.#usual(call);
    if (reply === 'hang') return;
    const { status = 200, json, bytes } = reply;
    response.writeHead(status, status === 302 ? { location: `${this.origin}/elsewhere` } : {});
    response.end(json === undefined ? bytes : JSON.stringify(json));
  }

  #usual({ path, search }: BigqueryCall): BigqueryReply {
    if (path === '/token')
      return {
        json: { access_token: `token-${this.called(/^\/token$/).length}`, expires_in: 3600 },
      };
    if (path === '/datasets')
      return { json: { datasets: [{ datasetReference: { datasetId: 'shop' }, location: 'EU' }] } };
    if (path === '/datasets/shop/tables')
      return { json: { tables: [{ tableReference: { tableId: 't' } }] } };
    if (path === '/datasets/shop/tables/t') {
      const tableConstraints = { primaryKey: { columns: ['id'] } };
      return {
        json: {
          type: this.type,
          location: 'EU',
          numRows: '7',
          description: 'of tests',
          tableConstraints,
          schema: { fields: this.fields },
        },
      };
    }
    if (path === '/jobs') return { json: {} };
    if (path.startsWith('/jobs/')) return { json: { status: { state: 'DONE' } } };
    if (/^\/(queries\/|datasets\/shop\/tables\/t\/data$)/.test(path))
      return { json: this.#page(search) };
    return { status: 404, bytes: 'no such thing' };
  }

  #page(search: URLSearchParams): object {
    if (search.get('maxResults') === '0') return { jobComplete: true };
    const at = Number(search.get('pageToken') ?? '0');
    const totalRows = String(this.pages.reduce((sum, page) => sum + page.length, 0));
    return {
      totalRows,
      rows: this.pages[at],
      ...(at + 1 < this.pages.length ? { pageToken: String(at + 1) } : {}),
    };
  }

  async #stream(stream: ServerHttp2Stream, headers: BigqueryCall['headers']): Promise<void> {
    stream.on('error', () => {});
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const body = Buffer.concat(parts).subarray(5).toString('latin1');
    const call = {
      method: 'grpc',
      path: String(headers[':path']).replace(/^.*\//, ''),
      search: new URLSearchParams(),
      headers,
      body,
    };
    this.calls.push(call);
    const reply = this.grpc(call);
    if (reply === 'hang' || stream.destroyed) return;
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc' },
      { waitForTrailers: true },
    );
    stream.on('wantTrailers', () =>
      stream.sendTrailers({ 'grpc-status': String(reply.status), 'grpc-message': 'secret text' }),
    );
    for (const message of reply.messages) {
      const head = Buffer.alloc(5);
      head.writeUInt32BE(message.length, 1);
      stream.write(Buffer.concat([head, message]));
    }
    if (reply.status === 'lost') setImmediate(() => stream.session?.destroy());
    else stream.end();
  }
}

/** First row of a ReadRows call. */
export function offsetOf({ body }: BigqueryCall): number {
  const [offset] = decodeMessage(Buffer.from(body, 'latin1')).get(2) ?? [0n];
  return Number(offset);
}

/** Requested columns of a CreateReadSession call. */
export function selectedOf({ body }: BigqueryCall): string[] {
  const session = bytesOf(decodeMessage(Buffer.from(body, 'latin1')), 2);
  const options = decodeMessage(bytesOf(decodeMessage(session), 8));
  return (options.get(1) ?? []).map((name) => Buffer.from(name as Uint8Array).toString());
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
