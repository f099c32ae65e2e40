import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { syncFiles } from '../../engine/sync-files.ts';
import type { TypedColumn } from '../../engine/types/typed-column.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { checkParquet } from '../file-engine/check-parquet.ts';
import { mapEngineError } from '../file-engine/map-engine-error.ts';
import { type FileEngine, openFileEngine } from '../file-engine/open-file-engine.ts';
import { type PlannedTypes, planTypes } from '../file-engine/typed-rows.ts';
import { writeFiles } from '../file-engine/write-files.ts';
import { type FileFetcher, otherFile } from '../lake-files/fetch-files.ts';
import type {
  ExtractProgress,
  ExtractRequest,
  ExtractSummary,
  SourceContext,
  StagedFile,
} from '../source.ts';
import { SourceError } from '../source-error.ts';
import { positionFiles } from './deleted-positions.ts';
import { type FetchedFile, fileSelect, isAsItIs } from './file-select.ts';
import { hidesValues } from './footers.ts';
import { inlinedSelects } from './inlined-rows.ts';
import { type Lake, readTables, refused } from './lake.ts';
import { readFooter } from './read-footer.ts';
import { type DataFile, readScan, type TableScan } from './scan.ts';
import { duckdbTypeName, duckdbTypeOf, type LakeColumn } from './type-map.ts';

/** Files per statement. */
const filesAtOnce = 16;

/**
 * Reads the table at the lake's newest snapshot. A file with all of its rows and the present
 * columns is passed on unchanged. Other rows, including inlined rows of the catalog, are rewritten.
 */
export async function* extractTable(
  lake: Lake,
  request: ExtractRequest,
  context: SourceContext,
  fetcher: FileFetcher,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const { schema, table, folder } = request;
  const found = (await readTables(lake)).find((one) => one.schema === schema && one.name === table);
  if (!found) throw missing(`Table '${schema}.${table}'`);
  const scan = await readScan(lake, found);
  const columns = wantedColumns(scan, request);
  const engine = new LaterEngine(() => openFileEngine(context, { readable: [], folder }));
  try {
    const bring = { fetcher, folder, snapshot: lake.snapshot, signal: context.signal };
    const fetched = yield* fetchFiles(scan.files, bring);
    return yield* stageRows(engine, { ...scan, columns }, fetched, folder);
  } catch (error) {
    throw context.signal.aborted ? error : mapEngineError(error, 'the DuckLake');
  } finally {
    await engine.close();
  }
}

/**
 * An engine opened on first use, for reading or writing rows. Most tables need none, and opening
 * takes 12 ms.
 */
class LaterEngine {
  readonly #open: () => Promise<FileEngine>;
  #opened: Promise<FileEngine> | undefined;

  constructor(open: () => Promise<FileEngine>) {
    this.#open = open;
  }

  get(): Promise<FileEngine> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  readonly connect = async () => (await this.get()).connection;

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    opened?.close();
  }
}

const missing = (what: string) =>
  new SourceError('not_found', `${what} is not in the DuckLake; refresh the connection`);

function wantedColumns(
  scan: TableScan,
  { schema, table, columns, cursor }: ExtractRequest,
): readonly LakeColumn[] {
  if (cursor)
    throw refused(
      'was asked for rows over a cursor',
      'refresh the table in full, which copies no file that is as it was',
    );
  const known = new Map(scan.columns.map((column) => [column.name, column]));
  return (columns ?? [...known.keys()]).map((name) => {
    const column = known.get(name);
    if (!column) throw missing(`Column '${name}' of '${schema}.${table}'`);
    if (duckdbTypeOf(column) !== null) return column;
    throw refused(
      `has column '${name}' of type '${column.lakeType}' in '${schema}.${table}'`,
      'give it another type',
    );
  });
}

interface Bringing {
  readonly fetcher: FileFetcher;
  readonly folder: string;
  /** The lake's. */
  readonly snapshot: number;
  readonly signal: AbortSignal;
}

async function* fetchFiles(
  files: readonly DataFile[],
  { fetcher, folder, snapshot, signal }: Bringing,
): AsyncGenerator<ExtractProgress, FetchedFile[]> {
  const fetched: FetchedFile[] = [];
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    const path = await fetcher.fetch(file, `file-${index}.parquet`);
    const footer = readFooter(path, file.path);
    if (!footer) throw damaged();
    if (footer.rows !== file.rows) throw otherFile('the DuckLake', file.path);
    const deletePaths: string[] = [];
    for (const [at, deletes] of file.deletes.entries()) {
      if (deletes.isVector) {
        const vectors = await fetcher.fetch(deletes, `deletes-${index}-${at}.puffin`);
        const own = join(folder, `vectors-${index}-${at}`);
        const vector = { path: vectors, rows: file.rows, snapshot, folder: own };
        deletePaths.push(...(await positionFiles(vector)));
        continue;
      }
      const deletePath = await fetcher.fetch(deletes, `deletes-${index}-${at}.parquet`);
      await checkParquet(deletePath, deletes.path, damaged);
      deletePaths.push(deletePath);
    }
    fetched.push({ file, path, deletePaths, footer });
    bytes += file.sizeBytes;
    yield { rows: 0, bytes };
  }
  return fetched;
}

