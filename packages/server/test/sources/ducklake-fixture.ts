import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type mysql from 'mysql2/promise';
import pg from 'pg';

/**
 * A lake as `ducklake/make-lakes.py` made it with DuckDB's own extension, and what that reads of
 * it.
 */
export interface MadeLake {
  /** By `schema.table`, values as text, rows in some order. */
  readonly expected: Readonly<
    Record<
      string,
      {
        readonly columns: readonly string[];
        readonly rows: readonly (readonly (string | null)[])[];
      }
    >
  >;
  /** The folder of its data, as the catalog has it and as it is here. */
  readonly madeAt: string;
  readonly dataPath: string;
  /** The catalog, where it is a file. */
  readonly catalog: string;
  /**
   * Of a catalog on a server: its name, how it is made, its rows, and columns of MySQL that are in
   * hexadecimal.
   */
  readonly tables: readonly (readonly [string, string, unknown, (readonly string[])?])[];
}

export function unpackLake(kind: string, folder: string): MadeLake {
  const packed = readFileSync(new URL(`ducklake/${kind}.json.gz`, import.meta.url));
  const { dataPath, expected, files, tables } = JSON.parse(gunzipSync(packed).toString());
  for (const [name, content] of Object.entries<string>(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), Buffer.from(content, 'base64'));
  }
  return {
    expected,
    tables,
    madeAt: dataPath,
    dataPath: join(folder, 'data/'),
    catalog: join(folder, 'catalog'),
  };
}

/** Tells the catalog where its files are, as one has it whose lake never moved. */
export function moveLake({ catalog, madeAt, dataPath }: MadeLake): void {
  const database = new Database(catalog);
  database.prepare('UPDATE ducklake_metadata SET value = ? WHERE value = ?').run(dataPath, madeAt);
  database
    .prepare('UPDATE ducklake_data_file SET path = replace(path, ?, ?)')
    .run(madeAt, dataPath);
  database.close();
}

export async function intoPostgres(url: string, { tables }: MadeLake): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const [name, made, rows] of tables) {
    await client.query(made);
    await client.query(
      `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`,
      [rows],
    );
  }
  await client.end();
}

export async function intoMysql(client: mysql.Connection, { tables }: MadeLake): Promise<void> {
  for (const [name, made, rows, inHexadecimal = []] of tables) {
    await client.query(made);
    const columns = /\((.*)\)$/.exec(made)?.[1]?.match(/`[^`]+`/g) ?? [];
    const places = columns
      .map((column) => (inHexadecimal.includes(column.slice(1, -1)) ? 'UNHEX(?)' : '?'))
      .join(', ');
    for (const row of rows as (string | null)[][])
      await client.query(`INSERT INTO ${name} VALUES (${places})`, row);
  }
}
