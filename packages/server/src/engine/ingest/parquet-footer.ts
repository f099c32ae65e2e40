import { open } from 'node:fs/promises';
import { badRequest } from '../../kernel/errors.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { tooManyColumns } from './column-names.ts';
import { readFileMetadata, type SchemaElement } from './parquet-metadata.ts';

export const damagedParquet = () =>
  badRequest('The Parquet file is damaged or cut off and cannot be read; upload it again');
/**
 * A file of 4,096 columns and 500 row groups has some 200 MB. The whole of it is in memory while it
 * is read.
 */
const maxFooterBytes = 256 * 2 ** 20;

/**
 * Reads what a file says of itself and throws BAD_REQUEST where that is more than a table may have,
 * before DuckDB opens it, which walks the schema by recursion. Files that are no Parquet are left
 * to it. Gives the footer, null where it is not one, and whether the file has columns, as far as is
 * known: DuckDB refuses to read one that has none.
 */
export async function checkParquetFooter(
  path: string,
  limits: SizeLimits,
  maxDecodedBytes: number,
): Promise<{ readonly footer: Buffer | null; readonly hasColumns: boolean }> {
  const footer = await readFooter(path);
  if (footer === null) return { footer, hasColumns: true };
  const { schema, totalBytes } = readFileMetadata(footer, damagedParquet);
  checkSchema(schema, limits);
  if (totalBytes > maxDecodedBytes) {
    throw badRequest(
      `The decoded Parquet file is larger than ${maxDecodedBytes} bytes, the most that one file may have; split it`,
    );
  }
  return { footer, hasColumns: schema.length !== 1 };
}

/** Null where the file does not end as one of Parquet that is not encrypted. */
async function readFooter(path: string): Promise<Buffer | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < 12) return null;
    const { buffer: end } = await file.read(Buffer.alloc(8), 0, 8, size - 8);
    if (end.toString('latin1', 4) !== 'PAR1') return null;
    const length = end.readUInt32LE(0);
    if (length > size - 12) throw damagedParquet();
    if (length > maxFooterBytes)
      throw badRequest('The footer of the Parquet file is larger than 256 MiB; split the file');
    return (await file.read(Buffer.alloc(length), 0, length, size - 8 - length)).buffer;
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
  // A struct of very many fields is as slow as a table of as many columns.
  if (schema.length > 8 * maxColumns) throw tooManyColumns('Parquet', maxColumns);
}

export const tooDeep = (maxNesting: number) =>
  badRequest(
    `The Parquet file nests lists and structs more than ${maxNesting} levels deep; flatten it`,
  );