async function* stageRows(
  engine: LaterEngine,
  { columns, inlined }: TableScan,
  fetched: readonly FetchedFile[],
  folder: string,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const typed = columns.map((column) => ({ name: column.name, type: duckdbTypeName(column) }));
  const asTheyAre: FetchedFile[] = [];
  for (const one of fetched) {
    if (isAsItIs(one, columns) && !(await hidesValues(engine.connect, one.path, one.footer)))
      asTheyAre.push(one);
  }
  const files = await asStaged(asTheyAre, typed);
  const others = fetched.filter((file) => !asTheyAre.includes(file));
  const done = {
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    bytes: fetched.reduce((sum, { file }) => sum + file.sizeBytes, 0),
  };
  const written =
    others.length > 0 || inlined.length > 0 || files.length === 0
      ? yield* writeRows(await engine.get(), { columns, inlined, typed, done }, others, folder)
      : { columns: typed, files: [] };
  for (const { path } of others) await rm(path);
  const all = [...files, ...written.files];
  return {
    columns: written.columns.map(({ name, type }) => ({ name, stagedType: type, type })),
    files: all,
    rows: all.reduce((sum, file) => sum + file.rows, 0),
    warnings: [],
    cursor: null,
  };
}

interface RowsToWrite extends Pick<TableScan, 'columns' | 'inlined'> {
  /** The columns with the engine's types. */
  readonly typed: readonly TypedColumn[];
  /** Progress of the extraction before these rows. */
  readonly done: Pick<ExtractProgress, 'rows' | 'bytes'>;
}

/** Writes rows in the stored types, which unchanged files already have. */
async function* writeRows(
  engine: FileEngine,
  { columns, inlined, typed, done: before }: RowsToWrite,
  others: readonly FetchedFile[],
  folder: string,
): AsyncGenerator<ExtractProgress, Pick<PlannedTypes, 'columns'> & Pick<ExtractSummary, 'files'>> {
  const { connection } = engine;
  const selects = [
    ...others.map((file) => ({ sql: fileSelect(file, columns), bytes: file.file.sizeBytes })),
    ...(await inlinedSelects(connection, inlined, columns)).map((sql) => ({ sql, bytes: 0 })),
  ];
  if (selects.length === 0) selects.push({ sql: noRows(typed), bytes: 0 });
  const union = (parts: typeof selects) => `(${parts.map(({ sql }) => sql).join(' UNION ALL ')})`;
  const plan = await planTypes(connection, union(selects), typed);
  const files: StagedFile[] = [];
  const done = { ...before };
  for (let at = 0; at < selects.length; at += filesAtOnce) {
    const part = selects.slice(at, at + filesAtOnce);
    const expectedBytes = part.reduce((sum, { bytes }) => sum + bytes, 0);
    const rows = { columns: plan.columns, select: plan.selectFrom(union(part)) };
    const asked = { ...rows, folder, name: `rows-${at}`, expectedBytes, done };
    const written = yield* writeFiles(engine, asked);
    files.push(...written);
    done.rows += written.reduce((sum, file) => sum + file.rows, 0);
  }
  return { columns: plan.columns, files };
}

function noRows(columns: readonly TypedColumn[]): string {
  return `SELECT ${columns.map(({ name, type }) => `CAST(NULL AS ${type}) AS ${quoteIdentifier(name)}`).join(', ')} WHERE false`;
}

/** Byte sums are unknown: computing them would require reading all values. */
async function asStaged(
  found: readonly FetchedFile[],
  columns: readonly TypedColumn[],
): Promise<StagedFile[]> {
  await syncFiles(found.map(({ path }) => path));
  const wanted = new Set(columns.map(({ name }) => name));
  return found.map(({ file, path, footer }) => {
    const known = Object.entries(footer.statistics).filter(([name]) => wanted.has(name));
    const finished = { footerBytes: footer.footerBytes, columns: Object.fromEntries(known) };
    return { name: basename(path), rows: file.rows, sizeBytes: file.sizeBytes, finished };
  });
}

const damaged = () =>
  new SourceError(
    'source_failed',
    "A file of the DuckLake is damaged; check it with DuckDB's own tools",
  );
