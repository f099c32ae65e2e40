import pg from 'pg';
import { expect } from 'vitest';
import { createPostgresDatabase } from '../../postgres.ts';
import type { Json } from '../../service.ts';
import { startRelay } from '../relay.ts';
import { documentedTypes } from '../source-fixture.ts';
import {
  changesBy,
  type Subject,
  stampedTable,
  typeHeadings,
  wrongServerSettings,
} from './subject.ts';

export const postgres: Subject = {
  type: 'postgres',
  server: 'PostgreSQL 18',
  says: { notNull: true, key: true, comments: ['table', 'column'] },
  async start() {
    const documented = documentedTypes(typeHeadings.postgres);
    const database = await createPostgresDatabase();
    const { username, password, pathname, port } = new URL(database.url);
    const relay = await startRelay(Number(port));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const columns = documented.map(({ sourceType }, index) => `c${index} ${sourceType}`);
    await client.query(`CREATE TABLE orders (id int PRIMARY KEY, label text, amount float8);
      COMMENT ON COLUMN orders.label IS 'as it is printed'; COMMENT ON TABLE orders IS 'what was ordered';
      INSERT INTO orders VALUES (1, 'ü', 0.5), (2, NULL, 1.25);
      CREATE SCHEMA "Odd Names"; CREATE TABLE "Odd Names"."Straße ""x""" ("Größe" int, "select" text);
      INSERT INTO "Odd Names"."Straße ""x""" VALUES (7, 'yes');
      CREATE TABLE noted (grid int[][], free inet); COMMENT ON COLUMN noted.free IS 'of the client';
      CREATE TYPE mood AS ENUM ('fine', 'so, so'); CREATE DOMAIN positive AS numeric(10,2);
      CREATE DOMAIN price AS positive CHECK (value > 0); CREATE TYPE pair AS (a integer, b text);
      CREATE TABLE types (${columns.join(', ')});
      INSERT INTO types VALUES (${documented.map(({ value }) => value).join(', ')});
      INSERT INTO types SELECT; ${stampedTable('timestamptz').join('; ')}`);
    const run = async (...sql: string[]) => void (await client.query(sql.join('; ')));
    return {
      config: {
        ...{ host: '127.0.0.1', port: relay.port, user: username, password },
        database: pathname.slice(1),
      },
      secrets: [password],
      wrong: wrongServerSettings,
      schema: 'public',
      orders: 'orders',
      odd: { schema: 'Odd Names', table: 'Straße "x"', row: { Größe: 7, select: 'yes' } },
      types: { schema: 'public', tables: ['types'], documented },
      add: () => run("INSERT INTO orders VALUES (3, 'c', 2)"),
      changes: changesBy(run),
      alter: () => run('ALTER TABLE orders ALTER label TYPE int USING 7'),
      drop: () => run('DROP TABLE orders'),
      breakOff: relay.cut,
      mend: relay.mend,
      own: {
        'says of a column that comes as text why it does, beside its comment': async (source) => {
          const path = `/v1/information_schema?connection_id=${source.connectionId}&table=noted&include_columns=true`;
          const [noted] = (await source.api.get(path)).body.tables;
          const told = noted.columns.map(({ arrow_type, comment }: Json) => [arrow_type, comment]);
          expect(told).toEqual([
            ['Utf8', 'an array of several dimensions: JSON as text'],
            ['Utf8', expect.stringMatching(/^of the client \(.*text/)],
          ]);
          const sql = `SELECT column_comment FROM information_schema.columns
            WHERE table_catalog = 'src' AND table_name = 'noted' AND column_name = 'grid'`;
          expect(await source.rows(sql)).toEqual([[expect.stringContaining('JSON as text')]]);
        },
      },
      async stop() {
        await relay.close();
        await client.end();
        await database.drop();
      },
    };
  },
};
