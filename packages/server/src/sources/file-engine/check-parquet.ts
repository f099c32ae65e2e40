import { checkParquetFooter } from '../../engine/ingest/parquet-footer.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { SourceError } from '../source-error.ts';

/**
 * Of a file by anybody: far more than a table has, and no more than a worker has room for. Eight
 * million empty elements in eight megabytes took 1.25 GB.
 */
const mostOfFile: SizeLimits = { maxColumns: 20_000, maxNesting: 32 };

/**
 * The footer of a file, null where it has none: to be asked before the engine opens it, which reads
 * all that a footer says into memory, and its schema by recursion. Throws a SourceError where that
 * is too much, and what `damaged` gives of a file that is cut off.
 */
export async function checkParquet(
  path: string,
  name: string,
  damaged: () => SourceError,
): Promise<Buffer | null> {
  try {
    return (await checkParquetFooter(path, mostOfFile, Infinity, damaged)).footer;
  } catch (error) {
    if (!(error instanceof QuernError)) throw error;
    throw new SourceError(
      'unsupported',
      `File '${name}' cannot be read as it is: ${error.message}`,
    );
  }
}
