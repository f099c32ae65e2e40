import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRaw } from '../api/raw-request.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { type RunningService, startService, testToken } from '../service.ts';

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

describe('metrics at the port of the interface', () => {
  const answerOf = async (
    { origin }: RunningService,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const answer = await fetch(`${origin}/metrics`, { headers });
    return [answer.status, await answer.text()];
  };
  const open = [200, expect.stringContaining('quern_http_connections ')];

  test.each([
    ['QUERN_HOST', '0.0.0.0'],
    ['QUERN_PUBLIC_URL', 'https://quern.example.com'],
  ])('are closed to others where %s is %s, and the log says so', async (name, value) => {
    const public_ = await startService({ env: { [name]: value } });
    try {
      const how = 'set QUERN_METRICS_TOKEN, or QUERN_HEALTH_PORT for a port of their own';
      expect(await answerOf(public_)).toEqual([403, expect.stringContaining(how)]);
      expect(public_.log.map(({ msg }) => msg)).toContainEqual(expect.stringContaining(how));
    } finally {
      await public_.dispose();
    }
  });

  test('are open to who has their token', async () => {
    const token = 'of-prometheus-alone';
    const env = { QUERN_HOST: '0.0.0.0', QUERN_METRICS_TOKEN: token };
    const guarded = await startService({ env });
    try {
      const needed = [401, 'metrics need QUERN_METRICS_TOKEN\n'];
      expect(await answerOf(guarded)).toEqual(needed);
      expect(await answerOf(guarded, { authorization: `Bearer ${testToken}` })).toEqual(needed);
      expect(await answerOf(guarded, { authorization: `Bearer ${token}` })).toEqual(open);
    } finally {
      await guarded.dispose();
    }
  });
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
