import { checkParquetFooter } from '../../engine/ingest/parquet-footer.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { SourceError } from '../source-error.ts';

/**
 * Limits for a file by any writer: far above a table's size, and within a worker's memory. Eight
 * million empty elements in eight megabytes took 1.25 GB.
 */
const mostOfFile: SizeLimits = { maxColumns: 20_000, maxNesting: 32 };

/**
 * The footer of a file; null without a footer. To be checked before the engine opens the file,
 * because the engine reads the whole footer into memory, and the schema by recursion. Throws a
 * SourceError above the limits, and `damaged()` for a truncated file.
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
