import { quoteIdent, quoteLiteralAsPostgres } from '../../engine/functions/sql-quoting.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { toIndexInfo } from '../../indexing/index-info.ts';
import type { LakeTable } from '../../lake/model.ts';
import { tablesById } from '../../lake/tables-by-id.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { ShownIndex } from '../../plan/shown-indexes.ts';
import type { DatabaseView } from '../see/database-view.ts';
import { knownIndexes } from '../see/known-indexes.ts';

/** The indexes of a query's visible tables in all catalogs, in catalog order. */
export async function shownIndexes(
  services: HasMetadata & HasRemembered,
  { snapshot, lakes }: DatabaseView,
): Promise<readonly ShownIndex[]> {
  const shown: ShownIndex[] = [];
  for (const [place, { names, past, searched }] of snapshot.catalogs.entries()) {
    const [lake, catalog] = [lakes[place], names[0]];
    if (past !== undefined || searched !== undefined || !lake || catalog === undefined) continue;
    const tables = tablesById(lake);
    for (const row of await knownIndexes(services, lake.lakeId)) {
      // An index of a dropped table is about to be removed.
      const table = tables.get(row.table_id);
      if (table) shown.push(shownIndex(catalog, row, table));
    }
  }
  return shown;
}

function shownIndex(catalog: string, row: IndexRow, table: LakeTable): ShownIndex {
  const info = toIndexInfo(row);
  const { index_name: name, index_type: type, columns, metric, status } = info;
  const [schema, tableName] = [row.schema_name, row.table_name];
  const place = `${quoteIdent(schema)}.${quoteIdent(tableName)}`;
  const names = [...(table.version?.columns ?? []), ...(table.generated ?? [])].map(
    (column) => column.name,
  );
  const definition =
    `CREATE INDEX ${quoteIdent(name)} ON ${place} USING ${type} ` +
    `(${columns.map(quoteIdent).join(', ')})${withOptions(info)}`;
  return {
    catalog,
    schema,
    table: tableName,
    name,
    type,
    columns,
    places: columns.map((column) => names.indexOf(column) + 1),
    metric: metric ?? null,
    status,
    definition,
  };
}

/** The request's fields other than columns, printed like PostgreSQL's index options. */
function withOptions(info: ReturnType<typeof toIndexInfo>): string {
  const { index_name, index_type, columns, status, error_message, ...made } = info;
  const { created_at, updated_at, ...options } = made;
  const written = Object.entries(options)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${quoteIdent(name)}=${quoteLiteralAsPostgres(String(value))}`);
  return written.length === 0 ? '' : ` WITH (${written.join(', ')})`;
}
