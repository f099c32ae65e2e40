import type { HasSettings } from '../../config/settings.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { outputOf } from '../../indexing/generated-column.ts';
import { isEmbedded } from '../../indexing/index-target.ts';
import { definitionOf } from '../../indexing/stored-definition.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, QuernError } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { LakeCatalog, LakeTable, TableVersion } from '../../lake/model.ts';
import { tablesById } from '../../lake/tables-by-id.ts';
import { type IndexRow, indexesOfLake } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { bindNames } from '../../plan/bind.ts';
import { distanceFunction } from '../../plan/hotsql/read/search-calls.ts';
import { isName, tokensOf, toNamePart } from '../../plan/hotsql/read/tokens.ts';
import { nearestName } from '../../plan/nearest-name.ts';
import type {
  BindOptions,
  BoundTable,
  NamePart,
  SearchCall,
  VisibleCatalog,
} from '../../plan/types.ts';
import { readableSince } from '../../reading/snapshot-retention.ts';
import type { DatabaseView } from './database-view.ts';
import { knownIndexes } from './known-indexes.ts';
import { type PlannedSearch, rankColumns } from './planned-search.ts';
import { type AskedSearch, readSearch, type SearchedColumn } from './search-functions.ts';

type SearchServices = HasClock & HasLakes & HasMetadata & HasRemembered & HasSettings;

/**
 * Adds to the view a catalog for each search of a text. The catalog's only table has the columns of
 * the searched table and the score. 400 for an unknown table or column, and for a missing index;
 * the message names the index to create.
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
    const isDistance = call.name === distanceFunction;
    const search = isDistance
      ? await planDistance(services, view, call, options)
      : await planSearch(services, view, call, readCall(call), options);
    const { shown, score } = search;
    searches.set(call.mark, search);
    const ranks =
      search.fused === null ? [] : rankColumns.map((name) => ({ name, type: 'BIGINT' }));
    const said = [{ name: score, type: 'DOUBLE' }, ...ranks];
    const columns = [...columnsOfHits(search).map(({ name, type }) => ({ name, type })), ...said];
    const table = { name: call.name, id: call.mark, loaded: true, columns };
    const schemas = [{ name: 'main', tables: [table] }];
    catalogs.push({ names: [call.mark], defaultSchema: 'main', schemas, searched: shown });
    lakes.push(lakeOfHits(search));
  }
  return { ...view, snapshot: { ...view.snapshot, catalogs }, lakes, searches };
}

function readCall(call: SearchCall): AskedSearch {
  const asked = readSearch[call.name]?.(call);
  if (asked === undefined) throw badRequest(`${call.name}() is not available`);
  return asked;
}

/** The columns of each hit in addition to the score. */
export const columnsOfHits = ({ version, only }: PlannedSearch) =>
  only === null ? version.columns : version.columns.filter(({ id }) => id === only);

/** Lets `versionOf` and similar functions find the searched version for the bound table. */
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
  asked: AskedSearch,
  options: BindOptions,
): Promise<PlannedSearch> {
  const found = await searchedTable(services, view, call, asked, options);
  try {
    return findSearch(call, asked, found, await knownIndexes(services, found.lakeId));
  } catch (error) {
    if (!(error instanceof QuernError) || error.code !== 'BAD_REQUEST') throw error;
    // Another node may just have made the missing index.
    const rows = await indexesOfLake(services.metadata.db, found.lakeId);
    return findSearch(call, asked, found, rows);
  }
}

