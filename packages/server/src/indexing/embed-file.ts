import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { HasEmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../embeddings/local/local-models.ts';
import type { EmbeddingTarget, HasEmbedder, HasSystemProviders } from '../embeddings/provider.ts';
import type { Asked, HasFiles } from '../engine/engine.ts';
import type { HasClock } from '../kernel/clock.ts';
import { notFound, QuernError } from '../kernel/errors.ts';
import type { HasLog } from '../kernel/log.ts';
import { printable } from '../lake/identifiers.ts';
import type { IndexRow } from '../metadata/index-store.ts';
import { findWorkspaceOfLake } from '../metadata/lake-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { EmbeddedFile } from '../search/worker/embedded-file.ts';
import type { ReadTexts } from '../search/worker/read-texts.ts';
import type { HasVault } from '../secrets/secret-vault.ts';
import { embedTexts, type Refusals } from './embed-texts.ts';
import { readIndexTarget } from './index-target.ts';

/** The most texts, and characters, in memory with their vectors at a time. */
const textsPerStep = 1_024;
const charactersPerStep = 2 ** 20;

/**
 * Writes the vectors of a file's texts into a file, which the caller discards. Returns the file and
 * the cost in tokens. Errors are those of `embedTexts`.
 */
export async function embedFile(
  services: HasClock & HasEmbedder & HasFiles & HasLog & HasMetadata,
  index: IndexRow,
  provider: IndexProvider,
  { textsPath, idsPath, textCount }: Asked<ReadTexts>,
  options: {
    readonly signal: AbortSignal;
    readonly deadlineMs: number;
    readonly recall?: ((provider: IndexProvider) => Promise<boolean>) | undefined;
    readonly refusals?: Refusals | undefined;
  },
): Promise<Asked<EmbeddedFile> & { readonly tokens: number }> {
  const { files } = services;
  const { target } = provider;
  const recall = options.recall && (() => options.recall?.(provider) ?? Promise.resolve(false));
  const sums = { asked: 0, tokens: 0, dimensions: 0 };
  const refused: number[] = [];
  let number = 0;
  async function* vectorsOfSteps(): AsyncGenerator<Uint8Array> {
    for await (const texts of stepsOf(files.stream(textsPath))) {
      const found = await embedTexts(services, provider, texts, { ...options, recall });
      const isOther = found.dimensions !== 0 && found.dimensions !== sums.dimensions;
      if (sums.dimensions !== 0 && isOther) {
        throw new QuernError(
          'SERVICE_UNAVAILABLE',
          `Embedding provider ${printable(target.name)} answers vectors of ${found.dimensions} numbers, and before of ${sums.dimensions}; set 'dimensions' in its configuration`,
          { retryAfterS: 60 },
        );
      }
      const vectors = texts.map((text) => found.vectors.get(text) ?? new Float32Array());
      for (const text of texts) {
        if (options.refusals?.has(text)) refused.push(number);
        number += 1;
      }
      sums.asked += found.asked;
      sums.tokens += found.tokens;
      sums.dimensions ||= found.dimensions;
      yield Buffer.concat(
        vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
      );
    }
  }
  const vectorsPath = await files.write(vectorsOfSteps());
  const { dimensions, ...counts } = sums;
  services.log.info(
    {
      ...{ index: index.name, provider: target.providerId, texts: textCount, ...counts },
      ...(refused.length > 0 && { refused: refused.length }),
    },
    'texts embedded',
  );
  return { idsPath, vectorsPath, dimensions, refused, tokens: sums.tokens };
}

/** The provider that embeds the texts of an index, and the workspace. */
export interface IndexProvider {
  readonly workspaceId: string;
  readonly target: EmbeddingTarget;
}

/** Throws where the provider of an index on texts is not available. */
export async function readIndexProvider(
  services: HasEmbeddingOrigins & HasLocalModels & HasMetadata & HasSystemProviders & HasVault,
  index: IndexRow,
): Promise<IndexProvider> {
  const workspaceId = await workspaceOf(services, index.lake_id);
  const target = await readIndexTarget(services, workspaceId, index);
  if (target === null) throw new Error('an index on texts has a provider');
  return { workspaceId, target };
}

async function workspaceOf({ metadata }: HasMetadata, lakeId: string): Promise<string> {
  const workspaceId = await findWorkspaceOfLake(metadata.db, lakeId);
  if (workspaceId === null) throw notFound('The index was deleted while it was being built');
  return workspaceId;
}

async function* stepsOf(lines: Readable): AsyncGenerator<string[]> {
  let texts: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: lines })) {
    texts.push(JSON.parse(line) as string);
    characters += line.length;
    if (texts.length < textsPerStep && characters < charactersPerStep) continue;
    yield texts;
    texts = [];
    characters = 0;
  }
  if (texts.length > 0) yield texts;
}
