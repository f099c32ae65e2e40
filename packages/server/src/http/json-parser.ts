import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, QuernError } from '../kernel/errors.ts';
import type { Intake } from './intake.ts';
import { bodyTooLarge, readBody } from './read-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes application/x-www-form-urlencoded too. */
    takesForm?: boolean;
  }
}

/**
 * Accepts JSON bodies (and forms, if a route takes them), and guesses nothing else. Zero bytes
 * count as no body whatever the Content-Type: official clients send `Content-Type:
 * application/json` with an empty body for an optional body
 * (docs/contract/requests.md#empty-bodies).
 */
export function acceptJsonOnly(app: FastifyInstance, intake: Intake): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json\b/i,
    async (request: FastifyRequest) => {
      const body = await bodyOf(request, intake, request.routeOptions.bodyLimit ?? 0);
      return body.length === 0 ? undefined : parseJson(body);
    },
  );
  const refuseAny = async (request: FastifyRequest) => {
    try {
      await bodyOf(request, intake, 0);
    } catch (error) {
      throw error instanceof QuernError && error.code === 'PAYLOAD_TOO_LARGE'
        ? unsupportedMediaType()
        : error;
    }
  };
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    if (request.routeOptions.config.takesForm !== true) return refuseAny(request);
    const body = await bodyOf(request, intake, request.routeOptions.bodyLimit ?? 0);
    return body.length === 0 ? undefined : parseForm(body);
  });
  app.addContentTypeParser('*', refuseAny);
}

/** The fields of a form, each given once. */
function parseForm(body: Buffer): unknown {
  const fields = [...new URLSearchParams(textOf(body))];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw badRequest('The form gives a field twice');
  return Object.fromEntries(fields);
}

function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (error) {
    throw new QuernError('BAD_REQUEST', 'The body is not UTF-8', {
      cause: error,
      workspaceCode: 'invalid_json',
    });
  }
}

/** The body's bytes. Their room in the budget is returned once the request is answered. */
function bodyOf(
  { raw, exchange }: FastifyRequest,
  intake: Intake,
  limitBytes: number,
): Promise<Buffer> {
  const { response, scope, principal } = exchange;
  const hold = intake.budget.open(scope?.workspaceId ?? principal?.tokenId ?? '');
  response.once('close', () => hold.release());
  return readBody(raw, {
    limitBytes,
    hold,
    pace: intake.pace,
    invite: () => invite(raw, response),
  });
}

function unsupportedMediaType(): QuernError {
  return new QuernError(
    'UNSUPPORTED_MEDIA_TYPE',
    "Send the body as JSON, with 'Content-Type: application/json'",
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * More than any body of the contract nests. V8 takes 4.9 s for 8 MB of brackets, with everybody
 * else waiting.
 */
const maxDepth = 100;
/**
 * More than any body of the contract has (10,000 parts are 20,000 values). 900,000 took 150 ms to
 * parse and to check.
 */
const maxValues = 50_000;

function parseJson(body: Buffer): unknown {
  const excess = excessOf(body);
  if (excess)
    throw new QuernError('BAD_REQUEST', `The body ${excess}`, { workspaceCode: 'invalid_json' });
  const text = textOf(body);
  try {
    // JSON.parse makes a `__proto__` key an ordinary property; the schema then refuses the unknown
    // field.
    return JSON.parse(text);
  } catch (error) {
    throw new QuernError('BAD_REQUEST', `The body is not valid JSON: ${jsonProblem(error)}`, {
      cause: error,
      workspaceCode: 'invalid_json',
    });
  }
}

const comma = 0x2c;
const quote = 0x22;
const backslash = 0x5c;

/** Names the excess of the JSON text, levels or values; strings are skipped. */
function excessOf(body: Buffer): string | undefined {
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === quote) at = endOfString(body, at);
    else if (byte === comma) commas += 1;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > maxDepth) return `nests more than ${maxDepth} levels deep`;
    if (commas >= maxValues) return `holds more than ${maxValues} values`;
  }
  return undefined;
}

/** The index of the quote that ends the string beginning at `start`; the text's end without one. */
function endOfString(body: Buffer, start: number): number {
  for (let at = body.indexOf(quote, start + 1); at >= 0; at = body.indexOf(quote, at + 1)) {
    let backslashes = 0;
    while (body[at - 1 - backslashes] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return body.length;
}

/** V8's message quotes the caller's own text, cut short; enough to find the error. */
function jsonProblem(error: unknown): string {
  return error instanceof SyntaxError ? error.message.slice(0, 160) : 'it cannot be read';
}

/**
 * Interim answer for a client that sent `Expect: 100-continue`; an earlier refusal replaces the
 * interim answer.
 */
export function invite(request: IncomingMessage, response: { writeContinue(): void }): void {
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
}

/** Maps Fastify's own refusals (limits, malformed requests) to the contract's errors. */
export function mapFrameworkError(error: unknown): unknown {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string };
  if (error instanceof QuernError || statusCode === undefined || statusCode >= 500) return error;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return bodyTooLarge();
  }
  if (statusCode === 415) return unsupportedMediaType();
  return badRequest('The request is malformed', error);
}
