import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type mysql from 'mysql2/promise';
import pg from 'pg';

/**
 * A lake made by `ducklake/make-lakes.py` with DuckDB's extension, and the rows read by the
 * extension.
 */
export interface MadeLake {
  /** Rows by `schema.table`, values as text, unordered. */
  readonly expected: Readonly<
    Record<
      string,
      {
        readonly columns: readonly string[];
        readonly rows: readonly (readonly (string | null)[])[];
      }
    >
  >;
  /** Data folder, by the catalog and on this machine. */
  readonly madeAt: string;
  readonly dataPath: string;
  /** Path of a catalog in a file. */
  readonly catalog: string;
  /** Catalog on a server: name, statements, rows, and hexadecimal columns of MySQL. */
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

/** Tells the catalog the present folder of its files, like a lake that never moved. */
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
