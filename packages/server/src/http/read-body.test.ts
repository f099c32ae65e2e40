import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';
import { BodyPace } from './body-pace.ts';
import { readBody } from './read-body.ts';

let server: Server;
let pace: BodyPace;
beforeEach(async () => {
  pace = new BodyPace({ idleMs: 60_000, bytesPerS: 0 });
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  pace.close();
  server.closeAllConnections();
  server.close();
});

test('a client that went away before its body was read is told apart from one that is slow, and takes no room', async () => {
  const { port } = server.address() as AddressInfo;
  const client = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    headers: { 'content-length': 8_000_000 },
  });
  client.on('error', () => {});
  client.write('{');
  const [received] = (await once(server, 'request')) as [IncomingMessage];
  client.destroy();
  await new Promise((resolve) => received.once('close', resolve));
  const budget = new BodyBudget(128 * 2 ** 20);
  const reading = { limitBytes: 10_000_000, hold: budget.open('a'), pace, invite: () => {} };
  await expect(readBody(received, reading)).rejects.toMatchObject({
    code: 'CLIENT_CLOSED_REQUEST',
  });
  expect(budget.heldBytes).toBe(0);
});
