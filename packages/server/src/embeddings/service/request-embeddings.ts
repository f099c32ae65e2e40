import { maxDimensions } from '../../kernel/vector-limits.ts';
import { HttpClient, type HttpReply, TooLongAnswer } from '../../sources/http-client.ts';
import { hostResolver } from '../../sources/resolve-host.ts';
import { SourceError } from '../../sources/source-error.ts';
import { EmbeddingError, type EmbeddingErrorClass } from '../embedding-error.ts';
import type { EmbeddedTexts, ServiceTarget } from '../provider.ts';
import { readAnswer } from './read-answer.ts';

/** A JSON number takes at most 25 bytes; a longer answer is invalid. */
const bytesPerNumber = 32;
const maxAnswerBytes = 128 * 2 ** 20;
const shownLength = 200;

/** A temporary refusal; `retryAfterMs` if the service gave a time. */
export class PassingError extends EmbeddingError {
  readonly retryAfterMs: number | null;

  constructor(
    errorClass: EmbeddingErrorClass,
    message: string,
    retryAfterMs: number | null = null,
  ) {
    super(errorClass, message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sends one request. Throws EmbeddingErrors: a PassingError if a retry may succeed. */
export async function requestEmbeddings(
  target: ServiceTarget,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddedTexts> {
  const { config, apiKey, rules, name } = target;
  const { model, dimensions } = config;
  const url = new URL(`${config.baseUrl}/embeddings`);
  const body = JSON.stringify({
    model,
    input: texts,
    encoding_format: 'float',
    ...(dimensions && { dimensions }),
  });
  const most = texts.length * (dimensions ?? maxDimensions) * bytesPerNumber + 2 ** 20;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  const maxBytes = Math.min(most, maxAnswerBytes);
  const client = new HttpClient({ signal, resolve: hostResolver(rules) });
  let posted: HttpReply;
  try {
    posted = await client.send({ method: 'POST', url, headers, body, maxBytes });
  } catch (error) {
    throw toConnectionError(error, target, signal);
  } finally {
    client.close();
  }
  if (posted.status !== 200) throw toRefusal(posted, target);
  const type = String(posted.headers['content-type'] ?? 'no content type');
  if (!/json/i.test(type)) {
    throw new EmbeddingError(
      'bad_answer',
      `Embedding provider '${name}' answered with ${shown(type, apiKey)} instead of JSON; its 'base_url' must be that of an OpenAI-compatible API, such as https://api.openai.com/v1`,
    );
  }
  return readAnswer(posted.body.toString('utf8'), texts.length, dimensions, name);
}

function toConnectionError(
  error: unknown,
  { name, config, rules }: ServiceTarget,
  signal: AbortSignal,
): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof TooLongAnswer) {
    return new EmbeddingError(
      'bad_answer',
      `Embedding provider '${name}' answered with more than was asked for`,
    );
  }
  const where = new URL(config.baseUrl).origin;
  if (error instanceof SourceError && error.class === 'name_not_found') {
    return new EmbeddingError(
      'unreachable',
      `Embedding provider '${name}': the host of '${where}' is not known`,
    );
  }
  // One sentence for refused, closed and silent addresses. Different sentences would make the
  // service a scanner.
  const advice = rules.namedOnly
    ? "; a key goes over plain http to this machine or to a host that the operator named: give an https 'base_url', or ask the operator to name the host in QUERN_SOURCES_ALLOW"
    : '';
  return new PassingError(
    'unreachable',
    `Embedding provider '${name}' cannot be reached at '${where}': nobody answers there as an HTTP server, or this service may not connect to it${advice}`,
  );
}

function toRefusal(
  { status, headers, body }: HttpReply,
  { name, apiKey }: ServiceTarget,
): EmbeddingError {
  const said = saidBy(body.toString('utf8'), apiKey);
  const subject = `Embedding provider '${name}'`;
  if (status >= 300 && status < 400) {
    return new EmbeddingError(
      'refused',
      `${subject} answered with a redirect (${status}), which is not followed; give the address of the API itself as 'base_url'`,
    );
  }
  if (status === 401 || status === 403) {
    return new EmbeddingError(
      'authentication',
      `${subject} refused the key (${status})${said}; give it a valid one`,
    );
  }
  if (status === 429) {
    const wait = readRetryAfter(headers['retry-after']);
    return new PassingError(
      'rate_limit',
      `${subject} is limiting its requests (429)${said}; try again later`,
      wait,
    );
  }
  if (status >= 500) {
    const wait = readRetryAfter(headers['retry-after']);
    return new PassingError(
      'provider_failed',
      `${subject} failed (${status})${said}; try again later`,
      wait,
    );
  }
  const what = status === 404 ? "does not know its 'base_url' or its model" : 'refused the request';
  const isOfTexts = [400, 413, 422].includes(status);
  return new EmbeddingError(
    isOfTexts ? 'refused_texts' : 'refused',
    `${subject} ${what} (${status})${said}`,
  );
}

/**
 * The wait requested by `Retry-After` in milliseconds, given in seconds or as a date; null if
 * absent or invalid.
 */
export function readRetryAfter(
  header: string | undefined,
  nowMs: number = Date.now(),
): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(header.trim())) return Number(header) * 1000;
  const date = /^[A-Za-z]{3},/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/**
 * The service's message about its refusal, only in the API's `error` form: no other server's page
 * is shown.
 */
function saidBy(text: string, apiKey: string | null): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } | null };
    return typeof error?.message === 'string' ? `: ${shown(error.message, apiKey)}` : '';
  } catch {
    return '';
  }
}

/** The key is masked before the text is cut: a cut key would show its beginning. */
function shown(text: string, apiKey: string | null): string {
  const masked = apiKey
    ? [apiKey, encodeURIComponent(apiKey)].reduce((said, key) => said.replaceAll(key, '***'), text)
    : text;
  const plain = [...masked]
    .map((char) => ((char.codePointAt(0) ?? 0) < 32 || char === '\u007f' ? ' ' : char))
    .join('');
  return plain.length > shownLength ? `${plain.slice(0, shownLength)}...` : plain;
}
