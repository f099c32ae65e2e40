import type { SourceConfig, SourceContext } from '../source.ts';
import { catalogPlace } from './catalog-url.ts';
import { openDuckdbCatalog } from './duckdb-catalog.ts';
import type { LakeCatalog } from './lake-catalog.ts';
import { openMysqlCatalog } from './mysql-catalog.ts';
import { openPostgresCatalog } from './postgres-catalog.ts';
import { openSqliteCatalog } from './sqlite-catalog.ts';

/**
 * Opens a session with the catalog's database; the caller closes the session. Throws SourceErrors.
 */
export function openCatalog(context: SourceContext, config: SourceConfig): Promise<LakeCatalog> {
  const place = catalogPlace(String(config.catalog_url));
  const schema = (usual: string) => String(config.metadata_schema ?? usual);
  switch (place.kind) {
    case 'sqlite':
      return openSqliteCatalog(context, place.path);
    case 'duckdb':
      return openDuckdbCatalog(context, place.path, schema('main'));
    case 'postgres':
      return openPostgresCatalog(context, { ...config, ...place }, schema('public'));
    default:
      return openMysqlCatalog(context, { ...config, ...place }, schema(place.database));
  }
}
