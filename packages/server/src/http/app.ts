import type { ServerOptions } from 'node:http';
import { type Endpoint, endpointsById, type OperationId, openApiDocument } from '@quern/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings.ts';
import { badRequest, notFound, QuernError, toQuernError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';
import type { OperationServices, Operations } from '../operations/operations.ts';
import { maxBodyBytes, maxLoadBodyBytes, maxOpenBodyBytes } from '../scope/limits.ts';
import { answerUnreadable } from './answer-unreadable.ts';
import { AnswerCompression } from './compress-answer.ts';
import type { ConsoleFile } from './console-files.ts';
import { refuseBadHost } from './host.ts';
import type { Intake } from './intake.ts';
import { acceptJsonOnly, mapFrameworkError } from './json-parser.ts';
import { MethodTable } from './method-table.ts';
import type { HttpMetrics } from './metrics.ts';
import { addMetricsRoute } from './metrics-route.ts';
import { type ErrorShape, renderError } from './render-error.ts';
import { serveApiPage } from './serve-api-page.ts';
import { serveConsole } from './serve-console.ts';
import { type Exchange, serveEndpoint } from './serve-endpoint.ts';

export interface AppOptions {
  readonly services: OperationServices;
  readonly operations: Operations;
  readonly metrics: HttpMetrics;
  readonly version: string;
  readonly intake: Intake;
  /** The console at `/`; empty if the console is not built. */
  readonly console: readonly ConsoleFile[];
  /** The origin of upload URLs; null if the service itself serves them. */
  readonly uploadOrigin: string | null;
  /** True once the process has started and until it begins to stop. */
  readonly isReady: () => Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange;
  }
  interface FastifyContextConfig {
    errorShape?: ErrorShape;
  }
}

/** Node accepts no longer head of a request, so every parameter reaches the operation's lookup. */
const maxTargetLength = 16_384;

/** Builds the HTTP application; it listens to nothing until `listen` is called on it. */
export function buildApp(options: AppOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    // No route has a Fastify schema, so the schema compilers are not loaded.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    bodyLimit: maxBodyBytes,
    genReqId: requestId,
    routerOptions: { maxParamLength: maxTargetLength, ignoreTrailingSlash: false },
    // An idle connection of a lost client must end. The time is longer than the limit of any proxy.
    keepAliveTimeout: 75_000,
    http: serverOptions(options.services.settings),
    forceCloseConnections: 'idle',
    // Fastify's and Node's own answers differ in shape from the contract's; refuseWhileStopping
    // answers.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => answerBadUrl(options, error, request, reply),
  });
  boundConnections(app, options.intake);
  acceptJsonOnly(app, options.intake);
  app.decorateRequest('exchange');
  const table = tableOfRoutes(app);
  app.addHook('onRequest', async (request, reply) => {
    beginExchange(request, reply);
    options.intake.pace.watch(request.raw, reply.raw);
    refuseBadHost(request.raw);
    refuseWhileStopping(options.services, request);
    return answerByMethod(table, request, reply);
  });
  app.addHook('onResponse', async (request, reply) => logExchange(options, request, reply));
  app.setErrorHandler((error, request, reply) => sendError(options, request, reply, error));
  app.setNotFoundHandler((request, reply) => sendError(options, request, reply, noRoute(request)));
  const served = Object.keys(options.operations) as OperationId[];
  const compression = new AnswerCompression();
  for (const operationId of served) addRoute(app, options, compression, endpointsById[operationId]);
  addServiceRoutes(app, options, served);
  serveConsole(app, options.console, options.uploadOrigin);
  return app;
}

/** Requests are validated by the contract's own schemas (validate-request.ts). */
const noSchemas = () => (): never => {
  throw new Error('a route has a schema of the framework');
};

/**
 * A client that sends the head too slowly is cut off as for the body. The intake times the body.
 */
function serverOptions({ clientIdleS }: Settings): ServerOptions {
  return {
    headersTimeout: clientIdleS * 1000,
    connectionsCheckingInterval: Math.min(5000, clientIdleS * 250),
    // The check of the whole Host header replaces Node's, to answer in the shape of all errors.
    requireHostHeader: false,
  };
}

/** Bounds the connections. The reader of a body decides when to ask for the body. */
function boundConnections({ server }: FastifyInstance, { connections, pace }: Intake): void {
  connections.watch(server);
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.once('close', () => pace.close());
}

/** Every route added after this call, by path. */
function tableOfRoutes(app: FastifyInstance): MethodTable {
  const table = new MethodTable();
  app.addHook('onRoute', ({ method, url, config, prefix, routePath }) => {
    // The first page below a prefix also answers with a slash; Fastify does not report that route.
    const urls = prefix !== '' && routePath === '' ? [url, `${url}/`] : [url];
    for (const name of [method].flat()) {
      for (const path of urls) {
        const resource = table.add(name, path);
        resource.errorShape = config?.errorShape ?? resource.errorShape;
      }
    }
  });
  return table;
}

