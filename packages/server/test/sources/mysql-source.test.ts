/**
 * The MySQL driver through real source workers, on a real MySQL and a real MariaDB: docs/types.md
 * row by row, and what fails.
 */
import type mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DiscoveredTable, SourceConfig } from '../../src/sources/source.ts';
import { eventually } from '../eventually.ts';
import { type Lane, ofThisLane } from '../lane.ts';
import { hasMariaDb, startMariaDb } from '../mariadb.ts';
import { hasMySql, startMySql } from '../mysql.ts';
import type { MySqlServer } from '../mysql-server.ts';
import { documentedTypes, type ReadTable, SourceFixture } from './source-fixture.ts';

interface Kind {
  readonly name: 'MySQL' | 'MariaDB';
  readonly isHere: boolean;
  readonly lane?: Lane;
  readonly start: () => Promise<MySqlServer>;
  readonly ownTypes: ReturnType<typeof documentedTypes>;
  /** Types that the catalogs call `int`. */
  readonly int: string;
  /** A table that is nobody's to read is made beside the others. */
  readonly makeSequence: string;
  /** MySQL makes its own certificate. */
  readonly offersTls: boolean;
}

const kinds: readonly Kind[] = [
  {
    name: 'MySQL',
    lane: 'slow',
    ownTypes: documentedTypes('Types of MySQL alone as a source'),
    ...{ isHere: hasMySql, start: startMySql, int: 'int', makeSequence: '', offersTls: true },
  },
  {
    name: 'MariaDB',
    ownTypes: documentedTypes('Types of MariaDB alone as a source'),
    ...{ isHere: hasMariaDb, start: startMariaDb, int: 'int(11)', offersTls: false },
    makeSequence: 'CREATE SEQUENCE odd.s',
  },
];

type Failure = [changes: Record<string, unknown>, errorClass: string, sentence: string];
const withoutTls: Failure[] = [[{ sslmode: 'require' }, 'tls_not_offered', 'offers no TLS']];

/** Statement for 1 to 280,000 in column `seq`, in any order. */
const numbers = `(SELECT 1 + a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS seq FROM (${digits(28)}) e,
  ${['a', 'b', 'c', 'd'].map((name) => `(${digits(10)}) ${name}`).join(', ')}) numbers`;

