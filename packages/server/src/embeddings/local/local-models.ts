import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { wrong } from '../read-provider-config.ts';
import { findOnnxRuntime, onnxRuntimePackage } from './onnx-runtime.ts';

/** A model that the operator put on this machine. */
export interface LocalModel {
  /** Absolute, links followed; below the folder of models. */
  readonly folder: string;
  /** Of its graph, below `folder`. */
  readonly graph: string;
  /** File of onnxruntime-node. */
  readonly runtime: string;
  /** SHA-256 of the files that its vectors depend on: other files, other vectors. */
  readonly digest: string;
}

/** Where exporters put the graph; the first that is there. */
const graphs = [
  'model.onnx',
  'onnx/model.onnx',
  'onnx/model_quantized.onnx',
  'model_quantized.onnx',
];
const settings = [
  'config.json',
  'modules.json',
  'sentence_bert_config.json',
  '1_Pooling/config.json',
  'tokenizer.json',
  'tokenizer_config.json',
];

/** The models below the folder that QUERN_EMBEDDING_MODELS names, by the names of their folders. */
export class LocalModels {
  readonly #root: string | null;
  /** Digest of a file by its path and state, so that gigabytes are read once. */
  readonly #digests = new Map<string, { readonly state: string; readonly digest: string }>();

  constructor(root: string | null) {
    this.#root = root;
  }

  /** Throws a ProviderConfigError that says what the operator can do. */
  async find(name: string): Promise<LocalModel> {
    if (this.#root === null) {
      throw wrong(
        'this service has no models of its own; ask the operator to set QUERN_EMBEDDING_MODELS',
      );
    }
    const folder = await this.#folderOf(this.#root, name);
    const graph = folder && (await firstFile(folder, graphs));
    if (!folder || !graph || !(await fileState(join(folder, 'tokenizer.json')))) {
      throw wrong(
        `'${name}' is no model of this service; ask the operator for its name, or to put a folder with model.onnx and tokenizer.json below QUERN_EMBEDDING_MODELS`,
      );
    }
    const runtime = findOnnxRuntime(this.#root);
    if (runtime === null) {
      throw wrong(
        `${onnxRuntimePackage}, which runs models, is not installed; ask the operator to run 'npm install --ignore-scripts ${onnxRuntimePackage}' in the folder of QUERN_EMBEDDING_MODELS`,
      );
    }
    return { folder, graph, runtime, digest: await this.#digestOf(folder, graph) };
  }

  async #folderOf(root: string, name: string): Promise<string | null> {
    try {
      const [above, folder] = await Promise.all([realpath(root), realpath(join(root, name))]);
      return folder.startsWith(join(above, '/')) ? folder : null;
    } catch {
      return null;
    }
  }

  /** Weights may stand in files of their own, which begin with the graph's name. */
  async #digestOf(folder: string, graph: string): Promise<string> {
    const beside = await readdir(join(folder, dirname(graph)));
    const weights = beside
      .filter((file) => file.startsWith(basename(graph)))
      .map((file) => join(dirname(graph), file));
    const hash = createHash('sha256');
    for (const file of [...settings, ...weights].sort()) {
      const digest = await this.#digestOfFile(join(folder, file));
      // Without the folder of an exporter: the same graph is the same model.
      if (digest !== null)
        hash.update(`${weights.includes(file) ? basename(file) : file} ${digest}\n`);
    }
    return hash.digest('hex');
  }

  async #digestOfFile(path: string): Promise<string | null> {
    const found = await fileState(path);
    if (!found) return null;
    const state = [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
    const known = this.#digests.get(path);
    if (known?.state === state) return known.digest;
    const hash = createHash('sha256');
    for await (const part of createReadStream(path)) hash.update(part);
    const digest = hash.digest('hex');
    this.#digests.set(path, { state, digest });
    return digest;
  }
}

async function firstFile(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) if (await fileState(join(folder, name))) return name;
  return null;
}

async function fileState(path: string): Promise<Stats | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found : null;
}
