import { stat } from 'node:fs/promises';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { IncomingRows } from '../ingest/incoming-rows.ts';
import type { LakeRows } from '../ingest/lake-rows.ts';
import type { LakeColumn } from '../ingest/type-evolution.ts';
import { liveRows } from '../query/live-rows.ts';
import type { QueryFile } from '../query/query-request.ts';
import type { MatchedFile } from './delete-rows.ts';

export interface MergedFiles {
  /** Files with matching rows. */
  readonly matched: readonly MatchedFile[];
  /** Names of the key's columns. */
  readonly key: readonly string[];
  /** True where a file has the present columns, so columns can be read by name. */
  isCurrent(file: QueryFile, columns: readonly LakeColumn[]): boolean;
}

/**
 * The matching rows after an update: the columns of the incoming rows, and the other columns from
 * the table. Every row of the table with the key stays a row.
 */
export async function mergedRows(
  incoming: IncomingRows,
  { matched, key, isCurrent }: MergedFiles,
): Promise<Pick<LakeRows, 'select' | 'columns' | 'expectedBytes'>> {
  const { target } = incoming;
  const kept = target.filter(({ from, column }) => from === null || key.includes(column.name));
  const read = kept.map(({ column: { id, name, type } }) => ({ name, type, stored: id }));
  const keptColumns = kept.map(({ column }) => column);
  const marked = matched.map(({ file }) => ({ ...file, isCurrent: isCurrent(file, keptColumns) }));
  const placeOf = new Map(read.map(({ name }, index) => [name, `t.c${index}`]));
  const list = target.map(({ column, from }) => {
    const name = quoteIdentifier(column.name);
    return `${from === null ? placeOf.get(column.name) : `i.${name}`} AS ${name}`;
  });
  const same = key.map((name) => `${placeOf.get(name)} = i.${quoteIdentifier(name)}`).join(' AND ');
  const rows = `(${liveRows(marked, read)}) AS t(${read.map((_, index) => `c${index}`).join(', ')})`;
  return {
    select: `SELECT ${list.join(', ')} FROM ${rows} JOIN read_parquet(${quoteLiteral(incoming.source.path)}) AS i ON ${same}`,
    columns: target.map(({ column }) => column),
    expectedBytes: await bytesOf(matched),
  };
}

/** Bytes of the files, each weighted by its share of matching rows. */
async function bytesOf(matched: readonly MatchedFile[]): Promise<number> {
  let bytes = 0;
  for (const { file, rowCount } of matched)
    bytes += ((await stat(file.path)).size * rowCount) / file.rowCount;
  return bytes;
}
