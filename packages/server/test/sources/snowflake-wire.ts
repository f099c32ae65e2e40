/**
 * A server that speaks Snowflake's driver protocol with prepared answers, for features without an
 * emulator: Snowflake's Arrow, chunks, failures.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: what a client sends is looked at by the test
  readonly body: any;
}

export type WireReply =
  | { readonly status?: number; readonly json?: object; readonly bytes?: Uint8Array | string }
  | 'hang';

export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly precision?: number;
  readonly scale?: number;
}

const ok = (data: object): WireReply => ({
  json: { success: true, code: null, message: null, data },
});
export const wireFailure = (code: string, sqlState = '', status = 200): WireReply => ({
  status,
  json: {
    success: false,
    code,
    message: `secret text of ${code}`,
    data: { sqlState, errorCode: code },
  },
});
export const wireRunning = (getResultUrl: string): WireReply => ({
  json: {
    success: false,
    code: '333333',
    message: 'running',
    data: { getResultUrl, queryId: 'q' },
  },
});

/** A JSON result, in the form of SHOW. */
export function jsonRows(
  names: readonly string[],
  rowset: readonly (readonly (string | null)[])[],
): WireReply {
  const rowtype = names.map((name) => ({ name, type: 'text' }));
  return ok({ queryResultFormat: 'json', rowtype, rowset, total: rowset.length });
}

export interface WireChunk {
  readonly url: string;
  readonly rowCount: number;
  readonly uncompressedSize: number;
}

/** Rows as Arrow: rows of the first answer, and chunks. */
export function arrowRows(
  inline: Uint8Array | null,
  total: number,
  chunks: readonly WireChunk[] = [],
  more: object = {},
) {
  return ok({
    queryResultFormat: 'arrow',
    rowtype: [],
    rowsetBase64: inline ? Buffer.from(inline).toString('base64') : '',
    total,
    ...(chunks.length > 0 ? { chunks } : {}),
    ...more,
  });
}

export class SnowflakeWire {
  readonly calls: WireCall[] = [];
  columns: readonly CatalogColumn[] = [];
  /** First choice of answer; undefined leaves the answer to the rest. */
  before: (call: WireCall) => WireReply | undefined = () => undefined;
  /** The answer to a SELECT that is none of the catalogs. */
  rows: (sql: string) => WireReply = () => arrowRows(null, 0);
  /** Answers by path, for GETs of chunks and results. */
  readonly files = new Map<string, WireReply>();
  origin = '';
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Forgets calls and prepared answers. */
  reset(): void {
    this.calls.length = 0;
    this.before = () => undefined;
    this.rows = () => arrowRows(null, 0);
    this.files.clear();
  }

  called(path: string): WireCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const sent = Buffer.concat(parts);
    const text = (sent[0] === 0x1f ? gunzipSync(sent) : sent).toString();
    const { pathname: path, searchParams: search } = new URL(request.url ?? '/', this.origin);
    const call = {
      method: request.method ?? '',
      path,
      search,
      headers: request.headers,
      body: parsed(text),
    };
    this.calls.push(call);
    const reply = this.before(call) ?? this.#usual(call);
    if (reply === 'hang') return;
    const { status = 200, json, bytes } = reply;
    response.writeHead(status, status === 302 ? { location: `${this.origin}/elsewhere` } : {});
    response.end(json === undefined ? bytes : JSON.stringify(json));
  }

  #usual(call: WireCall): WireReply {
    switch (call.path) {
      case '/session/v1/login-request':
        return ok({ token: 'session-1', masterToken: 'master-1', serverVersion: '9.1.0' });
      case '/session/token-request':
        return ok({ sessionToken: 'session-2', masterToken: 'master-2' });
      case '/queries/v1/query-request':
        return this.#query(call.body.sqlText);
      case '/session':
      case '/queries/v1/abort-request':
        return ok({});
      default:
        return this.files.get(call.path) ?? { status: 404, bytes: 'no such thing' };
    }
  }

  #query(sql: string): WireReply {
    if (sql.includes('.SCHEMATA')) return jsonRows(['name'], [['PUBLIC']]);
    if (sql.startsWith('SHOW')) return jsonRows(['table_name', 'column_name', 'key_sequence'], []);
    if (!sql.includes('INFORMATION_SCHEMA')) return this.rows(sql);
    const names = [
      'table',
      'table_type',
      'column',
      'data_type',
      'numeric_precision',
      'numeric_scale',
      'is_nullable',
    ];
    return jsonRows(
      [...names, 'table_comment', 'row_estimate', 'comment'],
      this.columns.map(({ name, type, precision, scale }) => {
        const digits =
          precision === undefined ? [null, null] : [String(precision), String(scale ?? 0)];
        return ['T', 'BASE TABLE', name, type, ...digits, 'YES', null, '7', ''];
      }),
    );
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as it came
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
