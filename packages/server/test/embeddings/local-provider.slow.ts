import { cp, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingError } from '../../src/embeddings/embedding-error.ts';
import { LocalModels } from '../../src/embeddings/local/local-models.ts';
import { readLocalConfig } from '../../src/embeddings/local/read-local-config.ts';
import type { LocalTarget } from '../../src/embeddings/provider.ts';
import { EmbeddingWorkers } from '../../src/embeddings/worker/embedding-workers.ts';
import { canRunPython, installTimeoutMs } from '../clients/python-environment.ts';
import { installModels, type Models, minilm } from './minilm.ts';

const MiB = 2 ** 20;

describe.skipIf(!canRunPython())('a local provider', () => {
  let models: Models;
  let folder: string;
  let workers: EmbeddingWorkers;
  const logged: string[] = [];

  beforeAll(async () => {
    models = await installModels();
    folder = await mkdtemp(join(tmpdir(), 'quern-models-'));
    await symlink(join(models.folder, 'node_modules'), join(folder, 'node_modules'));
    workers = new EmbeddingWorkers({
      workers: 1,
      memoryBytes: 512 * MiB,
      onEvent: ({ detail }) => logged.push(detail),
    });
  }, installTimeoutMs);
  afterAll(async () => {
    await workers?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const targetOf = async (config: object = {}, root = models.folder): Promise<LocalTarget> => {
    const read = readLocalConfig({ model: minilm, ...config });
    const model = await new LocalModels(root).find(read.model);
    return { kind: 'local', providerId: 'p', workspaceId: 'w', name: 'p', config: read, model };
  };
  const embed = (texts: readonly string[], target: LocalTarget, by = workers) =>
    by.embed(target, texts, { signal: new AbortController().signal, deadlineMs: 60_000 });
  /** A copy of the model with files of its own. */
  const copyOf = async (name: string, files: Readonly<Record<string, object>> = {}) => {
    await cp(join(models.folder, minilm), join(folder, name), { recursive: true });
    for (const [file, content] of Object.entries(files))
      await writeFile(join(folder, name, file), JSON.stringify(content));
    return targetOf({ model: name }, folder);
  };
  const refusal = async (target: LocalTarget, texts = ['a'], by = workers) => {
    const thrown = await embed(texts, target, by).then(
      () => expect.fail('it embedded'),
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(EmbeddingError);
    const { class: errorClass, message } = thrown as EmbeddingError;
    expect(message).not.toContain(folder);
    return [errorClass, message];
  };

  const texts = [
    'A man is eating food.',
    'A man is eating a piece of bread.',
    'The girl is carrying a baby.',
    '  Spaces,\ttabs\nand\u00a0such  ',
    'Ünïcödé: ÀÉÎÕÜ, ß, ﬁ, ½, Ⅷ',
    '東京は日本の首都です。 北京 서울',
    "don't can't we'll it's -- (e.g.) $3.50 50% a@b.c https://x.y/z?q=1",
    '😀👩‍👩‍👧 emoji and \u200b zero width',
    '[CLS] [SEP] [MASK] [PAD] [UNK] are words here',
    'antidisestablishmentarianism'.repeat(8),
    'x',
    'اللغة العربية  हिन्दी  ไทย',
    `${'a long text of many words, cut where the model ends '.repeat(200)}`,
    'control \u0007 and \ufffd',
  ];
  const cosine = (one: ArrayLike<number>, other: ArrayLike<number>) =>
    Array.from(one).reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);

  test('gives the vectors that the same model has in Python, of texts of every kind', async () => {
    const expected = await models.reference(texts);
    const { vectors, dimensions, tokens } = await embed(texts, await targetOf());
    expect(dimensions).toBe(384);
    expect(tokens).toBe(expected.ids.reduce((sum, ids) => sum + ids.length, 0));
    for (const [row, text] of texts.entries()) {
      const found = vectors.subarray(row * dimensions, (row + 1) * dimensions);
      const wanted = expected.vectors[row] ?? [];
      const off = Math.max(...wanted.map((value, place) => Math.abs(value - (found[place] ?? 0))));
      expect([text, off < 1e-5]).toEqual([text, true]);
    }
    // The model's authors state 0.7553 as the similarity of the first two sentences.
    const [first, second] = [vectors.subarray(0, 384), vectors.subarray(384, 768)];
    expect(cosine(first, second)).toBeCloseTo(0.7553, 3);
  });

  test.each(['bytes', 'words'] as const)(
    'reads texts as tokenizers of pairs of %s do in Python',
    async (kind) => {
      const name = `pairs-of-${kind}`;
      await copyOf(name, { 'tokenizer_config.json': {}, 'special_tokens_map.json': {} });
      const model = join(folder, name);
      await models.trainTokenizer(kind, texts, join(model, 'tokenizer.json'));
      const target = await targetOf({ model: name }, folder);
      const all = [...texts, 'words that were never seen: žluťoučký kůň ☃ 🦊 0123456789'];
      const expected = await models.reference(all, { model });
      const { vectors, tokens } = await embed(all, target);
      expect(tokens).toBe(expected.ids.reduce((sum, ids) => sum + ids.length, 0));
      for (const [row, text] of all.entries()) {
        const found = vectors.subarray(row * 384, (row + 1) * 384);
        const wanted = expected.vectors[row] ?? [];
        const off = Math.max(...wanted.map((value, at) => Math.abs(value - (found[at] ?? 0))));
        expect([text, off < 1e-5]).toEqual([text, true]);
      }
    },
    60_000,
  );

  test('pools, cuts and leaves lengths as its configuration says', async () => {
    const expected = await models.reference(texts, { maxTokens: 16, pooling: 'cls' });
    const config = { max_tokens: 16, pooling: 'cls', normalize: false, batch_size: 3 };
    const { vectors, tokens } = await embed(texts, await targetOf(config));
    expect(tokens).toBe(expected.ids.reduce((sum, ids) => sum + ids.length, 0));
    for (const [row, wanted] of expected.vectors.entries()) {
      const found = vectors.subarray(row * 384, (row + 1) * 384);
      const length = Math.sqrt(cosine(found, found));
      expect(length).toBeGreaterThan(2);
      expect(cosine(found, wanted) / length).toBeCloseTo(1, 5);
    }
  });

  test('gives a text the vector that it has alone, whatever it is embedded with', async () => {
    const target = await targetOf();
    const { vectors: together } = await embed(texts, target);
    const { vectors: alone } = await embed(['x'], target);
    const among = together.subarray(10 * 384, 11 * 384);
    expect(
      Math.max(...alone.map((value, place) => Math.abs(value - (among[place] ?? 0)))),
    ).toBeLessThan(1e-6);
  });

  test('is refused in a sentence where its model is not what was said', async () => {
    expect(await refusal(await targetOf({ dimensions: 100 }))).toEqual([
      'bad_answer',
      expect.stringMatching(/vectors of 384 dimensions, and its configuration says 100/),
    ]);
    const silent = await copyOf('silent', { '1_Pooling/config.json': {} });
    expect(await refusal(silent)).toEqual([
      'refused',
      expect.stringMatching(/set 'pooling' to mean or cls/),
    ]);
    await truncate(join(folder, 'silent', 'model.onnx'), 5_000_000);
    logged.length = 0;
    expect(await refusal(await targetOf({ model: 'silent' }, folder))).toEqual([
      'provider_failed',
      expect.stringMatching(/the service's log says why/),
    ]);
    expect(logged.join()).toMatch(/Protobuf|onnx/i);
    await writeFile(join(folder, 'silent', 'tokenizer.json'), '{"model": {"type"');
    expect((await refusal(await targetOf({ model: 'silent' }, folder)))[0]).toBe('provider_failed');
    // Other providers go on in the same pool.
    expect((await embed(['x'], await targetOf())).dimensions).toBe(384);
  });

  test('takes no more memory than it may', async () => {
    const small = new EmbeddingWorkers({ workers: 1, memoryBytes: 128 * MiB });
    try {
      expect(await refusal(await targetOf(), texts, small)).toEqual([
        'memory_limit',
        expect.stringMatching(/QUERN_EMBEDDING_MEMORY/),
      ]);
    } finally {
      await small.close();
    }
  });

  test('is cancelled and keeps its time limit between batches', async () => {
    const target = await targetOf({ batch_size: 1 });
    const many = Array.from({ length: 5_000 }, (_, n) => `${n} ${texts[12]}`);
    const signal = new AbortController().signal;
    await expect(workers.embed(target, many, { signal, deadlineMs: 1_500 })).rejects.toMatchObject({
      class: 'time_limit',
    });
    const controller = new AbortController();
    const asked = workers.embed(target, many, { signal: controller.signal, deadlineMs: 60_000 });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ class: 'cancelled' });
    expect((await embed(['x'], target)).dimensions).toBe(384);
  });

  test('embeds with the files that its digest is of, and with no others', async () => {
    const former = await copyOf('replaced', { 'modules.json': [] });
    await writeFile(join(folder, 'replaced', 'modules.json'), '[{}]');
    expect(await refusal(former)).toEqual([
      'provider_failed',
      expect.stringMatching(/was replaced while it was loaded; try again/),
    ]);
    const present = await targetOf({ model: 'replaced' }, folder);
    expect((await embed(['x'], present)).dimensions).toBe(384);
  });

  test('runs models of the folder of the operator and of no other', async () => {
    const here = new LocalModels(folder);
    await symlink(join(models.folder, minilm), join(folder, 'elsewhere'));
    for (const name of ['nothing', 'elsewhere', 'node_modules'])
      await expect(here.find(name)).rejects.toThrow(/is no model of this service/);
    await expect(new LocalModels(null).find('m')).rejects.toThrow(/set QUERN_EMBEDDING_MODELS/);
    await mkdir(join(folder, 'lacking', 'm'), { recursive: true });
    for (const file of ['model.onnx', 'tokenizer.json'])
      await writeFile(join(folder, 'lacking', 'm', file), '{}');
    // Node searches the folders above, too.
    await rm(join(folder, 'node_modules'));
    await expect(new LocalModels(join(folder, 'lacking')).find('m')).rejects.toThrow(
      /run 'npm install --ignore-scripts onnxruntime-node@/,
    );
    await symlink(join(models.folder, 'node_modules'), join(folder, 'node_modules'));
    for (const model of ['..', '../m', '/etc', 'a/b/c', '.hidden', 'a/../b', 'a\\b', '', 7])
      expect(() => readLocalConfig({ model })).toThrow(/name of a model's folder/);
  });

  test('has a digest of its files, so that other files under its name are another model', async () => {
    const copied = await copyOf('copied');
    const original = await targetOf();
    expect(copied.model.digest).toBe(original.model.digest);
    await writeFile(join(folder, 'copied', 'modules.json'), '[]');
    expect((await targetOf({ model: 'copied' }, folder)).model.digest).not.toBe(
      copied.model.digest,
    );
  });
});
