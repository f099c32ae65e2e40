import { stat, truncate } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { ResultColumn } from '../types/result-columns.ts';
import { rowsOf } from './row-size.ts';
import { rowWriter, type TextFormat } from './row-text.ts';

/** Every JSON row ends in a comma and a line end. The end of the last row is cut off. */
const jsonRowEndBytes = 2;

/**
 * Writes rows as text to `target`, in file order: JSON rows between commas, CSV or Markdown lines.
 */
export async function writeTextSlice(
  connection: DuckDBConnection,
  source: {
    readonly path: string;
    readonly columns: readonly ResultColumn[];
    readonly format: TextFormat;
  },
  range: { readonly offset: number; readonly rowCount: number },
  target: string,
): Promise<number> {
  const { select, options } = rowWriter(source.format, source.columns);
  const rows = rowsOf(source.path, range.offset, range.rowCount);
  await connection.run(
    `COPY (SELECT ${select} FROM ${rows}) TO ${quoteLiteral(target)} (FORMAT csv, ${options})`,
  );
  const { size } = await stat(target);
  if (source.format !== 'json') return size;
  await truncate(target, size - jsonRowEndBytes);
  return size - jsonRowEndBytes;
}
