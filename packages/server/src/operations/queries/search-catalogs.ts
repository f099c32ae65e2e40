import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { LakeCatalog, LakeTable, TableVersion } from '../../lake/model.ts';
import { type IndexRow, indexesOfLake } from '../../metadata/index-store.ts';
import { bindNames } from '../../plan/bind.ts';
import { isName, tokensOf, toNamePart } from '../../plan/hotsql/read/tokens.ts';
import { nearestName } from '../../plan/nearest-name.ts';
import type { BindOptions, BoundTable, NamePart, SearchCall, VisibleCatalog } from '../../plan/types.ts';
import type { Services } from '../services.ts';
import { readableSince } from '../snapshot-retention.ts';
import { definitionOf } from '../stored-definition.ts';
import type { DatabaseView } from './database-view.ts';
import type { PlannedSearch } from './planned-search.ts';
import { type AskedSearch, readSearch, type SearchedColumn } from './search-functions.ts';

type SearchServices = Pick<Services, 'metadata' | 'lakes' | 'clock' | 'settings'>;

/**
 * The view with a catalog for each search of a text: its one table has the columns of the table that is searched and the score. 400
 * for what is no table or column, or has no index; the message names the index to create.
 */
export async function addSearchCatalogs(
  services: SearchServices,
  view: DatabaseView,
  calls: readonly SearchCall[],
  options: BindOptions,
): Promise<DatabaseView> {
  const catalogs: VisibleCatalog[] = [...view.snapshot.catalogs];
  const lakes: LakeCatalog[] = [...view.lakes];
  const searches = new Map<string, PlannedSearch>();
  for (const call of calls) {
    const search = await planSearch(services, view, call, options);
    const { version, shown, score } = search;
    searches.set(call.mark, search);
    const columns = [...version.columns.map(({ name, type }) => ({ name, type })), { name: score, type: 'DOUBLE' }];
    const table = { name: call.name, id: call.mark, loaded: true, columns };
    const schemas = [{ name: 'main', tables: [table] }];
    catalogs.push({ names: [call.mark], defaultSchema: 'main', schemas, searched: shown });
    lakes.push(lakeOfHits(search));
  }
  return { snapshot: { ...view.snapshot, catalogs }, lakes, searches };
}

/** So that whoever looks for what a bound table holds finds the version that is searched. */
function lakeOfHits({ call, lakeId, version }: PlannedSearch): LakeCatalog {
  const table: LakeTable = {
    id: call.mark,
    schema: 'main',
    name: call.name,
    layout: { key: [], constantPerKey: [], partitionBy: [], sortedBy: [] },
    version,
    loadedAt: null,
    source: null,
    refresh: null,
  };
  return { lakeId, snapshot: 0, schemas: new Map([['main', new Map([[call.name, table]])]]) };
}

async function planSearch(
  services: SearchServices,
  view: DatabaseView,
  call: SearchCall,
  options: BindOptions,
): Promise<PlannedSearch> {
  const asked = readSearch[call.name]?.(call);
  if (asked === undefined) throw badRequest(`${call.name}() is not available`);
  const { table, lakeId, shown } = await searchedTable(services, view, call, asked, options);
  const column = findColumn(asked, table.version, shown);
  const taken = table.version.columns.find(({ name }) => name.toLowerCase() === asked.score.toLowerCase());
  if (taken) {
    throw badRequest(
      `table '${shown}' has a column '${taken.name}' of its own; name that of ${call.name}() with score => 'another'`,
    );
  }
  const index = await findIndex(services, lakeId, table, column, asked);
  if (index === undefined) {
    throw badRequest(
      `${call.name}() needs a ${asked.indexType} index on column '${column.name}' of table '${shown}'; create one with ` +
        `POST /v1/connections/${lakeId}/tables/${table.schema}/${table.name}/indexes and ` +
        `{"index_name": "...", "index_type": "${asked.indexType}", "columns": ["${column.name}"]}`,
    );
  }
  const { version } = table;
  return { call, shown, lakeId, version, index, query: asked.query(column.id), score: asked.score };
}

type LoadedTable = LakeTable & { readonly version: TableVersion };

