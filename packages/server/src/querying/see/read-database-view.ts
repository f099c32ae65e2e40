import { namesOfDefaultCatalog } from '../../finding/catalog-names.ts';
import type { CatalogRow, HasRemembered } from '../../finding/remembered-rows.ts';
import { generatedColumns } from '../../indexing/generated-column.ts';
import { withGenerated } from '../../indexing/with-generated.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { GeneratedColumn, LakeCatalog, LakeTable, SourceTable } from '../../lake/model.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import { listAttachedLakes, readLakeHead } from '../../metadata/lake-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type {
  VisibleCatalog,
  VisibleColumn,
  VisibleSchema,
  VisibleTable,
} from '../../plan/types.ts';
import { isReadLive } from '../../refreshing/refresh-policy.ts';
import type { DatabaseView } from './database-view.ts';
import { knownIndexes } from './known-indexes.ts';

type ViewServices = HasClock & HasLakes & HasMetadata & HasRemembered;

/** The current view of a database: its default catalog and the attached catalogs. */
export async function readDatabaseView(
  services: ViewServices,
  database: DatabaseRow,
): Promise<DatabaseView> {
  const rows = await catalogRows(services, database);
  const stored = await Promise.all(rows.map((row) => services.lakes.readAt(row.lakeId, row.head)));
  const indexes = await usedIndexes(services, stored);
  const lakes = stored.map((lake) => withGenerated(lake, indexes.generated ?? new Map()));
  const catalogs = rows.map((row, index) => toVisibleCatalog(row, lakes[index]));
  const defaultCatalogIndex = rows.findIndex(
    (row) => row.lakeId === database.default_connection_id,
  );
  return { snapshot: { catalogs, defaultCatalogIndex }, lakes, ...indexes };
}

/** Indexes for queries that do not name them, by table id; absent if there are none. */
async function usedIndexes(
  services: ViewServices,
  lakes: readonly LakeCatalog[],
): Promise<Pick<DatabaseView, 'sorted' | 'vectors' | 'generated'>> {
  const [sorted, vectors] = [new Map<string, IndexRow[]>(), new Map<string, IndexRow[]>()];
  const generated = new Map<string, readonly GeneratedColumn[]>();
  for (const { lakeId } of lakes) {
    const rows = await knownIndexes(services, lakeId);
    for (const [table, columns] of generatedOf(rows)) generated.set(table, columns);
    for (const row of rows) {
      const isVectors = row.index_type === 'vector' && row.status === 'ready';
      const byTable = row.index_type === 'sorted' ? sorted : isVectors ? vectors : undefined;
      byTable?.set(row.table_id, [...(byTable.get(row.table_id) ?? []), row]);
    }
  }
  return {
    ...(sorted.size > 0 && { sorted }),
    ...(vectors.size > 0 && { vectors }),
    ...(generated.size > 0 && { generated }),
  };
}

/** Cached rows are the same list object for every query. */
const generatedByRows = new WeakMap<readonly IndexRow[], ReturnType<typeof generatedColumns>>();

function generatedOf(rows: readonly IndexRow[]): ReturnType<typeof generatedColumns> {
  const known = generatedByRows.get(rows);
  if (known) return known;
  const made = generatedColumns(rows);
  generatedByRows.set(rows, made);
  return made;
}

async function catalogRows(services: ViewServices, database: DatabaseRow): Promise<CatalogRow[]> {
  const { default_catalog, default_schema, default_connection_id } = database;
  const key = JSON.stringify([database.id, default_catalog, default_schema, default_connection_id]);
  const rows = await services.remembered.catalogs.get(key, () =>
    readCatalogRows(services, database),
  );
  const now = services.clock.now();
  return (rows ?? []).filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
}

async function readCatalogRows(
  { metadata }: ViewServices,
  database: DatabaseRow,
): Promise<CatalogRow[]> {
  const own = await readLakeHead(metadata.db, database.default_connection_id);
  const attached = await listAttachedLakes(metadata.db, database.id);
  return [
    {
      lakeId: own.id,
      head: own.head_snapshot,
      names: namesOfDefaultCatalog(database.default_catalog),
      defaultSchema: database.default_schema,
      expiresAt: null,
    },
    ...attached.map((row) => ({
      lakeId: row.id,
      head: row.head_snapshot,
      names: [row.catalog_name],
      defaultSchema: row.default_schema,
      expiresAt: row.expires_at,
    })),
  ];
}

