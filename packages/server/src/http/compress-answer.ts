import type { Readable, Transform } from 'node:stream';
import { pipeline, Readable as ReadableStream } from 'node:stream';
import * as zlib from 'node:zlib';

/**
 * A shorter answer than about a packet is sent as is. A token, alone in its answer, so stays
 * uncompressed too.
 */
const leastBytes = 1400;

/** Answers compressed at a time: each takes a thread of the process while the compression lasts. */
const mostAtOnce = 2;

/** Types whose bytes compress well; Parquet is compressed already. */
const compressible =
  /^(?:application\/json|text\/csv|text\/markdown|application\/vnd\.apache\.arrow\.stream)\b/;

type Coding = 'zstd' | 'br' | 'gzip';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;

/** Undefined before Node 22.15, which brought zstd. */
const zstd = (zlib as { readonly createZstdCompress?: () => Transform }).createZstdCompress;

/**
 * The best coding first. The settings are fast: an answer has one reader, and the link is seldom
 * slower than a thread.
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

/** The body to send, and its headers. A header with undefined is removed. */
export interface SentAnswer {
  readonly body: string | Readable;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Compresses answers in the coding that the client prefers, in zlib's threads and as the client
 * reads: memory has only a few blocks. An answer beyond `mostAtOnce` goes uncompressed.
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
    // A failure on either side ends the other; the reader sees the end of the answer.
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

/** Splits the text, so the first pieces are on their way while the last are compressed. */
function* blocksOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 65_536)
    yield bytes.subarray(start, start + 65_536);
}

/**
 * The coding with the greatest weight in an Accept-Encoding header (RFC 9110, 12.5.3); the better
 * coding if two weights are equal.
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
