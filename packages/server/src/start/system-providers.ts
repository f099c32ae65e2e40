import { readFileSync } from 'node:fs';
import { readLocalConfig } from '../embeddings/local/read-local-config.ts';
import type { SystemProvider } from '../embeddings/provider.ts';
import { ProviderConfigError } from '../embeddings/read-provider-config.ts';
import { readServiceConfig } from '../embeddings/read-service-config.ts';

/**
 * The file of QUERN_EMBEDDING_PROVIDERS: a JSON object of names to
 * `{"provider_type": "service", "config": {...}, "api_key": "..."}`. Its errors quote nothing of
 * the file, because the file contains keys.
 */
export function readSystemProviders(file: string | null, since: number): SystemProvider[] {
  if (file === null) return [];
  const wrong = (what: string) => new Error(`QUERN_EMBEDDING_PROVIDERS: ${what}`);
  const entries = Object.entries(parse(file, wrong));
  return entries
    .map(([name, entry]): SystemProvider => {
      if (!/^[a-z0-9_]{1,40}$/.test(name)) {
        throw wrong(
          "names of providers take letters a to z, digits and '_', 40 characters at most",
        );
      }
      const {
        provider_type: kind = 'service',
        config = {},
        api_key = null,
        ...more
      } = asObject(entry, wrong);
      const [unknown] = Object.keys(more);
      if (unknown !== undefined) {
        throw wrong(
          `provider '${name}' has an entry other than 'provider_type', 'config' and 'api_key'`,
        );
      }
      if (kind !== 'service' && kind !== 'local')
        throw wrong(`the 'provider_type' of provider '${name}' is neither service nor local`);
      if (api_key !== null && (typeof api_key !== 'string' || api_key === '')) {
        throw wrong(`the 'api_key' of provider '${name}' is no text`);
      }
      if (kind === 'local' && api_key !== null)
        throw wrong(`provider '${name}' is local and takes no 'api_key'`);
      const shown = asObject(config, wrong);
      const identity = { id: `sys_emb_${name}`, name, config: shown, since };
      try {
        return kind === 'local'
          ? { ...identity, kind, local: readLocalConfig(shown) }
          : { ...identity, kind, service: readServiceConfig(shown), apiKey: api_key };
      } catch (error) {
        if (error instanceof ProviderConfigError)
          throw wrong(`provider '${name}': ${error.message}`);
        throw error;
      }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

type Wrong = (what: string) => Error;

function parse(file: string, wrong: Wrong): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return asObject(JSON.parse(text), wrong);
  } catch {
    throw wrong('the file holds no JSON object of names to providers');
  }
}

function asObject(value: unknown, wrong: Wrong): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong("a provider is an object of 'config' and 'api_key'");
  }
  return value as Readonly<Record<string, unknown>>;
}
