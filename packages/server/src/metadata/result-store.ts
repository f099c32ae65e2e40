import type { CompiledQuery, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { PrintedStatement } from './printed-statement.ts';
import type { MetadataSchema, Results } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

/** A result without its bytes; `readResultBytes` reads those. */
export type ResultRow = Omit<Selectable<Results>, 'parquet'>;

const rowColumns = [
  'id',
  'workspace_id',
  'database_id',
  'query_run_id',
  'status',
  'object_key',
  'columns',
  'row_count',
  'size_bytes',
  'error_message',
  'refused_files',
  'checksum',
  'kept_as',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof ResultRow)[];

/** The columns of a result in a list. */
export type ListedResult = Pick<ResultRow, (typeof listedColumns)[number]>;

const listedColumns = [
  'id',
  'status',
  'created_at',
  'error_message',
  'row_count',
  'query_run_id',
  'expires_at',
] as const satisfies readonly (keyof ResultRow)[];

export interface NewResult {
  readonly id: string;
  readonly workspaceId: string;
  readonly databaseId: string;
  readonly queryRunId: string;
  readonly now: number;
  readonly expiresAt: number | null;
}

/**
 * The location of a result's Parquet file: an object's key, the bytes themselves, or the rows to
 * make a file from.
 */
export type ResultContent =
  | { readonly objectKey: string }
  | { readonly parquet: Uint8Array }
  | { readonly rows: Uint8Array };

/** Properties of a ready result. `columns` is the record's JSON. */
export interface StoredResult {
  readonly content: ResultContent;
  readonly columns: string;
  readonly rowCount: number;
  readonly sizeBytes: number;
  /** CRC-32 of the content; `sizeBytes` is the size of the same content. */
  readonly checksum: number;
}

/**
 * Records a result: `ready` with its content, else `processing`: callers may receive the id, but no
 * data yet.
 */
export async function insertResult(
  db: Db,
  result: NewResult,
  stored: StoredResult | null = null,
): Promise<void> {
  await db.executeQuery(newResultRow(db, result, stored));
}

/** The same as a statement, for `Metadata.write`. */
export function newResultRow(
  db: Db,
  result: NewResult,
  stored: StoredResult | null = null,
): CompiledQuery {
  return insertion.of(db, {
    id: result.id,
    workspace_id: result.workspaceId,
    database_id: result.databaseId,
    query_run_id: result.queryRunId,
    status: stored ? 'ready' : 'processing',
    columns: stored?.columns ?? null,
    row_count: stored?.rowCount ?? null,
    size_bytes: stored?.sizeBytes ?? null,
    refused_files: 0,
    checksum: stored?.checksum ?? null,
    created_at: result.now,
    expires_at: result.expiresAt,
    ...contentColumns(stored?.content),
  });
}

const insertion = new PrintedStatement<Insertable<Results>>(
  [
    'id',
    'workspace_id',
    'database_id',
    'query_run_id',
    'status',
    'columns',
    'row_count',
    'size_bytes',
    'refused_files',
    'checksum',
    'created_at',
    'expires_at',
    'object_key',
    'parquet',
    'kept_as',
  ],
  (db, row) => db.insertInto('results').values(row),
);

/**
 * Records a ready result that shares the bytes of an earlier result of the same database. An object
 * then has two references; small content is copied. Returns false if the earlier result is not
 * ready or expires by `until`.
 */
export async function insertSharedResult(
  db: Db,
  result: NewResult,
  earlierId: string,
  until: number,
): Promise<boolean> {
  const shared = ['status', 'object_key', 'columns', 'row_count', 'size_bytes'] as const;
  const content = [
    ...shared,
    'error_message',
    'refused_files',
    'checksum',
    'parquet',
    'kept_as',
  ] as const;
  const inserted = await db
    .insertInto('results')
    .columns([
      'id',
      'workspace_id',
      'database_id',
      'query_run_id',
      'created_at',
      'expires_at',
      ...content,
    ])
    .expression((eb) =>
      eb
        .selectFrom('results as earlier')
        .select([
          eb.val(result.id).as('id'),
          eb.val(result.workspaceId).as('workspace_id'),
          eb.val(result.databaseId).as('database_id'),
          eb.val(result.queryRunId).as('query_run_id'),
          eb.cast<number>(eb.val(result.now), 'bigint').as('created_at'),
          eb.cast<number | null>(eb.val(result.expiresAt), 'bigint').as('expires_at'),
        ])
        .select(content)
        .where('id', '=', earlierId)
        .where('database_id', '=', result.databaseId)
        .where('status', '=', 'ready')
        .where((where) =>
          where.or([where('expires_at', 'is', null), where('expires_at', '>', until)]),
        ),
    )
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The keys that results other than `ids` also reference. */
export async function sharedObjects(
  db: Db,
  keys: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('results')
    .select('object_key')
    .where('object_key', 'in', keys)
    .where('id', 'not in', ids)
    .execute();
  return new Set(rows.flatMap(({ object_key }) => object_key ?? []));
}

/** `processing` to `ready`; returns false if the result failed or was deleted meanwhile. */
export async function markResultReady(db: Db, id: string, stored: StoredResult): Promise<boolean> {
  const updated = await db
    .updateTable('results')
    .set({
      status: 'ready',
      columns: stored.columns,
      row_count: stored.rowCount,
      size_bytes: stored.sizeBytes,
      checksum: stored.checksum,
      ...contentColumns(stored.content),
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * Replaces a result's file by a rewritten file, or records that the file is valid. Returns false if
 * the result is deleted or has another file, or if another node checked the file meanwhile. (Bytes
 * in the metadata have no key that would show a change.)
 */
export async function replaceResultContent(
  db: Db,
  row: Pick<ResultRow, 'id' | 'object_key'>,
  stored: Pick<StoredResult, 'content' | 'sizeBytes' | 'checksum'> | null,
): Promise<boolean> {
  const content = stored && {
    size_bytes: stored.sizeBytes,
    checksum: stored.checksum,
    ...contentColumns(stored.content),
  };
  const updated = await db
    .updateTable('results')
    .set({ refused_files: 0, ...content })
    .where('id', '=', row.id)
    .where('object_key', row.object_key === null ? 'is' : '=', row.object_key)
    .where('refused_files', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function markResultFailed(db: Db, id: string, message: string): Promise<void> {
  await db
    .updateTable('results')
    .set({ status: 'failed', error_message: message })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute();
}

/** Marks the present result of the run as failed. */
export async function markResultOfRunFailed(db: Db, runId: string, message: string): Promise<void> {
  await db
    .updateTable('results')
    .set({ status: 'failed', error_message: message })
    .where('query_run_id', '=', runId)
    .where('status', '=', 'processing')
    .execute();
}

/** A result of the database; null if absent or expired. */
export async function findResult(
  db: Db,
  databaseId: string,
  id: string,
  now: number,
): Promise<ResultRow | null> {
  const row = await db
    .selectFrom('results')
    .select(rowColumns)
    .where('id', '=', id)
    .where('database_id', '=', databaseId)
    .executeTakeFirst();
  return !row || (row.expires_at !== null && row.expires_at <= now) ? null : row;
}

/** The columns for a page of results. */
export type ResultKey = Pick<ResultRow, 'id'>;

interface ResultPage {
  readonly databaseId: string;
  readonly limit: number;
  readonly offset: number;
  readonly now: number;
}

/** Unexpired results, newest first, then by id descending. */
export async function listResultKeys(db: Db, page: ResultPage): Promise<ResultKey[]> {
  return keysOfPage.find(db, page);
}

const keysOfPage = new PrintedStatement<ResultPage, ResultKey>(
  ['databaseId', 'limit', 'offset', 'now'],
  (db, { databaseId, limit, offset, now }) =>
    db
      .selectFrom('results')
      .select('id')
      .where('database_id', '=', databaseId)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

/** The given results that belong to the database, unordered. */
export async function findListedResults(
  db: Db,
  databaseId: string,
  ids: readonly string[],
): Promise<ListedResult[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('results')
    .select(listedColumns)
    .where('id', 'in', ids)
    .where('database_id', '=', databaseId)
    .execute();
}

/** Ready results of an earlier version without a check, by id. */
export async function listResultsToMend(
  db: Db,
  after: string,
  limit: number,
): Promise<ResultRow[]> {
  return db
    .selectFrom('results')
    .select(rowColumns)
    .where('refused_files', 'is', null)
    .where('status', '=', 'ready')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * The content of a ready result stored in the metadata, in the format of `kept_as`; null if the
 * result is gone.
 */
export async function readResultBytes(db: Db, id: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('results')
    .select('parquet')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.parquet ?? null;
}

function contentColumns(
  content: ResultContent | undefined,
): Pick<Selectable<Results>, 'object_key' | 'parquet' | 'kept_as'> {
  if (content === undefined) return { object_key: null, parquet: null, kept_as: null };
  if ('objectKey' in content)
    return { object_key: content.objectKey, parquet: null, kept_as: null };
  if ('rows' in content) return { object_key: null, parquet: content.rows, kept_as: 'rows' };
  return { object_key: null, parquet: content.parquet, kept_as: null };
}

/**
 * The columns of a ready result for a check of the objects; `parquet` if stored in the metadata.
 */
export type CheckedResult = Pick<
  Selectable<Results>,
  'id' | 'workspace_id' | 'database_id' | 'object_key' | 'size_bytes' | 'checksum' | 'parquet'
>;

/** A page of ready results of all workspaces by id, after the id `after`. */
export function pageOfReadyResults(
  db: Db,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<CheckedResult[]> {
  return db
    .selectFrom('results')
    .select([
      'id',
      'workspace_id',
      'database_id',
      'object_key',
      'size_bytes',
      'checksum',
      'parquet',
    ])
    .where('status', '=', 'ready')
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function isResultGone(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('results').select('id').where('id', '=', id).executeTakeFirst();
  return row === undefined;
}

/** The object keys of some results, first by id. */
export async function sampleResultKeys(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('results')
    .select('object_key')
    .where('object_key', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ object_key }) => object_key ?? []);
}
