import type { Asked, HasFiles } from '../engine/engine.ts';
import { loadWarnings } from '../engine/ingest/load-warnings.ts';
import type { ColumnSource, LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { WrittenTable as LocalTable } from '../engine/ingest/write-into-spool.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type {
  InspectFileRequest,
  InspectedFile as LocalInspected,
} from '../engine/tasks/ingest-inspect-file.ts';
import type { WriteTableFilesRequest } from '../engine/tasks/ingest-write-table-files.ts';
import { QuernError } from '../kernel/errors.ts';

export type InspectedFile = Asked<LocalInspected>;
type WrittenTable = Asked<LocalTable>;

/** The schema of a table after a load, and the origin of each column. */
export interface EvolvedTable {
  readonly columns: readonly LakeColumn[];
  readonly sources: readonly ColumnSource[];
  /** The file, with the reading rules that evolution found. */
  readonly inspected: InspectedFile;
}

export interface WrittenSource {
  readonly columns: readonly LakeColumn[];
  readonly written: WrittenTable;
  /**
   * Warnings for the caller, one sentence per kind of value with another form in the table than in
   * the file.
   */
  readonly warnings: readonly string[];
}

/** A file without columns loads the table with no rows. */
const nothingWritten: WrittenTable = { files: [], rowCount: 0, sizeBytes: 0 };

type RunLimits = Parameters<HasEngine['engine']['run']>[2];
type Layout = Pick<WriteTableFilesRequest, 'sortedBy' | 'partitionBy'>;

/**
 * The parts of a load that need the table. `evolve` returns a schema that accepts the inspected
 * columns, or throws.
 */
export interface SourceTarget {
  evolve(inspected: InspectedFile): Promise<EvolvedTable>;
  readonly layout: Layout;
}

/**
 * Turns a file's bytes into lake files in the engine: inspect, evolve the schema, write. A large
 * CSV file is written with guessed types while all rows are read. Where a value contradicts the
 * guess, the file is inspected fully and written again.
 */
export async function writeSource(
  { engine, files }: HasEngine & HasFiles,
  file: Asked<InspectFileRequest>,
  target: SourceTarget,
  limits: RunLimits,
): Promise<WrittenSource> {
  const isPlain =
    (target.layout.sortedBy ?? []).length === 0 && (target.layout.partitionBy ?? []).length === 0;
  const first = await engine.run('inspectFile', { ...file, mayGuess: isPlain }, limits);
  try {
    const guessed = first.isGuess
      ? await writeGuess({ engine }, first, target, limits)
      : { inspected: first };
    if ('written' in guessed) return guessed;
    const inspected =
      guessed.inspected ??
      (await engine.run(
        'inspectFile',
        { ...asPrepared(file, first.source), path: first.source.path },
        limits,
      ));
    const evolved = await target.evolve(inspected);
    const { columns, sources, inspected: read } = evolved;
    const warnings = loadWarnings({ ...read, warnings: first.warnings }, sources);
    if (read.columns.length === 0) return { columns, written: nothingWritten, warnings };
    const request = {
      source: read.source,
      columns: read.columns,
      target: sources,
      ...target.layout,
    };
    return { columns, written: await engine.run('writeTableFiles', request, limits), warnings };
  } finally {
    if (first.decodedPath !== null) await files.discard([first.decodedPath]);
  }
}

/**
 * A request to inspect a CSV file again after its rewriting. The inspection reuses all earlier
 * findings.
 */
function asPrepared(
  file: Asked<InspectFileRequest>,
  source: InspectedFile['source'],
): Asked<InspectFileRequest> {
  const request = { ...file, format: 'csv', contentEncoding: null, textOptions: null } as const;
  if (source.format !== 'csv') return request;
  const { delimiter, names, firstLine, texts = [] } = source;
  const line = firstLine === undefined ? {} : { firstLine };
  return { ...request, prepared: { delimiter, names, texts, ...line } };
}

/**
 * The written files, or the findings about a file that contradicted the guess. Null means no
 * findings.
 */
async function writeGuess(
  { engine }: HasEngine,
  guess: InspectedFile,
  target: SourceTarget,
  limits: RunLimits,
): Promise<WrittenSource | { readonly inspected: InspectedFile | null }> {
  const { source, columns } = guess;
  const evolved = await target.evolve(guess).catch((error: unknown) => {
    // The inspection of the whole file decides on the error.
    if (error instanceof QuernError && (error.code === 'CONFLICT' || error.code === 'BAD_REQUEST'))
      return null;
    throw error;
  });
  if (source.format !== 'csv' || evolved === null || !canCheckDoubles(guess, evolved))
    return { inspected: null };
  const outcome = await engine.run(
    'writeGuessedCsv',
    { source, columns, target: evolved.sources },
    limits,
  );
  if ('written' in outcome)
    return {
      columns: evolved.columns,
      written: outcome.written,
      warnings: loadWarnings(guess, evolved.sources),
    };
  const { inspected } = outcome;
  return {
    inspected: { ...guess, ...inspected, rowCount: inspected.source.rowCount, isGuess: false },
  };
}

/** Columns that a double may change are compared only where the table stores doubles. */
function canCheckDoubles({ columns }: InspectedFile, { sources }: EvolvedTable): boolean {
  const typeOf = new Map(sources.map(({ from, column }) => [from, column.type]));
  return columns.every(
    ({ name, checkDouble }) => checkDouble !== true || typeOf.get(name) === 'DOUBLE',
  );
}
