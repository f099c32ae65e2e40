import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { PrintedStatement } from '../metadata/printed-statement.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import {
  type LakeCatalog,
  type LakeTable,
  type Manifest,
  noLayout,
  type RefreshPolicy,
  type TableLayout,
  type TableVersion,
} from './model.ts';
import type { NamedManifest } from './small-files.ts';
import { findSnapshot, type Readability, type SnapshotPoint } from './snapshots.ts';
import { KeptSource } from './source-tables.ts';
import { schemasAt, tablesAt } from './tables-at.ts';

/**
 * Sizes of the caches. Every load replaces catalogs and manifests, and old entries stay until the
 * cache is full, so a service reaches these sizes. Weights are characters of the JSON; a parsed
 * character takes two to four bytes. A discovered description stays a text and weighs a quarter.
 */
const maxCatalogChars = 8 * 2 ** 20;
const maxTableChars = 16 * 2 ** 20;
const maxManifestChars = 24 * 2 ** 20;
/** Weight of a table in a catalog, without its columns. */
const tableText = 100;
/** A manifest has up to 1,000 files with statistics: some 500 kB of text. */
const manifestsPerStep = 20;
const longText = 50_000;
const tablesPerStep = 500;

type Db = Kysely<MetadataSchema>;

/**
 * Reads lakes. A catalog is immutable under its snapshot and a manifest forever, so both caches
 * need no invalidation. Every read asks only for the head of the lake.
 */
export class LakeCatalogs {
  readonly #db: Db;
  readonly #catalogs = new LruCache<LakeCatalog>(maxCatalogChars);
  readonly #tables = new LruCache<LakeTable>(maxTableChars);
  readonly #manifests: LruCache<Manifest>;
  /** Of versions that are not committed yet. */
  readonly #pending = new Map<string, Manifest>();

  constructor(db: Db, maxManifestText = maxManifestChars) {
    this.#db = db;
    this.#manifests = new LruCache(maxManifestText);
  }

  /** Characters of all texts in the caches. */
  get heldCharacters(): number {
    return this.#catalogs.weight + this.#tables.weight + this.#manifests.weight;
  }

