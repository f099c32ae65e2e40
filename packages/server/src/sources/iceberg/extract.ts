import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TypedColumn } from '../../engine/types/typed-column.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { checkParquet } from '../file-engine/check-parquet.ts';
import { mapEngineError } from '../file-engine/map-engine-error.ts';
import { type FileEngine, openFileEngine } from '../file-engine/open-file-engine.ts';
import { type PlannedTypes, planTypes } from '../file-engine/typed-rows.ts';
import { writeFiles } from '../file-engine/write-files.ts';
import { readDeletionVector } from '../lake-files/deletion-vector.ts';
import { type FileFetcher, otherFile } from '../lake-files/fetch-files.ts';
import { type Footer, readFooters } from '../lake-files/read-footers.ts';
import { assertRoom } from '../remote-files/remote-files.ts';
import type {
  ExtractProgress,
  ExtractRequest,
  ExtractSummary,
  SourceConfig,
  SourceContext,
  StagedFile,
} from '../source.ts';
import { SourceError } from '../source-error.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { lakeName, tableFiles } from './file-places.ts';
import { type FetchedFile, rangeColumns, selectFiles } from './file-select.ts';
import { oddAnswer } from './json-values.ts';
import {
  type ContentFile,
  type DataFile,
  type DeletionVector,
  readDataFiles,
} from './manifests.ts';
import { namespaceOf } from './namespace-name.ts';
import type { RestCatalog } from './rest-catalog.ts';
import { readTableMetadata, refused, type TableMetadata } from './table-metadata.ts';
import { duckdbTypeName, duckdbTypeOf, type IcebergField, typeText } from './type-map.ts';

/** Files on disk at a time, which one statement reads. */
const filesAtOnce = 16;

/**
 * Reads the table at its present snapshot. All rows are rewritten, because any writer may have made
 * the files of an Iceberg table, and none of their metadata is trusted.
 */
export async function* extractTable(
  catalog: RestCatalog,
  request: ExtractRequest,
  context: SourceContext,
  config: SourceConfig,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const { schema, table: name, folder } = request;
  const loaded = await catalog.load(namespaceOf(schema), name);
  if (!loaded) throw missing(`Table '${schema}.${name}'`);
  const table = readTableMetadata(loaded.metadata);
  const fields = wantedFields(table, request);
  const files = tableFiles(context, config, loaded, folder);
  try {
    const found = await readDataFiles(table, files);
    await assertRoom(`Table '${schema}.${name}'`, everyFile(found), folder);
    const engine = await openFileEngine(context, { readable: [], folder });
    try {
      const reading = { engine, table, fields, files, folder };
      return yield* stageRows(reading, found, context.signal);
    } catch (error) {
      throw context.signal.aborted ? error : mapEngineError(error, lakeName);
    } finally {
      engine.close();
    }
  } finally {
    files.close();
  }
}

const missing = (what: string) =>
  new SourceError('not_found', `${what} is not in the Iceberg catalog; refresh the connection`);

function wantedFields(
  { fields }: TableMetadata,
  { schema, table, columns, cursor }: ExtractRequest,
): readonly IcebergField[] {
  if (cursor) throw refused('was asked for rows over a cursor', 'refresh the table in full');
  const known = new Map(fields.map((field) => [field.name, field]));
  return (columns ?? [...known.keys()]).map((name) => {
    const field = known.get(name);
    if (!field) throw missing(`Column '${name}' of '${schema}.${table}'`);
    if (duckdbTypeOf(field.type) !== null) return field;
    throw refused(
      `has column '${name}' of type '${typeText(field.type)}'`,
      'give it another type, or drop it',
    );
  });
}

/** A file of deletions may be of many data files, and hold many vectors. */
const everyFile = (files: readonly DataFile[]): ContentFile[] => {
  const all = files.flatMap(({ positionDeletes, deletionVector, equalityDeletes, ...file }) => [
    ...[file, ...positionDeletes, ...equalityDeletes],
    ...(deletionVector ? [deletionVector] : []),
  ]);
  return [...new Map(all.map((file) => [file.path, file])).values()];
};

interface Reading {
  readonly engine: FileEngine;
  readonly table: TableMetadata;
  readonly fields: readonly IcebergField[];
  readonly files: FileFetcher;
  readonly folder: string;
}

