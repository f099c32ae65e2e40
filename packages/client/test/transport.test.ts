import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../src/index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A server of prepared answers, in order, the last repeated for ever: for rare answers of Quern.
 */
let server: Server;
let answers: Answer[] = [];
let requests: IncomingMessage[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    request
      .resume()
      .once('end', () => (answers.length > 1 ? answers.shift() : answers[0])?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  };
const lost: Answer = (_request, response) => void response.socket?.destroy();
const cutOff: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"total":');
  setImmediate(() => response.socket?.destroy());
};
const overloaded = json(
  429,
  { error: { code: 'OVERLOADED', message: 'busy' } },
  { 'retry-after': '0' },
);

function clientOf(options: { retries?: number; longestWaitMs?: number; path?: string } = {}) {
  const { path = '', ...rest } = options;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return createClient({ url, token: 'a-token', workspaceId: 'work1', ...rest });
}

describe('a call', () => {
  it('sends the credential, the workspace and every argument to its place', async () => {
    answers = [json(200, { total: 3 })];
    await clientOf({ path: '/below/' }).databases.count(
      { search: 'a b&c' },
      { headers: { 'x-more': '1' } },
    );
    const [request] = requests;
    expect(request?.url).toBe('/below/v1/databases/count?search=a+b%26c');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer a-token',
      'x-workspace-id': 'work1',
      'x-more': '1',
    });
    answers = [json(200, {})];
    await clientOf().queryRuns.get({ id: '../x', database_id: 'dbid1' });
    expect(requests[1]?.url).toBe('/v1/query-runs/..%2Fx');
    expect(requests[1]?.headers['x-database-id']).toBe('dbid1');
    await clientOf().workspaces.list();
    expect(requests[2]?.headers['x-workspace-id']).toBeUndefined();
  });

  it('is repeated when the service is overloaded, whatever it does, and no more often than allowed', async () => {
    answers = [overloaded, overloaded, json(201, { id: 'dbid1' })];
    expect(await clientOf().databases.create({ name: 'x' })).toEqual({ id: 'dbid1' });
    expect(requests).toHaveLength(3);
    requests = [];
    answers = [overloaded];
    await expect(clientOf({ retries: 1 }).databases.create({})).rejects.toMatchObject({
      code: 'OVERLOADED',
      status: 429,
    });
    expect(requests).toHaveLength(2);
  });

  it('does not wait longer than allowed', async () => {
    answers = [
      json(
        503,
        { error: { code: 'SERVICE_UNAVAILABLE', message: 'later' } },
        { 'retry-after': '3600' },
      ),
    ];
    await expect(clientOf().databases.count()).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect(requests).toHaveLength(1);
  });

  it('is repeated after a lost connection where that does no harm', async () => {
    answers = [lost, cutOff, json(200, { total: 3 })];
    expect(await clientOf().databases.count()).toEqual({ total: 3 });
    expect(requests).toHaveLength(3);

    requests = [];
    answers = [lost, json(201, { id: 'dbid1' })];
    await expect(clientOf().databases.create({})).rejects.toMatchObject({
      code: 'CONNECTION_LOST',
    });
    expect(requests).toHaveLength(1);

    // A query only reads.
    answers = [
      lost,
      json(200, { columns: ['a'], rows: [[1]], truncated: false, query_run_id: 'r' }),
    ];
    expect((await clientOf().database('dbid1').query('SELECT 1')).rows).toEqual([{ a: 1 }]);
  });

  it('takes for deleted what a lost try has deleted', async () => {
    const gone = json(404, { error: { code: 'NOT_FOUND', message: 'gone' } });
    answers = [lost, gone];
    await expect(clientOf().databases.delete({ database_id: 'dbid1' })).resolves.toBeUndefined();
    answers = [gone];
    await expect(clientOf().databases.delete({ database_id: 'dbid1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('tells both shapes of errors, and what is no answer of Quern', async () => {
    answers = [json(401, { error: 'invalid_token' }, { 'x-request-id': 'req1' })];
    await expect(clientOf().workspaces.list()).rejects.toMatchObject({
      code: 'invalid_token',
      requestId: 'req1',
    });
    answers = [(_request, response) => void response.writeHead(404).end('<h1>nginx</h1>')];
    await expect(clientOf().databases.count()).rejects.toMatchObject({
      code: 'UNREADABLE_ANSWER',
      status: 404,
    });
    answers = [
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hello</h1>'),
    ];
    await expect(clientOf().databases.count()).rejects.toMatchObject({
      code: 'UNREADABLE_ANSWER',
      status: 200,
    });
    answers = [json(500, { error: { code: 'INTERNAL_SERVER_ERROR', message: 'oh' } })];
    requests = [];
    await expect(clientOf().databases.count()).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
    });
    expect(requests).toHaveLength(1);
  });

  it('asks for the token each time where it is a function', async () => {
    answers = [json(200, { total: 0 })];
    let asked = 0;
    const { port } = server.address() as AddressInfo;
    const client = createClient({
      url: `http://127.0.0.1:${port}`,
      token: async () => `token-${++asked}`,
    });
    await client.databases.count();
    await client.databases.count();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('rejects with the reason of its signal, also while it waits to try again', async () => {
    answers = [
      json(429, { error: { code: 'OVERLOADED', message: 'busy' } }, { 'retry-after': '30' }),
    ];
    const abort = new AbortController();
    const call = clientOf().databases.count({}, { signal: abort.signal });
    server.once('request', () => setImmediate(() => abort.abort(new Error('enough'))));
    await expect(call).rejects.toThrow('enough');
    await expect(
      clientOf().databases.count({}, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('a result by slices', () => {
  /**
   * Reads rows of the given number of letters, at most `mostRows` in one answer; returns the
   * requested limits in order.
   */
  async function limitsOf(
    totalRows: number,
    letters: number,
    mostRows = totalRows,
  ): Promise<number[]> {
    const limits: number[] = [];
    answers = [
      (request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
        const [offset, limit] = [
          Number(searchParams.get('offset')),
          Number(searchParams.get('limit')),
        ];
        limits.push(limit);
        if (Math.min(limit, totalRows - offset) > mostRows) {
          return json(413, { error: { code: 'RESULT_TOO_LARGE', message: 'too large' } })(
            request,
            response,
          );
        }
        const rows = Array.from({ length: Math.min(limit, totalRows - offset) }, (_, n) => [
          offset + n,
          'x'.repeat(letters),
        ]);
        const body = JSON.stringify({
          status: 'ready',
          columns: ['n', 'x'],
          rows,
          total_row_count: totalRows,
        });
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(gzipSync(body, { level: 1 }));
      },
    ];
    const seen: unknown[] = [];
    for await (const { rows } of clientOf().database('dbid1').result('rslt1').slices()) {
      for (const [n] of rows) seen.push(n);
    }
    expect(seen).toEqual(Array.from({ length: totalRows }, (_, n) => n));
    return limits;
  }

  it('is measured by what was read, also where the answers come packed and without a length', async () => {
    const [first = 0, second = 0] = await limitsOf(15_000, 1000);
    expect(first).toBe(10_000);
    expect(second).toBeGreaterThan(3_000);
    expect(second).toBeLessThan(5_000);
  });

  it('does not ask again and again for what was too large', async () => {
    const limits = await limitsOf(20_000, 1, 700);
    expect(limits.filter((limit) => limit > 700).length).toBeLessThan(6);
    expect(limits.length).toBeLessThan(60);
  });
});
