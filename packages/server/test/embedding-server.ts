import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface EmbeddingRequest {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly input: readonly string[];
    readonly dimensions?: number;
  };
}

type Behaviour = (response: ServerResponse, request: EmbeddingRequest) => void;

/**
 * A server of the OpenAI embeddings API; each text's vector counts its letters, so that texts of
 * like letters are near.
 */
export class EmbeddingServer {
  readonly requests: EmbeddingRequest[] = [];
  /** Answers of the next requests, one each; then vectors. */
  readonly next: Behaviour[] = [];
  /** Texts that are always refused, with all texts of their request. */
  readonly refuses = new Set<string>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  origin = '';

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  /** Every requested text, in order. */
  get texts(): string[] {
    return this.requests.flatMap(({ body }) => body.input);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    if (request.url !== '/v1/embeddings') {
      response.writeHead(404).end('no such page');
      return;
    }
    const asked = { authorization: request.headers.authorization, body: JSON.parse(text) };
    this.requests.push(asked);
    const isRefused = asked.body.input.some((one: string) => this.refuses.has(one));
    if (isRefused) sendJson(400, { error: { message: 'this text is refused' } })(response);
    else (this.next.shift() ?? vectors)(response, asked);
  }
}

const defaultDimensions = 8;

/** Default answer of the server. */
export const vectors: Behaviour = (response, { body }) => {
  const data = body.input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text, body.dimensions ?? defaultDimensions),
  }));
  sendJson(200, {
    object: 'list',
    model: body.model,
    data,
    usage: { total_tokens: body.input.join(' ').length },
  })(response);
};

export function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const char of text.toLowerCase()) {
    const place = (char.codePointAt(0) ?? 0) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

export function sendJson(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  };
}
