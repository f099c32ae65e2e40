import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingError } from '../../src/embeddings/embedding-error.ts';
import { EmbeddingOrigins } from '../../src/embeddings/embedding-origins.ts';
import type { ServiceTarget } from '../../src/embeddings/provider.ts';
import { readServiceConfig } from '../../src/embeddings/read-service-config.ts';
import { EmbeddingWorkers } from '../../src/embeddings/worker/embedding-workers.ts';
import type { HostRules } from '../../src/sources/host-rules.ts';
import { EmbeddingServer, sendJson, vectorOf, vectors } from '../embedding-server.ts';

const closedRules: HostRules = { allow: [], deny: [], loopbackOpen: false, own: [], ownPaths: [] };
const key = 'sk-0123456789-never-shown';

describe('a provider of the OpenAI embeddings API', () => {
  let server: EmbeddingServer;
  let workers: EmbeddingWorkers;

  beforeAll(async () => {
    server = await new EmbeddingServer().start();
    workers = new EmbeddingWorkers({ workers: 2, memoryBytes: 400 * 2 ** 20 });
  });
  afterEach(() => {
    server.requests.length = 0;
    server.next.length = 0;
  });
  afterAll(async () => {
    await workers?.close();
    await server?.stop();
  });

  const targetOf = (config: object = {}, rules?: HostRules): ServiceTarget => {
    const read = readServiceConfig({ base_url: server.baseUrl, model: 'letters', ...config });
    const origins = new EmbeddingOrigins({ named: [server.origin], rules: closedRules });
    const { baseUrl } = read;
    return {
      kind: 'service',
      providerId: 'p1',
      workspaceId: 'w',
      name: 'p',
      config: read,
      apiKey: key,
      rules: rules ?? origins.rulesFor(baseUrl),
    };
  };
  const embed = (texts: readonly string[], target = targetOf(), deadlineMs = 20_000) =>
    workers.embed(target, texts, { signal: new AbortController().signal, deadlineMs });
  const refusal = async (target?: ServiceTarget, deadlineMs?: number) => {
    const error = await embed(['a'], target, deadlineMs).then(
      () => expect.fail('it embedded'),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(EmbeddingError);
    expect((error as Error).message).not.toContain(key);
    return [(error as EmbeddingError).class, (error as Error).message];
  };

  test('is asked in batches, and gives vectors in the order of the texts whatever the order of its answer', async () => {
    const texts = Array.from({ length: 7 }, (_, index) => 'abc'.repeat(index + 1));
    server.next.push((response, asked) => {
      const data = asked.body.input
        .map((text, index) => ({ index, embedding: vectorOf(text, 8) }))
        .reverse();
      sendJson(200, { data, usage: { prompt_tokens: 11 } })(response);
    });
    const { vectors: found, dimensions, tokens } = await embed(texts, targetOf({ batch_size: 3 }));
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([3, 3, 1]);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(`Bearer ${key}`),
    );
    expect(dimensions).toBe(8);
    expect(tokens).toBe(11 + texts.slice(3, 6).join(' ').length + (texts[6] ?? '').length);
    expect([...found]).toEqual(texts.flatMap((text) => vectorOf(text, 8)));
  });

  test('is asked for the dimensions of its configuration, and believed for no others', async () => {
    expect((await embed(['a'], targetOf({ dimensions: 5 }))).dimensions).toBe(5);
    expect(server.requests[0]?.body.dimensions).toBe(5);
    server.next.push((response) =>
      sendJson(200, { data: [{ index: 0, embedding: [1, 2] }] })(response),
    );
    const [kind, message] = await refusal(targetOf({ dimensions: 5 }));
    expect([kind, message]).toEqual([
      'bad_answer',
      "Embedding provider 'p' answered wrongly: an embedding of 2 dimensions where 5 were expected",
    ]);
  });

  test('that limits its requests is asked again when it said, or not at all where that is too late', async () => {
    const limited = (after: string) =>
      sendJson(429, { error: { message: 'slow down' } }, { 'retry-after': after });
    server.next.push(limited('0.05'), sendJson(503, {}, { 'retry-after': '0' }), vectors);
    expect((await embed(['a'])).dimensions).toBe(8);
    expect(server.requests).toHaveLength(3);
    server.next.push(limited('3600'));
    expect(await refusal()).toEqual([
      'rate_limit',
      "Embedding provider 'p' is limiting its requests (429): slow down; try again later",
    ]);
    expect(server.requests).toHaveLength(4);
  });

  test('that answers wrongly is refused in words', async () => {
    const one = (embedding: unknown) => sendJson(200, { data: [{ index: 0, embedding }] });
    const html = (response: Parameters<typeof vectors>[0]) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Login</h1>');
    const cases: [Parameters<typeof server.next.push>[0], RegExp][] = [
      [html, /answered with text\/html instead of JSON; its 'base_url' must be/],
      [
        (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
        /it sent no JSON/,
      ],
      [sendJson(200, null), /no list 'data'/],
      [sendJson(200, { data: [] }), /0 embeddings for 1 texts/],
      [sendJson(200, { data: [{ index: 3, embedding: [1] }] }), /without an 'index' of its own/],
      [one('abc'), /no list of numbers/],
      [one([]), /an embedding of 0 dimensions/],
      [one([1, null]), /no finite number/],
      [one([1, 1e300]), /no finite number/],
      [
        sendJson(401, { error: { message: `bad key ${key}` } }),
        /refused the key \(401\): bad key \*\*\*; give/,
      ],
      [
        sendJson(404, { error: { message: 'no such model' } }),
        /does not know .* \(404\): no such model$/,
      ],
      [sendJson(400, { secret: 'page of another server' }), /refused the request \(400\)$/],
    ];
    for (const [behaviour, words] of cases) {
      server.next.push(behaviour);
      expect((await refusal())[1]).toMatch(words);
    }
    expect(server.requests).toHaveLength(cases.length);
  });

  test('is not followed elsewhere', async () => {
    server.next.push(sendJson(302, {}, { location: `${server.origin}/v1/embeddings` }));
    const [kind, message] = await refusal();
    expect([kind, message]).toEqual([
      'refused',
      expect.stringMatching(/a redirect \(302\), which is not followed/),
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test('is reached only where the rules allow its address', async () => {
    const [kind, message] = await refusal(targetOf({}, closedRules), 1_500);
    expect([kind, message]).toEqual([
      'unreachable',
      expect.stringMatching(/nobody answers there as an HTTP server/),
    ]);
    const denied = new EmbeddingOrigins({
      named: [server.origin],
      rules: { ...closedRules, deny: [{ kind: 'network', address: '127.0.0.0', bits: 8 }] },
    });
    expect((await refusal(targetOf({}, denied.rulesFor(server.baseUrl)), 1_500))[0]).toBe(
      'unreachable',
    );
    const metadata = targetOf({ base_url: 'http://169.254.169.254/v1' });
    const named = new EmbeddingOrigins({ named: ['http://169.254.169.254'], rules: closedRules });
    expect(
      (await refusal({ ...metadata, rules: named.rulesFor(metadata.config.baseUrl) }, 1_500))[0],
    ).toBe('unreachable');
    expect(server.requests).toHaveLength(0);
  });

  test('that says nothing, or speaks no HTTP, costs the time limit and no more', async () => {
    server.next.push(() => {});
    expect(await refusal(targetOf(), 300)).toEqual([
      'time_limit',
      "Embedding provider 'p' did not answer within 0.3 s; try again later",
    ]);
    const silent: Server = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('\0\0not http\n'),
    );
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const base_url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const rules: HostRules = { ...closedRules, loopbackOpen: true };
    expect((await refusal(targetOf({ base_url }, rules), 1_500))[0]).toBe('unreachable');
    await new Promise((resolve) => silent.close(resolve));
  });

  test('is no longer asked when nobody waits, and its process ends with the pool', async () => {
    server.next.push(() => {});
    const controller = new AbortController();
    const asked = workers.embed(targetOf(), ['a'], {
      signal: controller.signal,
      deadlineMs: 60_000,
    });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ class: 'cancelled' });
    expect((await embed(['b'])).dimensions).toBe(8);
  });

  test('has a process of its own, which another provider waits for where there is room for no more', async () => {
    const alone = new EmbeddingWorkers({ workers: 1, memoryBytes: 400 * 2 ** 20 });
    const signal = new AbortController().signal;
    const both = ['p1', 'p2'].map((providerId) =>
      alone.embed({ ...targetOf(), providerId }, ['a'], { signal, deadlineMs: 20_000 }),
    );
    expect((await Promise.all(both)).map(({ dimensions }) => dimensions)).toEqual([8, 8]);
    const [pid] = alone.workerPids();
    await alone.close();
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
  });

  test('that sleeps keeps others of its workspace waiting, and no other workspace', async () => {
    const shared = new EmbeddingWorkers({ workers: 2, memoryBytes: 400 * 2 ** 20 });
    const controller = new AbortController();
    const ask = (providerId: string, workspaceId: string) =>
      shared.embed({ ...targetOf(), providerId, workspaceId }, ['a'], {
        signal: controller.signal,
        deadlineMs: 60_000,
      });
    server.next.push(() => {});
    const asleep = ask('p1', 'w');
    await expect.poll(() => server.requests.length).toBe(1);
    const behind = ask('p2', 'w');
    expect((await ask('p3', 'other')).dimensions).toBe(8);
    expect(shared.stats().workers).toBe(2);
    controller.abort();
    const ended = await Promise.allSettled([asleep, behind]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    // The share is free again as soon as the process rests.
    const signal = new AbortController().signal;
    const next = { ...targetOf(), providerId: 'p4' };
    expect((await shared.embed(next, ['a'], { signal, deadlineMs: 60_000 })).dimensions).toBe(8);
    await shared.close();
  });

  test('that sleeps in two workspaces leaves a process to a third, and keeps no provider at work from going on', async () => {
    const shared = new EmbeddingWorkers({ workers: 4, memoryBytes: 400 * 2 ** 20 });
    const controller = new AbortController();
    const ask = (providerId: string, workspaceId: string, text = 'a') =>
      shared.embed({ ...targetOf(), providerId, workspaceId }, [text], {
        signal: controller.signal,
        deadlineMs: 60_000,
      });
    server.next.push(
      () => {},
      () => {},
      () => {},
    );
    const asleep = [ask('a1', 'a'), ask('a2', 'a'), ask('b1', 'b')];
    await expect.poll(() => server.requests.length).toBe(3);
    // The last process is for a provider without a process, so `b` waits for a second one.
    const behind = [ask('b2', 'b')];
    expect((await ask('c1', 'c')).dimensions).toBe(8);
    server.next.push(() => {});
    behind.push(ask('c1', 'c', 'asleep too'));
    await expect.poll(() => server.texts.includes('asleep too')).toBe(true);
    // All processes are taken, and `d` waits. Providers with a process are still asked, except the
    // one about to rest.
    behind.push(ask('d1', 'd'));
    expect((await ask('a2', 'a', 'second')).dimensions).toBe(8);
    expect((await ask('b1', 'b', 'third')).dimensions).toBe(8);
    controller.abort();
    const ended = await Promise.allSettled([...asleep, ...behind]);
    expect(ended.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    await shared.close();
  });

  test('that takes more memory than its process may have ends with it', async () => {
    const small = new EmbeddingWorkers({ workers: 1, memoryBytes: 2 ** 20 });
    server.next.push(() => {});
    const asked = small.embed(targetOf(), ['a'], {
      signal: new AbortController().signal,
      deadlineMs: 60_000,
    });
    await expect(asked).rejects.toMatchObject({ class: 'memory_limit' });
    await small.close();
  });
});
