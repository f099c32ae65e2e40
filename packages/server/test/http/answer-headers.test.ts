import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../api/raw-request.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let databaseId: string;
let resultId: string;

beforeAll(async () => {
  service = await sharedService();
  const api = service.api();
  databaseId = (await api.createDatabase()).id;
  resultId = (await api.query(databaseId, 'SELECT 1 AS n')).body.result_id;
});

const credential = () => ({ authorization: `Bearer ${service.token}` });

describe('an answer of /v1 is kept by nobody, and is what its type says', () => {
  test.each([
    ['a listing', 200, 'GET', '/v1/databases', {}],
    ['a token', 201, 'POST', '/v1/tokens', { kind: 'workspace' }],
    ['rows', 200, 'POST', '/v1/query', { sql: 'SELECT 1' }],
    ['a refusal', 400, 'POST', '/v1/query', { sql: 'SELEC' }],
    ['no such thing', 404, 'GET', '/v1/databases/none', {}],
    ['no such path', 404, 'GET', '/v1/nothing', {}],
    ['another method', 405, 'PATCH', '/v1/databases', {}],
    ['the methods', 204, 'OPTIONS', '/v1/databases', {}],
    ['a path that is none', 400, 'GET', '/v1/databases/%zz', {}],
  ])('%s', async (_what, status, method, path, body) => {
    const answer = await fetch(service.origin + path, {
      method,
      headers: {
        ...credential(),
        'x-database-id': databaseId,
        'content-type': 'application/json',
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['json', 'csv', 'md', 'parquet', 'arrow'])('a result as %s', async (format) => {
    const answer = await fetch(`${service.origin}/v1/results/${resultId}?format=${format}`, {
      headers: { ...credential(), 'x-database-id': databaseId },
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('no credential, and no request', async () => {
    const refused = await fetch(`${service.origin}/v1/databases`);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
    const text = await sendRaw(service.origin, 'GET /v1/x\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*cache-control: no-store\r\n/);
    expect(text).toContain('x-content-type-options: nosniff');
  });

  test.each(['/', '/healthz', '/openapi.json', '/metrics', '/docs/'])(
    '%s is what its type says too',
    async (path) => {
      const answer = await fetch(service.origin + path);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});
