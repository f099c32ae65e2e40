import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newObjectName } from '../../kernel/ids.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { IncomingRows } from '../ingest/incoming-rows.ts';
import { mapIncomingError } from '../ingest/map-incoming-error.ts';
import { filesThatMayHold, type SoughtValues, type ValueBounds } from '../mutate/file-bounds.ts';
import {
  incomingRelation,
  keyNames,
  keysTable,
  readKeys,
  writeLastRows,
} from '../mutate/stage-rows.ts';
import { parquetOptions } from '../parquet-options.ts';
import type { Task, TaskContext } from '../task.ts';

/** `retain` deletes every row whose key is not in the file. */
export type KeyedRowsMode = 'delete' | 'update' | 'upsert' | 'retain';

export interface StageKeyedRowsRequest extends IncomingRows {
  readonly mode: KeyedRowsMode;
  /** Names of target columns. */
  readonly key: readonly string[];
  /** Columns with values that rule out files. The load brings all of the columns. */
  readonly narrowing: readonly NarrowingColumn[];
  /** The bounds of each narrowing column, for each file of the table. */
  readonly files: readonly (readonly ValueBounds[])[];
}

/** A column of the key, or a partition column that a key determines. */
export interface NarrowingColumn {
  readonly column: string;
  readonly type: string;
  readonly transform: 'identity' | 'year' | 'month' | 'day' | 'hour';
}

export interface StagedRows {
  /** The file's rows, each key once. A delete or retain needs only the keys, and writes no rows. */
  readonly rows: IncomingRows;
  /** The path of a Parquet file with the keys, in columns k0, k1, ... */
  readonly keysPath: string;
  readonly keyCount: number;
  /** Indexes of the files that may contain one of the keys. */
  readonly candidates: readonly number[];
  /** The directory of all output, below `spoolDir`. The caller removes the directory. */
  readonly directory: string;
}

/**
 * The first part of a keyed load, before any look at the table. The task finds the keys of the
 * file, keeps the last row of each key, and rules out files by statistics. Throws BAD_REQUEST for a
 * null in a key, and the errors of reading the file.
 */
export const stageKeyedRows: Task<StageKeyedRowsRequest, StagedRows> = async (context, request) => {
  const { connection } = context;
  const { mode, key } = request;
  const directory = join(context.spoolDir, `keyed-${newObjectName()}`);
  await mkdir(directory);
  try {
    const keyCount = await readKeys(connection, request, key);
    const keysPath = join(directory, 'keys.parquet');
    await connection.run(
      `COPY (SELECT ${keyNames(key.length).join(', ')} FROM ${keysTable}) TO ${quoteLiteral(keysPath)} ${parquetOptions('scratch')}`,
    );
    // An update joins its rows with the table. Rewriting the rows first keeps errors of the table
    // apart from errors of the file.
    const isRewritten =
      mode === 'update' || (mode === 'upsert' && keyCount !== request.source.rowCount);
    const rows = isRewritten
      ? await writeLastRows(connection, request, { key, keyCount, directory })
      : request;
    const { source, columns, target } = rows;
    const candidates = await candidateFiles(context, request, keyCount);
    return { rows: { source, columns, target }, keysPath, keyCount, candidates, directory };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw await mapIncomingError(connection, request, error);
  }
};

async function candidateFiles(
  { connection }: TaskContext,
  request: StageKeyedRowsRequest,
  keyCount: number,
): Promise<number[]> {
  let left = request.files.map((_, index) => index);
  if (request.mode === 'retain') return left;
  if (keyCount === 0) return [];
  for (const [place, column] of request.narrowing.entries()) {
    if (left.length === 0) break;
    const bounds = left.map((index) => request.files[index]?.[place] ?? unknownBounds);
    const found = await filesThatMayHold(connection, bounds, soughtValues(request, column));
    left = left.filter((_, index) => found.has(index));
  }
  return left;
}

const unknownBounds: ValueBounds = { type: 'VARCHAR', hasNull: true, allNull: false };

function soughtValues(
  request: StageKeyedRowsRequest,
  { column, type, transform }: NarrowingColumn,
): SoughtValues {
  const print = (value: string) =>
    transform === 'identity' ? value : `date_trunc('${transform}', ${value})`;
  const place = request.key.indexOf(column);
  const isKey = place >= 0 && transform === 'identity';
  const select = isKey
    ? `SELECT k${place} AS x FROM ${keysTable}`
    : `SELECT ${print(quoteIdentifier(column))} AS x FROM ${incomingRelation(request, [column], false)}`;
  return { select, type, transform: print };
}
