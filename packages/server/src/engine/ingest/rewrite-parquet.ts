import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { parquetOptions } from '../parquet-options.ts';
import type { TaskContext } from '../task.ts';
import { findHiddenNanoseconds, hiddenCuts } from './hidden-nanoseconds.ts';
import { damagedParquet, readFooter } from './parquet-footer.ts';
import type { UnreadConstruct } from './parquet-metadata.ts';
import { parquetRelation } from './source-relation.ts';

/** The whole file is in memory, and a second time in the memory of WebAssembly. */
const mostBytes = 2 ** 30;
/** A row group is decoded and encoded again in WebAssembly's memory of 4 GiB. */
const mostGroupBytes = 2 ** 30;
/** The file is copied into WebAssembly's memory once for each row group. */
const mostCopiedBytes = 2 ** 35;

export interface UnreadParquet {
  readonly path: string;
  readonly rowGroupCount: number;
  readonly largestGroupBytes: number;
  /** Constructs of the file that DuckDB cannot read. */
  readonly unread: ReadonlySet<UnreadConstruct>;
}

/** The memory of WebAssembly only grows. A process that has more of it than this is replaced. */
const mostKeptBytes = 2 ** 28;

export interface RewritePlace extends Pick<TaskContext, 'wearOut'> {
  readonly connection: DuckDBConnection;
  readonly spoolDir: string;
}

export interface RewrittenParquet {
  readonly path: string;
  /** Names of columns that lost nanoseconds in the rewriting. */
  readonly cut: ReadonlySet<string>;
}

/**
 * Rewrites a file that DuckDB cannot read and parquet-wasm (arrow-rs) can, below `spoolDir`. The
 * caller removes the new file. A map without values becomes a list of its keys. 3M rows of two
 * numbers take 7 s, too slow for other files. The synchronous calls are used, because the streaming
 * calls end the process at a damaged file.
 */
export async function rewriteParquet(
  { connection, spoolDir, wearOut }: RewritePlace,
  file: UnreadParquet,
): Promise<RewrittenParquet> {
  const target = join(spoolDir, `${newObjectName()}.parquet`);
  const parts = join(spoolDir, newObjectName());
  try {
    const { size } = await stat(file.path);
    refuseSize(file, size);
    await mkdir(parts);
    const paths = await writeGroups(file, parts, wearOut);
    const cut = await cutColumns({ connection, spoolDir: parts }, paths);
    const [first = '', ...more] = paths;
    await connection.run(
      `COPY (FROM ${parquetRelation(first, more)}) TO ${quoteLiteral(target)} ${parquetOptions('scratch')}`,
    );
    return { path: target, cut };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

/** DuckDB drops nanoseconds of such columns when reading the files of the row groups. */
async function cutColumns(
  place: RewritePlace,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const cut = new Set<string>();
  for (const path of paths) {
    const footer = await readFooter(path, damagedParquet);
    const hidden = footer === null ? [] : findHiddenNanoseconds(footer, damagedParquet);
    if (footer === null || hidden.length === 0) continue;
    for (const name of await hiddenCuts(place, path, footer, hidden)) cut.add(name);
  }
  return cut;
}

/** A file for each row group. */
async function writeGroups(
  file: UnreadParquet,
  folder: string,
  wearOut: RewritePlace['wearOut'],
): Promise<string[]> {
  const { Compression, readParquet, writeParquet, WriterPropertiesBuilder, wasmMemory } =
    await import('parquet-wasm');
  const bytes = new Uint8Array(await readFile(file.path));
  const paths: string[] = [];
  for (let group = 0; group < file.rowGroupCount; group += 1) {
    const path = join(folder, `${group}.parquet`);
    let written: Uint8Array;
    try {
      const properties = new WriterPropertiesBuilder().setCompression(Compression.SNAPPY).build();
      written = writeParquet(readParquet(bytes, { rowGroups: [group] }), properties);
    } catch (error) {
      if (storageFailureOf(error) !== null) throw error;
      // WebAssembly throws a RuntimeError when memory runs out, and at some damage.
      if (error instanceof Error && error.name === 'RuntimeError')
        throw unreadable(file, `and ${mebibytes(bytes.length)}, and takes too much memory`, error);
      throw unreadable(file, '', error);
    } finally {
      if (bytesOf(wasmMemory()) > mostKeptBytes) wearOut?.();
    }
    await writeFile(path, written, { flag: 'wx' });
    paths.push(path);
  }
  return paths;
}

const bytesOf = (memory: object) =>
  'buffer' in memory && memory.buffer instanceof ArrayBuffer ? memory.buffer.byteLength : 0;

function refuseSize(file: UnreadParquet, size: number): void {
  const { rowGroupCount, largestGroupBytes } = file;
  if (size > mostBytes) throw unreadable(file, 'and is larger than 1 GiB');
  if (largestGroupBytes > mostGroupBytes)
    throw unreadable(file, `and a row group of ${mebibytes(largestGroupBytes)}, 1024 at most`);
  if (size * rowGroupCount > mostCopiedBytes)
    throw unreadable(
      file,
      `and ${mebibytes(size)} in ${rowGroupCount} row groups, which are too many`,
    );
}

const mebibytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;

const unreadable = ({ unread }: UnreadParquet, more = '', cause?: unknown) =>
  badRequest(
    `The Parquet file cannot be read: it has ${[...unread].join(' and ')}${more === '' ? '' : ` ${more}`}; write it with other settings`,
    cause,
  );
