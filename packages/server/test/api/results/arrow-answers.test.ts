import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
});

const arrow = 'application/vnd.apache.arrow.stream';

/** The answer of a query, with the body unread. */
function ask(body: Json, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.origin}/v1/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      accept: arrow,
      'x-database-id': database.id,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

describe('a query asked for as Arrow', () => {
  test('that is wrong is refused in JSON', async () => {
    for (const [body, status] of [
      [{ sql: 'SELECT * FROM nothing' }, 400],
      [{ sql: 'SELECT 1', async_after_ms: 1000 }, 400],
      [{}, 400],
    ] as const) {
      const answer = await ask(body);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'application/json; charset=utf-8',
      ]);
      expect((await answer.json()) as Json).toMatchObject({ error: { code: 'BAD_REQUEST' } });
    }
    expect((await ask({ sql: 'SELECT 1' }, { 'x-database-id': 'dbid1' })).status).toBe(404);
  });

  test.each([
    [{ sql: 'SELECT 1 AS n, \'x,"rows":\' AS ",""rows"":" UNION ALL SELECT 2, NULL ORDER BY n' }],
    [
      {
        sql: 'SELECT 1 AS n, \'x,"rows":\' AS ",""rows"":" UNION ALL SELECT 2, NULL ORDER BY n',
        async: true,
        async_after_ms: 20_000,
      },
    ],
  ])('is answered with its rows as a stream, and the rest in headers', async (body) => {
    const answer = await ask(body);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, arrow]);
    const table = tableFromIPC(new Uint8Array(await answer.arrayBuffer()));
    expect(table.schema.fields.map((field) => field.name)).toEqual(['n', ',"rows":']);
    expect(table.toArray().map((row) => Object.values(row?.toJSON() ?? {}))).toEqual([
      [1n, 'x,"rows":'],
      [2n, null],
    ]);
    const header = (name: string) => answer.headers.get(name) ?? '';
    expect([header('x-total-row-count'), header('x-execution-time-ms')]).toEqual([
      '2',
      expect.stringMatching(/^\d+$/),
    ]);
    const id = { 'x-database-id': database.id };
    const run = (await api.get(`/v1/query-runs/${header('x-query-run-id')}`, id)).body;
    expect(run).toMatchObject({ status: 'succeeded', result_id: header('x-result-id') });
    expect((await api.get(`/v1/results/${header('x-result-id')}`, id)).body.row_count).toBe(2);
  });

  test('that is larger than an answer is 202, and names the result', async () => {
    const answer = await ask({ sql: 'SELECT i FROM generate_series(1, 30000) AS s(i)' });
    const body = (await answer.json()) as Json;
    expect([answer.status, body.status]).toEqual([202, 'running']);
    const path = `/v1/results/${answer.headers.get('x-result-id')}?format=arrow`;
    await eventually(async () => {
      const result = await api.get(path, { 'x-database-id': database.id });
      expect([result.status, result.headers.get('x-total-row-count')]).toEqual([200, '30000']);
    });
  });

  test('names its database in the body as well, and beside an empty header', async () => {
    const body = { sql: 'SELECT 7 AS n', database_id: database.id };
    for (const header of ['', ' ', database.id]) {
      const answer = await ask(body, { 'x-database-id': header });
      expect(answer.status).toBe(200);
      expect(tableFromIPC(new Uint8Array(await answer.arrayBuffer())).numRows).toBe(1);
    }
    expect(
      (await ask({ sql: 'SELECT 7 AS n', database_id: '' }, { 'x-database-id': '' })).status,
    ).toBe(400);
    expect((await ask(body, { 'x-database-id': 'dbid1' })).status).toBe(400);
  });

  test('is JSON to who accepts that too, in any place, or anything', async () => {
    const both = [`application/json, ${arrow}`, `${arrow}, Application/JSON;q=0.5`];
    for (const accept of [...both, '*/*', '']) {
      const answer = await ask({ sql: 'SELECT 1 AS n' }, { accept });
      expect([answer.status, ((await answer.json()) as Json).rows]).toEqual([200, [[1]]]);
    }
    const listed = await ask({ sql: 'SELECT 1 AS n' }, { accept: `text/html, ${arrow};q=0.5` });
    expect(listed.headers.get('content-type')).toBe(arrow);
  });
});
