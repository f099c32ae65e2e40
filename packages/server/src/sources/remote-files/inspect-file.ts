import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { bytesFunctions } from '../../engine/functions/bytes-functions.ts';
import { registerFunctions } from '../../engine/functions/engine-function.ts';
import { checkColumnNames } from '../../engine/ingest/column-names.ts';
import { inspectCsv } from '../../engine/ingest/inspect-csv.ts';
import { endBytes, footerTooLarge, placeOfFooter } from '../../engine/ingest/parquet-tail.ts';
import { prepareCsv } from '../../engine/ingest/prepare-csv.ts';
import { refuseKnownKinds } from '../../engine/ingest/refuse-known-kinds.ts';
import { parquetRelation, sourceRelation } from '../../engine/ingest/source-relation.ts';
import { copyWithBytes, findWideDecimals } from '../../engine/ingest/wide-decimals.ts';
import { parseType, printType } from '../../engine/types/duckdb-type.ts';
import type { TypedColumn } from '../../engine/types/typed-column.ts';
import { QuernError } from '../../kernel/errors.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import { Semaphore } from '../../kernel/semaphore.ts';
import { defaultSizeLimits } from '../../kernel/size-limits.ts';
import { checkParquet } from '../file-engine/check-parquet.ts';
import { SourceError } from '../source-error.ts';
import type { FileForm } from './file-tables.ts';
import { type RemoteFile, type RemoteStore, readRange } from './remote-files.ts';

const tailBytes = 64 * 1024;
/** Larger footers are read one at a time: eight at once could take two gigabytes. */
const largeFooterBytes = 2 ** 20;
const largeFooters = new Semaphore(1);
/** Bytes of a CSV file that are read to infer its columns. */
const sampleBytes = 2 ** 20;
/** No sample needs as many. */
const mostRewrittenBytes = 16 * sampleBytes;

export interface FileColumn extends TypedColumn {
  /**
   * A DECIMAL with more digits than a DECIMAL of DuckDB can have, in the column or nested in it.
   */
  readonly wide?: string;
  /** True if the wide DECIMAL is nested in a list or struct: its values cannot be read. */
  readonly isWithin?: true;
}

/**
 * The columns of a file, from the part of the file that describes them. `path` is a temporary file
 * in the engine's folder.
 */
export function inspectRemote(
  connection: DuckDBConnection,
  store: RemoteStore,
  file: RemoteFile,
  form: FileForm,
  path: string,
): Promise<readonly FileColumn[]> {
  return form === 'parquet'
    ? inspectParquet(connection, store, file, path)
    : inspectText(connection, store, file, form, path);
}

/** A local sparse file of the same length with only the footer: DuckDB reads nothing else. */
async function inspectParquet(
  connection: DuckDBConnection,
  store: RemoteStore,
  file: RemoteFile,
  path: string,
): Promise<readonly FileColumn[]> {
  const { sizeBytes } = file;
  if (sizeBytes < endBytes) throw notParquet(file);
  const start = Math.max(0, sizeBytes - tailBytes);
  const tail = await readRange(store, file, start, sizeBytes);
  const place = placeOfFooter(tail, sizeBytes);
  if (tail.length !== sizeBytes - start || place === 'none' || place === 'cut off')
    throw notParquet(file);
  if (place === 'too large') throw tooLarge(file);
  const describeBy = async (end: Buffer, at: number) => {
    await writeEnd(path, end, at);
    return describeParquet(connection, path, file);
  };
  if (place.start >= start) return describeBy(tail, start);
  const describeLarger = async () =>
    describeBy(await readRange(store, file, place.start, sizeBytes), place.start);
  return place.length > largeFooterBytes ? largeFooters.use(describeLarger) : describeLarger();
}

async function writeEnd(path: string, end: Buffer, at: number): Promise<void> {
  await writeFile(path, 'PAR1', { flag: 'wx', mode: 0o600 });
  const sparse = await open(path, 'r+');
  try {
    await sparse.write(end, 0, end.length, at);
  } finally {
    await sparse.close();
  }
}

export async function describeParquet(
  connection: DuckDBConnection,
  path: string,
  file: Pick<RemoteFile, 'name'>,
): Promise<readonly FileColumn[]> {
  await checkParquet(path, file.name, () => notParquet(file));
  try {
    const own = await ownColumns(connection, path);
    // Checked on the file's own schema: read_parquet renames duplicates.
    checkColumnNames(own.map(({ name }) => name));
    const described = await connection.runAndReadAll(
      `DESCRIBE SELECT * FROM ${parquetRelation(path)}`,
    );
    return described.getRows().map(([name, type], index) => {
      const { name: _own, ...wide } = own[index] ?? { name: '' };
      return { name: String(name), type: printType(parseType(String(type))), ...wide };
    });
  } catch (error) {
    throw error instanceof QuernError ? unreadable(file, error) : notParquet(file);
  }
}