/** Resolves the call by the table's indexes; 400 if the indexes or the table do not fit. */
function findSearch(
  call: SearchCall,
  asked: AskedSearch,
  { table, lakeId, shown }: SearchedTable,
  ofLake: readonly IndexRow[],
): PlannedSearch {
  const rows = ofLake.filter((row) => row.table_id === table.id);
  const column = findColumn(asked, table.version, shown, rows);
  const taken = table.version.columns.find(
    ({ name }) => name.toLowerCase() === asked.score.toLowerCase(),
  );
  if (taken) {
    throw badRequest(
      `table '${shown}' has a column '${taken.name}' of its own; name that of ${call.name}() with score => 'another'`,
    );
  }
  const { indexType } = asked;
  const needed = { shown, name: call.name, lakeId, table, column };
  const index = requireIndex(rows, { ...needed, indexType });
  const { version } = table;
  const query = asked.query(column.id);
  const { score, limit = null, isDistance = false } = asked;
  const found = {
    call,
    shown,
    lakeId,
    version,
    index,
    query,
    score,
    limit,
    isDistance,
    only: null,
  };
  if (asked.fused === undefined) return { ...found, fused: null };
  const { text, weights } = asked.fused;
  const ranked = table.version.columns.find(({ name }) =>
    rankColumns.some((rank) => rank === name.toLowerCase()),
  );
  if (ranked)
    throw badRequest(
      `table '${shown}' has a column '${ranked.name}' of its own, as ${call.name}() gives one`,
    );
  const second = requireIndex(rows, { ...needed, indexType: 'vector' });
  return { ...found, fused: { index: second, query: { embed: text }, weights } };
}

/** The text's table with an index on the texts of the named column. */
async function planDistance(
  services: SearchServices,
  view: DatabaseView,
  call: SearchCall,
  options: BindOptions,
): Promise<PlannedSearch> {
  const [column, text] = call.args.map(({ value }) => value);
  if (typeof column !== 'string' || typeof text !== 'string' || text.trim() === '') {
    throw badRequest(
      `${call.name}() takes a column of text and a text that is not empty: ${call.name}(body, 'words')`,
    );
  }
  const tables = call.args.flatMap(({ name, value }) =>
    name === 'table' && typeof value === 'string' ? [value] : [],
  );
  const asked: AskedSearch = {
    ...{ table: '', column, indexType: 'vector', score: '_distance' },
    query: () => ({ embed: text }),
    isDistance: true,
  };
  const found: PlannedSearch[] = [];
  for (const table of tables) {
    const search = await planSearch(services, view, call, { ...asked, table }, options).catch(
      (error: unknown) => {
        if (error instanceof QuernError && error.code === 'BAD_REQUEST') return null;
        throw error;
      },
    );
    if (search === null || found.some(({ index }) => index.id === search.index.id)) continue;
    const [indexed] = definitionOf(search.index).columns;
    if (isEmbedded(definitionOf(search.index)) && indexed)
      found.push({ ...search, only: indexed.id });
  }
  const [search, other] = found;
  if (search !== undefined && other === undefined) return search;
  const named = printable(quotedName(column) ?? column);
  throw badRequest(
    search === undefined
      ? `${call.name}() needs a vector index on the texts of column ${named} of a table that the query names behind FROM or JOIN; create one with an embedding_provider_id`
      : `${call.name}(): '${search.shown}' and '${other?.shown}' both have a column ${named} with an index; ask each in a query of its own`,
  );
}

interface SearchedTable {
  readonly table: LakeTable & { readonly version: TableVersion };
  readonly lakeId: string;
  /** The table's name in messages. */
  readonly shown: string;
}

