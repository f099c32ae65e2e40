import type { ServiceConfig } from './provider.ts';

/** A sentence about a configuration, for its author. */
export class ProviderConfigError extends Error {
  override readonly name = 'ProviderConfigError';
}

/** Longest vector that a provider may be asked for; docs/contract/embedding-providers.md#limits. */
export const maxDimensions = 16_384;
const maxModelLength = 200;
const maxUrlLength = 2_000;
const maxBatchSize = 2_048;
const defaultBatchSize = 128;

type Reader<T> = (value: unknown, name: string) => T;

/**
 * What a `service` provider is asked with. Throws a ProviderConfigError that names the property.
 */
export function readServiceConfig(config: unknown): ServiceConfig {
  const given = config === null || config === undefined ? {} : config;
  if (typeof given !== 'object' || Array.isArray(given)) throw wrong("'config' must be an object");
  const left = new Map(Object.entries(given));
  const take = <T>(name: string, read: Reader<T>, otherwise: T): T => {
    const value = left.get(name);
    left.delete(name);
    return value === undefined || value === null ? otherwise : read(value, name);
  };
  const read: ServiceConfig = {
    baseUrl: take('base_url', baseUrl, 'https://api.openai.com/v1'),
    model: take('model', modelName, 'text-embedding-3-small'),
    dimensions: take<number | null>('dimensions', whole(1, maxDimensions), null),
    batchSize: take('batch_size', whole(1, maxBatchSize), defaultBatchSize),
    requestsPerMinute: take<number | null>('requests_per_minute', whole(1, 1_000_000), null),
    metric: take('metric', metric, 'cosine'),
  };
  const [unknown] = left.keys();
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 80));
    throw wrong(
      `${shown} is no property of a service provider; use base_url, model, dimensions, batch_size, requests_per_minute, metric`,
    );
  }
  return read;
}

const wrong = (message: string) => new ProviderConfigError(message);

const whole =
  (min: number, max: number): Reader<number> =>
  (value, name) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
      return value;
    throw wrong(`'${name}' must be a whole number from ${min} to ${max}`);
  };

const modelName: Reader<string> = (value, name) => {
  if (typeof value === 'string' && /^[!-~]+$/.test(value) && value.length <= maxModelLength)
    return value;
  throw wrong(
    `'${name}' must be the name of a model: printable characters without spaces, ${maxModelLength} at most`,
  );
};

const metric: Reader<ServiceConfig['metric']> = (value, name) => {
  if (value === 'l2' || value === 'cosine' || value === 'dot') return value;
  throw wrong(`'${name}' must be l2, cosine or dot`);
};

const baseUrl: Reader<string> = (value, name) => {
  const isUrl = typeof value === 'string' && value.length <= maxUrlLength && URL.canParse(value);
  const url = isUrl ? new URL(value) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw wrong(
      `'${name}' must be an address such as https://api.openai.com/v1, without credentials, '?' and '#'`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};
