import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { residentBytes } from '../../../src/engine/host/resident-memory.ts';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';
import { openRaw, type RawConnection } from '../raw-request.ts';

const MiB = 2 ** 20;

let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await startService({
    env: { QUERN_CLIENT_IDLE: '2', QUERN_BODY_BYTES: '32MiB', QUERN_CONNECTIONS: '200' },
  });
  api = service.api();
  database = await api.createDatabase({ name: 'intake' });
});
afterAll(() => service.dispose());

const head = (lines: readonly string[], path = '/v1/databases') =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...lines, '', ''].join(
    '\r\n',
  );
const credential = `Authorization: Bearer ${testToken}`;

/** Sends the pieces one after the other, until all are sent or the connection has ended. */
function pump(
  connection: RawConnection,
  pieces: readonly string[],
  everyMs: number,
): Promise<string> {
  let next = 0;
  const timer = setInterval(() => {
    const piece = pieces[next];
    next += 1;
    if (piece === undefined) clearInterval(timer);
    else connection.send(piece);
  }, everyMs);
  return connection.answer.finally(() => clearInterval(timer));
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function residentMiB(): Promise<number> {
  return ((await residentBytes([service.pid])).get(service.pid) ?? 0) / MiB;
}

describe('clients that hold a request', () => {
  test('150 that send 7.9 MB and stop are refused or ended, keep nobody out, and leave no memory behind', async () => {
    const before = await residentMiB();
    const clients = await Promise.all(Array.from({ length: 150 }, () => openRaw(service.origin)));
    const most = new Uint8Array(7_900_000).fill(0x20);
    for (const client of clients) {
      client.send(head([credential, 'Content-Length: 8000000']));
      client.send(most);
    }
    expect((await api.query(database.id, 'SELECT 1')).status).toBe(200);
    const answers = await Promise.all(clients.map(({ answer }) => answer));
    const statuses = new Set(answers.map((answer) => answer.slice(9, 12)));
    // A connection closed with bytes on the way may be reset before its answer is read.
    for (const status of statuses) expect(['429', '408', '']).toContain(status);
    expect(statuses).toContain('429');
    expect(await residentMiB()).toBeLessThan(before + 200);
    await eventually(async () => expect(await metric('quern_http_body_bytes')).toBe(0));
  }, 150_000);

  test('one that trickles is ended: a body with 408, and so the head of a request', async () => {
    const spaces = Array.from({ length: 1000 }, () => ' ');
    const body = await openRaw(service.origin);
    body.send(head([credential, 'Content-Length: 100000']));
    const chunked = await openRaw(service.origin);
    chunked.send(head([credential, 'Transfer-Encoding: chunked']));
    const line = await openRaw(service.origin);
    line.send('GET /v1/databases HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const answers = await Promise.all([
      pump(body, spaces, 50),
      pump(
        chunked,
        spaces.map(() => '1\r\n \r\n'),
        50,
      ),
      pump(line, spaces, 50),
    ]);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
    }
    expect(await metric('quern_http_bodies_slow')).toBeGreaterThanOrEqual(2);
  });

  test('those that go on to send after their head was too slow are ended all the same', async () => {
    const { hostname, port } = new URL(service.origin);
    const count = 30;
    // The clients keep their side open, unlike honest clients.
    const sockets = Array.from({ length: count }, () =>
      connect({ host: hostname, port: Number(port), allowHalfOpen: true })
        .setEncoding('utf8')
        .on('error', () => {}),
    );
    // The request is refused before the body is read.
    const text = head(['Authorization: Bearer wrong', 'Content-Length: 8000000']);
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        let received = '';
        socket.on('data', (part: string) => {
          received += part;
        });
        socket.write(text.slice(0, 40));
        await once(socket, 'end');
        return received;
      }),
    );
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    for (const socket of sockets) {
      socket.write(text.slice(40));
      socket.write(new Uint8Array(1_000_000).fill(0x20));
    }
    await eventually(async () =>
      expect(await metric('quern_http_connections')).toBeLessThan(count),
    );
    for (const socket of sockets) socket.destroy();
  });

  test('one that sends nothing at all is ended too, and so is an upload that stops', async () => {
    const silent = await openRaw(service.origin);
    const { body } = await api.post('/v1/uploads', { declared_size_bytes: 3_000_000 });
    const { pathname, search } = new URL(body.url);
    const upload = await openRaw(service.origin);
    upload.send(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n`);
    upload.send(new Uint8Array(1_500_000));
    expect(await upload.answer).not.toMatch(/^HTTP\/1\.1 2/);
    await silent.answer;
    expect((await fetch(body.url, { method: 'PUT', body: new Uint8Array(3_000_000) })).status).toBe(
      200,
    );
  });

  test('a slow but honest one is served', async () => {
    const client = await openRaw(service.origin);
    const text = `{"name":"slow"${' '.repeat(24_000)}}`;
    client.send(head([credential, `Content-Length: ${text.length}`, 'Connection: close']));
    // 6 kB a second, for twice the time that a client may be silent.
    expect(await pump(client, text.match(/.{1,600}/gs) ?? [], 100)).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('before a body is read', () => {
  test('a wrong credential, an unknown path, another method and a body too large are answered; none is asked for', async () => {
    const expectation = 'Expect: 100-continue';
    const cases = [
      [head(['Authorization: Bearer wrong', expectation, 'Content-Length: 8000000']), 401],
      [head([credential, expectation, 'Content-Length: 8000000'], '/v1/nothing'), 404],
      [head([credential, expectation, 'Content-Length: 8000000'], '/v1/databases/count'), 405],
      [head([credential, expectation, 'Content-Length: 99999999']), 413],
      [
        head([credential, expectation, 'Content-Length: 99999999']).replace(
          'application/json',
          'text/plain',
        ),
        415,
      ],
    ] as const;
    for (const [text, status] of cases) {
      const client = await openRaw(service.origin);
      client.send(text);
      const answer = await client.answer;
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).not.toContain('100 Continue');
    }
  });

  test('a client that asks is told to go on, and its body is read', async () => {
    const client = await openRaw(service.origin);
    client.send(
      head([credential, 'Expect: 100-continue', 'Content-Length: 15', 'Connection: close']),
    );
    await eventually(() => expect(client.received()).toBe('HTTP/1.1 100 Continue\r\n\r\n'));
    client.send('{"name":"late"}');
    expect(await client.answer).toMatch(/\r\nHTTP\/1\.1 201 /);
  });

  test('a body that finds no room is 429 with Retry-After; small ones and other workspaces go on', async () => {
    const other = await api.post('/v1/workspaces', { name: 'other' });
    const workspaces = (await api.get('/v1/workspaces')).body.workspaces as Json[];
    const own = workspaces.find(
      ({ public_id }) => public_id !== other.body.workspace.public_id,
    ).public_id;
    const announce = async (workspace: string) => {
      const client = await openRaw(service.origin);
      client.send(
        head([
          credential,
          `X-Workspace-Id: ${workspace}`,
          'Expect: 100-continue',
          'Content-Length: 8000000',
        ]),
      );
      await eventually(() => expect(client.received()).not.toBe(''));
      return client;
    };
    const holding = await announce(own);
    expect(holding.received()).toContain('100 Continue');
    const refused = await announce(own);
    expect(refused.received()).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused.received()).toMatch(/\r\nretry-after: 1\r\n/i);
    const elsewhere = await announce(other.body.workspace.public_id);
    expect(elsewhere.received()).toContain('100 Continue');
    const small = await api.with({ 'x-workspace-id': own }).query(database.id, 'SELECT 1');
    expect(small.status).toBe(200);
    for (const client of [holding, refused, elsewhere]) client.close();
    await eventually(async () => expect(await metric('quern_http_body_bytes')).toBe(0));
    await api.delete(`/v1/workspaces/${other.body.workspace.public_id}`);
  });
});

describe('bodies in pieces', () => {
  test('chunks of one byte are put together', async () => {
    const client = await openRaw(service.origin);
    const text = JSON.stringify({ name: 'ü'.repeat(500) });
    client.send(head([credential, 'Transfer-Encoding: chunked', 'Connection: close']));
    for (const byte of Buffer.from(text)) client.send(new Uint8Array([0x31, 13, 10, byte, 13, 10]));
    client.send('0\r\n\r\n');
    const answer = await client.answer;
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer).toContain(`"name":"${'ü'.repeat(500)}"`);
  });

  test('requests sent before the first is answered are answered in order', async () => {
    const client = await openRaw(service.origin);
    const one = (name: string, last = false) => {
      const text = JSON.stringify({ name });
      return (
        head([
          credential,
          `Content-Length: ${text.length}`,
          ...(last ? ['Connection: close'] : []),
        ]) + text
      );
    };
    client.send(one('first') + one('second') + one('third', true));
    const names = [...(await client.answer).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['first', 'second', 'third']);
  });
});

describe('connections', () => {
  test('more than the limit are closed at once, and there is room again when some end', async () => {
    await eventually(async () => expect(await metric('quern_http_connections')).toBeLessThan(20));
    const clients = await Promise.all(Array.from({ length: 260 }, () => openRaw(service.origin)));
    let endedCount = 0;
    const ended = clients.map(({ answer }) => answer.then(() => (endedCount += 1)));
    await eventually(() => expect(endedCount).toBeGreaterThanOrEqual(60));
    for (const client of clients) client.close();
    await Promise.all(ended);
    await eventually(async () =>
      expect(await metric('quern_http_connections_refused')).toBeGreaterThanOrEqual(60),
    );
    expect((await api.get('/v1/databases/count')).status).toBe(200);
  });
});
