import { expect } from 'vitest';
import { hasMariaDb, startMariaDb } from '../../mariadb.ts';
import { hasMySql, startMySql } from '../../mysql.ts';
import type { MySqlServer } from '../../mysql-server.ts';
import { startRelay } from '../relay.ts';
import { documentedTypes } from '../source-fixture.ts';
import {
  changesBy,
  type Subject,
  stampedTable,
  typeHeadings,
  withNulls,
  wrongServerSettings,
} from './subject.ts';

export const mysql: Subject = {
  ...of('mysqlAlone', startMySql),
  server: 'MySQL (mysql-server-core)',
  lane: 'slow',
  isHere: hasMySql,
};

export const mariadb: Subject = {
  ...of('mariadbAlone', startMariaDb),
  server: 'MariaDB (mariadb-server-core)',
  isHere: hasMariaDb,
};

function of(
  ownTypes: 'mysqlAlone' | 'mariadbAlone',
  startServer: () => Promise<MySqlServer>,
): Omit<Subject, 'server'> {
  return {
    type: 'mysql',
    ownTypes,
    says: { notNull: true, key: true, comments: ['table', 'column'] },
    async start() {
      const documented = [typeHeadings.mysql, typeHeadings[ownTypes]].flatMap(documentedTypes);
      const server = await startServer();
      const relay = await startRelay(server.port);
      const client = await server.connect();
      const run = async (...sql: string[]) => void (await client.query(sql.join('; ')));
      await run(`CREATE DATABASE shop; USE shop; SET time_zone = '+00:00'; SET sql_mode = '';
      CREATE TABLE orders (id int PRIMARY KEY, label varchar(99) COMMENT 'as it is printed', amount double) COMMENT 'what was ordered';
      INSERT INTO orders VALUES (1, 'ü', 0.5), (2, NULL, 1.25);
      CREATE TABLE \`Straße "x"\` (\`Größe\` int, \`select\` text); INSERT INTO \`Straße "x"\` VALUES (7, 'yes');
      ${stampedTable('timestamp(6)').join('; ')};
      CREATE TABLE live_orders (id bigint unsigned, paid tinyint(1), amount decimal(10,2));
      INSERT INTO live_orders VALUES (18446744073709551615, 1, 0.01), (7, NULL, 7.5)`);
      const columns = documented.map(({ sourceType }, index) => `c${index} ${sourceType} NULL`);
      await run(`CREATE TABLE types (${columns.join(', ')})`);
      await run(`INSERT INTO types VALUES (${documented.map(({ value }) => value).join(', ')})`);
      await run(`INSERT INTO types VALUES (${documented.map(() => 'NULL').join(', ')})`);
      return {
        config: {
          ...{ host: '127.0.0.1', port: relay.port, user: 'quern', password: server.password },
          database: 'shop',
        },
        secrets: [server.password],
        wrong: wrongServerSettings,
        schema: 'shop',
        orders: 'orders',
        odd: { schema: 'shop', table: 'Straße "x"', row: { Größe: 7, select: 'yes' } },
        types: { schema: 'shop', tables: ['types'], documented: withNulls(documented, 'text') },
        add: () => run("INSERT INTO orders VALUES (3, 'c', 2)"),
        changes: changesBy(run),
        alter: () => run('UPDATE orders SET label = 7; ALTER TABLE orders MODIFY label int'),
        drop: () => run('DROP TABLE orders'),
        breakOff: relay.cut,
        mend: relay.mend,
        async stop() {
          await relay.close();
          await client.end();
          await server.stop();
        },
        own: {
          'is read live, and a value of another kind is refused there': async ({
            api,
            connectionId,
            databaseId,
            rows,
          }) => {
            const path = `/v1/connections/${connectionId}/tables/shop/live_orders/refresh`;
            expect((await api.request('PUT', path, { mode: 'live' })).status).toBe(200);
            const amounts = 'SELECT amount FROM src.shop.live_orders WHERE id IN (7, 9)';
            expect(await rows(amounts)).toEqual([[7.5]]);
            await run('INSERT INTO live_orders (id, amount) VALUES (9, 9.5)');
            expect(await rows(`${amounts} ORDER BY 1`)).toEqual([[7.5], [9.5]]);
            expect(await rows('SELECT max(id)::text FROM src.shop.live_orders')).toEqual([
              ['18446744073709551615'],
            ]);
            await run('INSERT INTO live_orders (id, paid) VALUES (8, 2)');
            const sql = 'SELECT paid FROM src.shop.live_orders WHERE id = 8';
            const refused = await api.query(databaseId, sql);
            expect([refused.status, refused.body.error?.message]).toEqual([
              400,
              expect.stringContaining(
                "Column 'paid' of table 'src.shop.live_orders', which is read live",
              ),
            ]);
          },
        },
      };
    },
  };
}
