import type mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { hasMariaDb, startMariaDb } from '../../mariadb.ts';
import type { MySqlServer } from '../../mysql-server.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';
import { attachSource } from '../attach-source.ts';
import { askerOf, expectLiveLimits } from './live-reads.ts';

/** Tables of a real MariaDB, read live by queries. */
describe.skipIf(!hasMariaDb)('a table of MariaDB that is read live', () => {
  let service: RunningService;
  let api: Api;
  let server: MySqlServer;
  let client: mysql.Connection;
  let connection: string;
  let database: string;

  beforeAll(async () => {
    [service, server] = await Promise.all([
      startService({ env: { QUERN_LIVE_ROWS: '1000', QUERN_LIVE_TIMEOUT: '5' } }),
      startMariaDb(),
    ]);
    api = service.api();
    client = await server.connect();
    await client.query(`CREATE DATABASE shop; USE shop; SET time_zone = '+00:00';
      CREATE TABLE events (id bigint unsigned PRIMARY KEY, at timestamp(6) NULL, taken datetime, day date, amount decimal(10,2), ratio double,
        small smallint, label varchar(20) COLLATE utf8mb4_general_ci, flag tinyint(1), \`Odd \`\`"name\` int);
      INSERT INTO events SELECT seq, TIMESTAMP'2024-01-01 00:00:00' + INTERVAL seq MINUTE, TIMESTAMP'2024-01-01 00:00:00' + INTERVAL seq MINUTE,
        DATE'2024-01-01' + INTERVAL seq DIV 1440 DAY, seq / 4, seq / 3, seq % 100, CONCAT('l', seq), seq % 2 = 0, seq FROM seq_1_to_20000;
      INSERT INTO events (id) VALUES (18446744073709551615);
      CREATE VIEW slow AS SELECT 1 AS a, SLEEP(30) AS b;
      CREATE VIEW partly AS SELECT id, CAST(id AS int) + SLEEP(30) AS asleep FROM events`);
    const { host, port, password } = server;
    const config = { host, port, password, user: 'quern', database: 'shop', live: true };
    ({ connection, database } = await attachSource(api, 'mysql', config));
    await api.loadCsv(database, 'names', 'id,name\n5,five\n7,seven\n');
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await service?.dispose();
    await server?.stop();
  });

  const ask = (sql: string) => askerOf(api, database)(sql);

  // Were a condition not told to the source, more rows than are allowed would come.
  test.each([
    ['id = 5', [[5]]],
    ['id IN (5, 7, 99999)', [[5], [7]]],
    ["at >= TIMESTAMPTZ '2024-01-14 21:20:00+00'", [[20000]]],
    ["taken >= TIMESTAMP '2024-01-14 21:20:00'", [[20000]]],
    ["day = DATE '2024-01-14' AND id > 19998 AND id < 30000", [[19999], [20000]]],
    ['amount BETWEEN 1.25 AND 1.5', [[5], [6]]],
    ['ratio < 1', [[1], [2]]],
    ['small = 99 AND flag = false AND id < 300', [[99], [199], [299]]],
    ['id = 5 OR amount = 2', [[5], [8]]],
    // MariaDB's collation would find L5, another text in HotSQL.
    ["id < 300 AND label = 'L5'", []],
    ["id < 300 AND label = 'l5'", [[5]]],
    ['id < 10 AND "Odd `""name" > 8', [[9]]],
    ['ratio IS NULL AND id > 20000', [['18446744073709551615']]],
  ])('is asked for the rows where %s', async (condition, expected) => {
    const sql = `SELECT id::text AS shown FROM src.shop.events WHERE ${condition} ORDER BY id`;
    const { rows } = await ask(sql);
    expect(rows).toEqual(expected.map(([id]) => [String(id)]));
  });

  test('is asked for the columns that are named, each time anew', async () => {
    const sql = `SELECT e.id, n.name, e.amount FROM src.shop.events e JOIN names n ON n.id = e.id
      WHERE e.id BETWEEN 1 AND 10 ORDER BY 1`;
    expect((await ask(sql)).rows).toEqual([
      [5, 'five', 1.25],
      [7, 'seven', 1.75],
    ]);
    // The other column would sleep.
    expect((await ask('SELECT id FROM src.shop.partly WHERE id = 4')).rows).toEqual([[4]]);
    await client.query("UPDATE events SET label = 'changed' WHERE id = 4");
    const labels = 'SELECT label FROM src.shop.events WHERE id = 4';
    expect((await ask(labels)).rows).toEqual([['changed']]);
    const listed = await api.get(`/v1/information_schema?connection_id=${connection}`);
    expect(listed.body.tables.map(({ state, synced }: Json) => [state, synced])).toEqual(
      listed.body.tables.map(() => ['live', false]),
    );
  });

  test('is not read beyond its limits of rows and time, and what reads too long is ended there', async () => {
    await expectLiveLimits(api, database, 'shop');
    await eventually(async () => {
      const [running] = await client.query(
        "SELECT id FROM information_schema.processlist WHERE info LIKE '%slow%' AND id <> CONNECTION_ID()",
      );
      expect(running).toEqual([]);
    }, 10_000);
  }, 30_000);
});
