import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mainFile } from './main-file.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

export const testToken = 'test-token-0123456789-abcdefghijklmnopqrstuvwxyz';

export interface RunningService {
  readonly origin: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Log lines so far, parsed. */
  readonly log: readonly Record<string, unknown>[];
  readonly stderr: () => string;
  api(token?: string): Api;
  /** SIGTERM and wait; gives the exit code. The data folder stays. */
  stop(): Promise<number | null>;
  /** SIGKILL and wait. */
  kill(): Promise<void>;
  /** Stop, and remove the data folder. */
  dispose(): Promise<void>;
}

export interface ServiceOptions {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Limit of open files, for the service and each worker. */
  readonly openFiles?: number;
  /** Program to run; default: the built service. */
  readonly main?: string;
}

/** Starts the real, compiled service on a free port of 127.0.0.1, without the sample. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'quern-test-')));
  const { openFiles, main = mainFile } = options;
  const [command, args] =
    openFiles === undefined
      ? [process.execPath, [main]]
      : ['sh', ['-c', `ulimit -n ${openFiles}; exec "$0" "$1"`, process.execPath, main]];
  const child = spawn(command, args, {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      QUERN_PORT: '0',
      QUERN_DATA_DIR: dataDir,
      QUERN_SAMPLE: 'off',
      QUERN_BOOTSTRAP_TOKEN: testToken,
      QUERN_WORKERS: '2',
      QUERN_MEMORY: '2GiB',
      ...options.env,
    },
  });
  const log: Record<string, unknown>[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A test process that ends without hooks leaves no service behind.
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      process.off('exit', killWithParent);
      resolve(code);
    }),
  );
  const origin = await listening(child, log, () => stderr, ended);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    origin,
    dataDir,
    pid: child.pid ?? 0,
    log,
    stderr: () => stderr,
    api: (token = testToken) => new Api(origin, token),
    stop: () => stop('SIGTERM'),
    kill: async () => {
      await stop('SIGKILL');
    },
    async dispose() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function listening(
  child: ChildProcess,
  log: Record<string, unknown>[],
  stderr: () => string,
  ended: Promise<number | null>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('no standard output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const entry = JSON.parse(line) as Record<string, unknown>;
      log.push(entry);
      if (entry.msg === 'listening') resolve(String(entry.address));
    });
    ended.then((code) =>
      reject(new Error(`the service ended with ${code} before it listened:\n${stderr()}`)),
    );
  });
}

export interface ApiResponse<T = Json> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

// biome-ignore lint/suspicious/noExplicitAny: test code looks into answers of any shape.
export type Json = any;

/** A plain HTTP client of the service; it adds nothing but the credential. */
export class Api {
  readonly origin: string;
  readonly #headers: Record<string, string>;

  constructor(origin: string, token: string | null, headers: Record<string, string> = {}) {
    this.origin = origin;
    this.#headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers };
  }

  /** The same client, with more headers on every request. */
  with(headers: Record<string, string>): Api {
    return new Api(this.origin, null, { ...this.#headers, ...headers });
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  }

  /** Raw answer, for bodies other than text. */
  open(path: string): Promise<Response> {
    return fetch(this.origin + path, { headers: this.#headers });
  }

  get(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('POST', path, body, headers);
  }

  delete(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('DELETE', path, undefined, headers);
  }

  /** Makes a database; fails unless the status is 201. */
  async createDatabase(body: unknown = {}): Promise<Json> {
    const response = await this.post('/v1/databases', body);
    if (response.status !== 201)
      throw new Error(`database: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }

  query(
    databaseId: string,
    sql: string,
    options: Record<string, unknown> = {},
  ): Promise<ApiResponse> {
    return this.post('/v1/query', { sql, ...options }, { 'x-database-id': databaseId });
  }

  /**
   * Uploads bytes through a session, as an official client does, and finalizes it. Gives the upload
   * id.
   */
  async upload(bytes: Uint8Array, session: Record<string, unknown> = {}): Promise<string> {
    const created = await this.post('/v1/uploads', {
      declared_size_bytes: bytes.length,
      ...session,
    });
    if (created.status !== 201)
      throw new Error(`upload: ${created.status} ${JSON.stringify(created.body)}`);
    const { upload_id, finalize_token, url, part_urls, part_size } = created.body;
    const token = { 'x-upload-finalize-token': finalize_token };
    if (url) {
      await put(url, bytes);
      await this.#finalize(upload_id, {}, token);
      return upload_id;
    }
    const parts: { part_number: number; e_tag: string }[] = [];
    for (let start = 0; start < bytes.length || parts.length === 0; start += part_size) {
      const number = parts.length + 1;
      const target = part_urls?.[number - 1] ?? (await this.#mint(upload_id, number, token));
      const etag = await put(target, bytes.subarray(start, start + part_size));
      parts.push({ part_number: number, e_tag: etag });
    }
    await this.#finalize(upload_id, { parts }, token);
    return upload_id;
  }

  async #mint(uploadId: string, number: number, token: Record<string, string>): Promise<string> {
    const { body } = await this.post(
      `/v1/uploads/${uploadId}/parts`,
      { part_numbers: [number] },
      token,
    );
    return body.parts[0].url;
  }

  async #finalize(uploadId: string, body: unknown, token: Record<string, string>): Promise<void> {
    const response = await this.post(`/v1/uploads/${uploadId}/finalize`, body, token);
    if (response.status !== 200)
      throw new Error(`finalize: ${response.status} ${JSON.stringify(response.body)}`);
  }

  load(
    databaseId: string,
    table: string,
    body: Record<string, unknown>,
    schema = 'main',
  ): Promise<ApiResponse> {
    return this.post(`/v1/databases/${databaseId}/schemas/${schema}/tables/${table}/loads`, {
      mode: 'replace',
      ...body,
    });
  }

  /** Loads inline CSV; fails unless the status is 200. */
  async loadCsv(
    databaseId: string,
    table: string,
    data: string,
    options: Record<string, unknown> = {},
  ): Promise<Json> {
    const response = await this.load(databaseId, table, { data, ...options });
    if (response.status !== 200)
      throw new Error(`load: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }
}

/** PUTs to an upload URL and gives the ETag. */
export async function put(url: string, bytes: Uint8Array): Promise<string> {
  const response = await fetch(url, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
  if (!response.ok) throw new Error(`PUT: ${response.status} ${await response.text()}`);
  return response.headers.get('etag') ?? '';
}
