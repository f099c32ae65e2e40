import { quoteLiteral } from '../kernel/quoting.ts';
import { DuckDBInstance } from './duckdb.ts';

/**
 * True where every value of a Parquet file can be read. The function runs in the present process,
 * for a command without workers.
 */
export async function canReadWholeFile(path: string): Promise<boolean> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`SELECT max(hash(COLUMNS(*))) FROM read_parquet(${quoteLiteral(path)})`);
    return true;
  } catch {
    return false;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
