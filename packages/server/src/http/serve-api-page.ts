import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

const root = '/docs/api';

/**
 * The plugin's own policy names an outside validator, and upgrades requests to https, which a
 * service on plain http under any other name than localhost does not answer.
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

/** Of a request, what decides how much of a file is sent. */
const conditions = 'if-none-match if-modified-since cache-control range if-range'.split(' ');

/** What the outer answer has of its own. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/**
 * Shows the document to readers at `/docs/api`; every byte of it comes from this process. It is
 * loaded when somebody asks for it: with YAML and all, that took a tenth of the CPU of a start.
 */
export function serveApiPage(app: FastifyInstance, document: object): void {
  let page: Promise<FastifyInstance> | undefined;
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    // One that could not be loaded, for want of open files perhaps, is tried again.
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
    // Told in the shape of all errors.
    if (statusCode >= 400) throw Object.assign(new Error(answer.statusMessage), { statusCode });
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value);
    return reply.code(statusCode).send(rawPayload.length > 0 ? rawPayload : undefined);
  };
  // Its links are relative below the slash alone, and a proxy may have put it below a path.
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
