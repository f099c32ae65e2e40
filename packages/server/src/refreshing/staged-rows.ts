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

/**
 * Between two reports of how far a table has come, in milliseconds: each is a write to the
 * metadata.
 */
const reportEveryMs = 1_000;

/** Rows of a source as staging files. */
export interface StagedRows {
  readonly folder: StagingFolder;
  readonly summary: ExtractSummary;
}

export interface StagingOptions {
  /** The folder of the whole refresh; each reading has its own below it. */
  readonly folder: StagingFolder;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly report: JobContext['report'];
  /**
   * Told of files that are complete while others are still to come, where their columns are known
   * already.
   */
  readonly onFile?: (
    folder: StagingFolder,
    file: StagedFile,
    columns: ExtractSummary['columns'],
  ) => void;
}

/**
 * Reads what is asked for into a new folder below that of the refresh, and tells how far it has
 * come.
 */
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
 * The staged columns as the loader takes them. Numbers and times that are staged as text have the
 * digits that their column takes, not those that it prints: a driver has fitted the type to them.
 */
export function stagedColumns({
  columns,
}: Pick<ExtractSummary, 'columns'>): readonly InspectedColumn[] {
  return columns.map(({ name, stagedType }) => {
    return { name, type: stagedType, inferredFrom: null, allNull: false, isFitted: true } as const;
  });
}

/** All staging files as one source. */
export function stagedSource({
  folder,
  summary: { files, rows },
}: StagedRows): Asked<ParquetSource> {
  const [path, ...morePaths] = files.map(({ name }) => folder.file(name));
  invariant(path, 'rows were staged');
  return { format: 'parquet', path, morePaths, rowCount: rows, rowGroupCount: 0 };
}