async function* stageRows(
  reading: Reading,
  found: readonly DataFile[],
  signal: AbortSignal,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const { engine, fields } = reading;
  const typed = fields.map(({ name, type }) => ({ name, type: duckdbTypeName(type) }));
  const plan = await planTypes(engine.connection, `(${noRows(typed)})`, typed);
  const deletes = new FetchedDeletes(reading);
  const staged: StagedFile[] = [];
  const done = { rows: 0, bytes: 0 };
  for (let at = 0; at < found.length; at += filesAtOnce) {
    const part = found.slice(at, at + filesAtOnce);
    const fetched: FetchedFile[] = [];
    for (const [index, file] of part.entries()) {
      signal.throwIfAborted();
      fetched.push(await fetchFile(reading, deletes, file, `file-${at + index}.parquet`));
      done.bytes += file.sizeBytes;
      yield { ...done };
    }
    const select = selectFiles(fetched, reading.table, fields);
    const files = yield* writeSelect(reading, plan, select, `rows-${at}`, part, done);
    staged.push(...files);
    done.rows += files.reduce((sum, { rows }) => sum + rows, 0);
    for (const { path, vectorPaths } of fetched)
      for (const one of [path, ...vectorPaths]) await rm(one);
  }
  if (staged.length === 0)
    staged.push(...(yield* writeSelect(reading, plan, noRows(typed), 'none', [], done)));
  return {
    columns: plan.columns.map(({ name, type }) => ({ name, stagedType: type, type })),
    files: staged,
    rows: done.rows,
    warnings: [],
    cursor: null,
  };
}

async function* writeSelect(
  { engine, folder }: Reading,
  plan: PlannedTypes,
  rows: string,
  name: string,
  files: readonly ContentFile[],
  done: Pick<ExtractProgress, 'rows' | 'bytes'>,
): AsyncGenerator<ExtractProgress, readonly StagedFile[]> {
  const select = plan.selectFrom(`(${rows})`);
  const expectedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const request = { columns: plan.columns, select, folder, name, expectedBytes, done };
  return yield* writeFiles(engine, request);
}

function noRows(columns: readonly TypedColumn[]): string {
  return `SELECT ${columns.map(({ name, type }) => `CAST(NULL AS ${type}) AS ${quoteIdentifier(name)}`).join(', ')} WHERE false`;
}

async function fetchFile(
  { engine, files }: Reading,
  deletes: FetchedDeletes,
  file: DataFile,
  name: string,
): Promise<FetchedFile> {
  const path = await files.fetch(file, name);
  const positionDeletePaths: string[] = [];
  for (const one of file.positionDeletes) positionDeletePaths.push((await deletes.get(one)).path);
  const equalityDeletes: FetchedFile['equalityDeletes'][number][] = [];
  for (const one of file.equalityDeletes)
    equalityDeletes.push({ deletes: one, ...(await deletes.get(one)) });
  const { columns } = await footerOf(engine, path, file);
  const vector = file.deletionVector;
  const vectorPaths = vector ? await deletes.rangesOf(vector, file.rows) : [];
  return { file, path, columns, positionDeletePaths, vectorPaths, equalityDeletes };
}

async function footerOf(
  { connection }: FileEngine,
  path: string,
  { path: named, rows }: ContentFile,
): Promise<Footer> {
  await checkParquet(path, named, () => otherFile(lakeName, named));
  const footer = (await readFooters(connection, [path])).get(path);
  if (footer && footer.rows === rows) return footer;
  throw otherFile(lakeName, named);
}

/** Delete files, which many data files share: each is fetched once. */
class FetchedDeletes {
  readonly #reading: Reading;
  readonly #fetched = new Map<
    string,
    { readonly path: string; readonly columns: Footer['columns'] }
  >();
  readonly #puffins = new Map<string, string>();
  #vectors = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  async get(file: ContentFile) {
    const known = this.#fetched.get(file.path);
    if (known) return known;
    const { files, engine } = this.#reading;
    const path = await files.fetch(file, `deletes-${this.#fetched.size}.parquet`);
    const { columns } = await footerOf(engine, path, file);
    const fetched = { path, columns };
    this.#fetched.set(file.path, fetched);
    return fetched;
  }

  /** Parquet files with the ranges of positions in the vector; the caller removes the files. */
  async rangesOf(vector: DeletionVector, rows: number): Promise<readonly string[]> {
    const { folder } = this.#reading;
    const puffin = this.#puffins.get(vector.path) ?? (await this.#fetchPuffin(vector));
    const blob = await readPart(puffin, vector);
    this.#vectors += 1;
    const own = join(folder, `vector-${this.#vectors}`);
    await mkdir(own);
    const type = { kind: 'integer', bits: 64, signed: true } as const;
    const columns = rangeColumns.map((name) => ({ name, type }));
    const writer = new StagingWriter({ folder: own, columns });
    try {
      const odd = () => oddAnswer('a deletion vector');
      readDeletionVector(blob, { count: vector.rows, rows, odd }, (...range) => {
        for (const [at, column] of writer.columns.entries()) {
          column.mark();
          column.putSafeInteger(range[at] ?? 0);
        }
        writer.endRow();
      });
      writer.end();
    } catch (error) {
      writer.abandon();
      throw error;
    }
    return writer.files.map(({ name }) => join(own, name));
  }

  async #fetchPuffin(vector: DeletionVector): Promise<string> {
    const name = `deletes-${this.#puffins.size}.puffin`;
    const path = await this.#reading.files.fetch(vector, name);
    this.#puffins.set(vector.path, path);
    return path;
  }
}

async function readPart(path: string, { offset, vectorBytes }: DeletionVector): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(vectorBytes),
      0,
      vectorBytes,
      offset,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
