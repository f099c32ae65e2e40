import { fileFetcher } from '../lake-files/fetch-files.ts';
import { keysOf } from '../s3/keys-of.ts';
import { type SourceSession, sessionDriver } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';
import { type Lake, openLake } from './lake.ts';
import { openCatalog } from './open-catalog.ts';

interface LakeSession extends SourceSession {
  readonly lake: Lake;
  readonly config: SourceConfig;
}

async function openSession(context: SourceContext, config: SourceConfig): Promise<LakeSession> {
  const catalog = await openCatalog(context, config);
  try {
    const dataPath = config.data_path === undefined ? undefined : String(config.data_path);
    return {
      lake: await openLake(catalog, dataPath),
      config,
      mapError: catalog.mapError,
      close: catalog.close,
    };
  } catch (error) {
    await catalog.close();
    throw catalog.mapError(error);
  }
}

export const ducklakeDriver = sessionDriver({
  open: openSession,
  check: async ({ lake }) => ({ version: `DuckLake ${lake.version} on ${lake.catalog.version}` }),
  discover: ({ lake }, filter) => discoverTables(lake, filter),
  async *extract({ lake, config }, request, context) {
    const files = fileFetcher(context, {
      lake: 'the DuckLake',
      folder: request.folder,
      placeOf: (bucket) => placeOf(config, bucket),
    });
    try {
      return yield* extractTable(lake, request, context, files);
    } finally {
      files.close();
    }
  },
});

function placeOf(config: SourceConfig, bucket: string) {
  const text = (name: string) => (config[name] === undefined ? undefined : String(config[name]));
  const keys = keysOf(config, ['s3_access_key_id', 's3_secret_access_key', 's3_session_token']);
  return { bucket, endpoint: text('s3_endpoint'), region: String(config.s3_region), keys };
}