/** The maximum number of digits: DuckDB reads longer numbers as doubles. */
const mostDigits = 38;

/** The root's children in a depth-first schema, and the widest DECIMAL within each. */
async function ownColumns(
  connection: DuckDBConnection,
  path: string,
): Promise<Omit<FileColumn, 'type'>[]> {
  const schema = await connection.runAndReadAll(
    `SELECT name, num_children, precision, scale FROM parquet_schema(${quoteLiteral(path)}) ORDER BY column_id`,
  );
  const columns: { name: string; wide?: string; isWithin?: true }[] = [];
  /** Remaining nodes of the present column. */
  let within = 0;
  for (const [name, children, precision, scale] of schema.getRows().slice(1)) {
    const isWithin = within > 0;
    if (!isWithin) {
      columns.push({ name: String(name) });
      within = 1;
    }
    within += Number(children ?? 0) - 1;
    const column = columns.at(-1);
    if (!column || Number(precision ?? 0) <= mostDigits) continue;
    column.wide = `DECIMAL(${precision},${scale ?? 0})`;
    if (isWithin) column.isWithin = true;
  }
  return columns;
}

/** The file with its wide DECIMALs as digits in text; `path` may change. */
export async function readDigits(
  connection: DuckDBConnection,
  path: string,
  file: Pick<RemoteFile, 'name'>,
): Promise<{ readonly relation: string; readonly names: ReadonlySet<string> }> {
  const damaged = () => notParquet(file);
  const footer = await checkParquet(path, file.name, damaged);
  const wide = footer === null ? [] : findWideDecimals(footer, damaged);
  const names = new Set(wide.map(({ name }) => name));
  if (footer === null || wide.length === 0) return { relation: parquetRelation(path), names };
  const copy = await copyWithBytes(path, footer, wide, dirname(path));
  await rm(path);
  registerFunctions(connection, bytesFunctions);
  const wideDecimals = wide.map(({ name, precision, scale }) => ({ name, precision, scale }));
  const source = { format: 'parquet', path: copy, rowCount: 0, rowGroupCount: 0 } as const;
  return { relation: sourceRelation({ ...source, wideDecimals }), names };
}

const unreadable = ({ name }: Pick<RemoteFile, 'name'>, { message }: QuernError) =>
  new SourceError('source_failed', `File '${name}' cannot be read as it is: ${message}`);

const notParquet = ({ name }: Pick<RemoteFile, 'name'>) =>
  new SourceError(
    'source_failed',
    `File '${name}' is damaged, or not of Parquet that can be read; write it anew`,
  );

const tooLarge = ({ name }: Pick<RemoteFile, 'name'>) =>
  new SourceError('unsupported', `File '${name}' is not read: ${footerTooLarge}`);

async function inspectText(
  connection: DuckDBConnection,
  store: RemoteStore,
  file: RemoteFile,
  form: FileForm,
  path: string,
): Promise<readonly TypedColumn[]> {
  const length = Math.min(file.sizeBytes, sampleBytes);
  const bytes = length === 0 ? Buffer.alloc(0) : await readRange(store, file, 0, length);
  // The sample may end anywhere in the last line, even between quotes, so the scanner's complaint
  // may not be the file's fault.
  const whole = length === file.sizeBytes ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  if (whole.length === 0 && file.sizeBytes > 0) throw endlessLine(file);
  await writeFile(path, whole, { flag: 'wx', mode: 0o600 });
  return (await inspectedText(connection, path, form, file)).columns;
}

const endlessLine = ({ name }: Pick<RemoteFile, 'name'>) =>
  new SourceError(
    'unsupported',
    `The first line of file '${name}' has no end within ${sampleBytes / 2 ** 20} MiB, so its columns are not known; end lines with a line feed, or write it as Parquet`,
  );

export async function inspectedText(
  connection: DuckDBConnection,
  path: string,
  form: FileForm,
  file: Pick<RemoteFile, 'name'>,
) {
  try {
    refuseKnownKinds(path, 'csv');
    const usual = form === 'tsv' ? '\t' : ',';
    const place = () => ({ folder: dirname(path), maxBytes: mostRewrittenBytes });
    const prepared = await prepareCsv(path, usual, {}, defaultSizeLimits, place);
    // The copy replaces the file, and is deleted in its place.
    if (prepared.copyPath !== null) await rename(prepared.copyPath, path);
    return await inspectCsv({ connection }, { ...prepared, path }, defaultSizeLimits);
  } catch (error) {
    if (!(error instanceof QuernError)) throw error;
    throw unreadable(file, error);
  }
}
