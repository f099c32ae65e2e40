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

/** The schema that a table has after a load, and where each column comes from. */
export interface EvolvedTable {
  readonly columns: readonly LakeColumn[];
  readonly sources: readonly ColumnSource[];
  /** The file, with what evolution found out about how to read it. */
  readonly inspected: InspectedFile;
}

export interface WrittenSource {
  readonly columns: readonly LakeColumn[];
  readonly written: WrittenTable;
  /** What is kept otherwise than the file has it, a sentence each. */
  readonly warnings: readonly string[];
}

/** Of a file without columns: the table is loaded, and has no rows of it. */
const nothingWritten: WrittenTable = { files: [], rowCount: 0, sizeBytes: 0 };

type RunLimits = Parameters<HasEngine['engine']['run']>[2];
type Layout = Pick<WriteTableFilesRequest, 'sortedBy' | 'partitionBy'>;

/**
 * The parts of a load that need the table: `evolve` gives it the schema that takes the inspected
 * columns, or throws.
 */
export interface SourceTarget {
  evolve(inspected: InspectedFile): Promise<EvolvedTable>;
  readonly layout: Layout;
}

/**
 * From a file's bytes to lake files at the engine's side: inspect, evolve the schema, write. A
 * large CSV file is written by a guess of its types while every row of it is read; only where they
 * differ is it inspected first and written then.
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

/** The request to look at a CSV file again that was made readable: nothing is found out anew. */
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
 * The written files, or what is known of the file where the guess did not serve: null when nothing
 * more.
 */
async function writeGuess(
  { engine }: HasEngine,
  guess: InspectedFile,
  target: SourceTarget,
  limits: RunLimits,
): Promise<WrittenSource | { readonly inspected: InspectedFile | null }> {
  const { source, columns } = guess;
  const evolved = await target.evolve(guess).catch((error: unknown) => {
    // The whole file decides what is wrong with it.
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

/**
 * Columns that a double may change are compared where they are written as doubles, and nowhere
 * else.
 */
function canCheckDoubles({ columns }: InspectedFile, { sources }: EvolvedTable): boolean {
  const typeOf = new Map(sources.map(({ from, column }) => [from, column.type]));
  return columns.every(
    ({ name, checkDouble }) => checkDouble !== true || typeOf.get(name) === 'DOUBLE',
  );
}
