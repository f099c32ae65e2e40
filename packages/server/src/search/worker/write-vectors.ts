import { rm } from 'node:fs/promises';
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { BIGINT, DuckDBDataChunk, FLOAT, LIST, listValue } from '../../engine/duckdb.ts';
import { parquetOptions } from '../../engine/parquet-options.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { BuiltSegment } from '../built-segment.ts';
import { hashFile } from '../segment-file.ts';
import { type EmbeddedFile, vectorsOfRows } from './embedded-file.ts';

const chunkRows = 512;
/** Small, so a query for few rows reads few other rows. */
const groupRows = 2048;

/**
 * The vectors of a data file's rows as the values of a column: Parquet of (pos BIGINT, vector
 * FLOAT[]) at `path`, in the order of the rows, without rows that lack a vector. Synced.
 */
export async function writeVectors(
  connection: DuckDBConnection,
  embedded: EmbeddedFile,
  path: string,
): Promise<Omit<BuiltSegment, 'vectors'>> {
  await connection.run('CREATE TEMP TABLE built_vectors (pos BIGINT, vector FLOAT[])');
  try {
    const appender = await connection.createAppender('built_vectors', 'main', 'temp');
    let rows: [bigint, number[]][] = [];
    let place = 0n;
    for (const vector of vectorsOfRows(embedded)) {
      if (vector !== null && vector !== 'waits') rows.push([place, Array.from(vector)]);
      place += 1n;
      if (rows.length === chunkRows) {
        append(appender, rows);
        rows = [];
      }
    }
    append(appender, rows);
    appender.closeSync();
    await connection.run(
      `COPY (SELECT pos, vector FROM temp.main.built_vectors ORDER BY pos) TO ${quoteLiteral(path)} ${parquetOptions('deletes', [`ROW_GROUP_SIZE ${groupRows}`])}`,
    );
    return { path, ...hashFile(path, { sync: true }) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await connection.run('DROP TABLE temp.main.built_vectors');
  }
}

function append(appender: DuckDBAppender, rows: readonly [bigint, number[]][]): void {
  if (rows.length === 0) return;
  const chunk = DuckDBDataChunk.create([BIGINT, LIST(FLOAT)], rows.length);
  chunk.setColumnValues(
    0,
    rows.map(([place]) => place),
  );
  chunk.setColumnValues(
    1,
    rows.map(([, vector]) => listValue(vector)),
  );
  appender.appendDataChunk(chunk);
}
