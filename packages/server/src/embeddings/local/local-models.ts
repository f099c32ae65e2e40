import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { wrong } from '../read-provider-config.ts';
import { ExternalWeights } from './external-weights.ts';
import { findOnnxRuntime, onnxRuntimePackage } from './onnx-runtime.ts';

/** A model installed on this machine by the operator. */
export interface LocalModel {
  /** Absolute, links followed; below the folder of models. */
  readonly folder: string;
  /** Path of the graph, below `folder`. */
  readonly graph: string;
  /** File of onnxruntime-node. */
  readonly runtime: string;
  /** SHA-256 of the files that determine the vectors: other files mean other vectors. */
  readonly digest: string;
  /** Files below `folder`, with their states at the time of reading; null: absent. */
  readonly files: Readonly<Record<string, string | null>>;
}

/** Paths of the graph by exporter; the first existing path is used. */
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

/** The models below the folder of QUERN_EMBEDDING_MODELS, by folder name. */
export class LocalModels {
  readonly #root: string | null;
  /** Digests by path: gigabytes are read once per state of the file. */
  readonly #read = new Map<
    string,
    { readonly state: string; readonly content: Promise<FileContent> }
  >();

  constructor(root: string | null) {
    this.#root = root;
  }

  /** Throws a ProviderConfigError with advice for the operator. */
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
    return { folder, graph, runtime, ...(await this.#readFiles(folder, graph)) };
  }

  async #folderOf(root: string, name: string): Promise<string | null> {
    try {
      const [above, folder] = await Promise.all([realpath(root), realpath(join(root, name))]);
      return folder.startsWith(join(above, '/')) ? folder : null;
    } catch {
      return null;
    }
  }

  /**
   * Weights may be in separate files, whose names begin with the graph's name or appear in the
   * graph.
   */
  async #readFiles(folder: string, graph: string): Promise<Pick<LocalModel, 'digest' | 'files'>> {
    const home = dirname(graph);
    const beside = await readdir(join(folder, home));
    const named = await this.#readFile(join(folder, graph));
    const weights = [
      ...beside.filter((file) => file.startsWith(basename(graph))),
      ...(named?.weights ?? []),
    ].map((file) => join(home, file));
    const hash = createHash('sha256');
    const files: [string, string | null][] = [];
    for (const file of [...new Set([...settings, ...weights])].sort()) {
      const read = await this.#readFile(join(folder, file));
      files.push([file, read?.state ?? null]);
      // The exporter's folder is left out, so the same graph counts as the same model.
      const name = weights.includes(file) ? relative(home, file) : file;
      if (read !== null) hash.update(`${name} ${read.digest}\n`);
    }
    return { digest: hash.digest('hex'), files: Object.fromEntries(files) };
  }

  /** Concurrent requests for a file share one read. */
  async #readFile(path: string): Promise<ReadFile | null> {
    const state = await stateOf(path);
    if (state === null) return null;
    const known = this.#read.get(path);
    if (known?.state === state) return known.content.then((content) => ({ state, ...content }));
    const content = contentOf(path);
    const kept = { state, content };
    this.#read.set(path, kept);
    content.catch(() => {
      if (this.#read.get(path) === kept) this.#read.delete(path);
    });
    return { state, ...(await content) };
  }
}

/** True if the model's files have changed since its digest was computed. */
export async function haveChanged({ folder, files }: LocalModel): Promise<boolean> {
  for (const [file, state] of Object.entries(files))
    if ((await stateOf(join(folder, file))) !== state) return true;
  return false;
}

interface FileContent {
  readonly digest: string;
  /** Weight files that the file names, if a graph. */
  readonly weights: readonly string[];
}

interface ReadFile extends FileContent {
  readonly state: string;
}

async function contentOf(path: string): Promise<FileContent> {
  const hash = createHash('sha256');
  const weights = new ExternalWeights();
  for await (const part of createReadStream(path)) {
    hash.update(part);
    weights.read(part);
  }
  return { digest: hash.digest('hex'), weights: weights.names };
}

/** The state of a file's content, as far as a file system tells; null if the file is absent. */
async function stateOf(path: string): Promise<string | null> {
  const found = await fileState(path);
  return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}

async function firstFile(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) if (await fileState(join(folder, name))) return name;
  return null;
}

async function fileState(path: string): Promise<Stats | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found : null;
}

/** Models installed on this machine by the operator. */
export interface HasLocalModels {
  readonly localModels: LocalModels;
}