function digits(count: number): string {
  return Array.from({ length: count }, (_unused, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
}

describe.each(ofThisLane(kinds))(
  '$name',
  ({ name, isHere, start, ownTypes, int, makeSequence, offersTls }) => {
    describe.skipIf(!isHere)('is read:', () => {
      const documented = [
        ...documentedTypes('Types of MySQL and MariaDB as a source'),
        ...ownTypes,
      ];
      const fixture = new SourceFixture('mysql');
      let server: MySqlServer;
      let client: mysql.Connection;
      let fields: Record<string, string | number>;
      let config: SourceConfig;

      beforeAll(async () => {
        server = await start();
        client = await server.connect();
        await client.query(
          `CREATE DATABASE shop; USE shop; SET time_zone = '+00:00'; SET sql_mode = ''`,
        );
        fields = {
          host: server.host,
          port: server.port,
          database: 'shop',
          user: 'quern',
          password: server.password,
        };
        config = fixture.config(fields);
      }, 120_000);

      afterAll(async () => {
        await fixture.close();
        await client.end();
        await server.stop();
      });

      const read = (table: string, more: object = {}) =>
        fixture.read(config, { schema: 'shop', table, ...more });

      test('rows of a filter and a limit, which leave out no row that a query may want', async () => {
        await client.query(`CREATE TABLE live (id bigint unsigned PRIMARY KEY, \`odd \`\`name\` decimal(10,2), d double, f float,
      day date, at timestamp(6) NULL, label varchar(20), y year, flag tinyint(1))`);
        await client.query(`INSERT INTO live VALUES (1, 1.25, 0.1, 0.1, '2024-01-01', '2024-01-01 00:00:00.000001', 'a', 2024, 1),
      (2, 2.5, 1e300, 0.2, '0000-00-00', '2024-01-02', 'B', 1999, 0), (18446744073709551615, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2)`);
        const ids = async (filter: object, more: object = {}) =>
          (await read('live', { columns: ['id'], filter, ...more })).rows.map(([id]) => id);
        const is = (column: string, low: string | null, high = low) => ({
          ...{ kind: 'range', column, low, high },
        });
        const last = '18446744073709551615';
        const all = ['1', '2', last];
        expect(await ids(is('id', last))).toEqual([last]);
        expect(await ids(is('id', '2', null))).toEqual(['2', last]);
        expect(await ids(is('odd `name', null, '1.3'))).toEqual(['1']);
        expect(await ids(is('d', '0.1'))).toEqual(['1']);
        expect(await ids(is('d', '1e+300'))).toEqual(['2']);
        expect(await ids(is('day', '2024-01-01'))).toEqual(['1']);
        expect(await ids(is('at', '2024-01-01 00:00:00.000001+00'))).toEqual(['1']);
        expect(await ids({ kind: 'null', column: 'd' })).toEqual([last]);
        expect(await ids({ kind: 'not_null', column: 'd' })).toEqual(['1', '2']);
        const parts = [is('id', '1'), is('odd `name', '2.5')];
        expect(await ids({ kind: 'or', parts })).toEqual(['1', '2']);
        expect(await ids({ kind: 'and', parts })).toEqual([]);
        // The query compares types that MySQL compares in its own way, and types without literals
        // in MySQL.
        for (const unsaid of [
          is('f', '0.1'),
          is('y', '24'),
          is('label', 'b'),
          is('flag', 'true'),
          is('day', '0044-03-15 (BC)'),
          is('id', '1; DROP TABLE live'),
          is('none', '1'),
          { kind: 'null', column: 'day' },
          { kind: 'or', parts: [is('id', '1'), is('label', 'a')] },
        ])
          expect(await ids(unsaid)).toEqual(all);
        expect(await ids({ kind: 'and', parts: [is('id', '1'), is('label', 'b')] })).toEqual(['1']);
        expect(await ids(is('id', '1', null), { maxRows: 2 })).toHaveLength(2);
      });

      describe('a column', () => {
        let found: ReadTable;
        let table: DiscoveredTable | undefined;

        beforeAll(async () => {
          const columns = documented.map(({ sourceType }, index) => `c${index} ${sourceType} NULL`);
          await client.query(`CREATE TABLE every (${columns.join(', ')})`);
          await client.query(
            `INSERT INTO every VALUES (${documented.map(({ value }) => value).join(', ')})`,
          );
          await client.query(
            `INSERT INTO every VALUES (${documented.map(() => 'NULL').join(', ')})`,
          );
          [table] = await fixture.discover(config, { table: 'every' });
          found = await read('every');
        }, 60_000);

        test.each(documented.map((row, index) => [row.sourceType, row.value, index, row] as const))(
          '%s with %s is kept as documented',
          (sourceType, _value, index, { type, text }) => {
            expect(found.summary.columns[index]).toMatchObject({ name: `c${index}`, type });
            // An empty cell is a null, but for the text that is empty.
            const expected = text === '' && sourceType !== 'text' ? null : text;
            expect(found.rows.map((row) => row[index])).toEqual([expected, null]);
            const discovered = table?.columns[index];
            if (type !== discovered?.type)
              expect(discovered?.note).toMatch(
                /^(tinyint\(1\)|TIME where all|more than 38 digits: DECIMAL)/,
              );
          },
        );

        test('says what was changed, with counts, and finds JSON behind its check', () => {
          const at = (value: string) => `c${documented.findIndex((row) => row.value === value)}`;
          const noDate = 'zero and partial dates, which are no dates, became null';
          expect(found.summary.warnings).toContainEqual({
            column: at("'0000-00-00'"),
            message: noDate,
            count: 1,
          });
          expect(found.summary.warnings).toContainEqual({
            column: at("'2024-00-15'"),
            message: noDate,
            count: 1,
          });
          expect(found.summary.warnings).toContainEqual({
            column: at("'838:59:59'"),
            message: 'values that are no times of a day made the column an interval, kept as text',
            count: 1,
          });
          expect(found.summary.warnings).toHaveLength(8);
          const json = documented.findIndex(({ sourceType }) => sourceType === 'json');
          expect(table?.columns[json]).toMatchObject({ sourceType: 'json', note: 'JSON as text' });
        });
      });

      test('discovery tells tables, views, names, keys, comments and nullability', async () => {
        await client.query(`CREATE DATABASE odd; CREATE TABLE odd.\`Orders\` (\`Id\` int, \`my-column\` varchar(5) NOT NULL COMMENT 'net',
      \`o\`\`q\` date, PRIMARY KEY (\`my-column\`, \`Id\`)) COMMENT 'what was ordered'; CREATE TABLE odd.orders (a int unsigned);
      INSERT INTO odd.\`Orders\` VALUES (1, 'x', '2024-01-01'); CREATE VIEW odd.v AS SELECT 1 AS one; ${makeSequence}`);
        const odd = fixture.config({ ...fields, database: 'odd' });
        const found = await fixture.discover(odd);
        expect(found.map(({ schema, name, kind }) => [schema, name, kind])).toEqual([
          ['odd', 'Orders', 'table'],
          ['odd', 'orders', 'table'],
          ['odd', 'v', 'view'],
        ]);
        expect(found[0]).toMatchObject({
          primaryKey: ['my-column', 'Id'],
          comment: 'what was ordered',
          columns: [
            { name: 'Id', nullable: false, type: 'INTEGER', sourceType: int },
            { name: 'my-column', nullable: false, comment: 'net' },
            { name: 'o`q', nullable: true, comment: null },
          ],
        });
        expect(await fixture.discover(odd, { table: 'orders' })).toHaveLength(1);
        expect(await fixture.discover(odd, { schema: 'shop' })).toEqual([]);
        const { rows } = await fixture.read(odd, {
          schema: 'odd',
          table: 'Orders',
          columns: ['o`q', 'Id'],
        });
        expect(rows).toEqual([['2024-01-01', '1']]);
      });

      test('many tables are told in parts, each of them whole', async () => {
        const names = Array.from({ length: 510 }, (_unused, index) => `t${index}`).sort();
        const made = names.map(
          (name) => `CREATE TABLE many.${name} (a int PRIMARY KEY, b int, c int) ENGINE = MEMORY`,
        );
        await client.query(`CREATE DATABASE many; ${made.join('; ')}`);
        const many = fixture.config({ ...fields, database: 'many' });
        const parts: DiscoveredTable[][] = [];
        const signal = new AbortController().signal;
        const onTables = (tables: readonly DiscoveredTable[]) => void parts.push([...tables]);
        const options = { signal, deadlineMs: 60_000, onTables };
        await fixture.workers.discover(fixture.target(many), {}, options);
        expect(parts.map(({ length }) => length)).toEqual([500, 10]);
        const found = parts.flat();
        expect(found.map(({ name }) => name)).toEqual(names);
        expect(
          new Set(found.map((table) => JSON.stringify([table.columns.length, table.primaryKey]))),
        ).toEqual(new Set(['[3,["a"]]']));
        await client.query('DROP DATABASE many');
      });

      test.each(['date', 'datetime', 'timestamp'])(
        'rows whose cursor is no date are always read: %s',
        async (type) => {
          const partial = type === 'timestamp' ? '' : ", (6, '2023-00-00'), (7, '2023-05-00')";
          await client.query(`CREATE TABLE undated_${type} (id int PRIMARY KEY, at ${type} NULL, INDEX (at));
        INSERT INTO undated_${type} VALUES (1, '2023-01-01'), (2, '2024-01-01'), (3, '2024-06-01'), (4, NULL),
          (5, '0000-00-00')${partial}`);
          const value = type === 'date' ? '2024-01-01' : '2024-01-01 00:00:00';
          const cursor = { column: 'at', value, isInclusive: true };
          const { rows, summary } = await read(`undated_${type}`, { cursor });
          const ids = rows.map(([id]) => Number(id)).sort((one, other) => one - other);
          expect(ids).toEqual(partial === '' ? [2, 3, 4, 5] : [2, 3, 4, 5, 6, 7]);
          expect(summary.cursor).toMatch(/^2024-06-01/);
        },
      );

      test('views, empty tables, chosen columns and rows over a cursor', async () => {
        await client.query(`CREATE TABLE cursors (id bigint unsigned, at timestamp(6) NULL, label varchar(99));
      CREATE VIEW above AS SELECT id + 1 AS n, label FROM cursors`);
        expect(
          (await read('cursors', { cursor: { column: 'at', value: null } })).summary,
        ).toMatchObject({
          rows: 0,
          cursor: null,
        });
        await client.query(
          `INSERT INTO cursors VALUES (9007199254740993, '2024-01-01 00:00:00.000001', 'a\\\\''b'), (9007199254740994, NULL, 'c')`,
        );
        expect((await read('above')).rows).toEqual([
          ['9007199254740994', "a\\'b"],
          ['9007199254740995', 'c'],
        ]);
        const byTime = await read('cursors', { cursor: { column: 'at', value: null } });
        expect(byTime.summary.cursor).toBe('2024-01-01 00:00:00.000001');
        expect(
          (await read('cursors', { cursor: { column: 'at', value: byTime.summary.cursor } })).rows,
        ).toEqual([]);
        const byId = await read('cursors', { cursor: { column: 'id', value: '9007199254740993' } });
        expect(byId.rows.map(([id]) => id)).toEqual(['9007199254740994']);
        const byText = await read('cursors', {
          cursor: { column: 'label', value: "a\\' OR SLEEP(9) -- " },
        });
        expect(byText.rows.map(([, , label]) => label)).toEqual(["a\\'b", 'c']);
        await expect(
          read('cursors', { cursor: { column: 'id', value: '1 OR 1' } }),
        ).rejects.toMatchObject({
          class: 'configuration',
        });
      });

      test('many rows in several files, a value over 16 MiB, as the table was when the read began', async () => {
        await client.query(
          `DROP TABLE IF EXISTS large; CREATE TABLE large AS SELECT seq AS id, REPEAT(LEFT(SHA2(seq, 256), 32), 20) AS filler FROM ${numbers}`,
        );
        let deleted: Promise<unknown> | undefined;
        // 180 MB, through a worker without the room for all.
        const bounded = new SourceFixture('mysql', { memoryBytes: 220 * 2 ** 20 });
        const reading = bounded.extract(
          config,
          { schema: 'shop', table: 'large' },
          {
            onProgress: () => {
              deleted ??= client.query('DELETE FROM large WHERE id % 2 = 0');
            },
          },
        );
        const summary = await reading.finally(() => bounded.close());
        await deleted;
        expect(summary.rows).toBe(280_000);
        expect(summary.files.length).toBeGreaterThan(1);
        await client.query(`SET GLOBAL max_allowed_packet = 67108864`);
        const other = await server.connect('shop');
        await other.query(
          `CREATE TABLE long_values (id int, v longtext); INSERT INTO long_values VALUES (1, REPEAT('x', 33554500)), (2, 'short')`,
        );
        await other.end();
        const { rows } = await read('long_values');
        expect(rows.map(([id, text]) => [id, text?.length])).toEqual([
          ['1', 33_554_500],
          ['2', 5],
        ]);
      });

      test.each([
        ['dropped', 'DROP TABLE held'],
        ['renamed', 'RENAME TABLE held TO held_elsewhere'],
        ['given other columns', 'ALTER TABLE held DROP COLUMN filler'],
      ])('a table that is %s while it is read is read whole first', async (_what, change) => {
        await client.query(`DROP TABLE IF EXISTS held, held_elsewhere; CREATE TABLE held AS
      SELECT seq AS id, REPEAT(LEFT(SHA2(seq, 256), 32), 12) AS filler FROM ${numbers}`);
        let changed: Promise<unknown> | undefined;
        const onProgress = () => {
          changed ??= client.query(change);
        };
        const summary = await fixture.extract(
          config,
          { schema: 'shop', table: 'held' },
          { onProgress },
        );
        expect([summary.rows, summary.columns.length, changed !== undefined]).toEqual([
          ...[280_000, 2, true],
        ]);
        await changed;
        const next = fixture.extract(config, {
          schema: 'shop',
          table: 'held',
          columns: ['filler'],
        });
        await expect(next).rejects.toMatchObject({ class: 'not_found' });
      });

      test.each<Failure>([
        [{ password: 'wrong-secret' }, 'authentication', "does not let user 'quern' in"],
        [{ password: undefined }, 'authentication', "does not let user 'quern' in"],
        [{ user: 'nobody_here' }, 'authentication', "does not let user 'nobody_here' in"],
        [{ database: 'no_such' }, 'database_missing', "has no database 'no_such'"],
        [{ port: 1 }, 'unreachable', "Cannot connect to '127.0.0.1' on port 1"],
        [{ host: '169.254.169.254' }, 'address_refused', "Cannot connect to '169.254.169.254'"],
        ...(offersTls ? [] : withoutTls),
        [{ sslmode: 'verify-full' }, 'configuration', "needs the server's name in 'host'"],
      ])('a failure of %j is told by class and sentence', async (changes, errorClass, sentence) => {
        const error = await fixture
          .check(fixture.config({ ...fields, ...changes }))
          .catch((thrown) => thrown);
        expect(error).toMatchObject({
          class: errorClass,
          message: expect.stringContaining(sentence),
        });
        expect(error.message).not.toContain('wrong-secret');
      });

      if (name === 'MySQL')
        test('vectors that rows never had, of a column that was added later, are empty', async () => {
          await client.query(`CREATE TABLE grown (id int); INSERT INTO grown VALUES (1);
          ALTER TABLE grown ADD v vector(2) NOT NULL;
          INSERT INTO grown VALUES (2, string_to_vector('[1,-0.5]'))`);
          const { rows } = await read('grown');
          expect(rows).toEqual([
            ['1', '[]'],
            ['2', '[1.0, -0.5]'],
          ]);
        });

      if (name === 'MySQL')
        test.each([
          [
            'without TLS, under a key that it may be asked for',
            'disable',
            { get_server_public_key: true },
          ],
          ['with TLS', 'require', {}],
        ])(
          'a password that the server has not seen yet (caching_sha2_password) is told it %s',
          async (_how, sslmode, more) => {
            const user = `new_${sslmode}`;
            await client.query(`CREATE USER ${user}@'%' IDENTIFIED WITH caching_sha2_password BY 'new-secret';
          GRANT SELECT ON shop.* TO ${user}@'%'`);
            const of = (password: string) =>
              fixture.check(fixture.config({ ...fields, user, password, sslmode, ...more }));
            await expect(of('wrong-secret')).rejects.toMatchObject({ class: 'authentication' });
            expect(await of('new-secret')).toEqual({ version: expect.stringMatching(/^MySQL \d/) });
            // Answered from the server's cache, without a password.
            const plain = fixture.config({ ...fields, user, password: 'new-secret', sslmode });
            expect(await fixture.check(plain)).toBeDefined();
          },
        );

      test('what is gone or may not be read is named', async () => {
        await expect(read('gone')).rejects.toMatchObject({
          class: 'not_found',
          message: expect.stringMatching(/^Table 'shop\.gone' is not in database 'shop'/),
        });
        await client.query(`CREATE TABLE guarded (a int); CREATE TABLE open_one (a int);
      CREATE USER reader@'%' IDENTIFIED BY 'reader'; GRANT SELECT ON shop.open_one TO reader@'%'`);
        const reader = fixture.config({ ...fields, user: 'reader', password: 'reader' });
        expect((await fixture.discover(reader)).map(({ name }) => name)).toEqual(['open_one']);
        await expect(
          fixture.read(reader, { schema: 'shop', table: 'guarded' }),
        ).rejects.toMatchObject({
          class: 'permission',
        });
      });

      test('what is wrong with a view is told, and no value of a row', async () => {
        await client.query(`CREATE TABLE told (a int); INSERT INTO told VALUES (1);
        CREATE USER passing@'%' IDENTIFIED BY 'x'; GRANT SELECT ON shop.* TO passing@'%';
        CREATE DEFINER = passing@'%' SQL SECURITY DEFINER VIEW of_gone AS SELECT a FROM told; DROP USER passing@'%';
        CREATE TABLE passing (a int); CREATE VIEW of_passing AS SELECT a FROM passing; DROP TABLE passing;
        CREATE VIEW overflows AS SELECT a * 18446744073709551615 * 18446744073709551615 * 10 AS x, CAST(a AS UNSIGNED) - 2 AS y FROM told`);
        await expect(read('of_gone')).rejects.toMatchObject({
          class: 'table_failed',
          message: expect.stringMatching(/^Table 'shop\.of_gone': .*definer/),
        });
        await expect(read('of_passing')).rejects.toMatchObject({
          class: expect.stringMatching(/^(table_failed|not_found)$/),
          message: expect.stringMatching(/of_passing/),
        });
        await expect(read('overflows')).rejects.toMatchObject({
          class: 'table_failed',
          message: expect.stringMatching(
            /error of its own, 1690, SQLSTATE 22003: .*mend it there$/,
          ),
        });
      });

      test('a read that nobody waits for is killed at the source, and one that the source kills says so', async () => {
        // A separate server: the test looks at open sessions, and a repeated test needs a fresh
        // one.
        const watcher = await server.connect();
        await watcher.query('CREATE OR REPLACE VIEW shop.sleeps AS SELECT SLEEP(600) AS s');
        const running = async (): Promise<number[]> => {
          const [rows] = await watcher.query(
            `SELECT id FROM information_schema.processlist WHERE command = 'Execute' AND info LIKE '%sleeps%' AND id <> CONNECTION_ID()`,
          );
          return (rows as { id: number }[]).map(({ id }) => id);
        };
        const controller = new AbortController();
        const cancelled = fixture.extract(
          config,
          { schema: 'shop', table: 'sleeps' },
          { signal: controller.signal },
        );
        await eventually(async () => expect(await running()).toHaveLength(1));
        controller.abort();
        await expect(cancelled).rejects.toMatchObject({ class: 'cancelled' });
        await eventually(async () => expect(await running()).toEqual([]));
        const killed = fixture.extract(config, { schema: 'shop', table: 'sleeps' });
        const [id] = await eventually(async () => {
          const ids = await running();
          expect(ids).toHaveLength(1);
          return ids;
        });
        const lost = expect(killed).rejects.toMatchObject({
          class: 'unreachable',
          retryable: true,
        });
        await watcher.query(`KILL ${id}`);
        await lost;
        expect(await fixture.check(config)).toEqual({
          version: expect.stringMatching(new RegExp(`^${name} \\d`)),
        });
        await watcher.end();
      });
    });
  },
);
