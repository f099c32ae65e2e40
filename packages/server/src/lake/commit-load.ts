import type { Insertable, Transaction } from 'kysely';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { conflict, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';
import { PrintedStatement } from '../metadata/printed-statement.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import { insertSmallFile } from '../metadata/small-file-store.ts';
import { noteCompaction } from './compaction-queue.ts';
import { advanceSnapshot, endStates, ensureSchema, insertTable } from './declarations.ts';
import {
  filesPerManifest,
  foldManifests,
  type ManifestText,
  manifestText,
} from './fold-manifests.ts';
import {
  type LakeFile,
  liveRowCount,
  type Manifest,
  noLayout,
  type TableLayout,
  type TableVersion,
} from './model.ts';
import { mayBeWorthCompaction } from './plan-compaction.ts';

type Trx = Transaction<MetadataSchema>;

export interface TableTarget {
  readonly lakeId: string;
  readonly schema: string;
  readonly table: string;
  /** The table at the start of the load; null if the load declares the table. */
  readonly found: { readonly id: string; readonly version: TableVersion | null } | null;
  /** Of a table that the commit declares; none where absent. */
  readonly layout?: TableLayout;
}

export interface LoadedContent {
  readonly columns: readonly LakeColumn[];
  /** New files in row order. Their objects are already stored. */
  readonly files: readonly LakeFile[];
  /**
   * Manifests of the found version that remain, in row order before the new files (append), or none
   * (replace).
   */
  readonly keptManifestIds: readonly string[];
  /** Replacements for some of the remaining manifests, in row order. */
  readonly rewritten?: ReadonlyMap<string, readonly Manifest[]>;
  /**
   * Manifests of new files with other columns than the version's. They follow the kept manifests,
   * and the kept sums include them.
   */
  readonly added?: readonly Manifest[];
  readonly keptRows: number;
  readonly keptBytes: number;
  readonly keptFiles: number;
  /** Bytes of those new files that no object store has. The commit keeps them in the metadata. */
  readonly smallFiles?: readonly SmallFile[];
}

/** A file of few rows, by value. */
export interface SmallFile {
  /** `smallFileKey`. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

/**
 * The commit of a load: manifests, a version, and one pointer moved by compare and set, in the
 * caller's transaction. 404 if the table was deleted meanwhile, 409 if the table changed.
 * `loadedAt` is the load time of a commit that only rewrites files.
 */
export async function commitLoad(
  trx: Trx,
  target: TableTarget,
  content: LoadedContent,
  operation: string,
  now: number,
  loadedAt = now,
): Promise<{ version: TableVersion; tableId: string; snapshot: number }> {
  const snapshot = await advanceSnapshot(
    trx,
    target.lakeId,
    `${operation} ${target.schema}.${target.table}`,
    now,
  );
  const tableId = target.found?.id ?? (await declareOnLoad(trx, target, snapshot, now));
  const lake = await lakeOf(trx, target.lakeId);
  for (const { key, bytes } of content.smallFiles ?? [])
    await insertSmallFile(trx, { key, bytes, created_at: now });
  const version = await insertVersion(trx, content, lake.rootId, loadedAt);
  const previous = target.found?.version?.id ?? null;
  const pointer = { tableId, previous, version: version.id, loadedAt };
  const moved = await (previous === null ? moving.first : moving.next).run(trx, pointer);
  if (moved === 0n) await explainLostPointer(trx, target);
  await endStates(trx, target.lakeId, snapshot, [tableId]);
  await states.run(trx, {
    lake_id: target.lakeId,
    schema_name: target.schema,
    table_name: target.table,
    table_id: tableId,
    version_id: version.id,
    from_snapshot: snapshot,
    until_snapshot: null,
  });
  if (mayBeWorthCompaction(version.fileCount, (content.rewritten?.size ?? 0) > 0)) {
    const { lakeId, schema, table } = target;
    await noteCompaction(
      trx,
      { lakeId, workspaceId: lake.workspaceId, schema, table, tableId, version: version.id },
      now,
    );
  }
  return { version, tableId, snapshot };
}

interface Pointer {
  readonly tableId: string;
  readonly previous: string | null;
  readonly version: string;
  readonly loadedAt: number;
}

const movingFrom = (isNext: boolean) =>
  new PrintedStatement<Pointer>(['tableId', 'previous', 'version', 'loadedAt'], (db, row) =>
    db
      .updateTable('lake_tables')
      .set({ version_id: row.version, loaded_at: row.loadedAt })
      .where('id', '=', row.tableId)
      .where('version_id', isNext ? '=' : 'is', isNext ? row.previous : null),
  );

const moving = { first: movingFrom(false), next: movingFrom(true) };

async function declareOnLoad(
  trx: Trx,
  target: TableTarget,
  snapshot: number,
  now: number,
): Promise<string> {
  await ensureSchema(trx, target.lakeId, target.schema, { snapshot, now });
  const table = { name: target.table, layout: target.layout ?? noLayout };
  return insertTable(trx, target.lakeId, { schema: target.schema, table, snapshot, now });
}

/** The workspace of a lake and the root of its tree of forks. */
async function lakeOf(trx: Trx, lakeId: string): Promise<{ workspaceId: string; rootId: string }> {
  const [row] = await lakes.find(trx, { lakeId });
  invariant(row, 'a lake is there whose snapshot was advanced');
  return { workspaceId: row.workspace_id, rootId: row.root_id ?? lakeId };
}

const lakes = new PrintedStatement<
  { readonly lakeId: string },
  { workspace_id: string; root_id: string | null }
>(['lakeId'], (db, { lakeId }) =>
  db.selectFrom('lakes').select(['workspace_id', 'root_id']).where('id', '=', lakeId),
);

const versions = new PrintedStatement<Insertable<MetadataSchema['lake_versions']>>(
  [
    'id',
    'columns',
    'manifest_ids',
    'row_count',
    'size_bytes',
    'file_count',
    'created_at',
    'root_id',
  ],
  (db, row) => db.insertInto('lake_versions').values(row),
);

const states = new PrintedStatement<Insertable<MetadataSchema['lake_table_states']>>(
  [
    'lake_id',
    'schema_name',
    'table_name',
    'table_id',
    'version_id',
    'from_snapshot',
    'until_snapshot',
  ],
  (db, row) => db.insertInto('lake_table_states').values(row),
);

async function insertVersion(
  trx: Trx,
  content: LoadedContent,
  rootId: string,
  now: number,
): Promise<TableVersion> {
  const manifestIds: string[] = [];
  for (const manifest of await foldManifests(trx, manifestsOf(content))) {
    manifestIds.push(
      typeof manifest === 'string' ? manifest : await insertManifest(trx, manifest, rootId, now),
    );
  }
  const version: TableVersion = {
    id: newId('tableVersion'),
    columns: content.columns,
    manifestIds,
    rowCount: content.keptRows + sum(content.files, liveRowCount),
    sizeBytes: content.keptBytes + sum(content.files, (file) => file.sizeBytes),
    fileCount: content.keptFiles + content.files.length,
  };
  await versions.run(trx, {
    id: version.id,
    columns: JSON.stringify(version.columns),
    manifest_ids: JSON.stringify(version.manifestIds),
    row_count: version.rowCount,
    size_bytes: version.sizeBytes,
    file_count: version.fileCount,
    created_at: now,
    root_id: rootId,
  });
  return version;
}

/** Remaining manifests by id, in row order. */
function manifestsOf({
  columns,
  files,
  keptManifestIds,
  rewritten,
  added = [],
}: LoadedContent): (string | ManifestText)[] {
  const manifests: (string | ManifestText)[] = [];
  for (const id of keptManifestIds)
    manifests.push(...(rewritten?.get(id)?.map(manifestText) ?? [id]));
  manifests.push(...added.map(manifestText));
  for (let start = 0; start < files.length; start += filesPerManifest) {
    manifests.push(manifestText({ columns, files: files.slice(start, start + filesPerManifest) }));
  }
  return manifests;
}

async function insertManifest(
  trx: Trx,
  manifest: ManifestText,
  rootId: string,
  now: number,
): Promise<string> {
  const id = newId('manifest');
  await manifests.run(trx, { id, ...manifest, created_at: now, root_id: rootId });
  return id;
}

const manifests = new PrintedStatement<Insertable<MetadataSchema['lake_manifests']>>(
  [
    'id',
    'columns',
    'files',
    'row_count',
    'size_bytes',
    'file_count',
    'refused_files',
    'created_at',
    'root_id',
  ],
  (db, row) => db.insertInto('lake_manifests').values(row),
);

async function explainLostPointer(trx: Trx, target: TableTarget): Promise<never> {
  const row = await trx
    .selectFrom('lake_tables')
    .select('id')
    .where('lake_id', '=', target.lakeId)
    .where('schema_name', '=', target.schema)
    .where('name', '=', target.table)
    .executeTakeFirst();
  const name = `'${target.schema}.${target.table}'`;
  if (!row) throw notFound(`Table ${name} was deleted while it was being loaded`);
  throw conflict(`Table ${name} was changed while it was being loaded; load again`);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
