import { MiB, setting } from './setting.ts';
import { bytes, integer, origins, text } from './setting-kinds.ts';

/** The settings of embedding providers; rows of the table of settings. */
export const embeddingSettings = {
  embeddingOrigins: setting<readonly string[]>(
    'QUERN_EMBEDDING_ORIGINS',
    origins,
    'https://api.openai.com',
    () => ['https://api.openai.com'],
    'Origins that stored secrets may be sent to as keys of embedding providers, on any network that QUERN_SOURCES_DENY does not name. With a key given inline, or none, a provider may be asked wherever connections may lead (with a key over plain http: only on this machine, or at a host that QUERN_SOURCES_ALLOW names); * changes nothing.',
  ),
  embeddingProviders: setting<string | null>(
    'QUERN_EMBEDDING_PROVIDERS',
    text(/^[^\0]+$/, 'a file'),
    'none',
    () => null,
    'JSON file of the embedding providers that every workspace has: an object of names to {"config": {...}, "api_key": "..."}, or {"provider_type": "local", "config": {...}}. Provider <name> has the id sys_emb_<name>.',
  ),
  embeddingModels: setting<string | null>(
    'QUERN_EMBEDDING_MODELS',
    text(/^[^\0]+$/, 'a folder'),
    'none',
    () => null,
    'Folder of the models that local embedding providers may run, each in a folder of its own with model.onnx and tokenizer.json. onnxruntime-node is installed there.',
  ),
  embeddingWorkers: setting(
    'QUERN_EMBEDDING_WORKERS',
    integer(1, 64),
    '4',
    'Processes that embed texts, and so embedding providers that are asked at a time.',
  ),
  embeddingMemoryBytes: setting(
    'QUERN_EMBEDDING_MEMORY',
    bytes(128 * MiB),
    '512MiB',
    'Memory of a process that embeds texts; over it, its work ends.',
  ),
  embeddingCacheBytes: setting(
    'QUERN_EMBEDDING_CACHE_BYTES',
    bytes(0),
    '256MiB',
    'Vectors of texts that each workspace keeps, so that none is asked for twice; those that were used longest ago go first.',
  ),
};
