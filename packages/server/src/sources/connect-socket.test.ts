/** A change of a name's address between check and connection must have no effect. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connectSocket } from './connect-socket.ts';
import { HttpClient } from './http-client.ts';
import type { CheckedAddress } from './source.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A name that no system resolver knows, and the questions to the test's resolver. */
const name = 'db.example.invalid';

function context(...addresses: readonly string[]) {
  const asked: (readonly [string, number])[] = [];
  return {
    asked,
    signal: new AbortController().signal,
    async resolve(host: string, port: number): Promise<readonly CheckedAddress[]> {
      asked.push([host, port]);
      return addresses.map((address) => ({ address, family: 4 }));
    },
  };
}

const greeter = () =>
  createServer((socket) => {
    socket.on('error', () => {});
    socket.end('hello');
  });

async function remoteOf(of: ReturnType<typeof context>, port: number) {
  const socket = await connectSocket(of, name, port);
  const { remoteAddress, remotePort } = socket;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await closed;
  return [remoteAddress, remotePort];
}

test('a socket is opened to the address that was checked: its name is looked up once', async () => {
  const port = await listening(greeter());
  const of = context('127.0.0.1');
  expect(await remoteOf(of, port)).toEqual(['127.0.0.1', port]);
  expect(of.asked).toEqual([[name, port]]);
});

test('the next address is tried where one refuses, and none that was not given', async () => {
  const port = await listening(greeter());
  expect(await remoteOf(context('127.0.0.2', '127.0.0.1'), port)).toEqual(['127.0.0.1', port]);
  for (const addresses of [[], ['127.0.0.2']]) {
    await expect(connectSocket(context(...addresses), name, port)).rejects.toMatchObject({
      class: 'unreachable',
      message: expect.stringContaining(`'${name}' on port ${port}`),
    });
  }
});

test('so does HTTP, which tells the server the name', async () => {
  const port = await listening(
    createHttpServer((request, response) => response.end(request.headers.host)),
  );
  const of = context('127.0.0.1');
  const client = new HttpClient(of);
  const url = new URL(`http://${name}:${port}/x`);
  const { status, body } = await client.send({ method: 'GET', url, maxBytes: 100 });
  client.close();
  expect([status, String(body)]).toEqual([200, `${name}:${port}`]);
  expect(of.asked).toEqual([[name, port]]);
});
