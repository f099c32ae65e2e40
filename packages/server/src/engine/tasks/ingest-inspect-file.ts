import { rm } from 'node:fs/promises';
import { badRequest } from '../../kernel/errors.ts';
import { defaultSizeLimits, type SizeLimits } from '../../kernel/size-limits.ts';
import { checkDeclaredValues } from '../ingest/check-declared.ts';
import { type DeclaredType, declaredColumns } from '../ingest/declared-types.ts';
import { type ContentEncoding, decodeFile } from '../ingest/decode-file.ts';
import { csvDelimiter, detectFormat } from '../ingest/file-format.ts';
import type { FileFormat, FileSource, InspectedColumn } from '../ingest/file-source.ts';
import { guessCsv } from '../ingest/guess-csv.ts';
import { inspectCsv, type ReadableCsv } from '../ingest/inspect-csv.ts';
import { inspectJson } from '../ingest/inspect-json.ts';
import { inspectParquet } from '../ingest/inspect-parquet.ts';
import { mapIngestError } from '../ingest/map-ingest-error.ts';
import { type PreparedCsv, prepareCsv } from '../ingest/prepare-csv.ts';
import { refuseKnownKinds } from '../ingest/refuse-known-kinds.ts';
import { refuseTextOptions, type TextOptions } from '../ingest/text-options.ts';
import { transcodeFile } from '../ingest/transcode-file.ts';
import { withJsonPlace } from '../ingest/with-json-place.ts';
import type { Task, TaskContext } from '../task.ts';

export interface InspectFileRequest {
  /** Local path of the uploaded bytes. */
  readonly path: string;
  /** The load request's format; absent or null: the content type decides, then the content. */
  readonly format?: FileFormat | null;
  readonly contentType?: string | null;
  readonly contentEncoding?: ContentEncoding | null;
  readonly textOptions?: TextOptions | null;
  /** An already inspected CSV file, for which the options no longer matter. */
  readonly prepared?: Omit<ReadableCsv, 'path'>;
  /**
   * Types of inline CSV, which must name exactly the header's columns. The field has pairs of a
   * name and a type, because request fields with certain names are files (engine/engine.ts).
   */
  readonly declaredTypes?: readonly (readonly [name: string, type: DeclaredType])[] | null;
  /** Vector columns of a fixed length that a Parquet file does not declare, with the length. */
  readonly vectorLengths?: readonly (readonly [name: string, length: number])[];
  readonly maxDecodedBytes?: number;
  /** A guess is enough for a large CSV file. Only `writeGuessedCsv` accepts a guess. */
  readonly mayGuess?: boolean;
  /** The defaults where absent. */
  readonly limits?: SizeLimits;
}

export interface InspectedFile {
  readonly format: FileFormat;
  readonly columns: readonly InspectedColumn[];
  readonly rowCount: number;
  /** The source for the write request, unchanged. */
  readonly source: FileSource;
  /** The columns and the row count come from a sample. `source` is CSV. */
  readonly isGuess: boolean;
  /**
   * Warnings for the caller, one sentence per kind of value with another form in the table than in
   * the file.
   */
  readonly warnings: readonly string[];
  /**
   * A file below `spoolDir` that `source` reads. The caller removes the file after the write, or on
   * giving up.
   */
  readonly decodedPath: string | null;
}

/** The default of QUERN_UPLOAD_MAX_BYTES. */
const defaultMaxDecodedBytes = 16 * 1024 ** 3;

/**
 * Finds the format, columns and row count of an uploaded file. CSV and JSON are read whole, because
 * every row affects the types. For Parquet, the footer is enough. Throws BAD_REQUEST with a line or
 * column when the file cannot be a table.
 */
