import type { DuckDBConnection } from '@duckdb/node-api';
import { deletedRows } from '../../engine/query/live-rows.ts';
import type { QueryColumn, QueryFile } from '../../engine/query/query-request.ts';
import type { Task, TaskContext } from '../../engine/task.ts';
import { LruCache } from '../../kernel/lru-cache.ts';
import { DamagedSegment } from '../damaged-segment.ts';
import { DeletedRows } from '../deleted-rows.ts';
import { AllHits, BestHits, type Hits } from '../hits.ts';
import type { IndexDefinition } from '../index-definition.ts';
import { MemorySegment, OpenSegment } from '../segment-file.ts';
import type { OpenedSegment, SearchedSegment } from '../segment-kind.ts';
import { segmentKind } from '../segment-kinds.ts';
import { OpenedSegments } from './opened-segments.ts';
import { rowsOfFile } from './rows-of-file.ts';

export interface SearchSegmentsRequest {
  /** Tells the definition apart from all others. */
  readonly definitionId: string;
  readonly definition: IndexDefinition;
  /** The query in the form of the index's kind. */
  readonly query: unknown;
  /** The most hits; null: all. */
  readonly limit: number | null;
  /** The hits include their vectors, if the kind of index has vectors. */
  readonly withVectors?: boolean;
  readonly columns: readonly QueryColumn[];
  /** All files of the searched version. */
  readonly files: readonly SearchedFile[];
}

export interface SearchedFile {
  /** Object key of the data file. */
  readonly key: string;
  readonly segment: StoredSegment | null;
  /**
   * The data file: needed without a segment, or with a damaged one. Its deletes are always needed.
   */
  readonly file: QueryFile | null;
  readonly rowCount: number;
  /** A bit for each row to search, the first row in the lowest bit of a byte; null: all rows. */
  readonly only: Uint8Array | null;
  readonly deletes: (NonNullable<QueryFile['deletes']> & { readonly key: string }) | null;
}

