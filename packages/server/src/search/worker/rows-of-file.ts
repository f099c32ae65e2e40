import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { liveRows } from '../../engine/query/live-rows.ts';
import type { QueryColumn, QueryFile } from '../../engine/query/query-request.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { IndexDefinition } from '../index-definition.ts';
import { segmentKind } from '../segment-kinds.ts';

/** A data file, and the columns of its table. */
export interface IndexedFile {
  readonly file: QueryFile;
  readonly columns: readonly QueryColumn[];
}

/** The values of an index's columns in all rows of a file, in order, including deleted rows. */
export async function* rowsOfFile(
  connection: DuckDBConnection,
  definition: IndexDefinition,
  { file, columns }: IndexedFile,
): AsyncGenerator<DuckDBDataChunk> {
  const { deletes: _gone, ...whole } = file;
  const kind = segmentKind(definition.indexType);
  const read = definition.columns.map(({ id, name, type }) => {
    return columns.find(({ stored }) => stored === id) ?? { name, type, stored: id };
  });
  const names = read.map((_column, index) => quoteIdentifier(`v${index}`));
  const values = names.map((name) => kind.valueOf(name, definition));
  const rows = `(${liveRows([whole], columns, { read })}) AS t(${names.join(', ')})`;
  const result = await connection.stream(`SELECT ${values.join(', ')} FROM ${rows}`);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    yield chunk;
  }
}
