import type { Asked, StagingFolder } from '../engine/engine.ts';
import type { InspectedColumn, ParquetSource } from '../engine/ingest/file-source.ts';
import type { JobContext } from '../jobs/job-runner.ts';
import { invariant } from '../kernel/invariant.ts';
import type { HasLog } from '../kernel/log.ts';
import type {
  ExtractProgress,
  ExtractRequest,
  ExtractSummary,
  HasSources,
  SourceTarget,
  StagedFile,
} from '../sources/source.ts';

/** Milliseconds between two progress reports of a table: each report writes to the metadata. */
const reportEveryMs = 1_000;

/** Rows of a source as staging files. */
export interface StagedRows {
  readonly folder: StagingFolder;
  readonly summary: ExtractSummary;
}

export interface StagingOptions {
  /** The folder of the whole refresh, with one subfolder for each reading. */
  readonly folder: StagingFolder;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly report: JobContext['report'];
  /**
   * Called with each complete file while others are still written, if the column types are final.
   */
  readonly onFile?: (
    folder: StagingFolder,
    file: StagedFile,
    columns: ExtractSummary['columns'],
  ) => void;
}

/** Reads the requested rows into a new subfolder of the refresh's folder, and reports progress. */
export async function stageRows(
  services: HasLog & HasSources,
  target: SourceTarget,
  request: Omit<ExtractRequest, 'folder'> & { readonly name: string },
  { folder: parent, signal, deadlineMs, report, onFile }: StagingOptions,
): Promise<StagedRows> {
  const { name, ...asked } = request;
  const folder = await parent.folder(name);
  const tell = reporter(services, report);
  const onProgress = (progress: ExtractProgress) => {
    const { file, columns } = progress;
    if (file && columns) onFile?.(folder, file, columns);
    tell(progress);
  };
  const summary = await services.sources.extract(
    target,
    { ...asked, folder: folder.path },
    { signal, deadlineMs, onProgress },
  );
  return { folder, summary };
}

function reporter({ log }: HasLog, report: JobContext['report']) {
  let reportedMs = 0;
  return ({ rows, bytes }: { readonly rows: number; readonly bytes: number }) => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < reportEveryMs) return;
    reportedMs = nowMs;
    report({ rows, bytes }).catch((error: unknown) =>
      log.warn({ err: error }, 'how far a job has come is not written'),
    );
  };
}

/**
 * The staged columns in the loader's form. The digits of numbers and times staged as text are those
 * of the column's type, not those printed: a driver has fitted the type to the values.
 */
export function stagedColumns({
  columns,
}: Pick<ExtractSummary, 'columns'>): readonly InspectedColumn[] {
  return columns.map(({ name, stagedType }) => {
    return { name, type: stagedType, inferredFrom: null, allNull: false, isFitted: true } as const;
  });
}

/** All staging files as a single source. */
export function stagedSource({
  folder,
  summary: { files, rows },
}: StagedRows): Asked<ParquetSource> {
  const [path, ...morePaths] = files.map(({ name }) => folder.file(name));
  invariant(path, 'rows were staged');
  return { format: 'parquet', path, morePaths, rowCount: rows, rowGroupCount: 0 };
}
