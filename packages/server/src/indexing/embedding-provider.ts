import type { EmbeddingProviderResponse } from '@quern/contract';
import type { HasEmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import type { HasLocalModels, LocalModel } from '../embeddings/local/local-models.ts';
import { readLocalConfig } from '../embeddings/local/read-local-config.ts';
import type {
  EmbeddingTarget,
  HasSystemProviders,
  LocalConfig,
  ServiceConfig,
  SystemProvider,
} from '../embeddings/provider.ts';
import { ProviderConfigError } from '../embeddings/read-provider-config.ts';
import { readServiceConfig } from '../embeddings/read-service-config.ts';
import { toTimestamp } from '../kernel/clock.ts';
import { badRequest, conflict, notFound, QuernError } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import {
  type EmbeddingProviderRow,
  findEmbeddingProvider,
} from '../metadata/embedding-provider-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { openSecret } from '../secrets/seal-secret.ts';
import { findReferenced, type SecretReference } from '../secrets/secret-reference.ts';
import type { HasVault } from '../secrets/secret-vault.ts';

const maxNameLength = 128;

/**
 * Throws 409 for the name of a provider from the service's settings, because every workspace
 * already has such providers.
 */
export function readProviderName({ systemProviders }: HasSystemProviders, text: string): string {
  const name = plainName(text);
  if (systemProviders.some((provider) => provider.name === name))
    throw conflict(`Embedding provider ${printable(name)} already exists: the service has it`);
  return name;
}

function plainName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest('The name of an embedding provider cannot be empty');
  if (name.length > maxNameLength)
    throw badRequest(`The name of an embedding provider takes ${maxNameLength} characters at most`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(name))
    throw badRequest('The name of an embedding provider cannot hold control characters');
  return name;
}

/**
 * Throws 400 for an invalid configuration. Whether the origin is allowed shows at the connection
 * (`EmbeddingOrigins.rulesFor`).
 */
export function readConfig(config: unknown): ServiceConfig {
  try {
    return readServiceConfig(config);
  } catch (error) {
    throw toConfigRefusal(error);
  }
}

/** Throws 400 unless the configuration names a model that the operator installed on the machine. */
export async function readLocalModel(
  { localModels }: HasLocalModels,
  config: unknown,
): Promise<{ readonly config: LocalConfig; readonly model: LocalModel }> {
  try {
    const read = readLocalConfig(config);
    return { config: read, model: await localModels.find(read.model) };
  } catch (error) {
    throw toConfigRefusal(error);
  }
}

const toConfigRefusal = (error: unknown) =>
  error instanceof ProviderConfigError
    ? badRequest(`Invalid provider configuration: ${error.message}`)
    : error;

export const noKeyOfLocal = () =>
  badRequest(
    "A provider of type 'local' runs on this machine and takes no key; leave out 'api_key' and 'secret_name'",
  );

/** The configuration from the metadata. */
export const configOf = ({ config }: Pick<EmbeddingProviderRow, 'config'>): unknown =>
  config === null ? null : JSON.parse(config);

/**
 * A stored secret may be anybody's password. The service sends secrets only to origins that the
 * operator named.
 */
export function assertMayHoldStoredSecret(
  services: HasEmbeddingOrigins,
  service: ServiceConfig,
): void {
  const { origin } = new URL(service.baseUrl);
  if (services.embeddingOrigins.isNamed(origin)) return;
  throw badRequest(
    `A stored secret is not sent to ${printable(origin)}: give the key inline as 'api_key', or ask the operator to name the origin in QUERN_EMBEDDING_ORIGINS`,
  );
}

export function secretOf(row: Pick<EmbeddingProviderRow, 'secret'>): SecretReference | null {
  return row.secret === null ? null : (JSON.parse(row.secret) as SecretReference);
}

export function toProviderBody(row: EmbeddingProviderRow): EmbeddingProviderResponse {
  return {
    id: row.id,
    name: row.name,
    provider_type: row.provider_type,
    config: configOf(row),
    has_secret: row.secret !== null,
    source: 'user',
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toSystemBody(provider: SystemProvider): EmbeddingProviderResponse {
  const { id, name, kind, config, since } = provider;
  const at = toTimestamp(since);
  const dates = { created_at: at, updated_at: at };
  return {
    id,
    name,
    provider_type: kind,
    config,
    has_secret: provider.kind === 'service' && provider.apiKey !== null,
    source: 'system',
    ...dates,
  };
}

export const providerNotFound = (id: string) =>
  notFound(`Embedding provider ${printable(id)} not found`);

/**
 * The target for the embedding process, with the key decrypted. Throws 404 for a provider that the
 * workspace lacks. Throws 400 where the secret is gone, the operator no longer approves the origin,
 * or the model is not on the machine.
 */
export async function readEmbeddingTarget(
  services: HasEmbeddingOrigins & HasLocalModels & HasMetadata & HasSystemProviders & HasVault,
  workspaceId: string,
  providerId: string,
): Promise<EmbeddingTarget> {
  const { embeddingOrigins, systemProviders, metadata } = services;
  const system = systemProviders.find(({ id }) => id === providerId);
  if (system) {
    const { id, name, kind } = system;
    const identity = { providerId: id, workspaceId: null, name };
    if (kind === 'local')
      return { kind, ...identity, ...(await readLocalModel(services, system.config)) };
    const { service: config, apiKey } = system;
    return { kind, ...identity, config, apiKey, rules: embeddingOrigins.rulesFor(config.baseUrl) };
  }
  const row = await findEmbeddingProvider(metadata.db, workspaceId, providerId);
  if (!row) throw providerNotFound(providerId);
  const identity = { providerId: row.id, workspaceId, name: row.name };
  if (row.provider_type === 'local')
    return { kind: 'local', ...identity, ...(await readLocalModel(services, configOf(row))) };
  const config = readConfig(configOf(row));
  const reference = secretOf(row);
  if (reference !== null && 'name' in reference) assertMayHoldStoredSecret(services, config);
  const secret =
    reference === null ? null : await findReferenced(services.metadata.db, workspaceId, reference);
  if (reference !== null && secret === null) {
    throw new QuernError(
      'BAD_REQUEST',
      `The secret that embedding provider ${printable(row.name)} takes its key from is gone; store one of that name again, or give the provider an 'api_key'`,
    );
  }
  return {
    kind: 'service',
    ...identity,
    config,
    apiKey: secret === null ? null : openSecret(services, secret),
    rules:
      secret === null
        ? embeddingOrigins.rulesFor(config.baseUrl)
        : embeddingOrigins.rulesForKey(config.baseUrl),
  };
}
