import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Intake } from './intake.ts';
import { invite } from './json-parser.ts';

/** Takes one PUT at a signed URL; the object store's `receivePut` is an implementation. */
export type ReceivePut = (
  request: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly headers: IncomingHttpHeaders;
    readonly stream: Readable;
  },
  signal: AbortSignal,
) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}>;

/**
 * Serves the signed upload URLs of an object store on local disk. The signature is the credential:
 * no token is looked at, and the body is streamed to disk without being parsed.
 */
export function serveUploadUrls(
  app: FastifyInstance,
  { pace }: Intake,
  receivePut: ReceivePut,
  maxBytes: number,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.route({
      method: 'PUT',
      url: '/_objects/*',
      bodyLimit: maxBytes,
      handler: async (request, reply) => {
        request.exchange.operationId = 'uploads.put';
        const controller = new AbortController();
        request.raw.once('close', () => {
          if (!request.raw.complete) controller.abort(new Error('the client went away'));
        });
        pace.onSlow(request.raw, () => controller.abort(new Error('the client sends too slowly')));
        invite(request.raw, reply.raw);
        const { method, url, headers } = request.raw;
        const answer = await receivePut(
          { method, url, headers, stream: request.raw },
          controller.signal,
        );
        reply.code(answer.status).headers(answer.headers);
        return answer.body === undefined
          ? reply.send()
          : reply.type('application/json; charset=utf-8').send(answer.body);
      },
    });
  });
}
