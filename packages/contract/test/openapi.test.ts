import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../src/index.ts';
import { openApiDocument, operationIds } from '../src/index.ts';

const limits = { uploadMaxBytes: 2 ** 34, asyncAfterMaxMs: 60_000 };
const options = { serverUrl: 'http://127.0.0.1:4400', version: '0.1.0', limits };
const whole = asJson(openApiDocument({ ...options, operations: operationIds }));

/** The document as served, to show values that JSON cannot hold. */
function asJson(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document));
}

function referencesIn(document: OpenApiDocument): Set<string> {
  return new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].flatMap(
      ([, target]) => target ?? [],
    ),
  );
}

function operationsIn(document: OpenApiDocument): unknown[] {
  return Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 with all operations', async () => {
    expect(await new Validator().validate({ ...structuredClone(whole) })).toEqual({ valid: true });
    expect(operationsIn(whole).sort()).toEqual([...operationIds].sort());
  });

  it('fails validation when a response is broken, so the check above can fail', async () => {
    const broken = structuredClone(whole) as unknown as {
      paths: Record<string, { post: { responses: unknown } }>;
    };
    const query = broken.paths['/v1/query'];
    if (query === undefined) throw new Error('no query path');
    query.post.responses = { 200: { content: 'application/json' } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('lists the given operations only, with the components they need and no other', async () => {
    const part = asJson(
      openApiDocument({ ...options, operations: ['workspaces.list', 'jobs.get'] }),
    );
    expect(operationsIn(part).sort()).toEqual(['jobs.get', 'workspaces.list']);
    expect(Object.keys(part.paths).sort()).toEqual(['/v1/jobs/{id}', '/v1/workspaces']);
    expect(part.tags).toEqual([{ name: 'Workspaces' }, { name: 'Jobs' }]);
    const { schemas } = part.components as { schemas: Record<string, unknown> };
    expect(Object.keys(schemas)).toContain('JobResult');
    expect(Object.keys(schemas)).toContain('Error');
    expect(Object.keys(schemas)).not.toContain('QueryResponse');
    expect(await new Validator().validate({ ...structuredClone(part) })).toEqual({ valid: true });
  });

  it('resolves every reference', () => {
    const targets = referencesIn(whole);
    expect(targets.size).toBeGreaterThan(100);
    for (const target of targets) {
      const found = target
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (value, key) => (value as Record<string, unknown> | undefined)?.[key],
          whole,
        );
      expect(found, target).toBeTypeOf('object');
    }
  });

  it('takes the workspace header everywhere but on workspaces and tokens, and needs it nowhere', () => {
    for (const [path, methods] of Object.entries(whole.paths)) {
      // Endpoints whose body is the credential.
      const expected = path.startsWith('/v1/auth/')
        ? []
        : expect.arrayContaining([{ BearerAuth: [] }]);
      for (const { security } of Object.values(methods))
        expect([path, security]).toEqual([path, expected]);
    }
    const bearerOnly = Object.entries(whole.paths).flatMap(([path, methods]) =>
      Object.values(methods).some(
        (operation) => !JSON.stringify(operation.security).includes('WorkspaceId'),
      )
        ? [path]
        : [],
    );
    expect(bearerOnly.sort()).toEqual([
      '/v1/auth/code',
      '/v1/auth/jwt',
      '/v1/me',
      '/v1/tokens',
      '/v1/tokens/{id}',
      '/v1/workspaces',
      '/v1/workspaces/{public_id}',
    ]);
  });

  it('shows the formats and headers of a result', () => {
    const result = whole.paths['/v1/results/{id}']?.get as {
      responses: Record<string, Record<string, object>>;
    };
    expect(Object.keys(result.responses['200']?.content ?? {})).toEqual([
      'application/json',
      'application/vnd.apache.arrow.stream',
      'text/csv; charset=utf-8',
      'text/markdown; charset=utf-8',
      'application/vnd.apache.parquet',
    ]);
    expect(Object.keys(result.responses['200']?.headers ?? {})).toEqual([
      'X-Total-Row-Count',
      'Link',
    ]);
    expect(JSON.stringify(result.responses['409'])).toContain('GetResultResponse');
    expect(JSON.stringify(result.responses['404'])).toContain('ApiErrorResponse');
  });
});
