import { Agent, type IncomingMessage, request } from 'node:http';

/** The thinnest client of Node with kept connections (fetch alone costs a millisecond). */
export class HttpClient {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #agent: Agent;

  constructor(origin: string, headers: Record<string, string>, connections: number) {
    this.#origin = origin;
    this.#headers = headers;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  with(headers: Record<string, string>, connections = 32): HttpClient {
    return new HttpClient(this.#origin, { ...this.#headers, ...headers }, connections);
  }

  /** The answer's JSON; throws for any other status than `expected`. */
  async json<T>(
    method: string,
    path: string,
    body: unknown,
    expected = 200,
    more: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const response = await this.#send(method, path, body, more);
    const text = await readText(response);
    if (response.statusCode !== expected)
      throw new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 500)}`);
    return text === '' ? (undefined as T) : (JSON.parse(text) as T);
  }

  /** Reads and drops the body; returns the number of bytes. */
  async drain(path: string): Promise<number> {
    const response = await this.#send('GET', path, undefined);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    if (response.statusCode !== 200) throw new Error(`GET ${path}: ${response.statusCode}`);
    return bytes;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    method: string,
    path: string,
    body: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<IncomingMessage> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...this.#headers,
      ...more,
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.#origin + path, { method, headers, agent: this.#agent }, resolve);
      sent.once('error', reject);
      sent.end(text);
    });
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * PUTs a file's bytes to an upload URL, and returns the ETag. 105 MB by `fetch` cost this process
 * 290 ms of CPU and the service 100 more; this way costs 15 ms, as with other clients.
 */
export async function putBytes(url: string, bytes: Uint8Array): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(bytes);
  });
  const text = await readText(response);
  if (response.statusCode !== 200) throw new Error(`PUT: ${response.statusCode} ${text}`);
  return response.headers.etag ?? '';
}
