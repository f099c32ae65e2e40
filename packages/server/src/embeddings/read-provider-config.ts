/** A sentence about a configuration, for its author. */
export class ProviderConfigError extends Error {
  override readonly name = 'ProviderConfigError';
}

/** The default metric of an index. */
export type PreferredMetric = 'l2' | 'cosine' | 'dot';

export const maxBatchSize = 2_048;

export type Reader<T> = (value: unknown, name: string) => T;
export type Take = <T>(name: string, read: Reader<T>, otherwise: T) => T;

/**
 * Reads the properties of a configuration, each once; null means absent. Throws a
 * ProviderConfigError that names the property, also for an unknown property.
 */
export function readProviderConfig<T>(config: unknown, kind: string, read: (take: Take) => T): T {
  const given = config === null || config === undefined ? {} : config;
  if (typeof given !== 'object' || Array.isArray(given)) throw wrong("'config' must be an object");
  const left = new Map(Object.entries(given));
  const known: string[] = [];
  const result = read((name, reader, otherwise) => {
    known.push(name);
    const value = left.get(name);
    left.delete(name);
    return value === undefined || value === null ? otherwise : reader(value, name);
  });
  const [unknown] = left.keys();
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 80));
    throw wrong(`${shown} is no property of a ${kind} provider; use ${known.join(', ')}`);
  }
  return result;
}

export const wrong = (message: string) => new ProviderConfigError(message);

export const whole =
  (min: number, max: number): Reader<number> =>
  (value, name) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
      return value;
    throw wrong(`'${name}' must be a whole number from ${min} to ${max}`);
  };

export const metric: Reader<PreferredMetric> = (value, name) => {
  if (value === 'l2' || value === 'cosine' || value === 'dot') return value;
  throw wrong(`'${name}' must be l2, cosine or dot`);
};
