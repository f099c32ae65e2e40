import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRaw } from '../api/raw-request.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { type RunningService, startService } from '../service.ts';

let service: RunningService;
let door: string;

beforeAll(async () => {
  const port = await freePort();
  door = `http://127.0.0.1:${port}`;
  service = await startService({
    env: { QUERN_HEALTH_PORT: String(port), QUERN_CONNECTIONS: '16' },
  });
});
afterAll(() => service.dispose());

test('health and metrics are at a port of their own, and metrics there alone', async () => {
  for (const [path, words] of [
    ['/healthz', '{"status":"ok"}'],
    ['/readyz', '{"status":"ready"}'],
    ['/metrics', 'quern_http_connections '],
  ] as const) {
    const answer = await fetch(door + path);
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      200,
      expect.stringContaining(words),
    ]);
  }
  expect((await fetch(`${door}/v1/databases`)).status).toBe(404);
  expect((await fetch(`${door}/healthz`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${service.origin}/metrics`)).status).toBe(404);
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
});

test('the port answers while the other one is full of requests that never end', async () => {
  const clients = await Promise.all(Array.from({ length: 16 }, () => openRaw(service.origin)));
  for (const client of clients)
    client.send('POST /v1/query HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  const kept = async () =>
    Number(
      /^quern_http_connections (\d+)$/m.exec(await (await fetch(`${door}/metrics`)).text())?.[1],
    );
  await eventually(async () => expect(await kept()).toBeGreaterThan(8));
  expect((await fetch(`${door}/healthz`)).status).toBe(200);
  for (const client of clients) client.close();
  await eventually(async () => expect((await fetch(`${service.origin}/healthz`)).status).toBe(200));
});
