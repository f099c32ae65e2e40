import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VisibleCatalogs } from '../../src/plan/types.ts';
import { createTestPlanner, scopeTable, type TestPlanner } from './planner.ts';

/** PostgreSQL's parser would read all of these as `stem`. */
const stem = 's'.repeat(63);
const first = `${stem}_first_${'x'.repeat(58)}`;
const second = `${stem}_second`;
const column = `${'c'.repeat(63)}olumn`;
const other = `${'c'.repeat(63)}_other "quoted" käse`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const tables = { [stem]: 'stem', [first]: 'first', [second]: 'second' };
const scope: VisibleCatalogs = {
  defaultCatalogIndex: 0,
  catalogs: [
    {
      names: ['default'],
      defaultSchema: 'main',
      schemas: [
        {
          name: 'main',
          tables: Object.keys(tables).map((name) =>
            scopeTable(name, { [column]: 'VARCHAR', [other]: 'BIGINT' }),
          ),
        },
      ],
    },
  ],
};

describe('names of more than 63 bytes', () => {
  let planner: TestPlanner;

  beforeAll(async () => {
    planner = await createTestPlanner();
    await planner.connection.run(`ATTACH ':memory:' AS "default"; USE "default"`);
    for (const [name, value] of Object.entries(tables)) {
      const columns = `'${value}' AS ${quoted(column)}, 7::BIGINT AS ${quoted(other)}`;
      await planner.connection.run(`CREATE TABLE ${name} AS SELECT ${columns}`);
    }
  });

  afterAll(() => planner.connection.closeSync());

  async function rows(sql: string): Promise<unknown> {
    const plan = await planner.plan(sql, 'hotsql', scope);
    return (await planner.connection.runAndReadAll(plan.sql)).getRowObjectsJson();
  }

  test.each(Object.entries(tables))(
    'name their own table, never another with the same beginning: %s',
    async (name, value) => {
      const is = [{ [column]: value }];
      expect(await rows(`SELECT ${column} FROM ${name}`)).toEqual(is);
      expect(await rows(`SELECT ${column} FROM ${name.toUpperCase()} -- in capitals`)).toEqual(is);
      expect(
        await rows(
          `SELECT "${column}" FROM "default".main."${name}" WHERE ${name}.${column} = '${value}'`,
        ),
      ).toEqual(is);
      expect((await planner.plan(`SELECT 1 FROM ${name}`, 'hotsql', scope)).tables).toMatchObject([
        { tableId: name },
      ]);
    },
  );

  test('are not found where only their beginning is the name of a table', async () => {
    await expect(rows(`SELECT 1 FROM ${stem}_third`)).rejects.toThrow(`${stem}_third`);
    await expect(rows(`SELECT ${column}_ FROM ${stem}`)).rejects.toThrow();
  });

  test('are columns, aliases and names of CTEs too, whole in the answer', async () => {
    const sql = `WITH ${second}_too AS (SELECT ${quoted(other)} AS ${column}_a, ${column} AS ${column}_b FROM ${first})
      SELECT ${column}_a, ${quoted(`${column}_b`)}, 1 AS ${quoted(other)} FROM ${second}_too AS ${first}_t
      WHERE ${first}_t.${column}_b = 'first'`;
    expect(await rows(sql)).toEqual([
      { [`${column}_a`]: '7', [`${column}_b`]: 'first', [other]: '1' },
    ]);
  });

  test('leave everything else in the text as it is, and where it is', async () => {
    const literal = `it's ${stem}_first "${stem}_x" long_name_0_0`;
    const sql = `SELECT '${literal.replace("'", "''")}' AS long_name_0_0, $$${first}$$ AS b, 1 AS ${first} FROM ${second}`;
    expect(await rows(sql)).toEqual([{ long_name_0_0: literal, b: first, [first]: '1' }]);
    await expect(rows(`SELECT ${column},\n ${column} + FROM ${second}`)).rejects.toThrow(
      /line 2, column 73/,
    );
    await expect(rows(`SELECT 1 FROM ${second} ${first} ${column}`)).rejects.toThrow(
      `near '${column}'`,
    );
  });

  test('are refused with Unicode escapes, and numbers of many digits are no names', async () => {
    await expect(rows(`SELECT 1 FROM U&"${stem}_second"`)).rejects.toThrow('Unicode escapes');
    expect(await rows(`SELECT 0x${'f'.repeat(70)} AS n`)).toEqual([{ n: String(16n ** 70n - 1n) }]);
    expect(await rows(`SELECT 1${'0'.repeat(30)} - 1${'0'.repeat(30)} AS n`)).toEqual([{ n: '0' }]);
  });
});
