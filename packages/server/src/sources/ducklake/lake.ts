import { SourceError } from '../source-error.ts';
import { type CatalogRequest, type CatalogRow, isTrue, type LakeCatalog } from './lake-catalog.ts';
import type { LakeColumn } from './type-map.ts';

/** A DuckLake at its newest snapshot at the time of opening. */
export interface Lake {
  readonly catalog: LakeCatalog;
  readonly version: string;
  readonly snapshot: number;
  /** Ends with a slash. */
  readonly dataPath: string;
}

export interface LakeTable {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  /** Prefix of relative file paths. */
  readonly path: string;
}

/** Versions of the specification, by `version` in the catalog: DuckDB 1.5 and 2.0. */
const readVersions: ReadonlySet<string> = new Set(['1.0', '1.1', '1.1-dev1']);
const maxTables = 100_000;
/** Maximum columns of a catalog in a worker's memory at a time. */
const maxColumns = 400_000;

export async function openLake(catalog: LakeCatalog, dataPath: string | undefined): Promise<Lake> {
  if ((await catalog.columnsOf('ducklake_metadata')).length === 0) {
    throw new SourceError(
      'configuration',
      "There is no DuckLake in the database that 'catalog_url' names; check it and 'metadata_schema'",
    );
  }
  const rows = await catalog.rows({
    table: 'ducklake_metadata',
    columns: ['key', 'value'],
    where: 'scope_id IS NULL',
    limit: 1000,
  });
  const settings = new Map(rows.map(({ key, value }) => [key, value]));
  const version = settings.get('version') ?? 'unknown';
  if (!readVersions.has(version)) throw otherVersion(version);
  if (isTrue(settings.get('encrypted')))
    throw refused('is encrypted', 'copy it into one that is not');
  const [newest] = await catalog.rows({
    table: 'ducklake_snapshot',
    columns: ['snapshot_id'],
    orderBy: 'snapshot_id DESC',
    limit: 1,
  });
  const path = dataPath ?? settings.get('data_path') ?? '';
  return {
    catalog,
    version,
    snapshot: safeNumber(newest?.snapshot_id),
    dataPath: path.endsWith('/') ? path : `${path}/`,
  };
}

const otherVersion = (version: string) =>
  new SourceError(
    'unsupported',
    `The DuckLake is of version '${version.slice(0, 20)}', and this service reads 1.0 and 1.1; let a ` +
      'newer DuckDB migrate it (AUTOMATIC_MIGRATION), or wait for a newer Quern',
  );

/** The error for an unsupported feature: name and advice. */
export const refused = (what: string, advice: string) =>
  new SourceError(
    'unsupported',
    `The DuckLake ${what}, which this service does not read; ${advice}`,
  );

/** Condition for rows of the lake's snapshot. */
export const visible = ({ snapshot }: Pick<Lake, 'snapshot'>) =>
  `begin_snapshot <= ${snapshot} AND (end_snapshot IS NULL OR end_snapshot > ${snapshot})`;

/** Throws above `limit` rows: the source must not choose how much memory is used. */
export async function boundedRows(
  { catalog }: Lake,
  request: CatalogRequest,
  what: string,
): Promise<readonly CatalogRow[]> {
  const rows = await catalog.rows({ ...request, limit: request.limit + 1 });
  if (rows.length <= request.limit) return rows;
  throw refused(
    `has more than ${request.limit.toLocaleString('en')} ${what}`,
    'compact it, or divide it',
  );
}

export function safeNumber(text: string | null | undefined): number {
  const value = Number(text);
  if (text !== null && text !== undefined && Number.isSafeInteger(value) && value >= 0)
    return value;
  throw new SourceError(
    'source_failed',
    'The catalog of the DuckLake is damaged: an id in it is none; mend it with DuckDB',
  );
}

