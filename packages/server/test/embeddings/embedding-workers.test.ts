import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingOrigins } from '../../src/embeddings/embedding-origins.ts';
import type { ServiceTarget } from '../../src/embeddings/provider.ts';
import { readServiceConfig } from '../../src/embeddings/read-service-config.ts';
import { EmbeddingWorkers } from '../../src/embeddings/worker/embedding-workers.ts';
import { EmbeddingServer, vectorOf, vectors } from '../embedding-server.ts';

describe('the texts of several askers in the process of one provider', () => {
  let server: EmbeddingServer;
  let workers: EmbeddingWorkers;

  beforeAll(async () => {
    server = await new EmbeddingServer().start();
    workers = new EmbeddingWorkers({ workers: 1, memoryBytes: 160 * 2 ** 20 });
  });
  afterEach(() => {
    server.requests.length = 0;
    server.next.length = 0;
  });
  afterAll(async () => {
    await workers?.close();
    await server?.stop();
  });

  const embed = (texts: readonly string[], deadlineMs = 60_000, batch_size = 1) => {
    const read = readServiceConfig({ base_url: server.baseUrl, model: 'letters', batch_size });
    const rules = { allow: [], deny: [], loopbackOpen: true, own: [], ownPaths: [] };
    const origins = new EmbeddingOrigins({ named: [server.origin], rules });
    const target: ServiceTarget = {
      ...{ kind: 'service', providerId: 'p', workspaceId: null, name: 'p', config: read },
      ...{ apiKey: null, rules: origins.rulesFor(read.baseUrl) },
    };
    return workers.embed(target, texts, { signal: new AbortController().signal, deadlineMs });
  };
  const silence = () => {};

  test('that take too much memory fail alone; the others are embedded in another process', async () => {
    server.next.push(silence);
    const innocent = embed(['innocent']);
    await expect.poll(() => server.texts).toEqual(['innocent']);
    const large = Array.from({ length: 50 }, (_, place) => `${place}`.padEnd(3_000_000, 'x'));
    await expect(embed(large)).rejects.toMatchObject({ class: 'memory_limit' });
    expect([...(await innocent).vectors]).toEqual(vectorOf('innocent', 8));
  });

  test('that come after others in a process are not told what is over because of these', async () => {
    const first = (await embed(['first'])).dimensions;
    const [pid] = workers.workerPids();
    server.next.push(silence);
    const later = embed(['later']);
    await expect.poll(() => server.texts.includes('later')).toBe(true);
    process.kill(pid ?? 0, 'SIGKILL');
    expect((await later).dimensions).toBe(first);
  });

  test('that overstay their time fail alone; what others have by then is not asked for again', async () => {
    const [pid] = await embed(['first']).then(() => workers.workerPids());
    server.requests.length = 0;
    server.next.push(vectors, silence);
    const innocent = embed(['one', 'two']);
    await expect.poll(() => server.texts).toEqual(['one', 'two']);
    const late = embed(['late'], 200);
    process.kill(pid ?? 0, 'SIGSTOP');
    await expect(late).rejects.toMatchObject({ class: 'time_limit' });
    expect([...(await innocent).vectors]).toEqual([...vectorOf('one', 8), ...vectorOf('two', 8)]);
    expect(server.texts.filter((text) => text === 'one')).toHaveLength(1);
    expect((await innocent).tokens).toBe('onetwo'.length);
  });

  test('keep their time limit while others, put back with them, have a process alone', async () => {
    server.next.push(silence, silence);
    const first = embed(['first']);
    const second = embed(['second'], 5_000);
    await expect.poll(() => server.requests.length).toBe(2);
    server.next.push(silence);
    const [pid] = workers.workerPids();
    process.kill(pid ?? 0, 'SIGKILL');
    await expect(second).rejects.toMatchObject({ class: 'time_limit' });
    await expect.poll(() => server.requests.length).toBe(3);
    expect(server.texts.at(-1)).toBe('first');
    process.kill(workers.workerPids()[0] ?? 0, 'SIGKILL');
    await expect(first).rejects.toMatchObject({ class: 'worker_ended' });
  }, 20_000);

  test('are embedded by another process where theirs is gone, and the one that is alone in it is told', async () => {
    server.next.push(silence, silence);
    const both = [embed(['a']), embed(['b'])];
    await expect.poll(() => server.requests.length).toBe(2);
    server.next.push(silence);
    process.kill(workers.workerPids()[0] ?? 0, 'SIGKILL');
    await expect.poll(() => server.requests.length).toBe(3);
    process.kill(workers.workerPids()[0] ?? 0, 'SIGKILL');
    await expect(both[0]).rejects.toMatchObject({ class: 'worker_ended', retryable: true });
    expect((await both[1])?.dimensions).toBe(8);
  });
});
