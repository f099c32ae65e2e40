import { open } from 'node:fs/promises';
import { badRequest } from '../../kernel/errors.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { tooManyColumns } from './column-names.ts';
import { readFileMetadata, type SchemaElement, type UnreadConstruct } from './parquet-metadata.ts';
import { endBytes, footerTooLarge, footerTooLong, placeOfFooter } from './parquet-tail.ts';

export const damagedParquet = () =>
  badRequest('The Parquet file is damaged or cut off and cannot be read; upload it again');

const notRead = (why: string) => badRequest(`The Parquet file is not read: ${why}`);

export interface CheckedFooter {
  /** The footer, or null for a file that does not end in a footer. */
  readonly footer: Buffer | null;
  /** False only for a file known to have no columns. DuckDB refuses to read such a file. */
  readonly hasColumns: boolean;
  readonly rowCount: number;
  readonly rowGroupCount: number;
  /** The encoded but uncompressed size of the largest row group, according to the file. */
  readonly largestGroupBytes: number;
  /** Constructs of the file that DuckDB cannot read. */
  readonly unread: ReadonlySet<UnreadConstruct>;
}

const notFooter = {
  footer: null,
  hasColumns: true,
  rowCount: 0,
  rowGroupCount: 0,
  largestGroupBytes: 0,
  unread: new Set<UnreadConstruct>(),
};

/**
 * Reads a file's own metadata, and throws BAD_REQUEST where the metadata exceeds a table's limits.
 * The check comes before DuckDB opens the file, because DuckDB walks the schema by recursion. Files
 * that are not Parquet are left to DuckDB. `damaged` creates the error for a truncated file.
 */
export async function checkParquetFooter(
  path: string,
  limits: SizeLimits,
  maxDecodedBytes: number,
  damaged: () => Error = damagedParquet,
): Promise<CheckedFooter> {
  const footer = await readFooter(path, damaged);
  if (footer === null) return notFooter;
  // A struct of very many fields is as slow as a table of as many columns.
  const maxElements = 8 * limits.maxColumns;
  const tooMany = (read: readonly SchemaElement[]) => {
    checkSchema(read, limits);
    return tooManyColumns('Parquet', limits.maxColumns);
  };
  const tooLong = () => notRead(footerTooLong);
  const bounds = { maxElements, tooMany, tooLong };
  const metadata = readFileMetadata(footer, damaged, bounds);
  const { schema, totalBytes, isEncrypted, hidesValues, ...found } = metadata;
  if (isEncrypted) throw notRead('columns of it are encrypted; write it without encryption');
  checkSchema(schema, limits);
  if (totalBytes > maxDecodedBytes) {
    throw badRequest(
      `The decoded Parquet file is larger than ${maxDecodedBytes} bytes, the most that one file may have; split it`,
    );
  }
  if (hidesValues)
    throw notRead('a row group of it says that it has no row, and has values; write it again');
  return { footer, hasColumns: schema.length !== 1, ...found };
}

/** Returns null for a file that is not Parquet, or is encrypted. */
export async function readFooter(path: string, damaged: () => Error): Promise<Buffer | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const at = Math.max(0, size - endBytes);
    const { buffer: end, bytesRead } = await file.read(Buffer.alloc(endBytes), 0, endBytes, at);
    const place = placeOfFooter(end.subarray(0, bytesRead), size);
    if (place === 'none') return null;
    if (place === 'cut off') throw damaged();
    if (place === 'too large') throw notRead(footerTooLarge);
    const { start, length } = place;
    return (await file.read(Buffer.alloc(length), 0, length, start)).buffer;
  } finally {
    await file.close();
  }
}

/** The schema lists its nodes depth first. A list takes two or three nodes, and a map three. */
function checkSchema(
  schema: readonly SchemaElement[],
  { maxColumns, maxNesting }: SizeLimits,
): void {
  /** The number of remaining children of each open node. The first is the root. */
  const open: number[] = [];
  const columns = schema[0]?.childCount ?? 0;
  if (columns > maxColumns) throw tooManyColumns('Parquet', maxColumns);
  for (const { childCount } of schema) {
    while (open.at(-1) === 0) open.pop();
    if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) - 1;
    if (childCount === 0) continue;
    open.push(childCount);
    if (open.length > 3 * maxNesting) throw tooDeep(maxNesting);
  }
}

export const tooDeep = (maxNesting: number) =>
  badRequest(
    `The Parquet file nests lists and structs more than ${maxNesting} levels deep; flatten it`,
  );
