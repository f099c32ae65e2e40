import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { invariant } from '../../kernel/invariant.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { LakeColumn } from '../ingest/type-evolution.ts';
import { liveRows } from '../query/live-rows.ts';
import type { QueryFile } from '../query/query-request.ts';
import type { IncomingRows } from './stage-rows.ts';

export interface MergedFiles {
  /** Those that have matching rows. */
  readonly files: readonly QueryFile[];
  /** Names of the key's columns. */
  readonly key: readonly string[];
  /** Whether a file has these columns as they are now, so that they can be read by name. */
  isCurrent(file: QueryFile, columns: readonly LakeColumn[]): boolean;
}

/**
 * Writes the matching rows as an update leaves them: the columns that the incoming rows bring from there, the others from
 * the table. Every row of the table that has the key is kept as a row. `rowCount` is what it must come to.
 */
export async function writeMergedRows(
  connection: DuckDBConnection,
  incoming: IncomingRows,
  { files, key, isCurrent }: MergedFiles,
  { directory, rowCount }: { readonly directory: string; readonly rowCount: number },
): Promise<IncomingRows> {
  const { target } = incoming;
  const columns = target.map(({ column }) => column);
  const kept = target.filter(({ from, column }) => from === null || key.includes(column.name));
  const read = kept.map(({ column: { id, name, type } }) => ({ name, type, stored: id }));
  const keptColumns = kept.map(({ column }) => column);
  const marked = files.map((file) => ({ ...file, isCurrent: isCurrent(file, keptColumns) }));
  const placeOf = new Map(read.map(({ name }, index) => [name, `t.c${index}`]));
  const list = target.map(({ column, from }) => {
    const name = quoteIdentifier(column.name);
    return `${from === null ? placeOf.get(column.name) : `i.${name}`} AS ${name}`;
  });
  const same = key.map((name) => `${placeOf.get(name)} = i.${quoteIdentifier(name)}`).join(' AND ');
  const path = join(directory, 'merged.parquet');
  const written = await connection.runAndReadAll(
    `COPY (SELECT ${list.join(', ')} FROM (${liveRows(marked, read)}) AS t(${read.map((_, index) => `c${index}`).join(', ')}) ` +
      `JOIN read_parquet(${quoteLiteral(incoming.source.path)}) AS i ON ${same}) ` +
      `TO ${quoteLiteral(path)} (FORMAT parquet, COMPRESSION snappy)`,
  );
  const count = Number(written.getRows()[0]?.[0] ?? 0);
  invariant(count === rowCount, `${count} rows were merged where ${rowCount} match`);
  return {
    source: { format: 'parquet', path, rowCount, rowGroupCount: 0 },
    columns: columns.map(({ name, type }) => ({ name, type, inferredFrom: null, allNull: false })),
    target: columns.map((column) => ({ column, from: column.name })),
  };
}
