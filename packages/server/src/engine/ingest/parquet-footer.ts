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
  /** Null where the file does not end in one. */
  readonly footer: Buffer | null;
  /** As far as is known: DuckDB refuses to read a file that has none. */
  readonly hasColumns: boolean;
  readonly rowCount: number;
  readonly rowGroupCount: number;
  /** Of the largest row group, encoded but not compressed, as the file says. */
  readonly largestGroupBytes: number;
  /** What DuckDB cannot read in it. */
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
 * Reads what a file says of itself and throws BAD_REQUEST where that is more than a table may have,
 * before DuckDB opens it, which walks the schema by recursion. Files that are no Parquet are left
 * to it. `damaged` makes what is thrown of a file that is cut off.
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

/** Null where the file does not end as one of Parquet that is not encrypted. */
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

/** The schema lists its nodes depth first; a list takes two or three of them, a map three. */
function checkSchema(
  schema: readonly SchemaElement[],
  { maxColumns, maxNesting }: SizeLimits,
): void {
  /** How many children of each open node are still to come; the first is the root. */
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