function toVisibleCatalog(row: CatalogRow, lake: LakeCatalog | undefined): VisibleCatalog {
  const schemas = lake ? visibleSchemas(lake) : [];
  return { names: row.names, defaultSchema: row.defaultSchema ?? usualSchema(schemas), schemas };
}

/** The only schema; else `main`, or `public` if a source has no `main`. */
function usualSchema(schemas: readonly VisibleSchema[]): string {
  const [first, ...others] = schemas;
  if (first !== undefined && others.length === 0) return first.name;
  const has = (wanted: string) => schemas.some(({ name }) => name === wanted);
  return !has('main') && has('public') ? 'public' : 'main';
}

/**
 * Catalogs of a lake never change, nor do their tables, which many catalogs share. So the planner's
 * form of each is made once.
 */
const planned = new WeakMap<LakeCatalog, readonly VisibleSchema[]>();
const plannedTables = new WeakMap<LakeTable, VisibleTable>();

export function visibleSchemas(lake: LakeCatalog): readonly VisibleSchema[] {
  const known = planned.get(lake);
  if (known) return known;
  const schemas = [...lake.schemas].map(([name, tables]) => ({
    name,
    tables: [...tables.values()].map(toVisibleTable),
  }));
  planned.set(lake, schemas);
  return schemas;
}

function toVisibleTable(table: LakeTable): VisibleTable {
  const known = plannedTables.get(table);
  if (known) return known;
  const made = planTable(table);
  plannedTables.set(table, made);
  return made;
}

function planTable(table: LakeTable): VisibleTable {
  // A table not fetched yet has the discovered columns.
  const present = isReadLive(table) ? null : table.version;
  if (present === null && table.source) return new DiscoveredTable(table, table.source);
  const columns = present ? [...present.columns, ...(table.generated ?? [])] : [];
  return {
    name: table.name,
    id: table.id,
    // A table without columns was loaded from nothing and has nothing to read.
    loaded: columns.length > 0,
    columns: withFacts(columns, table.source),
    ...(table.layout.key.length > 0 && { key: table.layout.key }),
    ...(table.source?.comment && { comment: shownComment(table.source.comment) }),
  };
}

const shownComment = (comment: string) => comment.replaceAll('\0', '');

/** A source may have very many tables and a query reads few, so columns are parsed on demand. */
class DiscoveredTable implements VisibleTable {
  readonly name: string;
  readonly id: string;
  readonly #source: SourceTable;
  #columns: WeakRef<VisibleColumn[]> | undefined;

  constructor({ name, id }: LakeTable, source: SourceTable) {
    this.name = name;
    this.id = id;
    this.#source = source;
  }

  get loaded(): boolean {
    return this.#source.columns.length > 0;
  }

  /** Discovery stores the reason as the comment of a table without a description. */
  get reason(): string {
    return (
      this.comment ??
      "its source shows no columns of it: it has none, or none that the connection's user may read"
    );
  }

  get columns(): readonly VisibleColumn[] {
    const known = this.#columns?.deref();
    if (known) return known;
    const columns = withFacts(this.#source.columns, this.#source);
    this.#columns = new WeakRef(columns);
    return columns;
  }

  get comment(): string | undefined {
    return this.#source.comment ? shownComment(this.#source.comment) : undefined;
  }
}

/** Adds the source's facts to the columns; a refresh may have replaced the columns since. */
function withFacts(
  columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly sqlType?: string;
  }[],
  source: SourceTable | null,
): VisibleColumn[] {
  const facts = new Map(source?.columns.map((column) => [column.name, column]));
  return columns.map(({ name, type, sqlType: ofValues }) => {
    const fact = facts.get(name);
    const sqlType = ofValues ?? fact?.sqlType;
    const said = [fact?.comment, fact?.note].filter(Boolean).join('; ');
    const comment = said.replaceAll('\0', '');
    return {
      name,
      type,
      ...(sqlType !== undefined && { sqlType }),
      // A value without an exact counterpart may have become null in conversion.
      ...(fact?.nullable === false && fact.note === null && { notNull: true as const }),
      ...(comment !== '' && { comment }),
    };
  });
}
