import { maxDimensions } from '../../kernel/vector-limits.ts';
import type { LocalConfig } from '../provider.ts';
import {
  maxBatchSize,
  metric,
  type Reader,
  readProviderConfig,
  whole,
  wrong,
} from '../read-provider-config.ts';
import { maxTokens } from './part-read.ts';

const defaultBatchSize = 32;
const maxNameLength = 200;

/**
 * The configuration of a `local` provider. Throws a ProviderConfigError that names the property.
 */
export function readLocalConfig(config: unknown): LocalConfig {
  return readProviderConfig(config, 'local', (take) => {
    const model = take<string | null>('model', folderName, null);
    if (model === null) throw wrong("'model' is missing: the folder of a model of this service");
    return {
      model,
      dimensions: take<number | null>('dimensions', whole(1, maxDimensions), null),
      batchSize: take('batch_size', whole(1, maxBatchSize), defaultBatchSize),
      maxTokens: take<number | null>('max_tokens', whole(8, maxTokens), null),
      pooling: take<LocalConfig['pooling']>('pooling', pooling, null),
      normalize: take<boolean | null>('normalize', flag, null),
      metric: take('metric', metric, 'cosine'),
    };
  });
}

/** One or two parts, such as `organisation/model`; no part begins with a dot. */
const folderName: Reader<string> = (value, name) => {
  if (
    typeof value === 'string' &&
    value.length <= maxNameLength &&
    /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)?$/.test(value)
  )
    return value;
  throw wrong(
    `'${name}' must be the name of a model's folder: letters, digits, '.', '_' and '-', with one '/' at most`,
  );
};

const pooling: Reader<'mean' | 'cls'> = (value, name) => {
  if (value === 'mean' || value === 'cls') return value;
  throw wrong(`'${name}' must be mean or cls`);
};

const flag: Reader<boolean> = (value, name) => {
  if (typeof value === 'boolean') return value;
  throw wrong(`'${name}' must be true or false`);
};
