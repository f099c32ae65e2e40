import { endpoints } from '@quern/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/operations.ts';
import { openRaw, sendRaw } from '../api/raw-request.ts';
import { eventually } from '../eventually.ts';
import {
  type Api,
  type ApiResponse,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../service.ts';

let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await startService();
  api = service.api();
  database = await api.createDatabase({ name: 'http' });
});
afterAll(() => service.dispose());

const served = endpoints.filter(({ operationId }) => operationId in operations);
const unserved = endpoints.filter(({ operationId }) => !(operationId in operations));
const pathOf = (path: string) => path.replace(/\{\w+\}/g, 'unknown');

function expectError(answer: ApiResponse, status: number, code: string): void {
  expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'message']);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(JSON.stringify(answer.body)).not.toMatch(
    /\bat \S+ \(|node_modules|\.(js|ts):\d|\/tmp\/|\/home\/|\/dist\//,
  );
}

describe('the credential', () => {
  test.each(served.filter(({ security }) => security !== 'none'))(
    'is needed by $operationId',
    async ({ method, path, errorShape, body }) => {
      const answers: [number, Json][] = [];
      for (const authorization of [
        undefined,
        'Bearer',
        'Bearer a b',
        'Basic dTpw',
        testToken,
        'Bearer qn_unknown',
      ]) {
        const response = await fetch(service.origin + pathOf(path), {
          method,
          headers: {
            ...(authorization ? { authorization } : {}),
            'content-type': 'application/json',
          },
          ...(body ? { body: '{}' } : {}),
        });
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
        answers.push([response.status, await response.json()]);
      }
      const missing =
        errorShape === 'workspace' ? 'missing_authorization' : { code: 'UNAUTHORIZED' };
      expect(answers[0]).toMatchObject([401, { error: missing }]);
      for (const [status, error] of answers) {
        expect(status).toBe(401);
        if (errorShape === 'workspace') expect(error.error).toMatch(/^[a-z_]+$/);
        else expect(error.error.code).toBe('UNAUTHORIZED');
      }
    },
  );

  test('is read in any case of its scheme, and never from the query string', async () => {
    for (const scheme of ['bearer', 'BEARER']) {
      const response = await fetch(`${service.origin}/v1/databases`, {
        headers: { authorization: `${scheme} ${testToken}` },
      });
      expect(response.status).toBe(200);
    }
    expect((await fetch(`${service.origin}/v1/databases?access_token=${testToken}`)).status).toBe(
      401,
    );
  });

  test('of enormous length is 401', async () => {
    expectError(await service.api('t'.repeat(10_000)).get('/v1/databases'), 401, 'UNAUTHORIZED');
  });
});

describe('the order of checks', () => {
  const nowhere = { 'x-workspace-id': 'ws_00000000000000000000000000000000' };

  test('401 comes before an unknown workspace, a broken body and a body that is too large', async () => {
    const nobody = service.api('unknown');
    expectError(await nobody.post('/v1/databases', '{broken', nowhere), 401, 'UNAUTHORIZED');
    expectError(await nobody.post('/v1/databases', ' '.repeat(9 * 2 ** 20)), 401, 'UNAUTHORIZED');
  });

  test('an unknown workspace is 404 before anything is read of the request', async () => {
    expectError(await api.get('/v1/databases', nowhere), 404, 'NOT_FOUND');
    expectError(await api.post('/v1/databases', '{broken', nowhere), 404, 'NOT_FOUND');
    expectError(await api.get('/v1/databases', { 'x-workspace-id': '' }), 404, 'NOT_FOUND');
  });

  test('syntax is 400 before permission is 403, and permission comes before existence', async () => {
    const created = await api.post('/v1/tokens', { kind: 'database', database_id: database.id });
    const limited = service.api(created.body.token);
    expectError(await limited.post('/v1/tokens', { kind: 7 }), 400, 'BAD_REQUEST');
    expectError(await limited.post('/v1/tokens', { kind: 'workspace' }), 403, 'ACCESS_DENIED');
    expectError(await limited.get('/v1/databases?nonsense=1'), 400, 'BAD_REQUEST');
    expectError(await limited.get('/v1/databases/unknown'), 403, 'ACCESS_DENIED');
    expectError(await limited.delete('/v1/databases/unknown'), 403, 'ACCESS_DENIED');
  });

  test('header rules are 400 before existence is 404', async () => {
    expectError(await api.get('/v1/results/unknown'), 400, 'BAD_REQUEST');
    expectError(
      await api.get('/v1/results/unknown', { 'x-database-id': 'a b' }),
      400,
      'BAD_REQUEST',
    );
    expectError(
      await api.get('/v1/results/unknown', { 'x-database-id': 'unknown' }),
      404,
      'NOT_FOUND',
    );
    expectError(
      await api.get('/v1/results/unknown', { 'x-database-id': database.id }),
      404,
      'NOT_FOUND',
    );
  });

  test('existence is 404 before a conflict is 409', async () => {
    expectError(
      await api.post('/v1/databases/unknown/schemas', { name: 'main' }),
      404,
      'NOT_FOUND',
    );
    expectError(
      await api.post(`/v1/databases/${database.id}/schemas`, { name: 'main' }),
      409,
      'CONFLICT',
    );
  });
});

