import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { ConnectionShare } from './connection-share.ts';

const limit = 64;
let server: Server;
let share: ConnectionShare;
let port: number;
const sockets: Socket[] = [];
/** Answers the requests to `/held`. */
let release: () => void;

beforeEach(async () => {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server = createServer(async (request, response) => {
    if (request.url === '/held') await held;
    response.end('fine');
  });
  share = new ConnectionShare(limit);
  share.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  release();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

interface Peer {
  readonly socket: Socket;
  isOpen: boolean;
  received: string;
}

async function open(localAddress: string): Promise<Peer> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  const peer: Peer = { socket, isOpen: true, received: '' };
  socket.setEncoding('utf8').on('data', (text: string) => {
    peer.received += text;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    peer.isOpen = false;
  });
  await once(socket, 'connect');
  return peer;
}

const ask = (peer: Peer, path = '/') =>
  peer.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
const opened = (count: number, address: string) =>
  Promise.all(Array.from({ length: count }, () => open(address)));

test('silent connections of one address make room, and keep nobody of another out', async () => {
  const quiet = await open('127.0.0.1');
  ask(quiet);
  await eventually(() => expect(quiet.received).toContain('fine'));
  const busy = await open('127.0.0.3');
  ask(busy, '/held');
  const crowd = await opened(3 * limit, '127.0.0.2');
  for (let turn = 0; turn < 5; turn += 1) {
    const fresh = await open('127.0.0.1');
    ask(fresh);
    await eventually(() => expect(fresh.received).toContain('fine'));
  }
  expect(crowd.filter(({ isOpen }) => isOpen).length).toBeLessThan(limit);
  expect(share.open).toBeLessThanOrEqual(limit);
  expect([quiet.isOpen, busy.isOpen]).toEqual([true, true]);
  release();
  await eventually(() => expect(busy.received).toContain('fine'));
  expect(share.refused).toBeGreaterThanOrEqual(2 * limit);
});

test('where every connection has a request under way, the last places are for other addresses', async () => {
  const places = limit - limit / 8;
  const working = await opened(places, '127.0.0.2');
  for (const peer of working) ask(peer, '/held');
  await eventually(() => expect(share.open).toBe(places));
  const more = await opened(4, '127.0.0.2');
  await eventually(() => expect(more.filter(({ isOpen }) => isOpen)).toEqual([]));
  const other = await open('127.0.0.1');
  ask(other);
  await eventually(() => expect(other.received).toContain('fine'));
  release();
  await eventually(() =>
    expect(working.filter(({ received }) => received.includes('fine')).length).toBe(places),
  );
});

test('what has closed is counted no more', async () => {
  for (const peer of await opened(20, '127.0.0.2')) peer.socket.destroy();
  await eventually(() => expect(share.open).toBe(0));
  const peer = await open('127.0.0.2');
  for (let turn = 0; turn < 3; turn += 1) ask(peer);
  await eventually(() => expect(peer.received.match(/fine/g)?.length).toBe(3));
  expect(share.open).toBe(1);
});