async function searchedTable(
  services: SearchServices,
  view: DatabaseView,
  call: SearchCall,
  asked: AskedSearch,
  options: BindOptions,
): Promise<{ readonly table: LoadedTable; readonly lakeId: string; readonly shown: string }> {
  const parts = namePartsOf(asked.table);
  if (parts === null) {
    throw badRequest(`${printable(asked.table)} is no name of a table; write it as 'catalog.schema.table'`);
  }
  const [name] = bindNames({ tables: [{ parts }] }, view.snapshot, options);
  const bound = name?.bound;
  if (bound?.kind !== 'table') throw badRequest(name?.error || 'results cannot be searched; search a table');
  const shown = `${bound.catalog}.${bound.schema}.${bound.table}`;
  const lake = view.lakes[bound.catalogIndex];
  const present = tableIn(lake, bound);
  if (lake === undefined || present === undefined) throw badRequest(`table '${shown}' not found`);
  const table = call.point === undefined ? present : await tableAt(services, lake, call, bound, shown);
  if (table.version === null) {
    throw badRequest(`table '${shown}' has no rows here yet; refresh or query it first, then search it`);
  }
  return { table: { ...table, version: table.version }, lakeId: lake.lakeId, shown };
}

async function tableAt(
  services: SearchServices,
  { lakeId }: LakeCatalog,
  { point }: SearchCall,
  bound: BoundTable,
  shown: string,
): Promise<LakeTable> {
  if (point === undefined) throw new Error('a search of the present has no snapshot');
  const kind = (await services.lakes.isFetched(lakeId)) ? 'fetched' : 'managed';
  const now = services.clock.now();
  const readability = { subject: `catalog '${bound.catalog}'`, since: readableSince(services, kind), now };
  const lake = await services.lakes.readPast(lakeId, point, readability);
  const table = tableIn(lake, bound);
  if (!table) throw badRequest(`table '${shown}' not found at snapshot ${lake.snapshot}`);
  return table;
}

function tableIn(lake: LakeCatalog | undefined, { tableId }: BoundTable): LakeTable | undefined {
  for (const tables of lake?.schemas.values() ?? []) {
    for (const table of tables.values()) if (table.id === tableId) return table;
  }
  return undefined;
}

/** One to three parts; null where the text is no name. */
function namePartsOf(text: string): NamePart[] | null {
  if (text.length > 1000) return null;
  const tokens = [...tokensOf(text)];
  const parts = tokens.filter((_token, index) => index % 2 === 0);
  const isDotted = tokens.every(({ text: token }, index) => index % 2 === 0 || token === '.');
  if (!isDotted || tokens.length % 2 === 0 || parts.length > 3 || !parts.every(isName)) return null;
  return parts.map((token) => toNamePart(token, true));
}

/** As in SQL: quoted exactly, else without case. Names that are no SQL names need no quotes here. */
function findColumn({ column: written }: AskedSearch, { columns }: TableVersion, shown: string): SearchedColumn {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(written)?.[1]?.replaceAll('""', '"');
  const folded = written.toLowerCase();
  const found =
    columns.find(({ name }) => name === (quoted ?? written)) ??
    (quoted === undefined ? columns.find(({ name }) => name.toLowerCase() === folded) : undefined);
  if (found) return found;
  const nearest = nearestName(
    quoted ?? written,
    columns.map(({ name }) => name),
  );
  const hint = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
  throw badRequest(`table '${shown}' has no column ${printable(quoted ?? written)}${hint}`);
}

/** One that is ready before one that is being built: what is not built yet is read row by row. */
async function findIndex(
  { metadata }: SearchServices,
  lakeId: string,
  { id }: LakeTable,
  column: SearchedColumn,
  { indexType }: AskedSearch,
): Promise<IndexRow | undefined> {
  const rows = (await indexesOfLake(metadata.db, lakeId)).filter(
    (row) =>
      row.table_id === id &&
      row.index_type === indexType &&
      definitionOf(row).columns.some((indexed) => indexed.id === column.id),
  );
  return rows.find(({ status }) => status === 'ready') ?? rows[0];
}
