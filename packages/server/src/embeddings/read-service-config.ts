import { maxDimensions } from '../kernel/vector-limits.ts';
import { withoutEnd } from '../kernel/without-end.ts';
import type { ServiceConfig } from './provider.ts';
import {
  maxBatchSize,
  metric,
  type Reader,
  readProviderConfig,
  whole,
  wrong,
} from './read-provider-config.ts';

const maxModelLength = 200;
const maxUrlLength = 2_000;
const defaultBatchSize = 128;

/**
 * The configuration of a `service` provider. Throws a ProviderConfigError that names the property.
 */
export function readServiceConfig(config: unknown): ServiceConfig {
  return readProviderConfig(config, 'service', (take) => ({
    baseUrl: take('base_url', baseUrl, 'https://api.openai.com/v1'),
    model: take('model', modelName, 'text-embedding-3-small'),
    dimensions: take<number | null>('dimensions', whole(1, maxDimensions), null),
    batchSize: take('batch_size', whole(1, maxBatchSize), defaultBatchSize),
    requestsPerMinute: take<number | null>('requests_per_minute', whole(1, 1_000_000), null),
    metric: take('metric', metric, 'cosine'),
  }));
}

const modelName: Reader<string> = (value, name) => {
  if (typeof value === 'string' && /^[!-~]+$/.test(value) && value.length <= maxModelLength)
    return value;
  throw wrong(
    `'${name}' must be the name of a model: printable characters without spaces, ${maxModelLength} at most`,
  );
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
  return `${url.origin}${withoutEnd(url.pathname, '/')}`;
};
