import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleFile } from './console-files.ts';

/**
 * Serves the files of the console at `/`, and the pages of the documentation below `docs/`. Each
 * file has its own route, so no path can lead to other files. A file below `assets/` has its
 * content's hash in its name and is cached for ever; the page itself is revalidated each time, by
 * its ETag.
 *
 * @param uploadOrigin the origin to which the browser sends files, besides the origin of the page
 * itself
 */
export function serveConsole(
  app: FastifyInstance,
  files: readonly ConsoleFile[],
  uploadOrigin: string | null,
): void {
  const policy = contentPolicy(uploadOrigin);
  for (const file of files) {
    const url = `/${file.path.replace(/(^|\/)index\.html$/, '$1')}`;
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      request.exchange.operationId = 'console.file';
      return answerFile(request, reply, file, policy);
    };
    app.get(url, serve);
    if (url === '/' || `/${file.path}` === url) continue;
    app.get(`/${file.path}`, serve);
    // Relative, since a proxy may serve the console below a path.
    const folder = /([^/]+)\/$/.exec(url)?.[1];
    if (folder !== undefined)
      app.get(url.slice(0, -1), async (_request, reply) => reply.redirect(`${folder}/`));
  }
}

/**
 * Scripts and styles are files of the console alone. The only other host is the upload origin.
 * Blobs are images that the page itself draws, for download.
 */
function contentPolicy(uploadOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${uploadOrigin === null ? '' : ` ${uploadOrigin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ConsoleFile,
  policy: string,
): FastifyReply {
  const isHashed = file.path.startsWith('assets/');
  const encoding = (['br', 'gzip'] as const).find(
    (coding) => file.compressed[coding] && accepts(request.headers['accept-encoding'], coding),
  );
  const bytes = (encoding && file.compressed[encoding]) ?? file.bytes;
  // A strong tag names the exact bytes sent, and the bytes differ by coding.
  const etag = encoding === undefined ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.headers({
    etag,
    vary: 'Accept-Encoding',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(bytes);
}

function accepts(header: string | string[] | undefined, coding: string): boolean {
  const parts = String(header ?? '')
    .toLowerCase()
    .split(',')
    .slice(0, 32);
  return parts.some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').slice(0, 32) ?? [];
  return tags.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