describe('routes', () => {
  test.each(unserved)(
    '$operationId is not built, so it does not exist',
    async ({ method, path, body }) => {
      const { status, body: answer } = await api.request(
        method,
        pathOf(path),
        body ? {} : undefined,
      );
      // Another file may be at the path.
      const isTaken = served.some((one) => one.path === path);
      expect([status, answer.error.code]).toEqual(
        isTaken ? [405, 'METHOD_NOT_ALLOWED'] : [404, 'NOT_FOUND'],
      );
    },
  );

  test.each([
    ['GET', '/v1'],
    ['GET', '/v1/'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1/databases/'],
    ['GET', '/V1/databases'],
    ['GET', '//v1/databases'],
    ['GET', '/v2/databases'],
    ['OPTIONS', '/v1/nothing'],
    ['POST', '/v1/databases/x/nothing'],
    ['GET', '/docs/../../package.json'],
    ['GET', '/docs/api/static/..%2f..%2f..%2fpackage.json'],
  ])('%s %s is 404', async (method, path) => {
    const response = await fetch(service.origin + path, {
      method,
      headers: { authorization: `Bearer ${testToken}` },
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    };
    expectError(answer, 404, 'NOT_FOUND');
  });

  test.each([
    ['PUT', '/v1/databases', 'GET, HEAD, OPTIONS, POST'],
    ['PATCH', '/v1/databases/x', 'DELETE, GET, HEAD, OPTIONS'],
    ['TRACE', '/v1/query', 'OPTIONS, POST'],
    ['QUERY', '/v1/query', 'OPTIONS, POST'],
    ['GET', '/v1/query', 'OPTIONS, POST'],
    // Fixed paths precede parameters, so databases of these names are not meant.
    ['DELETE', '/v1/databases/count', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/databases/bulk', 'OPTIONS, POST'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['GET', '/_objects/x', 'OPTIONS, PUT'],
    ['DELETE', '/docs/api/static/index.css', 'GET, HEAD, OPTIONS'],
  ])(
    '%s %s is 405 and names the methods, with or without a credential',
    async (method, path, allow) => {
      for (const headers of [{}, { authorization: `Bearer ${testToken}` }]) {
        const answer = await sendRaw(
          service.origin,
          [
            `${method} ${path} HTTP/1.1`,
            'Host: x',
            'Connection: close',
            ...Object.entries(headers).map((pair) => pair.join(': ')),
            '',
            '',
          ].join('\r\n'),
        );
        expect(answer).toMatch(/^HTTP\/1\.1 405 /);
        expect(answer).toContain(`\r\nallow: ${allow}\r\n`);
        expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"');
      }
    },
  );

  test('the workspace endpoints say it in their own shape, and OPTIONS tells the methods', async () => {
    const patched = await api.request('PATCH', '/v1/workspaces', {});
    expect([patched.status, patched.body]).toEqual([405, { error: 'method_not_allowed' }]);
    const options = await fetch(`${service.origin}/v1/databases/x`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      'DELETE, GET, HEAD, OPTIONS',
      '',
    ]);
  });

  test.each([
    ['with a space', 'Host: evil example'],
    ['with a quote', 'Host: evil"example'],
    ['with a user', 'Host: user@evil.example'],
    ['with a path', 'Host: evil.example/x'],
    ['given twice', 'Host: a\r\nHost: b'],
    ['empty', 'Host:'],
    ['missing', 'X-Other: a'],
  ])('a host %s is 400 on every route', async (_, line) => {
    for (const path of ['/v1/databases', '/healthz', '/openapi.json', '/v1/nothing']) {
      const answer = await sendRaw(
        service.origin,
        `GET ${path} HTTP/1.1\r\n${line}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("The 'Host' header must be one host name");
    }
  });

  test('upload URLs begin with the host that was asked, or the address without one; forwarded headers are nothing', async () => {
    const ask = async (version: string, lines: readonly string[]) => {
      const text = '{"declared_size_bytes":1}';
      const answer = await sendRaw(
        service.origin,
        [
          `POST /v1/uploads HTTP/${version}`,
          ...lines,
          `Authorization: Bearer ${testToken}`,
          'X-Forwarded-Host: evil.example',
          'X-Forwarded-Proto: https',
          'Forwarded: host=evil.example',
          'Content-Type: application/json',
          `Content-Length: ${text.length}`,
          'Connection: close',
          '',
          text,
        ].join('\r\n'),
      );
      return new URL(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').url).origin;
    };
    expect(await ask('1.1', ['Host: quern.example:81'])).toBe('http://quern.example:81');
    expect(await ask('1.0', [])).toBe(service.origin);
  });

  test('a path parameter longer than any id is 404', async () => {
    expectError(await api.get(`/v1/databases/${'x'.repeat(2000)}`), 404, 'NOT_FOUND');
  });

  test('HEAD answers as GET does, without the body', async () => {
    const response = await fetch(`${service.origin}/v1/databases`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${testToken}` },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await fetch(`${service.origin}/v1/databases`, { method: 'HEAD' })).status).toBe(401);
  });

  test('a path parameter is decoded once, whatever it holds', async () => {
    const slash = await api.get('/v1/databases/a%2Fb%20%C3%A9%2525');
    expectError(slash, 404, 'NOT_FOUND');
    expect(slash.body.error.message).toContain("'a/b é%25'");
    const id = [...database.id].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('');
    expect((await api.get(`/v1/databases/${id}`)).body.id).toBe(database.id);
  });

  test.each([
    '/v1/databases/%zz',
    '/v1/databases/%',
    '/v1/databases/%C3',
    '/%ff',
    '/v1/workspaces/%e0%80',
  ])('a path that cannot be decoded (%s) is 400 in the shape of all errors', async (path) => {
    const answer = await api.get(path);
    expectError(answer, 400, 'BAD_REQUEST');
    expect(answer.headers.get('x-request-id')).toMatch(/^rqst/);
  });
});

describe('bodies', () => {
  const create = (body: unknown, headers?: Record<string, string>) =>
    api.post('/v1/databases', body, headers);

  test.each([
    ['cut', '{"name":"x"'],
    ['with a comma too many', '{"name":"x",}'],
    ['with single quotes', "{'name':'x'}"],
    ['with a raw NUL', '{"name":"a\0b"}'],
    ['with NaN', '{"name":NaN}'],
    ['of two values', '{} {}'],
    ['of blanks', '   '],
  ])('that are no JSON (%s) are 400', async (_, body) => {
    const answer = await create(body);
    expectError(answer, 400, 'BAD_REQUEST');
    expect(answer.body.error.message).toMatch(/not valid JSON/);
  });

  test('an unknown field, a wrong type and a missing field are named with their place', async () => {
    const cases = [
      [{ schemas: [{ name: 'a', tabels: [] }] }, "Unknown field 'schemas[0].tabels'"],
      [
        { schemas: [{ name: 'a', tables: [{ name: 7 }] }] },
        "Field 'schemas[0].tables[0].name' must be a string",
      ],
      [{ schemas: [{}] }, "Field 'schemas[0].name' is required"],
      [[], 'The body must be an object'],
    ] as const;
    for (const [body, sentence] of cases) {
      const answer = await create(body);
      expectError(answer, 400, 'BAD_REQUEST');
      expect(answer.body.error.message).toContain(sentence);
    }
  });

  test('bytes that are not UTF-8 are 400', async () => {
    for (const bytes of [
      [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d],
      [...Buffer.from('{"name":"x"}', 'utf16le')],
    ]) {
      const response = await fetch(`${service.origin}/v1/databases`, {
        method: 'POST',
        headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
        body: new Uint8Array(bytes),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } });
    }
  });

  test.each([101, 100_000, 3_000_000])(
    'nested %i levels deep are 400, and the service goes on',
    async (depth) => {
      for (const text of [
        '['.repeat(depth) + ']'.repeat(depth),
        `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`,
        '{"a":'.repeat(Math.min(depth, 1_000_000)),
      ]) {
        const answer = await create(text);
        expectError(answer, 400, 'BAD_REQUEST');
        expect(answer.body.error.message).toContain('more than 100 levels deep');
      }
      expect((await api.get('/v1/databases?limit=1')).status).toBe(200);
    },
  );

  test('nested 100 levels deep are read, and then refused for what they are', async () => {
    const answer = await create('['.repeat(100) + ']'.repeat(100));
    expectError(answer, 400, 'BAD_REQUEST');
    expect(answer.body.error.message).toBe('The body must be an object');
  });

  test('brackets inside of strings are no nesting', async () => {
    const name = `${'['.repeat(200)}"\\"${'{'.repeat(200)}\\\\`;
    const { status, body } = await create({ name });
    expect([status, body.name]).toEqual([201, name]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('of the type "%s" are 415', async (type) => {
    expectError(
      await api.request('POST', '/v1/databases', '{"name":"x"}', { 'content-type': type }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
  ])('of the type "%s" are read', async (type) => {
    expect((await create({}, { 'content-type': type })).status).toBe(201);
  });

  test('over the limit are 413, with the code of the endpoint', async () => {
    const big = `{"name":"x"${' '.repeat(8 * 2 ** 20)}}`;
    expectError(await create(big), 413, 'PAYLOAD_TOO_LARGE');
    const workspace = await api.post('/v1/workspaces', big);
    expect([workspace.status, workspace.body]).toEqual([413, { error: 'payload_too_large' }]);
    const load = await api.load(database.id, 't', { data: 'a'.repeat(13 * 2 ** 20) });
    expectError(load, 413, 'INLINE_DATA_TOO_LARGE');
    const fits = await api.query(database.id, 'SELECT 1');
    expect(fits.status).toBe(200);
    const padded = await api.post('/v1/query', `{"sql":"SELECT 1"${' '.repeat(7 * 2 ** 20)}}`, {
      'x-database-id': database.id,
    });
    expect(padded.status).toBe(200);
  });

  test('sent in chunks without a length are held to the same limit', async () => {
    const chunk = new Uint8Array(2 ** 20).fill(0x20);
    const chunks = Array.from({ length: 10 }, () => chunk);
    const response = await fetch(`${service.origin}/v1/databases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
      body: ReadableStream.from(chunks),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test('NUL and half a surrogate pair are refused wherever they are', async () => {
    for (const text of [
      '{"name":"a\\u0000"}',
      '{"schemas":[{"name":"x","tables":[{"name":"\\ud800"}]}]}',
    ]) {
      expectError(await create(text), 400, 'BAD_REQUEST');
    }
    expectError(await api.get('/v1/databases?search=a%00'), 400, 'BAD_REQUEST');
    expectError(await api.get('/v1/databases/a%00b'), 404, 'NOT_FOUND');
  });
});

describe('query strings', () => {
  test.each([
    ['limit=1&limit=1', "'limit' is given more than once"],
    ['colour=red', "Unknown query parameter 'colour'"],
    ['__proto__=x', "Unknown query parameter '__proto__'"],
    ['limit=x', "'limit' must be an integer"],
    ['limit[]=1', "Unknown query parameter 'limit[]'"],
  ])('%s is 400 and says what is wrong', async (query, sentence) => {
    const answer = await api.get(`/v1/databases?${query}`);
    expectError(answer, 400, 'BAD_REQUEST');
    expect(answer.body.error.message).toContain(sentence);
  });

  test('an endpoint that takes none refuses one', async () => {
    expectError(await api.get(`/v1/databases/${database.id}?expand=all`), 400, 'BAD_REQUEST');
    expectError(await api.delete(`/v1/databases/${database.id}?force=true`), 400, 'BAD_REQUEST');
    expect((await api.get(`/v1/databases/${database.id}`)).status).toBe(200);
  });
});

describe('what is no request', () => {
  test('a broken header is 400, headers over 16 KiB are 431, both in the shape of all errors', async () => {
    for (const [text, status] of [
      ['GET /v1/databases HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n', 400],
      ['nonsense\r\n\r\n', 400],
      [`GET /v1/databases HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const [head = '', body = ''] = (await sendRaw(service.origin, text)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(body)).toEqual({
        error: { code: 'BAD_REQUEST', message: expect.any(String) },
      });
    }
    expect((await api.get('/v1/databases?limit=1')).status).toBe(200);
  });
});

describe('request ids and the log', () => {
  test('a harmless id of the caller is kept, another one is replaced', async () => {
    const ids = ['trace-1234567890', 'a b', 'short', 'x'.repeat(129), 'id<script>alert'];
    const answers = [];
    for (const id of ids)
      answers.push((await api.get('/healthz', { 'x-request-id': id })).headers.get('x-request-id'));
    expect(answers[0]).toBe(ids[0]);
    for (const answer of answers.slice(1)) expect(answer).toMatch(/^rqst[0-9a-z]{26}$/);
  });

  async function lineOf(requestId: string | null): Promise<Record<string, unknown>> {
    const lines = await eventually(() => {
      const found = service.log.filter(
        (line) => line.request_id === requestId && line.msg === 'request',
      );
      expect(found).not.toEqual([]);
      return found;
    });
    expect(lines).toHaveLength(1);
    return lines[0] ?? {};
  }

  test('each request leaves one line with its operation, ids, status and duration', async () => {
    const query = await api.query(database.id, 'SELECT 42');
    const workspace = (await api.get('/v1/workspaces')).body.workspaces[0].public_id;
    expect(await lineOf(query.headers.get('x-request-id'))).toMatchObject({
      operation: 'queries.run',
      method: 'POST',
      path: '/v1/query',
      status: 200,
      duration_ms: expect.any(Number),
      workspace_id: workspace,
      token_id: expect.stringMatching(/^tokn/),
      query_run_id: query.body.query_run_id,
    });
    const refused = await service.api('bad').get('/v1/databases?search=secret-search');
    const line = await lineOf(refused.headers.get('x-request-id'));
    expect(line).toMatchObject({
      operation: 'databases.list',
      status: 401,
      error_code: 'UNAUTHORIZED',
    });
    const unrouted = await api.get('/v1/databases/%zz');
    expect(await lineOf(unrouted.headers.get('x-request-id'))).toMatchObject({
      operation: 'none',
      status: 400,
    });
  });

  test('no line holds a token, a query string or an SQL text', async () => {
    await api.query(database.id, "SELECT 'top-secret-text'");
    await api.get('/v1/databases?search=top-secret-text');
    const marker = await api.get('/healthz');
    await lineOf(marker.headers.get('x-request-id'));
    const text = JSON.stringify(service.log);
    expect(text).not.toContain('top-secret-text');
    expect(text).not.toContain(testToken);
  });
});

describe('health and metrics', () => {
  test('/healthz and /readyz need no credential', async () => {
    expect(await (await fetch(`${service.origin}/healthz`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${service.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('/metrics counts requests by operation and status, and shows the engine', async () => {
    const count = async () => {
      const text = await (await fetch(`${service.origin}/metrics`)).text();
      expect(text).toMatch(/^quern_engine_workers\{.*\} \d+$/m);
      expect(text).toMatch(
        /^quern_http_request_duration_seconds_count\{operation="databases.get"\} \d+$/m,
      );
      return Number(
        /^quern_http_requests_total\{operation="databases.get",status="404"\} (\d+)$/m.exec(
          text,
        )?.[1] ?? 0,
      );
    };
    await api.get('/v1/databases/unknown');
    const before = await eventually(count);
    for (let index = 0; index < 3; index += 1) await api.get('/v1/databases/unknown');
    await eventually(async () => expect(await count()).toBe(before + 3));
    const { headers } = await fetch(`${service.origin}/metrics`);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });
});

describe('a service that stops', () => {
  test('answers a request that comes on an open connection with 503 and Retry-After, then ends in order', async () => {
    const stopping = await startService();
    const connection = await openRaw(stopping.origin);
    connection.send('GET /v1/databases HTTP/1.1\r\nHost: x\r\n');
    await stopping.api().get('/healthz');
    const ended = stopping.stop();
    await eventually(() => expect(stopping.log.some((line) => line.msg === 'stopping')).toBe(true));
    connection.send(`Authorization: Bearer ${testToken}\r\n\r\n`);
    const answer = await connection.answer;
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(answer).toContain('"code":"SERVICE_UNAVAILABLE"');
    expect(await ended).toBe(0);
    await stopping.dispose();
  });
});
