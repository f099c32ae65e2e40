import type { IncomingMessage, ServerResponse } from 'node:http';

/** The requested bytes of a file, or the whole file. */
export function answerRange(
  { headers }: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined) return void response.writeHead(200).end(file);
  response
    .writeHead(206, { 'content-range': `bytes ${first}-${last}/${file.length}` })
    .end(file.subarray(Number(first), Number(last) + 1));
}