export const inspectFile: Task<InspectFileRequest, InspectedFile> = async (context, request) => {
  const { contentEncoding: packed = null, maxDecodedBytes: maxBytes = defaultMaxDecodedBytes } =
    request;
  const encoding = request.textOptions?.encoding ?? 'utf-8';
  let path = request.path;
  /** Each intermediate file is made from the previous file and replaces the previous file. */
  const replace = async (made: string) => {
    const last = path;
    path = made;
    if (last !== request.path) await rm(last, { force: true });
  };
  try {
    if (packed !== null) await replace(await decodeFile(path, packed, context.spoolDir, maxBytes));
    if (encoding !== 'utf-8')
      await replace(await transcodeFile(path, encoding, context.spoolDir, maxBytes));
    const { copyPath, ...inspected } = await inspectDecoded(context, request, path);
    if (copyPath !== null) await replace(copyPath);
    return { ...inspected, decodedPath: path === request.path ? null : path };
  } catch (error) {
    if (path !== request.path) await rm(path, { force: true });
    throw error;
  }
};

const asItIs = { warnings: [], copyPath: null } as const;

type Inspected = Omit<InspectedFile, 'decodedPath'> & { readonly copyPath: string | null };

async function inspectDecoded(
  context: TaskContext,
  request: InspectFileRequest,
  path: string,
): Promise<Inspected> {
  const { limits = defaultSizeLimits, declaredTypes, textOptions } = request;
  if (declaredTypes && (request.format ?? 'csv') !== 'csv')
    throw badRequest("'columns' can only be given for CSV data");
  const format = declaredTypes ? 'csv' : await detectFormat(path, request);
  refuseTextOptions(textOptions ?? {}, format);
  refuseKnownKinds(path, format);
  try {
    if (format === 'csv') return await inspectCsvFile(context, request, path, limits);
    const { source, columns, ...rest } =
      format === 'json'
        ? { ...asItIs, ...(await inspectJson(context, path, limits)) }
        : await inspectParquet(
            context,
            path,
            limits,
            request.maxDecodedBytes ?? defaultMaxDecodedBytes,
            new Map(request.vectorLengths),
          );
    return { format, columns, rowCount: source.rowCount, source, isGuess: false, ...rest };
  } catch (error) {
    const mapped = mapIngestError(error, format);
    throw format === 'json' ? await withJsonPlace(mapped, path) : mapped;
  }
}

async function inspectCsvFile(
  context: TaskContext,
  request: InspectFileRequest,
  path: string,
  limits: SizeLimits,
): Promise<Inspected> {
  const { contentType, textOptions, prepared } = request;
  const { maxDecodedBytes: maxBytes = defaultMaxDecodedBytes } = request;
  const place = () => ({ folder: context.spoolDir, maxBytes });
  const file: PreparedCsv = prepared
    ? { ...prepared, path, ...asItIs }
    : await prepareCsv(path, csvDelimiter(contentType), textOptions ?? {}, limits, place);
  const { copyPath, warnings } = file;
  try {
    const { source, columns, isGuess } = await inspectPrepared(context, request, file, limits);
    const { rowCount } = source;
    return { format: 'csv', columns, rowCount, source, isGuess, warnings, copyPath };
  } catch (error) {
    if (copyPath !== null) await rm(copyPath, { force: true });
    throw error;
  }
}

async function inspectPrepared(
  context: TaskContext,
  { declaredTypes, mayGuess }: InspectFileRequest,
  file: ReadableCsv,
  limits: SizeLimits,
) {
  const { texts = [] } = file;
  // A guess depends on the look of values.
  const isGuessed = !declaredTypes && mayGuess === true && texts.length === 0;
  const guess = isGuessed ? await guessCsv(file, limits) : null;
  if (guess !== null) return { ...guess, isGuess: true };
  const { source, columns } = await inspectCsv(context, file, limits);
  if (!declaredTypes) return { source, columns, isGuess: false };
  const declaration = declaredColumns(columns, Object.fromEntries(declaredTypes));
  const doubtful = declaration.find(({ name, type }) => type !== 'VARCHAR' && texts.includes(name));
  if (doubtful !== undefined) throw hasPoints(doubtful.name);
  await checkDeclaredValues(context.connection, source, declaration);
  const typed = declaration.map(
    ({ name, type }): InspectedColumn => ({ name, type, inferredFrom: null, allNull: false }),
  );
  return { source, columns: typed, isGuess: false };
}

const hasPoints = (name: string) =>
  badRequest(
    `Column '${name}' has numbers with points, where 'decimal' is a comma; write them without signs that group digits`,
  );
