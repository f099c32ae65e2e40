import type { Readable, Transform } from 'node:stream';
import { pipeline, Readable as ReadableStream } from 'node:stream';
import * as zlib from 'node:zlib';

/**
 * What is shorter than a packet or so is sent as it is; that keeps a token, alone in its answer,
 * uncompressed too.
 */
const leastBytes = 1400;

/**
 * Answers that are compressed at a time: each takes a thread of the process for as long as it
 * lasts.
 */
const mostAtOnce = 2;

/** Types whose bytes have much to save; Parquet is compressed as it is. */
const compressible =
  /^(?:application\/json|text\/csv|text\/markdown|application\/vnd\.apache\.arrow\.stream)\b/;

type Coding = 'zstd' | 'br' | 'gzip';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;

/** Undefined before Node 22.15, which brought zstd. */
const zstd = (zlib as { readonly createZstdCompress?: () => Transform }).createZstdCompress;

/**
 * The best first. Fast settings: an answer is made for one reader, and the link is seldom slower
 * than a thread is.
 */
const codings: readonly (readonly [Coding, () => Transform])[] = [
  ...(zstd ? [['zstd', () => zstd()] as const] : []),
  [
    'br',
    () =>
      zlib.createBrotliCompress({
        params: { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_LGWIN]: 19 },
      }),
  ],
  ['gzip', () => zlib.createGzip({ level: 3 })],
];

/**
 * What is to be sent of an answer, and the headers that say so. `headers` with undefined are taken
 * away.
 */
export interface SentAnswer {
  readonly body: string | Readable;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Compresses answers in the coding that the client likes best, in zlib's own threads and as the
 * client reads: nothing is held but a few blocks. Where enough of them are under way already, an
 * answer goes as it is.
 */
export class AnswerCompression {
  #underWay = 0;

  /** The answer as sent. Caches learn the request headers that the choice depends on. */
  apply(
    body: string | Readable,
    contentType: string,
    acceptEncoding: string | undefined,
  ): SentAnswer {
    if (!compressible.test(contentType)) return { body, headers: {} };
    const vary = { vary: 'Accept-Encoding' };
    const chosen =
      typeof body === 'string' && body.length < leastBytes ? undefined : preferred(acceptEncoding);
    if (!chosen || this.#underWay >= mostAtOnce) return { body, headers: vary };
    const [coding, create] = chosen;
    const compressed = create();
    this.#underWay += 1;
    compressed.once('close', () => {
      this.#underWay -= 1;
    });
    // What goes wrong on either side ends the other; who reads sees the end of it.
    pipeline(
      typeof body === 'string' ? ReadableStream.from(blocksOf(body)) : body,
      compressed,
      () => {},
    );
    return {
      body: compressed,
      headers: { ...vary, 'content-encoding': coding, 'content-length': undefined },
    };
  }
}

/** In pieces, so that the first are on their way while the last are compressed. */
function* blocksOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 65_536)
    yield bytes.subarray(start, start + 65_536);
}

/**
 * By the weights of an Accept-Encoding header (RFC 9110, 12.5.3); the better one where two weigh
 * the same.
 */
function preferred(header: string | undefined): (typeof codings)[number] | undefined {
  if (header === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',').slice(0, 32)) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = codings
    .filter(([coding]) => weightOf(coding) > 0)
    .sort(([one], [other]) => weightOf(other) - weightOf(one));
  return best;
}
