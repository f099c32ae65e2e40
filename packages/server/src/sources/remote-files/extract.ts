import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parquetRelation, sourceRelation } from '../../engine/ingest/source-relation.ts';
import type { TypedColumn } from '../../engine/types/typed-column.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { mapEngineError } from '../file-engine/map-engine-error.ts';
import { openFileEngine } from '../file-engine/open-file-engine.ts';
import { planTypes } from '../file-engine/typed-rows.ts';
import { writeFiles } from '../file-engine/write-files.ts';
import type { ExtractProgress, ExtractRequest, ExtractSummary, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import type { FileTable } from './file-tables.ts';
import { describeParquet, type FileColumn, inspectedText, readDigits } from './inspect-file.ts';
import { assertRoom, download, type RemoteFile, type RemoteStore } from './remote-files.ts';

/** A downloaded file: the SQL after FROM, and the columns. */
interface ReadableFile {
  readonly file: RemoteFile;
  readonly relation: string;
  readonly columns: readonly ReadColumn[];
}

interface ReadColumn extends FileColumn {
  /** True if the type was inferred from values. */
  readonly isText?: boolean;
  /** True if the column has only nulls. */
  readonly allNull?: boolean;
}

const tellEveryMs = 200;

/**
 * Downloads the files of a table whole and rewrites their rows: the writer of the files is unknown.
 */
export async function* extractTable(
  context: SourceContext,
  store: RemoteStore,
  table: FileTable | undefined,
  request: ExtractRequest,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const { folder } = request;
  if (!table) {
    const name = `${request.schema}.${request.table}`;
    throw new SourceError(
      'not_found',
      `No file of table '${name}' is there; put it back, or refresh the connection, which leaves the table out`,
    );
  }
  if (request.cursor) {
    throw new SourceError(
      'unsupported',
      'Files are not read by rows over a cursor, since all of them have to be fetched; refresh the table in full',
    );
  }
  await assertRoom(`Table '${table.schema}.${table.name}'`, table.files, folder);
  const fetched = join(folder, 'fetched');
  await mkdir(fetched);
  const engine = await openFileEngine(context, { readable: [], folder });
  try {
    const files: ReadableFile[] = [];
    const progress = { bytes: 0 };
    for (const [index, file] of table.files.entries()) {
      const path = join(fetched, `${index}.${table.form}`);
      yield* fetching(
        download(store, file, path, (count) => {
          progress.bytes += count;
        }),
        progress,
      );
      files.push(await readable(engine.connection, file, table, path));
    }
    const columns = wantedColumns(sameColumns(files), request);
    refuseWide(files, columns);
    const list = columns.map(
      ({ name, type }) => `CAST(${quoteIdentifier(name)} AS ${type}) AS ${quoteIdentifier(name)}`,
    );
    const relation = `(${files.map((file) => `SELECT ${list.join(', ')} FROM ${file.relation}`).join(' UNION ALL ')})`;
    const plan = await planTypes(engine.connection, relation, columns);
    const rows = { columns: plan.columns, select: plan.selectFrom(relation) };
    const expectedBytes = table.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const done = { rows: 0, bytes: progress.bytes };
    const asked = { ...rows, folder, name: 'rows', expectedBytes, done };
    const staged = yield* writeFiles(engine, asked);
    return {
      columns: plan.columns.map(({ name, type }) => ({ name, stagedType: type, type })),
      files: staged,
      rows: staged.reduce((sum, file) => sum + file.rows, 0),
      warnings: [],
      cursor: null,
    };
  } catch (error) {
    throw context.signal.aborted
      ? new SourceError('cancelled', 'Reading the files was cancelled')
      : mapEngineError(error, `table '${table.schema}.${table.name}'`);
  } finally {
    engine.close();
    await rm(fetched, { recursive: true, force: true });
  }
}

async function* fetching(
  work: Promise<void>,
  progress: { readonly bytes: number },
): AsyncGenerator<ExtractProgress, void> {
  const done = work.then(() => true);
  done.catch(() => {});
  const pause = () => new Promise<false>((resolve) => setTimeout(resolve, tellEveryMs, false));
  while (!(await Promise.race([done, pause()]))) yield { rows: 0, bytes: progress.bytes };
}

async function readable(
  connection: DuckDBConnection,
  file: RemoteFile,
  { form }: FileTable,
  path: string,
): Promise<ReadableFile> {
  if (form === 'parquet') {
    const columns = await describeParquet(connection, path, file);
    if (columns.every(({ wide }) => wide === undefined))
      return { file, relation: parquetRelation(path), columns };
    const { relation, names } = await readDigits(connection, path, file);
    const read = columns.map((column) =>
      names.has(column.name) ? { name: column.name, type: 'VARCHAR' } : column,
    );
    return { file, relation, columns: read };
  }
  const { source, columns } = await inspectedText(connection, path, form, file);
  // One thread: parallel reading finds row starts by guessing.
  const read = columns.map(({ name, type, allNull }) => ({ name, type, allNull, isText: true }));
  return { file, relation: sourceRelation(source, { parallelCsv: false }), columns: read };
}

/**
 * Columns of Parquet files must be equal in all files; columns of text files get the common type of
 * all values, or text.
 */
function sameColumns(files: readonly ReadableFile[]): readonly TypedColumn[] {
  const [first, ...others] = files;
  if (!first) return [];
  return first.columns.map((column) => {
    let { type, allNull = false } = column;
    for (const other of others) {
      const found = other.columns.find(({ name }) => name === column.name);
      if (!found || other.columns.length !== first.columns.length)
        throw otherColumns(first, other, column.name);
      if (found.allNull) continue;
      if (allNull || found.type === type) type = found.type;
      else if (found.isText) type = 'VARCHAR';
      else throw otherColumns(first, other, column.name);
      allNull = false;
    }
    return { name: column.name, type };
  });
}

const otherColumns = (one: ReadableFile, other: ReadableFile, column: string) =>
  new SourceError(
    'incompatible_type',
    `Files '${one.file.name}' and '${other.file.name}' are one table and differ in column '${column}'; write them alike, or set ` +
      "'table_per' to 'file'",
  );

/** Throws a SourceError where values of the columns would lose digits. */
function refuseWide(files: readonly ReadableFile[], wanted: readonly TypedColumn[]): void {
  for (const { file, columns } of files) {
    const found = columns.find(
      (column) => column.wide !== undefined && wanted.some(({ name }) => name === column.name),
    );
    if (!found) continue;
    throw new SourceError(
      'unsupported',
      `Column '${found.name}' of file '${file.name}' holds ${found.wide} within, and a number has at most 38 digits; write it as text, or as a column of its own`,
    );
  }
}

function wantedColumns(
  known: readonly TypedColumn[],
  { schema, table, columns }: ExtractRequest,
): readonly TypedColumn[] {
  if (!columns) return known;
  return columns.map((name) => {
    const found = known.find((column) => column.name === name);
    if (!found) {
      throw new SourceError(
        'not_found',
        `Column '${name}' of '${schema}.${table}' is not there; refresh the connection`,
      );
    }
    return found;
  });
}
