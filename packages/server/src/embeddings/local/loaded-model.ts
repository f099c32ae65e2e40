import { join } from 'node:path';
import { EmbeddingError } from '../embedding-error.ts';
import type { LocalConfig, LocalTarget } from '../provider.ts';
import { haveChanged } from './local-models.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';
import { ModelTokenizer } from './model-tokenizer.ts';
import {
  loadOnnxRuntime,
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
} from './onnx-runtime.ts';
import { maxTokens as mostTokens } from './part-read.ts';
import { type Pooling, pool } from './pool.ts';

/** Inputs that a graph may have for a text. */
const inputs = ['input_ids', 'attention_mask', 'token_type_ids'];
/** Output names of exporters: vectors of whole texts, and vectors of tokens. */
const wholeOutput = 'sentence_embedding';
const tokenOutputs = ['last_hidden_state', 'token_embeddings', 'hidden_states'];
const assumedMaxTokens = 512;
/** Several providers' models and everybody's queries share the machine. */
const threads = 1;

/** A model in memory. */
export class LoadedModel {
  readonly #runtime: OnnxRuntime;
  readonly #session: OnnxSession;
  readonly #folder: ModelFolder;
  readonly #tokenizer: ModelTokenizer;

  private constructor(runtime: OnnxRuntime, session: OnnxSession, folder: ModelFolder) {
    this.#runtime = runtime;
    this.#session = session;
    this.#folder = folder;
    this.#tokenizer = new ModelTokenizer(folder.tokenizer, folder.tokenizerSettings);
  }

  /** Throws if the files no longer match the digest of the target. */
  static async load({ model, name }: LocalTarget): Promise<LoadedModel> {
    const folder = await readModelFolder(model.folder);
    const runtime = loadOnnxRuntime(model.runtime);
    const session = await runtime.InferenceSession.create(join(model.folder, model.graph), {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: threads,
      // The memory of a batch is released: the next batch may have other lengths.
      enableCpuMemArena: false,
      enableMemPattern: false,
    });
    if (await haveChanged(model)) {
      await session.release();
      throw replaced(name);
    }
    return new LoadedModel(runtime, session, folder);
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  /** Ids of the text's tokens, as many as the model sees. */
  idsOf(text: string, { maxTokens }: LocalConfig): readonly number[] {
    const limit = Math.min(this.#folder.maxTokens ?? assumedMaxTokens, mostTokens);
    return this.#tokenizer.idsOf(text, Math.min(maxTokens ?? limit, limit));
  }

  /**
   * A vector per text from token ids, all of one length. Throws EmbeddingErrors for features that
   * the model lacks.
   */
  async vectorsOf(
    batch: readonly (readonly number[])[],
    target: LocalTarget,
  ): Promise<readonly Float32Array[]> {
    const { inputNames } = this.#session;
    const strange = inputNames.find((input) => !inputs.includes(input));
    if (strange !== undefined)
      throw refused(target, `it wants '${strange.slice(0, 40)}', which a text does not have`);
    const output = this.#outputOf(target);
    const pooling = this.#poolingOf(target, output);
    const length = Math.max(1, ...batch.map((ids) => ids.length));
    const feeds = Object.fromEntries(
      inputNames.map((input) => [input, this.#tensorOf(input, batch, length)]),
    );
    const outputs = await this.#session.run(feeds);
    const states = outputs[output];
    if (!(states?.data instanceof Float32Array))
      throw refused(target, 'it gives other numbers than those of 32 bits');
    const { data, dims } = states;
    const vectors = pool(
      { data, dims },
      { tokens: batch.map((ids) => ids.length), length },
      pooling,
    );
    for (const tensor of [...Object.values(feeds), ...Object.values(outputs)]) tensor.dispose();
    if (vectors !== null) return vectors;
    const wanted = pooling.kind === 'whole' ? 'text' : 'token';
    throw refused(
      target,
      `'${output}' has the shape [${dims.join(', ')}], which is not a vector for each ${wanted}`,
    );
  }

  #outputOf(target: LocalTarget): string {
    const { outputNames } = this.#session;
    const known = [wholeOutput, ...tokenOutputs];
    const output = known.find((one) => outputNames.includes(one));
    if (output === undefined) throw refused(target, `its graph gives none of ${known.join(', ')}`);
    return output;
  }

  #poolingOf(target: LocalTarget, output: string): Pooling {
    const { pooling, normalize } = target.config;
    const kind = output === wholeOutput ? 'whole' : (pooling ?? this.#folder.pooling);
    if (kind === null) {
      throw refused(
        target,
        "its folder does not say how vectors of words become one; set 'pooling' to mean or cls in the provider's configuration",
      );
    }
    return { kind, isNormalized: normalize ?? this.#folder.isNormalized };
  }

  #tensorOf(input: string, batch: readonly (readonly number[])[], length: number): OnnxTensor {
    const fill = input === 'input_ids' ? this.#folder.padId : 0;
    const numbers = batch.flatMap((ids) =>
      Array.from({ length }, (_, place) => {
        if (place >= ids.length) return fill;
        if (input === 'input_ids') return ids[place] ?? fill;
        return input === 'attention_mask' ? 1 : 0;
      }),
    );
    const dims = [batch.length, length];
    const { type } = this.#session.inputMetadata.find(({ name }) => name === input) ?? {};
    return type === 'int32'
      ? new this.#runtime.Tensor('int32', Int32Array.from(numbers), dims)
      : new this.#runtime.Tensor('int64', BigInt64Array.from(numbers, BigInt), dims);
  }
}

const replaced = (provider: string) =>
  new EmbeddingError(
    'provider_failed',
    `The model of embedding provider '${provider}' was replaced while it was loaded; try again`,
  );
const refused = ({ name }: LocalTarget, what: string) =>
  new EmbeddingError('refused', `Embedding provider '${name}' cannot run its model: ${what}`);
