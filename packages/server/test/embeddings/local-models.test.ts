import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { haveChanged, LocalModels } from '../../src/embeddings/local/local-models.ts';

const MiB = 2 ** 20;

describe('the digest of a model', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'quern-models-'));
    const runtime = join(root, 'node_modules', 'onnxruntime-node');
    await mkdir(runtime, { recursive: true });
    await writeFile(join(runtime, 'index.js'), '');
    await mkdir(join(root, 'm', 'onnx'), { recursive: true });
    await write('tokenizer.json', '{}');
    await write('onnx/model.onnx', 'a graph without weights of their own');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const write = (file: string, content: string | Buffer) =>
    writeFile(join(root, 'm', file), content);
  const digest = async (models = new LocalModels(root)) => (await models.find('m')).digest;
  /** Fields of onnx.proto: `location` in field 1, the name in field 2. */
  const entryOf = (name: string) => {
    const { length } = Buffer.from(name);
    const size = length < 128 ? [length] : [128 | (length & 127), length >> 7];
    return Buffer.concat([
      Buffer.from('\n\u0008location\u0012', 'latin1'),
      Buffer.from(size),
      Buffer.from(name),
    ]);
  };

  test('is of the files that its graph names for weights, whatever they are called', async () => {
    const far = `${'w'.repeat(200)}.bin`;
    // Streams come in parts of 64 KiB: one entry crosses a boundary.
    const graph = [Buffer.alloc(65_536 - 4), entryOf('layer.bin'), Buffer.alloc(9), entryOf(far)];
    await write('onnx/model.onnx', Buffer.concat(graph));
    const seen = [await digest()];
    for (const file of ['layer.bin', far]) {
      await write(`onnx/${file}`, 'some');
      seen.push(await digest());
      await write(`onnx/${file}`, 'other');
      seen.push(await digest());
    }
    expect(new Set(seen).size).toBe(5);
    await write('onnx/another.bin', 'that no graph names');
    expect(await digest()).toBe(seen[4]);
  });

  test('is no longer that of the files where one was written, came or went', async () => {
    const models = new LocalModels(root);
    const present = await models.find('m');
    expect(await haveChanged(present)).toBe(false);
    await write('modules.json', '[]');
    expect(await haveChanged(present)).toBe(true);
    const later = await models.find('m');
    expect(await haveChanged(later)).toBe(false);
    await write('onnx/model.onnx', 'another graph');
    expect(await haveChanged(later)).toBe(true);
  });

  test.skipIf(process.platform !== 'linux')(
    'is made of each file once, however many ask at a time',
    async () => {
      await truncate(join(root, 'm', 'onnx', 'model.onnx'), 64 * MiB);
      const bytesRead = async () =>
        Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);
      const models = new LocalModels(root);
      const before = await bytesRead();
      const digests = await Promise.all(Array.from({ length: 8 }, () => digest(models)));
      expect(new Set(digests).size).toBe(1);
      expect((await bytesRead()) - before).toBeLessThan(2 * 64 * MiB);
    },
  );
});
