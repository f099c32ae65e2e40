/** A PostgreSQL behind a pooler with fewer connections than sessions. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../pgbouncer.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { SourceFixture } from './source-fixture.ts';

/** 75 MB: large enough for three sessions. */
const rows = 170_000;

describe.skipIf(!hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  const fixture = new SourceFixture('postgres');
  let database: PostgresDatabase;
  let client: pg.Client;
  const poolers: Pooler[] = [];

  beforeAll(async () => {
    database = await createPostgresDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `CREATE TABLE large AS SELECT i AS id, repeat(md5(i::text), 12) AS filler FROM generate_series(1, ${rows}) i`,
    );
  }, 300_000);
  afterAll(async () => {
    await fixture.close();
    for (const pooler of poolers) await pooler.stop();
    await client?.end();
    await database?.drop();
  });

  const configOf = async (connections: number) => {
    const pooler = await startPgBouncer(database.url, connections);
    poolers.push(pooler);
    const { username: user, password, pathname } = new URL(database.url);
    const fields = { host: '127.0.0.1', port: pooler.port, user, password };
    return fixture.config({ ...fields, database: pathname.slice(1), sslmode: 'disable' });
  };
  const isReadWhole = async (config: Awaited<ReturnType<typeof configOf>>) => {
    const request = { schema: 'public', table: 'large' };
    // PgBouncer itself gives up a waiting session after 120 s.
    const { rows: read } = await fixture.extract(config, request, { deadlineMs: 60_000 });
    expect(read).toBe(rows);
  };

  test.each([1, 2])(
    'a large table is read whole over %i connections of the server',
    async (connections) => {
      const config = await configOf(connections);
      expect((await fixture.discover(config)).map(({ name }) => name)).toEqual(['large']);
      await isReadWhole(config);
      // Nobody is left behind who waits, or holds a transaction open.
      const { rows: left } = await client.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
      );
      expect(left).toEqual([{ n: 0 }]);
      await isReadWhole(config);
    },
    180_000,
  );

  test('sessions of others that hold connections open make it slower, and not hang', async () => {
    const config = await configOf(3);
    const { host, port, user, database: name } = config;
    const others = await Promise.all(
      [1, 2].map(async () => {
        const other = new pg.Client({ host, port, user, database: name } as pg.ClientConfig);
        await other.connect();
        await other.query('BEGIN');
        return other;
      }),
    );
    try {
      await isReadWhole(config);
    } finally {
      await Promise.all(others.map((other) => other.end()));
    }
  }, 180_000);
});
