import { rm } from 'node:fs/promises';
import { badRequest } from '../../kernel/errors.ts';
import { defaultSizeLimits, type SizeLimits } from '../../kernel/size-limits.ts';
import { checkDeclaredValues } from '../ingest/check-declared.ts';
import { type DeclaredType, declaredColumns } from '../ingest/declared-types.ts';
import { type ContentEncoding, decodeFile } from '../ingest/decode-file.ts';
import { csvDelimiter, detectFormat } from '../ingest/file-format.ts';
import type { FileFormat, FileSource, InspectedColumn } from '../ingest/file-source.ts';
import { guessCsv } from '../ingest/guess-csv.ts';
import { inspectCsv } from '../ingest/inspect-csv.ts';
import { inspectJson } from '../ingest/inspect-json.ts';
import { inspectParquet } from '../ingest/inspect-parquet.ts';
import { mapIngestError } from '../ingest/map-ingest-error.ts';
import type { Task, TaskContext } from '../task.ts';

export interface InspectFileRequest {
  /** Local path of the uploaded bytes. */
  readonly path: string;
  /** The load request's format; absent or null: the content type decides, then the content. */
  readonly format?: FileFormat | null;
  readonly contentType?: string | null;
  readonly contentEncoding?: ContentEncoding | null;
  /**
   * Types of inline CSV: must name every header column and nothing else. Pairs of a name and a
   * type, since fields of a request that have certain names are files (engine/engine.ts).
   */
  readonly declaredTypes?: readonly (readonly [name: string, type: DeclaredType])[] | null;
  /** Of Parquet: columns of vectors of one length, which the file does not say, with that. */
  readonly vectorLengths?: readonly (readonly [name: string, length: number])[];
  readonly maxDecodedBytes?: number;
  /** Of a large CSV file a guess will do, which only `writeGuessedCsv` takes. */
  readonly mayGuess?: boolean;
  /** The defaults where absent. */
  readonly limits?: SizeLimits;
}

export interface InspectedFile {
  readonly format: FileFormat;
  readonly columns: readonly InspectedColumn[];
  readonly rowCount: number;
  /** Goes into the write request as it is. */
  readonly source: FileSource;
  /** The columns and the row count are a sample's; `source` is of CSV. */
  readonly isGuess: boolean;
  /** What is kept otherwise than the file has it, a sentence each. */
  readonly warnings: readonly string[];
  /**
   * A file below `spoolDir` that `source` reads; the caller removes it once the file is written or
   * given up.
   */
  readonly decodedPath: string | null;
}

/** The default of QUERN_UPLOAD_MAX_BYTES. */
const defaultMaxDecodedBytes = 16 * 1024 ** 3;

/**
 * Finds format, columns and row count of an uploaded file. CSV and JSON are read whole, since every
 * row decides the types; of Parquet the footer is. Throws BAD_REQUEST with a sentence that names
 * line or column when the file cannot be a table.
 */
export const inspectFile: Task<InspectFileRequest, InspectedFile> = async (context, request) => {
  const maxBytes = request.maxDecodedBytes ?? defaultMaxDecodedBytes;
  const encoding = request.contentEncoding ?? null;
  const decodedPath =
    encoding && (await decodeFile(request.path, encoding, context.spoolDir, maxBytes));
  try {
    const { copyPath, ...inspected } = await inspectDecoded(
      context,
      request,
      decodedPath ?? request.path,
    );
    if (copyPath === null) return { ...inspected, decodedPath };
    if (decodedPath !== null) await rm(decodedPath, { force: true });
    return { ...inspected, decodedPath: copyPath };
  } catch (error) {
    if (decodedPath !== null) await rm(decodedPath, { force: true });
    throw error;
  }
};

const asItIs = { warnings: [], copyPath: null } as const;

async function inspectDecoded(
  context: TaskContext,
  request: InspectFileRequest,
  path: string,
): Promise<Omit<InspectedFile, 'decodedPath'> & { readonly copyPath: string | null }> {
  const declared = request.declaredTypes ? Object.fromEntries(request.declaredTypes) : null;
  const { limits = defaultSizeLimits } = request;
  const format = declared === null ? await detectFormat(path, request) : 'csv';
  if (declared !== null && (request.format ?? 'csv') !== 'csv')
    throw badRequest("'columns' can only be given for CSV data");
  try {
    if (format === 'csv') {
      const delimiter = csvDelimiter(request.contentType);
      const guess =
        declared === null && request.mayGuess === true
          ? await guessCsv(path, delimiter, limits)
          : null;
      if (guess !== null)
        return { format, ...guess, rowCount: guess.source.rowCount, isGuess: true, ...asItIs };
      const { source, columns } = await inspectCsv(context, path, delimiter, limits);
      if (declared === null)
        return { format, columns, rowCount: source.rowCount, source, isGuess: false, ...asItIs };
      const declaration = declaredColumns(columns, declared);
      await checkDeclaredValues(context.connection, source, declaration);
      const typed = declaration.map(
        ({ name, type }): InspectedColumn => ({ name, type, inferredFrom: null, allNull: false }),
      );
      return {
        format,
        columns: typed,
        rowCount: source.rowCount,
        source,
        isGuess: false,
        ...asItIs,
      };
    }
    const { source, columns, ...rest } =
      format === 'json'
        ? { ...asItIs, ...(await inspectJson(context.connection, path, limits)) }
        : await inspectParquet(
            context,
            path,
            limits,
            request.maxDecodedBytes ?? defaultMaxDecodedBytes,
            new Map(request.vectorLengths),
          );
    return { format, columns, rowCount: source.rowCount, source, isGuess: false, ...rest };
  } catch (error) {
    throw mapIngestError(error, format);
  }
}