/** Tables in the order of schema and name by code points. */
export async function readTables(lake: Lake): Promise<LakeTable[]> {
  const schemas = await readSchemas(lake);
  const tables = await boundedRows(
    lake,
    {
      table: 'ducklake_table',
      columns: ['table_id', 'schema_id', 'table_name', 'path', 'path_is_relative'],
      where: visible(lake),
      limit: maxTables,
    },
    'tables',
  );
  const found = tables.flatMap((row): LakeTable[] => {
    const schema = schemas.get(row.schema_id);
    if (!schema) return [];
    const path = pathBelow(pathBelow(lake.dataPath, schema), row);
    return [
      {
        id: safeNumber(row.table_id),
        schema: schema.schema_name ?? '',
        name: row.table_name ?? '',
        path,
      },
    ];
  });
  return found.sort(byPlace);
}

/** Schemas and names of views, in the order of tables. */
export async function readViews(lake: Lake): Promise<Pick<LakeTable, 'schema' | 'name'>[]> {
  const schemas = await readSchemas(lake);
  const columns = ['schema_id', 'view_name'];
  const views = await boundedRows(
    lake,
    { table: 'ducklake_view', columns, where: visible(lake), limit: maxTables },
    'views',
  );
  return views
    .map(({ schema_id, view_name }) => ({
      schema: schemas.get(schema_id)?.schema_name ?? '',
      name: view_name ?? '',
    }))
    .sort(byPlace);
}

/** Schemas by id. */
async function readSchemas(lake: Lake): Promise<Map<string | null | undefined, CatalogRow>> {
  const schemas = await boundedRows(
    lake,
    {
      table: 'ducklake_schema',
      columns: ['schema_id', 'schema_name', 'path', 'path_is_relative'],
      where: visible(lake),
      limit: maxTables,
    },
    'schemas',
  );
  return new Map(schemas.map((row) => [row.schema_id, row]));
}

/** The order of listed tables. */
export const byPlace = (
  one: Pick<LakeTable, 'schema' | 'name'>,
  other: Pick<LakeTable, 'schema' | 'name'>,
) => compare(one.schema, other.schema) || compare(one.name, other.name);

/** Compares by code points, the order of listed tables. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** A path of the catalog: relative to `parent`, or absolute. */
export function pathBelow(parent: string, { path, path_is_relative }: CatalogRow): string {
  return isTrue(path_is_relative) ? parent + (path ?? '') : (path ?? '');
}

export interface ColumnsOptions {
  readonly tableIds: readonly number[];
  /** The snapshot of the columns; absent: the lake's snapshot. */
  readonly snapshot?: number;
}

/** Columns by table, in order. */
export async function readColumns(
  lake: Lake,
  { tableIds, snapshot = lake.snapshot }: ColumnsOptions,
): Promise<Map<number, LakeColumn[]>> {
  const rows = await boundedRows(
    lake,
    {
      table: 'ducklake_column',
      columns: [
        'table_id',
        'column_id',
        'column_name',
        'column_type',
        'initial_default',
        'nulls_allowed',
        'parent_column',
      ],
      where: `${visible({ snapshot })} AND table_id IN (${tableIds.join(', ')})`,
      orderBy: 'table_id, column_order',
      limit: maxColumns,
    },
    'columns',
  );
  const byParent = new Map<string, CatalogRow[]>();
  for (const row of rows) {
    const key = `${row.table_id} ${row.parent_column ?? ''}`;
    const siblings = byParent.get(key);
    if (siblings) siblings.push(row);
    else byParent.set(key, [row]);
  }
  const ids = new Set(rows.map((row) => safeNumber(row.table_id)));
  return new Map([...ids].map((id) => [id, childrenOf(byParent, id, '', 0)]));
}

/** DuckDB nests no deeper. A catalog with a cycle of columns would otherwise never end. */
const maxDepth = 100;

function childrenOf(
  byParent: ReadonlyMap<string, readonly CatalogRow[]>,
  tableId: number,
  parent: string,
  depth: number,
): LakeColumn[] {
  if (depth > maxDepth) throw refused('has a column that nests too deeply', 'flatten it');
  return (byParent.get(`${tableId} ${parent}`) ?? []).map((row) => ({
    id: safeNumber(row.column_id),
    name: row.column_name ?? '',
    lakeType: row.column_type ?? '',
    nullable: isTrue(row.nulls_allowed),
    initialDefault: row.initial_default ?? null,
    children: childrenOf(byParent, tableId, row.column_id ?? '', depth + 1),
  }));
}
