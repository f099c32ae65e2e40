import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { ConnectionShare } from './connection-share.ts';

export interface HealthDoorOptions {
  readonly registry: Registry;
  readonly isReady: () => Promise<boolean>;
}

/** Operators of a service are few. */
const mostConnections = 64;
const slowestMs = 5_000;

/**
 * `/healthz`, `/readyz` and `/metrics` on a separate port (QUERN_HEALTH_PORT). The port answers
 * however many connections the interface's port has.
 */
export class HealthDoor {
  readonly #server: Server;

  constructor({ registry, isReady }: HealthDoorOptions) {
    const timeouts = { requestTimeout: slowestMs, headersTimeout: slowestMs };
    this.#server = createServer(
      { ...timeouts, keepAliveTimeout: slowestMs },
      (request, response) => {
        const path = request.url?.split('?')[0];
        if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, {});
        if (path === '/healthz') return answer(response, 200, { status: 'ok' });
        if (path === '/readyz')
          return void isReady().then(
            (ready) =>
              answer(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready' }),
            () => answer(response, 503, { status: 'not ready' }),
          );
        if (path !== '/metrics') return answer(response, 404, {});
        registry.metrics().then(
          (text) => send(response, 200, registry.contentType, text),
          () => answer(response, 500, {}),
        );
      },
    );
    new ConnectionShare(mostConnections).watch(this.#server);
  }

  /** Does nothing without a port. */
  async listen(host: string, port: number | null): Promise<void> {
    if (port !== null) await once(this.#server.listen(port, host), 'listening');
  }

  /** Ends the requests under way at once: none of them is work. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}
