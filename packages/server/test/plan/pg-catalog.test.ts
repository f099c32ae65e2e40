import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isError } from './differential/answer.ts';
import { HotsqlEngine } from './differential/hotsql-engine.ts';

const tables = `CREATE TABLE people (id INTEGER, "Full Name" VARCHAR, salary DECIMAL(12,2), tags VARCHAR[], seen TIMESTAMP WITH TIME ZONE);
CREATE SCHEMA sales; CREATE TABLE sales.orders (id BIGINT, ok BOOLEAN)`;

/** Queries that clients send on connecting and to fill their trees, verbatim. */
describe('pg_catalog', () => {
  let hotsql: HotsqlEngine;
  const rows = async (sql: string) => {
    const answer = await hotsql.ask(sql);
    if (isError(answer)) throw new Error(answer.message);
    return answer.rows;
  };

  beforeAll(async () => {
    hotsql = await HotsqlEngine.start(tables);
  });
  afterAll(() => hotsql.stop());

  it('lists the tables of the default catalog and nothing of the engine', async () => {
    expect(await rows('SELECT schemaname, tablename FROM pg_tables ORDER BY 1, 2')).toEqual([
      ['main', 'people'],
      ['sales', 'orders'],
    ]);
    const classes = `SELECT n.nspname, c.relname, c.relkind, pg_catalog.pg_get_userbyid(c.relowner), pg_catalog.pg_table_is_visible(c.oid)
      FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'pg_catalog' AND n.nspname !~ '^pg_toast' ORDER BY 1, 2`;
    expect(await rows(classes)).toEqual([
      ['main', 'people', 'r', 'quern', 't'],
      ['sales', 'orders', 'r', 'quern', 'f'],
    ]);
    const schemas = await rows('SELECT nspname FROM pg_namespace ORDER BY 1');
    expect(schemas.flat().join()).not.toMatch(/hotsql|temp|worker/);
    expect(schemas.flat()).toEqual(
      expect.arrayContaining(['main', 'sales', 'pg_catalog', 'information_schema']),
    );
  });

  it('has the views of information_schema that tools join, empty where a catalog has nothing of the kind', async () => {
    const keys = `SELECT t.table_name, k.column_name FROM information_schema.tables t
      LEFT JOIN information_schema.table_constraints c ON c.table_name = t.table_name AND c.constraint_type = 'PRIMARY KEY'
      LEFT JOIN information_schema.key_column_usage k ON k.constraint_name = c.constraint_name ORDER BY 1`;
    expect(await rows(keys)).toEqual([
      ['orders', null],
      ['people', null],
    ]);
    for (const view of [
      'views',
      'routines',
      'sequences',
      'referential_constraints',
      'check_constraints',
    ]) {
      expect(await rows(`SELECT * FROM information_schema.${view}, people`)).toEqual([]);
    }
  });

  it("shows columns with PostgreSQL's types", async () => {
    const columns = `SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), t.typname, a.attnotnull,
        (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef),
        pg_catalog.col_description(a.attrelid, a.attnum)
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
      WHERE a.attrelid = 'people'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;
    expect(await rows(columns)).toEqual([
      ['id', 'integer', 'int4', 'f', null, null],
      ['Full Name', 'text', 'text', 'f', null, null],
      ['salary', 'numeric(12,2)', 'numeric', 'f', null, null],
      ['tags', 'text[]', '_text', 'f', null, null],
      ['seen', 'timestamp with time zone', 'timestamptz', 'f', null, null],
    ]);
  });

  it('knows its oids by name and the names by oid', async () => {
    expect(
      await rows(
        `SELECT 'sales.orders'::regclass, c.oid::regclass::text FROM pg_class c WHERE c.relname = 'people'`,
      ),
    ).toEqual([['sales.orders', 'people']]);
    expect(
      await rows(
        `SELECT to_regclass('nope'), to_regclass('PEOPLE') IS NOT NULL, 'integer'::regtype, 'text[]'::regtype::oid = 1009`,
      ),
    ).toEqual([[null, 't', 'integer', 't']]);
    expect(
      await rows(
        `SELECT pg_typeof(1), pg_typeof('x'::text), pg_typeof(ARRAY[1.5])::text, pg_typeof(now())`,
      ),
    ).toEqual([['integer', 'text', 'numeric[]', 'timestamp with time zone']]);
    await expect(rows(`SELECT 'nope'::regclass`)).rejects.toThrow('nope');
    const [first] = await rows(`SELECT oid FROM pg_class WHERE relname = 'people'`);
    const [again] = await rows(`SELECT 'people'::regclass::oid`);
    expect(again).toEqual(first);
  });

  it('answers what clients ask of a session', async () => {
    expect(
      await rows(
        'SELECT current_database(), current_schema(), current_schema, current_user, session_user',
      ),
    ).toEqual([['default', 'main', 'main', 'quern', 'quern']]);
    expect(
      await rows(
        'SELECT current_schemas(true), current_catalog, pg_catalog.version() LIKE $$PostgreSQL 18%$$',
      ),
    ).toEqual([['{pg_catalog,main}', 'default', 't']]);
    expect(
      await rows(
        `SELECT current_setting('server_version_num')::int >= 180000, current_setting('TimeZone'), current_setting('nope.nope', true)`,
      ),
    ).toEqual([['t', 'UTC', null]]);
    expect(await rows('SHOW standard_conforming_strings')).toEqual([['on']]);
    expect(await rows('SHOW server_version')).toEqual([['18.4']]);
    expect(
      await rows(
        `SELECT has_table_privilege('people', 'SELECT'), has_schema_privilege('main', 'CREATE')`,
      ),
    ).toEqual([['t', 'f']]);
    expect(await rows(`SELECT name FROM pg_settings WHERE name = 'server_version'`)).toEqual([
      ['server_version'],
    ]);
    expect(await rows('SELECT datname, pg_encoding_to_char(encoding) FROM pg_database')).toEqual([
      ['default', 'UTF8'],
    ]);
    expect(await rows('SELECT rolname FROM pg_roles')).toEqual([['quern']]);
  });

  it.each([
    'pg_index',
    'pg_constraint',
    'pg_description',
    'pg_proc',
    'pg_views',
    'pg_indexes',
    'pg_enum',
    'pg_inherits',
    'pg_trigger',
  ])('has nothing in %s', async (name) => {
    expect(await rows(`SELECT count(*) FROM pg_catalog.${name}`)).toEqual([['0']]);
  });

  it('knows its tables by their schema too, as SQLAlchemy writes every column', async () => {
    const columns = `SELECT pg_catalog.pg_class.relname, pg_catalog.pg_attribute.attname, pg_catalog.pg_namespace.nspname
      FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_catalog.pg_namespace.oid = pg_catalog.pg_class.relnamespace
      LEFT OUTER JOIN pg_catalog.pg_attribute ON pg_catalog.pg_class.oid = pg_catalog.pg_attribute.attrelid AND pg_catalog.pg_attribute.attnum > 0
      WHERE pg_catalog.pg_class.relkind = ANY (ARRAY['r', 'p']) AND pg_class.relname = 'orders' ORDER BY pg_catalog.pg_attribute.attnum`;
    expect(await rows(columns)).toEqual([
      ['orders', 'id', 'sales'],
      ['orders', 'ok', 'sales'],
    ]);
    expect(
      await rows(
        `SELECT information_schema.tables.table_name FROM information_schema.tables WHERE tables.table_schema = 'sales'`,
      ),
    ).toEqual([['orders']]);
  });

  it('shows settings, schemas by their oids, and the types of columns under names of PostgreSQL', async () => {
    expect(await rows('SHOW search_path')).toEqual([['main']]);
    expect(await rows('SHOW timezone')).toEqual([['UTC']]);
    expect(await rows('SHOW ALL')).toContainEqual(['TimeZone', 'UTC', null]);
    expect(
      await rows(
        `SELECT relnamespace::regnamespace::text, relowner::regrole FROM pg_class WHERE oid = 'sales.orders'::regclass`,
      ),
    ).toEqual([['sales', 'quern']]);
    expect(
      await rows(`SELECT nspname FROM pg_namespace WHERE oid = 'sales'::regnamespace`),
    ).toEqual([['sales']]);
    expect(
      await rows(
        `SELECT udt_schema, udt_name FROM information_schema.columns WHERE table_name = 'people' ORDER BY ordinal_position`,
      ),
    ).toEqual(
      ['int4', 'text', 'numeric', '_text', 'timestamptz'].map((name) => ['pg_catalog', name]),
    );
    expect(await rows('SELECT relname FROM pg_stat_user_tables ORDER BY 1')).toEqual([
      ['orders'],
      ['people'],
    ]);
  });

  it('refuses what it does not have by name', async () => {
    expect(await hotsql.ask('SELECT * FROM pg_catalog.pg_authid')).toMatchObject({
      message: expect.stringContaining('pg_authid'),
    });
    expect(await hotsql.ask('SELECT pg_read_file($$/etc/passwd$$)')).toMatchObject({
      message: expect.stringContaining('pg_read_file'),
    });
    for (const search of [
      "to_tsvector('english', 'foxes') @@ to_tsquery('english', 'fox')",
      "to_tsvector('foxes')",
      "ts_rank(to_tsvector('a'), to_tsquery('a'))",
      "'a & b'::tsquery",
    ])
      expect(await hotsql.ask(`SELECT ${search}`)).toMatchObject({
        message: expect.stringMatching(/^HotSQL does not support .*; .*bm25_search\(/),
      });
    expect(await hotsql.ask(`SELECT current_setting('data_directory')`)).toMatchObject({
      message: expect.stringContaining('data_directory'),
    });
  });
});
