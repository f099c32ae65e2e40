import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { columnsOfVisible } from '../../plan/hotsql/resolve/visible-catalogs.ts';
import { DuckDBInstance as Instances } from '../duckdb.ts';
import { workerCatalog } from '../sandbox.ts';
import type { QueryCatalog } from './query-request.ts';
import { ShownColumns } from './shown-columns.ts';

describe('the columns that a scope shows', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  let shown: ShownColumns;
  beforeEach(async () => {
    instance = await Instances.create(':memory:');
    connection = await instance.connect();
    await connection.run(`ATTACH ':memory:' AS "${workerCatalog}"; ATTACH ':memory:' AS shown`);
    await connection.run('CREATE TABLE shown.t (a INTEGER, b VARCHAR)');
    shown = new ShownColumns(connection);
  });
  afterEach(() => {
    connection.closeSync();
    instance.closeSync();
  });

  const text = `SELECT table_name, column_name, data_type FROM (SELECT * FROM ${columnsOfVisible}) WHERE table_catalog = 'shown'`;
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const catalogs: QueryCatalog[] = [];
  const kept = async () =>
    (await rows(`SELECT table_name FROM duckdb_tables() WHERE database_name = '${workerCatalog}'`))
      .length;

  test('are read into memory when they are asked for again, and are the same', async () => {
    expect(await shown.in(text, catalogs)).toBe(text);
    const again = await shown.in(text, catalogs);
    expect(again).not.toContain('information_schema');
    expect(await rows(again)).toEqual(await rows(text));
    expect(await rows(again)).toEqual([
      ['t', 'a', 'INTEGER'],
      ['t', 'b', 'VARCHAR'],
    ]);
    expect(await kept()).toBe(1);
  });

  test('are read anew of other catalogs, and gone once they are dropped', async () => {
    for (let time = 0; time < 2; time += 1) await shown.in(text, catalogs);
    expect(await shown.in(text, [])).toBe(text);
    expect(await kept()).toBe(0);
    const others: QueryCatalog[] = [];
    await shown.in(text, others);
    await connection.run('ALTER TABLE shown.t ADD COLUMN c DATE');
    expect(await rows(await shown.in(text, others))).toHaveLength(3);
    await shown.drop();
    expect(await kept()).toBe(0);
    expect(await shown.in(text, others)).toBe(text);
  });

  test('stay the view where a text may hold other words than it means', async () => {
    for (const hidden of [`${text} -- x`, `/* ${text} */ ${text}`, `SELECT $a$${text}$a$`])
      for (let time = 0; time < 3; time += 1) expect(await shown.in(hidden, catalogs)).toBe(hidden);
  });
});
