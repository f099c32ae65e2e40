import { type SourceSession, sessionDriver } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';
import { fileFetcher } from './fetch-files.ts';
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
    const files = fileFetcher(context, config, request.folder);
    try {
      return yield* extractTable(lake, request, context, files);
    } finally {
      files.close();
    }
  },
});
