import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../src/kernel/quoting.ts';
import { runPython } from './python-client.ts';

const script = fileURLToPath(new URL('./parquet_readers.py', import.meta.url));

/**
 * Compares pyarrow's and parquet-wasm's reading of Parquet files with DuckDB's: a sentence for each
 * difference. Readers write their rows into a file, so one reader compares all values.
 */
export async function differencesBetweenReaders(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<string[]> {
  const targets = paths.map((path) => ({ path, python: `${path}.pyarrow`, wasm: `${path}.wasm` }));
  const pairs = JSON.stringify(targets.map(({ path, python }) => [path, python]));
  const seen = (await runPython(script, [pairs])) as (number | string)[];
  const found: string[] = [];
  for (const [index, { path, python, wasm }] of targets.entries()) {
    if (typeof seen[index] === 'string') found.push(`pyarrow: ${seen[index]}`);
    else
      found.push(...(await differences(connection, fileRows(path), fileRows(python), 'pyarrow')));
    try {
      await copyWithWasm(path, wasm);
      found.push(
        ...(await differences(connection, fileRows(path), fileRows(wasm), 'parquet-wasm')),
      );
    } catch (error) {
      found.push(`parquet-wasm: ${String(error)}`);
    }
  }
  return found;
}

export const fileRows = (path: string) => `read_parquet(${quoteLiteral(path)})`;

/** Arrow's stream format as a Parquet file. */
export async function arrowAsParquet(stream: Uint8Array, path: string): Promise<void> {
  const { Table, writeParquet } = await import('parquet-wasm');
  await writeFile(path, writeParquet(Table.fromIPCStream(stream)));
}

async function copyWithWasm(source: string, target: string): Promise<void> {
  const { readParquet, writeParquet } = await import('parquet-wasm');
  await writeFile(target, writeParquet(readParquet(await readFile(source))));
}

/**
 * Compares rows in their order, by the texts of all values, so that -0, NaN and the infinite are
 * told apart.
 */
export async function differences(
  connection: DuckDBConnection,
  expected: string,
  actual: string,
  who: string,
): Promise<string[]> {
  const [columns, others] = [
    await described(connection, expected),
    await described(connection, actual),
  ];
  const texts = columns.map(({ name, type }, index) => {
    // Arrow has no type for a UUID: it comes as 16 bytes.
    const isBytes = type === 'UUID' && others[index]?.type === 'BLOB';
    const [wanted, got] = [`e.${quoteIdentifier(name)}`, `a.${quoteIdentifier(name)}`];
    return isBytes
      ? [`replace(${wanted}::VARCHAR, '-', '')`, `lower(hex(${got}))`]
      : [`${wanted}::VARCHAR`, `${got}::VARCHAR`];
  });
  const rows = (from: string) => `(SELECT *, row_number() OVER () AS "row" FROM ${from})`;
  const list = (side: number) => `[${texts.map((pair) => pair[side]).join(', ')}]`;
  const compared = await connection.runAndReadAll(
    `SELECT x.v, y.v FROM (SELECT ${list(0)} AS v, "row" FROM ${rows(expected)} AS e) AS x ` +
      `FULL JOIN (SELECT ${list(1)} AS v, "row" FROM ${rows(actual)} AS a) AS y USING ("row") ` +
      'WHERE x.v IS DISTINCT FROM y.v LIMIT 2',
  );
  return compared.getRowsJson().map(([wanted, got]) => {
    const [expectedRow, row] = [(wanted ?? []) as unknown[], (got ?? []) as unknown[]];
    const at = columns.findIndex((_, index) => expectedRow[index] !== row[index]);
    return `${who}, ${columns[at]?.name}: ${String(row[at]).slice(0, 50)} instead of ${String(expectedRow[at]).slice(0, 50)}`;
  });
}

async function described(
  connection: DuckDBConnection,
  from: string,
): Promise<{ name: string; type: string }[]> {
  const reader = await connection.runAndReadAll(`DESCRIBE FROM ${from}`);
  return reader.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
}
