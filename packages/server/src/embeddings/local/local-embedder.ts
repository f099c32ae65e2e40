import { setImmediate } from 'node:timers/promises';
import { EmbeddingError } from '../embedding-error.ts';
import type { EmbeddedPart, LocalTarget } from '../provider.ts';
import { LoadedModel } from './loaded-model.ts';

/**
 * Tokens per batch, padding included: attention's memory grows with the square of the length, and 8
 * texts of 512 tokens take 100 MB in a model of 12 heads.
 */
const maxBatchTokens = 4_096;

interface Loaded {
  readonly digest: string;
  readonly model: Promise<LoadedModel>;
  users: number;
}

/** Embeds texts by a model in this process. */
export class LocalEmbedder {
  #loaded: Loaded | undefined;

  /** Reports each completed batch. */
  async embed(
    target: LocalTarget,
    texts: readonly string[],
    signal: AbortSignal,
    onPart: (part: EmbeddedPart) => void,
  ): Promise<void> {
    const loaded = this.#load(target);
    loaded.users += 1;
    try {
      await embedWith(await loaded.model, target, texts, { signal, onPart });
    } finally {
      loaded.users -= 1;
      if (loaded !== this.#loaded) release(loaded);
    }
  }

  /** Loads the provider's present model; a former model is released after its last use. */
  #load(target: LocalTarget): Loaded {
    const { digest } = target.model;
    const before = this.#loaded;
    if (before?.digest === digest) return before;
    const loaded: Loaded = { digest, model: LoadedModel.load(target), users: 0 };
    this.#loaded = loaded;
    if (before) release(before);
    loaded.model.catch(() => {
      if (this.#loaded === loaded) this.#loaded = undefined;
    });
    return loaded;
  }
}

function release({ users, model }: Loaded): void {
  if (users > 0) return;
  // A model that failed to load holds no memory.
  model.then((loaded) => loaded.release()).catch(() => {});
}

interface Tokenized {
  readonly place: number;
  readonly ids: readonly number[];
}

async function embedWith(
  model: LoadedModel,
  target: LocalTarget,
  texts: readonly string[],
  {
    signal,
    onPart,
  }: { readonly signal: AbortSignal; readonly onPart: (part: EmbeddedPart) => void },
): Promise<void> {
  const tokenized: Tokenized[] = [];
  for (const [place, text] of texts.entries()) {
    await turn(signal);
    tokenized.push({ place, ids: model.idsOf(text, target.config) });
  }
  for (const batch of batchesOf(tokenized, target.config.batchSize)) {
    await turn(signal);
    const ids = batch.map((one) => one.ids);
    onPart(together(batch, await model.vectorsOf(ids, target), target));
  }
}

/** A model runs on this thread; between two calls the process receives cancellations. */
async function turn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** Groups texts of similar length, to reduce padding. */
function batchesOf(texts: readonly Tokenized[], batchSize: number): Tokenized[][] {
  const batches: Tokenized[][] = [];
  for (const text of [...texts].sort((one, other) => other.ids.length - one.ids.length)) {
    const batch = batches.at(-1);
    const length = batch?.[0]?.ids.length ?? 0;
    if (batch && batch.length < batchSize && (batch.length + 1) * length <= maxBatchTokens)
      batch.push(text);
    else batches.push([text]);
  }
  return batches;
}

function together(
  batch: readonly Tokenized[],
  found: readonly Float32Array[],
  { name, config }: LocalTarget,
): EmbeddedPart {
  const dimensions = found[0]?.length ?? 0;
  if (config.dimensions !== null && dimensions !== config.dimensions) {
    throw new EmbeddingError(
      'bad_answer',
      `The model of embedding provider '${name}' gives vectors of ${dimensions} dimensions, and its configuration says ${config.dimensions}`,
    );
  }
  const vectors = new Float32Array(found.length * dimensions);
  for (const [row, vector] of found.entries()) vectors.set(vector, row * dimensions);
  if (!vectors.every(Number.isFinite)) {
    throw new EmbeddingError(
      'bad_answer',
      `The model of embedding provider '${name}' gives vectors with numbers that are not finite`,
    );
  }
  const tokens = batch.reduce((sum, { ids }) => sum + ids.length, 0);
  return { places: batch.map(({ place }) => place), vectors, dimensions, tokens };
}
