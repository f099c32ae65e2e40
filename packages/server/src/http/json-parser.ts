import type { FastifyInstance } from 'fastify';
import { badRequest, QuernError } from '../kernel/errors.ts';

/**
 * Bodies are JSON, and nothing else is guessed. Zero bytes count as no body whatever the Content-Type says: official
 * clients send `Content-Type: application/json` with an empty body where the body is optional (wire-contract.md 2.2).
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json\b/i, { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    done(new QuernError('UNSUPPORTED_MEDIA_TYPE', "Send the body as JSON, with 'Content-Type: application/json'"));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch (error) {
    throw new QuernError('BAD_REQUEST', 'The body is not UTF-8', { cause: error, workspaceCode: 'invalid_json' });
  }
  try {
    // A `__proto__` key makes an ordinary property here and is then refused as an unknown field.
    return JSON.parse(text);
  } catch (error) {
    throw new QuernError('BAD_REQUEST', `The body is not valid JSON: ${jsonProblem(error)}`, {
      cause: error,
      workspaceCode: 'invalid_json',
    });
  }
}

/** V8's message quotes the caller's own text, cut; enough to find the place. */
function jsonProblem(error: unknown): string {
  return error instanceof SyntaxError ? error.message.slice(0, 160) : 'it cannot be read';
}

/** What Fastify itself refuses (limits, malformed requests), as our errors. */
export function mapFrameworkError(error: unknown): unknown {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string };
  if (error instanceof QuernError || statusCode === undefined || statusCode >= 500) return error;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new QuernError('PAYLOAD_TOO_LARGE', 'The request body is too large', { cause: error });
  }
  return badRequest('The request is malformed', error);
}
