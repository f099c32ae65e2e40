import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

const root = '/docs/api';

/**
 * The plugin's own policy names an outside validator, and upgrades requests to https. A service on
 * plain http under a name other than localhost does not answer https.
 */
const policy = {
  'default-src': ["'self'"],
  'base-uri': ["'self'"],
  'frame-ancestors': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
};

/** Request headers that decide how much of a file is sent. */
const conditions = 'if-none-match if-modified-since cache-control range if-range'.split(' ');

/** Headers that the outer answer sets itself. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/**
 * Shows the document to readers at `/docs/api`; every byte comes from this process. The page is
 * loaded on first request: with YAML, loading took a tenth of the CPU of a start.
 */
export function serveApiPage(app: FastifyInstance, document: object): void {
  let page: Promise<FastifyInstance> | undefined;
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    // A page that failed to load, perhaps for want of open files, is tried again.
    page ??= openPage(document).catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    const headers: Record<string, string | string[]> = {};
    for (const name of conditions) {
      const value = request.headers[name];
      if (value !== undefined) headers[name] = value;
    }
    const answer = await (await page).inject({ method: 'GET', url: request.url, headers });
    const { statusCode, rawPayload } = answer;
    if (statusCode === 404) return reply.callNotFound();
    // The error handler gives the shape of all errors.
    if (statusCode >= 400) throw Object.assign(new Error(answer.statusMessage), { statusCode });
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value);
    return reply.code(statusCode).send(rawPayload.length > 0 ? rawPayload : undefined);
  };
  // The page's links are relative to the slash, and a proxy may serve the page below a path.
  app.get(root, async (_request, reply) => reply.redirect('api/'));
  for (const path of ['/', '/json', '/yaml', '/static/*']) app.get(root + path, serve);
}

async function openPage(document: object): Promise<FastifyInstance> {
  const [swagger, swaggerUi] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const page = Fastify({ logger: false, routerOptions: { maxParamLength: 1024 } });
  await page.register(swagger.default, {
    mode: 'static',
    specification: { document: document as never },
  });
  await page.register(swaggerUi.default, {
    routePrefix: root,
    staticCSP: policy,
    uiConfig: { docExpansion: 'none' },
  });
  return page;
}