  /** One table of a lake at present; null if the table or the lake does not exist. */
  async readTable(lakeId: string, schema: string, name: string): Promise<LakeTable | null> {
    const [row] = await oneTable.find(this.#db, { lakeId, schema, name });
    return row ? toTable(row, await this.#usualPolicy(lakeId)) : null;
  }

  /** The present state of a lake; null if the lake does not exist. */
  async read(lakeId: string): Promise<LakeCatalog | null> {
    const lake = await this.#db
      .selectFrom('lakes')
      .select('head_snapshot')
      .where('id', '=', lakeId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return lake ? this.readAt(lakeId, lake.head_snapshot) : null;
  }

  /**
   * The same where the caller has just read the head. The answer may be of a newer snapshot, never
   * of a mix.
   */
  async readAt(lakeId: string, head: number): Promise<LakeCatalog> {
    const key = `${lakeId}@${head}`;
    const cached = this.#catalogs.get(key);
    if (cached) return cached;
    for (;;) {
      const before = await this.#head(lakeId);
      const catalog = await this.#load(lakeId, before);
      // Several statements read the tables; a changed head shows a commit between them.
      if ((await this.#head(lakeId)) !== before) continue;
      let tables = 0;
      for (const schema of catalog.schemas.values()) tables += schema.size;
      this.#catalogs.set(`${lakeId}@${before}`, catalog, (tables + 5) * tableText);
      return catalog;
    }
  }

  /**
   * The lake at an earlier snapshot, with tables that were dropped later and without tables created
   * later. Errors as in findSnapshot.
   */
  async readPast(
    lakeId: string,
    point: SnapshotPoint,
    readability: Readability,
  ): Promise<LakeCatalog> {
    const snapshot = await findSnapshot(this.#db, lakeId, point, readability);
    // A past catalog has loaded data and no declarations, even if the snapshot is the head.
    const key = `past ${lakeId}@${snapshot}`;
    const cached = this.#catalogs.get(key);
    if (cached) return cached;
    const schemas = await schemasAt(this.#db, lakeId, snapshot).select('s.name').execute();
    const tables = await tablesAt(this.#db, lakeId, snapshot)
      .select([
        't.id',
        't.schema_name',
        't.name',
        't.key_columns',
        't.constant_per_key',
        't.partition_by',
      ])
      .select([
        't.sorted_by',
        'v.created_at as loaded_at',
        'v.id as version_id',
        'v.columns',
        'v.manifest_ids',
      ])
      .select(['v.row_count', 'v.size_bytes', 'v.file_count'])
      .execute();
    // A sweep during the read could have removed tables.
    await findSnapshot(this.#db, lakeId, { version: snapshot }, readability);
    const catalog = toCatalog(
      lakeId,
      snapshot,
      schemas,
      tables.map((row) => toTable(row, null)),
    );
    this.#catalogs.set(key, catalog, (tables.length + 5) * tableText);
    return catalog;
  }

  /** True if the tables come from a source and can be fetched again. */
  async isFetched(lakeId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('connections')
      .select('source_type')
      .where('id', '=', lakeId)
      .executeTakeFirst();
    return row !== undefined && row.source_type !== 'managed';
  }

  /** Manifests of a version that is not committed, until `letGo` of their ids. */
  hold(pending: ReadonlyMap<string, Manifest>): void {
    for (const [id, manifest] of pending) this.#pending.set(id, manifest);
  }

  letGo(ids: Iterable<string>): void {
    for (const id of ids) this.#pending.delete(id);
  }

  /** The manifests of a version, and thereby its files, in row order. */
  async manifestsOf(version: TableVersion): Promise<readonly Manifest[]> {
    const manifests: Manifest[] = [];
    for await (const manifest of this.eachManifest(version)) manifests.push(manifest);
    return manifests;
  }

  /**
   * The manifests of a version one by one, so a caller with few matching files holds only one step
   * of manifests. The generator holds the manifests of a step itself, because the cache may drop a
   * manifest during the reads of others.
   */
  async *eachManifest(version: TableVersion): AsyncGenerator<Manifest> {
    const { manifestIds } = version;
    for (let start = 0; start < manifestIds.length; start += manifestsPerStep) {
      const ids = manifestIds.slice(start, start + manifestsPerStep);
      const found = await this.#manifestsById(ids);
      for (const id of ids) {
        const manifest = found.get(id);
        if (!manifest) throw new Error(`manifest ${id} of version ${version.id} is gone`);
        yield manifest;
      }
    }
  }

  /** The last `count` manifests of a version, in row order. */
  async lastManifests(
    { id: versionId, manifestIds }: TableVersion,
    count: number,
  ): Promise<readonly NamedManifest[]> {
    const ids = manifestIds.slice(-count);
    const found = await this.#manifestsById(ids);
    return ids.map((id) => {
      const manifest = found.get(id);
      if (!manifest) throw new Error(`manifest ${id} of version ${versionId} is gone`);
      return { id, manifest };
    });
  }

  async #manifestsById(ids: readonly string[]): Promise<ReadonlyMap<string, Manifest>> {
    const found = new Map<string, Manifest>();
    for (const id of ids) {
      const cached = this.#pending.get(id) ?? this.#manifests.get(id);
      if (cached) found.set(id, cached);
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    const columns = ['id', 'columns', 'files'] as const;
    const rows = await this.#db
      .selectFrom('lake_manifests')
      .select(columns)
      .where('id', 'in', missing)
      .execute();
    for (const row of rows) {
      // Statements on SQLite never yield to the event loop, and 1,000 files take 4 ms to parse.
      if (row.files.length > longText) await setImmediate();
      const manifest: Manifest = { columns: JSON.parse(row.columns), files: JSON.parse(row.files) };
      found.set(row.id, manifest);
      this.#manifests.set(row.id, manifest, row.columns.length + row.files.length);
    }
    return found;
  }

  async #head(lakeId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('lakes')
      .select('head_snapshot')
      .where('id', '=', lakeId)
      .executeTakeFirst();
    return row?.head_snapshot ?? 0;
  }

  async #load(lakeId: string, snapshot: number): Promise<LakeCatalog> {
    const schemas = await this.#db
      .selectFrom('lake_schemas')
      .select('name')
      .where('lake_id', '=', lakeId)
      .execute();
    return toCatalog(lakeId, snapshot, schemas, await this.#presentTables(lakeId));
  }

  /** A commit changes few of many tables, so only tables missing from the cache are read whole. */
  async #presentTables(lakeId: string): Promise<LakeTable[]> {
    const heads = await this.#db
      .selectFrom('lake_tables')
      .select(['id', 'version_id', 'from_snapshot'])
      .where('lake_id', '=', lakeId)
      .execute();
    const tables: LakeTable[] = [];
    const missing: string[] = [];
    for (const head of heads) {
      const known = this.#tables.get(tableKey(head));
      if (known) tables.push(known);
      else missing.push(head.id);
    }
    const usual = missing.length > 0 ? await this.#usualPolicy(lakeId) : null;
    for (let start = 0; start < missing.length; start += tablesPerStep) {
      const rows = await tableRows(this.#db)
        .where('t.id', 'in', missing.slice(start, start + tablesPerStep))
        .execute();
      for (const row of rows) {
        const table = toTable(row, usual);
        this.#tables.set(tableKey(row), table, textOf(row));
        tables.push(table);
      }
      // Statements on SQLite never yield to the event loop.
      if (missing.length > tablesPerStep) await setImmediate();
    }
    return tables;
  }

  /**
   * The refresh policy of source tables without a policy of their own; null if the usual rules
   * apply. The connection's creation fixes the policy.
   */
  async #usualPolicy(lakeId: string): Promise<RefreshPolicy | null> {
    const [row] = await configs.find(this.#db, { lakeId });
    const { live } = JSON.parse(row?.config ?? '{}') as { readonly live?: unknown };
    return live === true ? livePolicy : null;
  }
}

function tableRows(db: Db) {
  return db
    .selectFrom('lake_tables as t')
    .leftJoin('lake_versions as v', 'v.id', 't.version_id')
    .leftJoin('lake_refreshes as r', (join) =>
      join
        .onRef('r.lake_id', '=', 't.lake_id')
        .onRef('r.schema_name', '=', 't.schema_name')
        .onRef('r.table_name', '=', 't.name'),
    )
    .select(['t.id', 't.schema_name', 't.name', 't.key_columns', 't.constant_per_key'])
    .select(['t.partition_by', 't.sorted_by', 't.loaded_at', 'v.id as version_id', 'v.columns'])
    .select(['v.manifest_ids', 'v.row_count', 'v.size_bytes', 'v.file_count'])
    .select(['t.from_snapshot', 't.source', 'r.policy']);
}

interface TableName {
  readonly lakeId: string;
  readonly schema: string;
  readonly name: string;
}

/** Every load reads its table, and building this statement took a fifth of a millisecond. */
const oneTable = new PrintedStatement<TableName, TableRow>(
  ['lakeId', 'schema', 'name'],
  (db, { lakeId, schema, name }) =>
    tableRows(db)
      .innerJoin('lakes as l', 'l.id', 't.lake_id')
      .where('l.deleted_at', 'is', null)
      .where('t.lake_id', '=', lakeId)
      .where('t.schema_name', '=', schema)
      .where('t.name', '=', name),
);

const configs = new PrintedStatement<{ readonly lakeId: string }, { config: string | null }>(
  ['lakeId'],
  (db, { lakeId }) => db.selectFrom('connections').select('config').where('id', '=', lakeId),
);

/** A table never changes under one version and one declaration. */
function tableKey(
  head: Pick<TableRow, 'id' | 'version_id'> & { readonly from_snapshot: number },
): string {
  return `${head.id}@${head.version_id ?? ''}@${head.from_snapshot}`;
}

/** Sorted in JavaScript's order of strings, the order of list cursors. */
function toCatalog(
  lakeId: string,
  snapshot: number,
  schemas: readonly { name: string }[],
  tables: readonly LakeTable[],
): LakeCatalog {
  const names = schemas.map((schema) => schema.name).sort();
  const bySchema = new Map(names.map((name) => [name, new Map<string, LakeTable>()]));
  const inOrder = [...tables].sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const table of inOrder) bySchema.get(table.schema)?.set(table.name, table);
  return { lakeId, snapshot, schemas: bySchema };
}

interface TableRow {
  id: string;
  schema_name: string;
  name: string;
  key_columns: string;
  constant_per_key: string;
  partition_by: string;
  sorted_by: string;
  loaded_at: number | null;
  version_id: string | null;
  columns: string | null;
  manifest_ids: string | null;
  row_count: number | null;
  size_bytes: number | null;
  file_count: number | null;
  /** Absent in an earlier snapshot, which has loaded data only. */
  source?: string | null;
  policy?: string | null;
}

/** Number of characters in the row of a table. */
function textOf({ columns, manifest_ids, source }: TableRow): number {
  const read = (columns?.length ?? 0) + (manifest_ids?.length ?? 0);
  return tableText + read + Math.ceil((source?.length ?? 0) / 4);
}

const livePolicy: RefreshPolicy = {
  mode: 'live',
  cursorColumn: null,
  key: [],
  overlap: 0,
  schedule: null,
  maxAgeS: null,
  whenStale: 'refresh',
};

/** `usual`: the refresh policy of a table without a policy of its own. */
function toTable(row: TableRow, usual: RefreshPolicy | null): LakeTable {
  const source = row.source ? new KeptSource(row.source) : null;
  return {
    id: row.id,
    schema: row.schema_name,
    name: row.name,
    layout: toLayout(row),
    version: toVersion(row),
    loadedAt: row.loaded_at,
    source,
    refresh: row.policy ? (JSON.parse(row.policy) as RefreshPolicy) : source && usual,
  };
}

function toLayout(row: TableRow): TableLayout {
  const [key, constantPerKey] = [row.key_columns, row.constant_per_key];
  const [partitionBy, sortedBy] = [row.partition_by, row.sorted_by];
  // Most tables share one object.
  if ([key, constantPerKey, partitionBy, sortedBy].every((text) => text === '[]')) return noLayout;
  return {
    key: JSON.parse(key),
    constantPerKey: JSON.parse(constantPerKey),
    partitionBy: JSON.parse(partitionBy),
    sortedBy: JSON.parse(sortedBy),
  };
}

function toVersion(row: TableRow): TableVersion | null {
  if (row.version_id === null) return null;
  return {
    id: row.version_id,
    columns: JSON.parse(row.columns ?? '[]') as LakeColumn[],
    manifestIds: JSON.parse(row.manifest_ids ?? '[]'),
    rowCount: row.row_count ?? 0,
    sizeBytes: row.size_bytes ?? 0,
    fileCount: row.file_count ?? 0,
  };
}

export interface HasLakes {
  readonly lakes: LakeCatalogs;
}