/** 404 for an unknown path and 405 for an unknown method, before any credential or body is read. */
async function answerByMethod(
  table: MethodTable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const resource = table.find(request.url);
  if (!resource) throw noRoute(request);
  request.exchange.errorShape = resource.errorShape;
  if (resource.methods.has(request.method)) return;
  const allow = [...resource.methods, 'OPTIONS'].sort();
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow.join(', ')).send();
  throw new QuernError(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not possible here; use ${allow.join(', ')}`,
    {
      allow,
    },
  );
}

function addRoute(
  app: FastifyInstance,
  options: AppOptions,
  compression: AnswerCompression,
  endpoint: Endpoint,
): void {
  const operation = options.operations[endpoint.operationId as OperationId];
  const handler = serveEndpoint(options.services, compression, endpoint, operation);
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(endpoint),
    config: { errorShape: endpoint.errorShape, takesForm: endpoint.body?.form === true },
    onRequest: handler.admit,
    handler: handler.handle,
  });
}

/** A body without a credential has a small limit, enough for sign-in. */
function bodyLimitOf({ operationId, security }: Endpoint): number {
  if (security === 'none') return maxOpenBodyBytes;
  return operationId.endsWith('.loadTable') ? maxLoadBodyBytes : maxBodyBytes;
}

function addServiceRoutes(
  app: FastifyInstance,
  options: AppOptions,
  served: readonly OperationId[],
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  addMetricsRoute(app, options.metrics.registry, options.services.settings);
  serveDocumentation(
    app,
    openApiDocument({
      operations: served,
      serverUrl: options.services.settings.publicUrl ?? '/',
      limits: options.services.settings,
    }),
  );
}

/** `/openapi.json`, and the same for readers at `/docs/api`. */
function serveDocumentation(
  app: FastifyInstance,
  document: ReturnType<typeof openApiDocument>,
): void {
  const text = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  serveApiPage(app, document);
}

function beginExchange(request: FastifyRequest, reply: FastifyReply): void {
  request.exchange = {
    startedAt: performance.now(),
    operationId: 'none',
    errorShape: 'api',
    notes: {},
    response: reply.raw,
  };
  reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
  // Rows, tokens and errors belong to one caller; a cache of a proxy or browser would share them.
  if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store');
}

/** Open connections carry requests even after the server stopped accepting new connections. */
function refuseWhileStopping(services: OperationServices, request: FastifyRequest): void {
  if (!services.isStopping() || !request.url.startsWith('/v1/')) return;
  throw new QuernError('SERVICE_UNAVAILABLE', 'The service is stopping; send the request again', {
    retryAfterS: 1,
  });
}

/**
 * A path that cannot be decoded, or with a parameter longer than any id or name, reaches no hook
 * and no route.
 */
function answerBadUrl(
  options: AppOptions,
  error: { readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  beginExchange(request, reply);
  reply.raw.once('finish', () => logExchange(options, request, reply));
  const problem =
    error.code === 'FST_ERR_BAD_URL'
      ? badRequest(
          'The path is not valid: a percent sign must be followed by two hexadecimal digits of UTF-8',
          error,
        )
      : noRoute(request);
  sendError(options, request, reply, problem);
}

function noRoute(request: FastifyRequest): QuernError {
  return notFound(`There is no ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}`);
}

/** The caller's X-Request-Id if harmless, otherwise a new id. */
function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,128}$/.test(given)
    ? given
    : newId('request');
}

function sendError(
  options: AppOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  const error = toQuernError(mapFrameworkError(thrown));
  const shape: ErrorShape = request.exchange?.errorShape ?? 'api';
  const refined = adaptToRoute(request, error);
  const rendered = renderError(refined, shape);
  if (request.exchange) request.exchange.error = refined;
  if (refined.code === 'PERSISTENCE_UNAVAILABLE') {
    options.metrics.countStorageFailure(storageFailureOf(refined) ?? 'other');
  }
  if (rendered.status >= 500) {
    options.services.log.error(
      { err: refined, request_id: request.id, operation: request.exchange?.operationId },
      'request failed',
    );
  }
  // Closing with the rest of the body unread resets the connection, and the caller might never see
  // the answer. A client that is too slow has no rest to come.
  if (rendered.status !== 408) reply.removeHeader('connection');
  return reply.code(rendered.status).headers(rendered.headers).send(rendered.body);
}

/**
 * A load whose body is over the limit has too much inline data; the contract has a separate code
 * for this case.
 */
function adaptToRoute(request: FastifyRequest, error: QuernError): QuernError {
  if (error.code !== 'PAYLOAD_TOO_LARGE' || !request.exchange?.operationId.endsWith('.loadTable'))
    return error;
  return new QuernError(
    'INLINE_DATA_TOO_LARGE',
    "'data' takes 2 MiB of CSV text at most; upload a larger file and load it by upload_id",
  );
}

function logExchange(options: AppOptions, request: FastifyRequest, reply: FastifyReply): void {
  const { exchange } = request;
  const durationMs = performance.now() - exchange.startedAt;
  options.metrics.observeRequest({
    operationId: exchange.operationId,
    status: reply.statusCode,
    durationS: durationMs / 1000,
  });
  const line = {
    request_id: request.id,
    operation: exchange.operationId,
    method: request.method,
    path: request.url.split('?')[0],
    status: reply.statusCode,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    workspace_id: exchange.scope?.workspaceId,
    token_id: exchange.principal?.tokenId,
    error_code: exchange.error?.code,
    ...exchange.notes,
  };
  if (reply.statusCode === 429 || reply.statusCode >= 500)
    options.services.log.warn(line, 'request');
  else options.services.log.info(line, 'request');
}
