import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { WrittenFile } from '../../engine/ingest/file-statistics.ts';
import { writeLakeFiles } from '../../engine/ingest/write-lake-files.ts';
import { syncFiles } from '../../engine/sync-files.ts';
import type { ExtractProgress, StagedFile } from '../source.ts';
import type { FileEngine } from './open-file-engine.ts';
import type { TypedRows } from './typed-rows.ts';

/** Minimum time between progress reports. */
const tellEveryMs = 200;

export interface WriteFilesRequest extends TypedRows {
  /** Folder of the extraction. */
  readonly folder: string;
  /** Subfolder of these rows. */
  readonly name: string;
  /** About the size of the rows as Parquet. */
  readonly expectedBytes: number;
  /** Progress of the extraction before these rows; reports add both. */
  readonly done: Pick<ExtractProgress, 'rows' | 'bytes'>;
}

/**
 * Writes rows as finished files; no files without rows. Yields DuckDB's count of written rows,
 * added to the earlier progress.
 */
export async function* writeFiles(
  { connection }: FileEngine,
  { select, columns, folder, name, expectedBytes, done }: WriteFilesRequest,
): AsyncGenerator<ExtractProgress, readonly StagedFile[]> {
  const directory = join(folder, name);
  await mkdir(directory);
  const rows = {
    select,
    // The load assigns the column ids; these files are read by names.
    columns: columns.map(
      (column, index) => ({ ...column, id: index + 1, nullable: true }) as const,
    ),
    sortedBy: [],
    partitionBy: [],
    expectedBytes,
  };
  const writing = writeLakeFiles(connection, rows, directory);
  // A caller that stops early does not see the outcome.
  writing.catch(() => {});
  for (;;) {
    const written = await Promise.race([writing, pause(tellEveryMs)]);
    if (written) {
      await syncFiles(written.map(({ path }) => path));
      return written.map((file) => stagedFile(folder, file, columns));
    }
    const rows = done.rows + Number(connection.progress.rows_processed);
    yield { rows, bytes: done.bytes };
  }
}

const pause = (ms: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

function stagedFile(folder: string, file: WrittenFile, columns: TypedRows['columns']): StagedFile {
  const { path, rowCount, sizeBytes, footerBytes, checksum } = file;
  const byName = columns.flatMap(({ name }, index) => {
    const statistics = file.columns[index + 1];
    return statistics ? [[name, statistics] as const] : [];
  });
  return {
    name: relative(folder, path),
    rows: rowCount,
    sizeBytes,
    finished: { footerBytes, checksum, columns: Object.fromEntries(byName) },
  };
}
