import { startFakesnow } from '../fakesnow.ts';
import { startRelay } from '../relay.ts';
import { serveTypes } from '../snowflake-values.ts';
import { SnowflakeWire } from '../snowflake-wire.ts';
import { documentedTypes } from '../source-fixture.ts';
import { changesBy, type Subject, stampedTable, typeHeadings } from './subject.ts';

/**
 * fakesnow takes any password and holds some types as others: the types are read from a server that
 * sends them as Snowflake does, and what is wrong with a sign-in is in snowflake-wire.test.ts.
 */
export const snowflake: Subject = {
  type: 'snowflake',
  server: 'fakesnow',
  lane: 'slow',
  says: { notNull: true, key: true, comments: ['table'] },
  async start() {
    const documented = documentedTypes(typeHeadings.snowflake);
    const server = await startFakesnow();
    const relay = await startRelay(Number(new URL(server.origin).port));
    const wire = await new SnowflakeWire().start();
    serveTypes(wire, documented);
    const run = (...statements: string[]) => server.run('SHOP', statements);
    await run(
      'CREATE TABLE orders (id NUMBER(38,0) NOT NULL, label VARCHAR(99), amount FLOAT, PRIMARY KEY (id))',
      "COMMENT ON TABLE orders IS 'what was ordered'",
      "INSERT INTO orders VALUES (1, 'ü', 0.5), (2, NULL, 1.25)",
      ...stampedTable('TIMESTAMP_NTZ'),
      'CREATE SCHEMA "Odd Names"',
      'CREATE TABLE "Odd Names"."Straße ""x""" ("Größe" NUMBER(10,0), "select" VARCHAR(9))',
      'INSERT INTO "Odd Names"."Straße ""x""" VALUES (7, \'yes\')',
    );
    const password = 'a-password-for-snowflake';
    const account = { account: 'acme', user: 'me', password, warehouse: 'wh', database: 'shop' };
    return {
      config: { ...account, host: `http://127.0.0.1:${relay.port}` },
      secrets: [password],
      wrong: [
        ['host', { host: 'http://127.0.0.1:1' }, /127\.0\.0\.1/],
        ['key', { password: undefined, private_key: 'no key' }, /private_key/],
      ],
      schema: 'PUBLIC',
      orders: 'ORDERS',
      odd: { schema: 'Odd Names', table: 'Straße "x"', row: { Größe: 7, select: 'yes' } },
      types: {
        config: { ...account, host: wire.origin },
        ...{ schema: 'PUBLIC', tables: ['T'], documented },
      },
      add: () => run("INSERT INTO orders VALUES (3, 'c', 2)"),
      changes: changesBy(run),
      alter: () =>
        run('ALTER TABLE orders DROP COLUMN label', 'ALTER TABLE orders ADD COLUMN label DATE'),
      drop: () => run('DROP TABLE orders'),
      breakOff: relay.cut,
      mend: relay.mend,
      async stop() {
        await relay.close();
        await wire.stop();
        await server.stop();
      },
    };
  },
};
