import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddingOrigins } from '../../src/embeddings/embedding-origins.ts';
import type { Embedder, ServiceTarget } from '../../src/embeddings/provider.ts';
import { readServiceConfig } from '../../src/embeddings/read-service-config.ts';
import { EmbeddingWorkers } from '../../src/embeddings/worker/embedding-workers.ts';
import { embedTexts, Refusals } from '../../src/indexing/embed-texts.ts';
import { dayMs } from '../../src/kernel/clock.ts';
import { trimEmbeddedTexts } from '../../src/metadata/embedded-text-store.ts';
import { countEmbedded } from '../../src/metadata/embedding-usage.ts';
import { migrateMetadata } from '../../src/metadata/migrate.ts';
import { type Metadata, openMetadata } from '../../src/metadata/open-metadata.ts';
import { EmbeddingServer, sendJson, vectorOf } from '../embedding-server.ts';
import { ManualClock } from '../manual-clock.ts';

let server: EmbeddingServer;
let embedder: EmbeddingWorkers;
let metadata: Metadata;
let folder: string;
const clock = new ManualClock(Date.parse('2030-01-01T00:00:00Z'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-texts-'));
  server = await new EmbeddingServer().start();
  embedder = new EmbeddingWorkers({ workers: 1, memoryBytes: 400 * 2 ** 20 });
  metadata = await openMetadata(`sqlite:${join(folder, 'quern.db')}`);
  await migrateMetadata(metadata, clock.now());
  await metadata.db
    .insertInto('organizations')
    .values({ id: 'o', name: 'o', created_at: 0 })
    .execute();
  for (const id of ['w1', 'w2']) {
    const flags = {
      active: 1,
      favorite: 0,
      provision_status: 'ready',
      created_at: 0,
      deleted_at: null,
    } as const;
    await metadata.db
      .insertInto('workspaces')
      .values({ id, organization_id: 'o', name: id, ...flags })
      .execute();
  }
});
afterAll(async () => {
  await embedder?.close();
  await metadata?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function targetOf(config: object = {}): ServiceTarget {
  const read = readServiceConfig({ base_url: server.baseUrl, model: 'letters', ...config });
  const rules = { allow: [], deny: [], loopbackOpen: true, own: [], ownPaths: [] };
  const origins = new EmbeddingOrigins({ named: [server.origin], rules });
  return {
    kind: 'service',
    providerId: 'p',
    workspaceId: 'w',
    name: 'p',
    config: read,
    apiKey: null,
    rules: origins.rulesFor(read.baseUrl),
  };
}

const embed = (workspaceId: string, texts: readonly string[], target = targetOf()) => {
  const options = { signal: new AbortController().signal, deadlineMs: 20_000 };
  return embedTexts({ metadata, embedder, clock }, { workspaceId, target }, texts, options);
};

test('a text is embedded once for a workspace and a model, however often it comes', async () => {
  const first = await embed('w1', ['a', 'b', 'a', 'c']);
  expect([...first.vectors]).toEqual(
    ['a', 'b', 'c'].map((text) => [text, new Float32Array(vectorOf(text, 8))]),
  );
  expect([first.dimensions, first.asked, first.tokens]).toEqual([8, 3, 'a b c'.length]);
  clock.advance(2 * dayMs);
  const again = await embed('w1', ['c', 'd', 'a']);
  expect([again.asked, again.tokens, [...again.vectors.values()]]).toEqual([
    1,
    1,
    ['c', 'd', 'a'].map((text) => new Float32Array(vectorOf(text, 8))),
  ]);
  expect((await embed('w2', ['a'])).asked).toBe(1);
  expect((await embed('w1', ['a'], targetOf({ dimensions: 4 }))).dimensions).toBe(4);
  expect((await embed('w1', ['a'], targetOf({ batch_size: 1 }))).asked).toBe(0);
  expect(server.texts).toEqual(['a', 'b', 'c', 'd', 'a', 'a']);
  const used = (workspaceId: string, since: number) =>
    countEmbedded(metadata.db, workspaceId, since);
  expect(await used('w1', 0)).toEqual({ texts: 5, tokens: 'a b c'.length + 2 });
  // Cached texts cost nothing; earlier texts are from another time.
  expect(await used('w1', clock.now())).toEqual({ texts: 2, tokens: 2 });
  expect(await used('w2', 0)).toEqual({ texts: 1, tokens: 1 });
});

test('a provider whose vectors become longer than those that are known is refused', async () => {
  server.next.push(sendJson(200, { data: [{ index: 0, embedding: [1, 2] }] }));
  await expect(embed('w1', ['a', 'longer'])).rejects.toThrow(
    /vectors of other dimensions than before \(8 and 2\)/,
  );
});

test('what was used longest ago goes first where there is too much', async () => {
  clock.advance(2 * dayMs);
  await embed('w2', ['x', 'y']);
  clock.advance(2 * dayMs);
  await embed('w2', ['x']);
  const bytes = 8 * 4;
  expect(
    await trimEmbeddedTexts(metadata, 2 * bytes, new AbortController().signal),
  ).toBeGreaterThan(0);
  expect((await embed('w2', ['x'])).asked).toBe(0);
  expect((await embed('w2', ['a'])).asked).toBe(1);
});

test('what succeeded before a refused text is kept and counted, and not asked for again', async () => {
  const texts = Array.from({ length: 100 }, (_, place) => `refused ${place}`);
  server.refuses.add('refused 99');
  const before = await countEmbedded(metadata.db, 'w1', 0);
  const once = async () => {
    server.requests.length = 0;
    await expect(embed('w1', texts, targetOf({ batch_size: 32 }))).rejects.toThrow(/is refused/);
    const now = await countEmbedded(metadata.db, 'w1', 0);
    return [server.texts.length, now.texts - before.texts, now.tokens - before.tokens];
  };
  const kept = Array.from({ length: 3 }, (_, batch) => texts.slice(batch * 32, batch * 32 + 32));
  const tokens = kept.reduce((sum, batch) => sum + batch.join(' ').length, 0);
  expect(await once()).toEqual([100, 96, tokens]);
  expect(await once()).toEqual([4, 96, tokens]);
  server.refuses.clear();
  expect((await embed('w1', texts)).asked).toBe(4);
});

test('texts that are refused are found among others, and a provider that refuses all is not asked for each', async () => {
  const texts = Array.from({ length: 300 }, (_, place) => `apart ${place}`);
  const poison = ['apart 0', 'apart 131', 'apart 299'];
  for (const text of poison) server.refuses.add(text);
  const apart = async (most: number, asked = texts, workspaceId = 'w1', skipped = 0) => {
    const refusals = new Refusals(most, skipped);
    server.requests.length = 0;
    const options = { signal: new AbortController().signal, deadlineMs: 20_000, refusals };
    const services = { metadata, embedder, clock };
    const target = { workspaceId, target: targetOf({ batch_size: 64 }) };
    return { refusals, ...(await embedTexts(services, target, asked, options)) };
  };
  const more = await apart(2);
  expect(poison.filter((text) => more.refusals.has(text))).toEqual(poison);
  // Only texts sent together with the failing text wait.
  const waiting = texts.filter((text) => more.refusals.has(text));
  expect(waiting.length).toBeGreaterThan(poison.length);
  expect(waiting.length).toBeLessThan(64);
  expect(texts.filter((text) => !more.vectors.has(text))).toEqual(waiting);
  const { vectors, refusals } = await apart(3);
  expect(texts.filter((text) => !vectors.has(text))).toEqual(poison);
  expect(texts.filter((text) => refusals.has(text))).toEqual(poison);
  expect(refusals.first?.message).toContain('this text is refused');
  for (const [text, vector] of vectors) expect([...vector]).toEqual(vectorOf(text, 8));
  // Each attempt at another position takes other texts out of the queue.
  const many = Array.from({ length: 64 }, (_, place) => `many ${place}`);
  const refused = many.filter((_text, place) => place % 2 === 0);
  for (const text of refused) server.refuses.add(text);
  await apart(8, [...texts, ...many]);
  const left: number[] = [];
  for (let skipped = 0; skipped < 48; skipped += 4) {
    const { refusals: later } = await apart(8, [...texts, ...many], 'w1', skipped);
    left.push(many.filter((text) => later.has(text)).length);
  }
  expect(left[0]).toBeGreaterThan(32);
  expect(left.at(-1)).toBe(32);
  for (const text of texts) server.refuses.add(text);
  await expect(apart(256, texts, 'w2')).rejects.toThrow(/is refused/);
  expect(server.requests.length).toBeLessThan(20);
  server.refuses.clear();
});

test('a step is bounded by the characters of its texts as well as by their number', async () => {
  const asked: number[] = [];
  const counting: Embedder = {
    stats: () => embedder.stats(),
    embed: (target, texts, options) => {
      asked.push(texts.reduce((sum, { length }) => sum + length, 0));
      return embedder.embed(target, texts, options);
    },
  };
  const texts = Array.from({ length: 6 }, (_, place) => `${place}`.padEnd(300_000, 'long '));
  const options = { signal: new AbortController().signal, deadlineMs: 20_000 };
  const services = { metadata, clock, embedder: counting };
  await embedTexts(services, { workspaceId: 'w2', target: targetOf() }, texts, options);
  expect(asked).toEqual([900_000, 900_000]);
});
