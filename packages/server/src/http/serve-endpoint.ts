import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Endpoint, OperationId } from '@quern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, type QuernError } from '../kernel/errors.ts';
import type { Operation, OperationRequest } from '../operations/operation.ts';
import type { OperationServices } from '../operations/operations.ts';
import { authenticate } from '../scope/authenticate.ts';
import type { Principal, Scope } from '../scope/principal.ts';
import { findWorkspace, resolveScope } from '../scope/resolve-scope.ts';
import { readToken, type TokenName } from '../scope/token-store.ts';
import { AnswerBacklog, dropWhenStalled } from './answer-backlog.ts';
import { authorize } from './authorize.ts';
import type { AnswerCompression } from './compress-answer.ts';
import { originOf } from './host.ts';
import type { ErrorShape } from './render-error.ts';
import { createValidator } from './validate-request.ts';

/** Facts about one request while the answer is made; the log line reads them. */
export interface Exchange {
  readonly startedAt: number;
  readonly response: ServerResponse;
  operationId: string;
  errorShape: ErrorShape;
  principal?: Principal;
  scope?: Scope;
  error?: QuernError;
  notes: Record<string, string | number | boolean | null>;
}

type AnyOperation = Operation<OperationId, OperationServices>;

export interface EndpointHandler {
  admit(request: FastifyRequest): Promise<void>;
  handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * Serves one endpoint, checking in the order of docs/contract/requests.md#order-of-checks:
 * credential and workspace before a byte of the body is read, then syntax, then permission. The
 * operation checks the rest.
 */
export function serveEndpoint(
  services: OperationServices,
  compression: AnswerCompression,
  endpoint: Endpoint,
  operation: unknown,
): EndpointHandler {
  const validator = createValidator(endpoint);
  const run = operation as AnyOperation;
  const backlog = new AnswerBacklog();
  return {
    async admit(request) {
      const { exchange } = request;
      exchange.operationId = endpoint.operationId;
      exchange.errorShape = endpoint.errorShape;
      if (endpoint.security === 'none') return;
      const { remembered, shortLivedTokens, clock } = services;
      const { db } = services.metadata;
      const { authorization } = request.headers;
      const findToken = (by: TokenName) =>
        remembered.tokens.get(JSON.stringify(by), () => readToken(db, by));
      const principal = await authenticate(findToken, shortLivedTokens, authorization, clock.now());
      exchange.principal = principal;
      if (endpoint.security === 'bearer+workspace') {
        const named = single(request.headers['x-workspace-id']);
        exchange.scope = await resolveScope(db, principal, named, (id, organizationId) =>
          remembered.workspaces.get(`${organizationId} ${id}`, () =>
            findWorkspace(db, id, organizationId),
          ),
        );
      }
    },
    async handle(request, reply) {
      const { exchange } = request;
      const query = validator.query(request.query);
      const body = validator.body(request.body);
      if (exchange.principal) authorize(endpoint, exchange.principal);
      refuseNulInPath(request);
      const workspaceId = exchange.scope?.workspaceId ?? '';
      const assertRoomForAnswer = () => backlog.assertRoom(workspaceId);
      assertRoomForAnswer();
      const answer = await run(services, {
        principal: exchange.principal ?? null,
        scope: exchange.scope ?? null,
        params: request.params,
        query,
        body,
        headers: request.headers,
        requestId: request.id,
        publicUrl: services.settings.publicUrl ?? originOf(request.raw),
        signal: abortSignalOf(reply),
        assertRoomForAnswer,
        annotate: (fields: Exchange['notes']) => Object.assign(exchange.notes, fields),
      } as unknown as OperationRequest<OperationId>);
      dropWhenStalled(reply.raw);
      if ('json' in answer) backlog.hold(workspaceId, answer.json.length, reply.raw);
      return send(request, reply, compression, answer);
    },
  };
}

/** No id or name contains a NUL, so nothing has this name; the metadata refuses even the query. */
function refuseNulInPath({ params }: FastifyRequest): void {
  const found = Object.values(params as Record<string, string>).some((value) =>
    value.includes('\0'),
  );
  if (found) throw notFound('Nothing has a name or an id with a NUL character');
}

type Answer = Awaited<ReturnType<AnyOperation>>;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  compression: AnswerCompression,
  answer: Answer,
): FastifyReply {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  const { body, contentType } = contentOf(answer);
  if (body === undefined) return reply.send();
  const sent = compression.apply(body, contentType, single(request.headers['accept-encoding']));
  for (const [name, value] of Object.entries(sent.headers)) {
    if (value === undefined) reply.removeHeader(name);
    else reply.header(name, value);
  }
  return reply.type(contentType).send(sent.body);
}

const jsonType = 'application/json; charset=utf-8';

function contentOf(answer: Answer): {
  readonly body: string | Readable | undefined;
  readonly contentType: string;
} {
  if ('json' in answer) return { body: answer.json, contentType: jsonType };
  if ('stream' in answer) return { body: answer.stream, contentType: answer.contentType };
  const { body } = answer as { body: unknown };
  return { body: body === undefined ? undefined : JSON.stringify(body), contentType: jsonType };
}

/** Aborts when the connection closes before the answer was sent. */
function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client went away'));
  });
  return controller.signal;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