/** A segment on local disk, and its expected size and digest. */
export interface StoredSegment {
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface SearchReply {
  /** Absent where data files are needed first. */
  readonly hits?: Hits;
  /**
   * Indexes of the files whose rows must be read for want of a segment, and that the request lacks.
   */
  readonly needed: readonly number[];
  /** Object keys of segments that differ from the written bytes. */
  readonly damaged: readonly string[];
  /** Files searched without their segment. */
  readonly scannedFiles: number;
}

const openBytes = 512 * 2 ** 20;
const opened = new OpenedSegments(openBytes);
const deletedByKey = new LruCache<DeletedRows>(32 * 2 ** 20);

/**
 * Searches every file of a version by its segment, or exactly by its rows without a whole segment.
 */
export const searchSegments: Task<SearchSegmentsRequest, SearchReply> = async (
  context,
  request,
) => {
  try {
    return await searchOpened(context, request);
  } finally {
    opened.trim();
  }
};

async function searchOpened(
  context: TaskContext,
  request: SearchSegmentsRequest,
): Promise<SearchReply> {
  const kind = segmentKind(request.definition.indexType);
  if (kind.isByFile) return searchFileByFile(context, request);
  const found: (OpenedSegment | null)[] = [];
  const damaged: string[] = [];
  for (const { segment } of request.files) {
    const whole = segment === null ? null : openWhole(request, segment);
    if (segment !== null && whole === null) damaged.push(segment.key);
    found.push(whole);
  }
  const isScanned = kind.scans?.(request.definition) ?? true;
  const missing = request.files.flatMap((_file, index) =>
    found[index] === null && isScanned ? [index] : [],
  );
  const needed = missing.filter((index) => request.files[index]?.file === null);
  if (needed.length > 0) return { needed, damaged, scannedFiles: 0 };
  for (const index of missing) found[index] = await segmentInMemory(context, request, index);
  const files: SearchedSegment<OpenedSegment>[] = [];
  const places: number[] = [];
  for (const [index, file] of request.files.entries()) {
    const segment = found[index];
    if (!segment) continue;
    files.push({ segment, deleted: await deletedRowsOf(context, file), only: file.only });
    places.push(index);
  }
  const hits = kind.search(request.definition, request.query as never, files, request.limit);
  const ofRequest = { ...hits, files: hits.files.map((file) => places[file] ?? 0) };
  return { hits: ofRequest, needed: [], damaged, scannedFiles: missing.length };
}

/** One segment is open at a time, besides the cached open segments. */
async function searchFileByFile(
  context: TaskContext,
  request: SearchSegmentsRequest,
): Promise<SearchReply> {
  const { definition, limit, query, files } = request;
  const kind = segmentKind(definition.indexType);
  const hits = limit === null ? new AllHits() : new BestHits(limit);
  const [damaged, needed]: [string[], number[]] = [[], []];
  let scannedFiles = 0;
  for (const [place, file] of files.entries()) {
    let segment = file.segment === null ? null : openWhole(request, file.segment);
    if (file.segment !== null && segment === null) damaged.push(file.segment.key);
    if (segment === null && (kind.scans?.(definition) ?? true)) {
      if (file.file === null) needed.push(place);
      segment = await segmentInMemory(context, request, place);
      scannedFiles += 1;
    }
    if (segment !== null && needed.length === 0) {
      const searched = { segment, deleted: await deletedRowsOf(context, file), only: file.only };
      const own = kind.search(definition, query as never, [searched], limit);
      own.rows.forEach((row, index) => {
        hits.offer(place, row, own.scores[index] ?? 0);
      });
    }
    opened.trim();
  }
  if (needed.length > 0) return { needed, damaged, scannedFiles: 0 };
  const found = withVectors(request, hits.take());
  opened.trim();
  return { hits: found, needed, damaged, scannedFiles };
}

/** Returns no vectors if a segment has gone meanwhile: the vectors are then read with the rows. */
function withVectors(request: SearchSegmentsRequest, hits: Hits): Hits {
  const { vectorsOf } = segmentKind(request.definition.indexType);
  const [first] = hits.files;
  if (request.withVectors !== true || !vectorsOf || first === undefined) return hits;
  const all: { readonly vectors: Float32Array; readonly indexes: readonly number[] }[] = [];
  for (const place of new Set(hits.files)) {
    const file = request.files[place];
    const key = file?.segment?.key ?? file?.key;
    const segment = opened.get(`${request.definitionId} ${key}`);
    if (segment === undefined) return hits;
    const indexes = [...hits.files.keys()].filter((index) => hits.files[index] === place);
    const rows = Uint32Array.from(indexes, (index) => hits.rows[index] ?? 0);
    all.push({ vectors: vectorsOf(segment, rows), indexes });
  }
  const dimensions = (all[0]?.vectors.length ?? 0) / (all[0]?.indexes.length ?? 1);
  const vectors = new Float32Array(hits.rows.length * dimensions);
  for (const own of all) {
    own.indexes.forEach((index, at) => {
      const vector = own.vectors.subarray(at * dimensions, (at + 1) * dimensions);
      vectors.set(vector, index * dimensions);
    });
  }
  return { ...hits, vectors };
}

function openWhole(
  { definition, definitionId }: SearchSegmentsRequest,
  stored: StoredSegment,
): OpenedSegment | null {
  const key = `${definitionId} ${stored.key}`;
  const known = opened.get(key);
  if (known) return known;
  let source: OpenSegment | undefined;
  try {
    source = new OpenSegment(stored.path, stored);
    const segment = segmentKind(definition.indexType).open(definition, source);
    opened.add(key, segment, source, stored.path);
    return segment;
  } catch (error) {
    source?.close();
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (error instanceof DamagedSegment || error instanceof SyntaxError || isGone) return null;
    throw error;
  }
}

/** Builds a segment in memory from the rows, and caches the segment for the next search. */
async function segmentInMemory(
  { connection }: TaskContext,
  { definition, definitionId, files, columns }: SearchSegmentsRequest,
  index: number,
): Promise<OpenedSegment | null> {
  const searched = files[index];
  if (!searched?.file) return null;
  const key = `${definitionId} ${searched.key}`;
  const known = opened.get(key);
  if (known) return known;
  const kind = segmentKind(definition.indexType);
  const memory = new MemorySegment();
  const builder = kind.build(definition, memory);
  for await (const chunk of rowsOfFile(connection, definition, { file: searched.file, columns }))
    builder.add(chunk);
  builder.end();
  const segment = kind.open(definition, memory);
  opened.add(key, segment, null, '', Math.max(segment.sizeBytes, memory.sizeBytes));
  return segment;
}

async function deletedRowsOf(
  context: TaskContext,
  { deletes, rowCount }: SearchedFile,
): Promise<DeletedRows | null> {
  if (deletes === null) return null;
  const key = `${deletes.key} ${deletes.part}`;
  const known = deletedByKey.get(key);
  if (known) return known;
  const rows = await readDeleted(context.connection, { path: '', rowCount, deletes });
  const deleted = new DeletedRows(rows, rowCount);
  deletedByKey.set(key, deleted, deleted.sizeBytes);
  return deleted;
}

async function readDeleted(connection: DuckDBConnection, file: QueryFile): Promise<Uint32Array> {
  const result = await connection.runAndReadAll(
    `SELECT CAST(pos AS UINTEGER) FROM (${deletedRows([file], 'INTEGER')}) ORDER BY pos`,
  );
  return Uint32Array.from(result.getColumns()[0] ?? [], Number);
}