async function searchedTable(
  services: SearchServices,
  view: DatabaseView,
  call: SearchCall,
  asked: AskedSearch,
  options: BindOptions,
): Promise<SearchedTable> {
  const parts = namePartsOf(asked.table);
  if (parts === null) {
    throw badRequest(
      `${printable(asked.table)} is no name of a table; write it as 'catalog.schema.table'`,
    );
  }
  const [name] = bindNames({ tables: [{ parts }] }, view.snapshot, options);
  const bound = name?.bound;
  if (bound?.kind !== 'table')
    throw badRequest(name?.error || 'results cannot be searched; search a table');
  const shown = `${bound.catalog}.${bound.schema}.${bound.table}`;
  const lake = view.lakes[bound.catalogIndex];
  const present = lake && tablesById(lake).get(bound.tableId);
  if (lake === undefined || present === undefined) throw badRequest(`table '${shown}' not found`);
  const table =
    call.point === undefined ? present : await tableAt(services, lake, call, bound, shown);
  if (table.version === null) {
    throw badRequest(
      `table '${shown}' has no rows here yet; refresh or query it first, then search it`,
    );
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
  const readability = {
    subject: `catalog '${bound.catalog}'`,
    since: readableSince(services, kind),
    now,
  };
  const lake = await services.lakes.readPast(lakeId, point, readability);
  const table = tablesById(lake).get(bound.tableId);
  if (!table) throw badRequest(`table '${shown}' not found at snapshot ${lake.snapshot}`);
  return table;
}

/** One to three parts; null if the text is not a name. */
function namePartsOf(text: string): NamePart[] | null {
  if (text.length > 1000) return null;
  const tokens = [...tokensOf(text)];
  const parts = tokens.filter((_token, index) => index % 2 === 0);
  const isDotted = tokens.every(({ text: token }, index) => index % 2 === 0 || token === '.');
  if (!isDotted || tokens.length % 2 === 0 || parts.length > 3 || !parts.every(isName)) return null;
  return parts.map((token) => toNamePart(token, true));
}

/** The name inside quotes; undefined without quotes. */
function quotedName(written: string): string | undefined {
  return /^"((?:[^"]|"")*)"$/.exec(written)?.[1]?.replaceAll('""', '"');
}

/**
 * A quoted name matches exactly, any other without case, as in SQL. Unlike in SQL, a name with
 * other characters needs no quotes here.
 */
function findColumn(
  { column: written }: AskedSearch,
  { columns }: TableVersion,
  shown: string,
  indexes: readonly IndexRow[],
): SearchedColumn {
  const quoted = quotedName(written);
  const folded = written.toLowerCase();
  const found =
    columns.find(({ name }) => name === (quoted ?? written)) ??
    (quoted === undefined ? columns.find(({ name }) => name.toLowerCase() === folded) : undefined);
  if (found) return found;
  // The generated column of an index on texts is searched by its index.
  const sourceId = indexes.flatMap((row) => {
    const definition = definitionOf(row);
    const output = outputOf(definition)?.name;
    const isMeant = quoted === undefined ? output?.toLowerCase() === folded : output === quoted;
    return isMeant ? [definition.columns[0]?.id] : [];
  })[0];
  const source = columns.find(({ id }) => id === sourceId);
  if (source) return source;
  const nearest = nearestName(
    quoted ?? written,
    columns.map(({ name }) => name),
  );
  const hint = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
  throw badRequest(`table '${shown}' has no column ${printable(quoted ?? written)}${hint}`);
}

interface AskedIndex extends SearchedTable {
  readonly name: string;
  readonly column: SearchedColumn;
  readonly indexType: AskedSearch['indexType'];
}

/** 400 if there is no index; the message says how to create one. */
function requireIndex(
  rows: readonly IndexRow[],
  { table, lakeId, shown, name, column, indexType }: AskedIndex,
): IndexRow {
  const fitting = rows.filter(
    (row) =>
      row.index_type === indexType &&
      definitionOf(row).columns.some((indexed) => indexed.id === column.id),
  );
  // Prefers a ready index. A search of an unfinished index scans the files without a segment.
  const index = fitting.find(({ status }) => status === 'ready') ?? fitting[0];
  if (index !== undefined) return index;
  const isOfTexts = indexType === 'vector' && column.type === 'VARCHAR';
  throw badRequest(
    `${name}() needs a ${indexType} index on column '${column.name}' of table '${shown}'; create one with ` +
      `POST /v1/connections/${lakeId}/tables/${table.schema}/${table.name}/indexes and ` +
      `{"index_name": "...", "index_type": "${indexType}", "columns": ["${column.name}"]${isOfTexts ? ', "embedding_provider_id": "..."' : ''}}`,
  );
}
