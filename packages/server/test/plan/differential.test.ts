import { readdirSync, readFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hotsqlFixtures } from '../../src/engine/hotsql-fixtures.ts';
import { makeFixtures } from '../../src/engine/sandbox.ts';
import { loadParser } from '../../src/plan/front-end.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { compareStatement, readStatements } from './compare-engines.ts';

const corpus = new URL('corpus/', import.meta.url);
const areas = readdirSync(corpus).filter(
  (name) => name.endsWith('.sql') && !['tables.sql', 'legitimate.sql'].includes(name),
);

/** Texts are compared by their bytes and case follows Unicode: the built-in locale that HotSQL stands for. */
const oracleDatabase = `create database hotsql_oracle template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`;

describe('HotSQL against PostgreSQL 18', () => {
  let database: PostgresDatabase;
  let admin: pg.Client;
  let postgres: pg.Client;
  let duckdb: DuckDBConnection;

  beforeAll(async () => {
    await loadParser();
    database = await createPostgresDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query('drop database if exists hotsql_oracle with (force)');
    await admin.query(oracleDatabase);
    const url = new URL(database.url);
    url.pathname = 'hotsql_oracle';
    postgres = new pg.Client({ connectionString: url.href });
    await postgres.connect();
    await postgres.query("set timezone to 'UTC'");
    duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    await duckdb.run("SET TimeZone = 'UTC'");
    await makeFixtures(duckdb, hotsqlFixtures);
    const tables = readFileSync(new URL('tables.sql', corpus), 'utf8');
    await postgres.query(tables);
    await duckdb.run(tables);
  });

  afterAll(async () => {
    await postgres?.end();
    await admin?.query('drop database if exists hotsql_oracle with (force)');
    await admin?.end();
    await database?.drop();
  });

  describe.each(areas)('%s', (area) => {
    const statements = readStatements(new URL(area, corpus));

    it.each(statements)('%s', async (sql) => {
      const verdict = await compareStatement(sql, postgres, duckdb);
      expect(verdict, verdict.kind === 'differ' ? verdict.how : '').not.toMatchObject({ kind: 'differ' });
    });
  });

  it('answers nine statements in ten of the corpus rather than refusing them', async () => {
    const all = areas.flatMap((area) => readStatements(new URL(area, corpus)));
    const verdicts = await Promise.all(all.map((sql) => compareStatement(sql, postgres, duckdb)));
    const agreeing = verdicts.filter(({ kind }) => kind === 'agree').length;
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(agreeing / all.length).toBeGreaterThan(0.9);
  });
});
