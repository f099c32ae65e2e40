import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';

/**
 * Statements are prepared once per connection: for a small text, planning the call takes as long as
 * the call.
 */
const serializers = new WeakMap<DuckDBConnection, DuckDBPreparedStatement>();

/**
 * DuckDB's parse tree of a text as JSON, verbatim, or a JSON object with the error. Nothing is
 * bound or run. A connection serialises one text at a time. A permanent connection is faster than a
 * task's own.
 */
export async function serializedTree(connection: DuckDBConnection, sql: string): Promise<string> {
  let serializer = serializers.get(connection);
  if (!serializer) {
    serializer = await connection.prepare('SELECT json_serialize_sql($1::VARCHAR)');
    serializers.set(connection, serializer);
  }
  serializer.bindVarchar(1, sql);
  const result = await serializer.run();
  return String(result.getChunk(0).getColumnValues(0)[0] ?? '{}');
}
