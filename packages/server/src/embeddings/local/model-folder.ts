import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The properties of a model by the files of its folder; null for unknown properties. */
export interface ModelFolder {
  readonly tokenizer: object;
  readonly tokenizerSettings: object;
  readonly pooling: 'mean' | 'cls' | null;
  readonly isNormalized: boolean;
  readonly maxTokens: number | null;
  readonly padId: number;
}

/** Reads the format that sentence-transformers writes. Throws if a file is no JSON. */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const read = (file: string) => readJson(join(folder, file));
  const [tokenizer, settings, config, sentence, pooling, modules] = await Promise.all([
    read('tokenizer.json'),
    read('tokenizer_config.json'),
    read('config.json'),
    read('sentence_bert_config.json'),
    read('1_Pooling/config.json'),
    read('modules.json'),
  ]);
  const parts = Object.values(modules ?? {}).map((part) => String(asObject(part).type));
  const limits = [
    sentence?.max_seq_length,
    settings?.model_max_length,
    config?.max_position_embeddings,
  ].filter((limit): limit is number => typeof limit === 'number' && limit < 1e6);
  const padId = config?.pad_token_id;
  return {
    tokenizer: tokenizer ?? {},
    tokenizerSettings: settings ?? {},
    pooling: poolingOf(pooling),
    isNormalized: parts.some((type) => type.endsWith('Normalize')),
    // Models such as RoBERTa count positions from the padding token on. The first two limits
    // consider this offset, so they go before the third.
    maxTokens: limits[0] ?? null,
    padId: typeof padId === 'number' ? padId : 0,
  };
}

type Json = Readonly<Record<string, unknown>>;

function poolingOf(config: Json | null): ModelFolder['pooling'] {
  if (config?.pooling_mode_mean_tokens === true) return 'mean';
  return config?.pooling_mode_cls_token === true ? 'cls' : null;
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

async function readJson(path: string): Promise<Json | null> {
  try {
    return asObject(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
