/**
 * The PostgreSQL driver through real source workers, on a real server: what is found, read and said
 * when it fails.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceConfig } from '../../src/sources/source.ts';
import type { SourceError } from '../../src/sources/source-error.ts';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { SourceFixture } from './source-fixture.ts';

const fixture = new SourceFixture('postgres');
let database: PostgresDatabase;
let client: pg.Client;
let config: SourceConfig;
let fields: { host: string; port: number; user: string; password: string; database: string };

beforeAll(async () => {
  database = await createPostgresDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const url = new URL(database.url);
  fields = {
    host: url.hostname,
    port: Number(url.port),
    user: url.username,
    password: url.password,
    database: url.pathname.slice(1),
  };
  config = fixture.config(fields);
}, 60_000);

afterAll(async () => {
  await fixture.close();
  await client.end();
  await database.drop();
});

describe('discovery', () => {
  test('tells tables, views, names as they are, keys, comments, nullability and estimates', async () => {
    await client.query(`CREATE SCHEMA "Odd Schema"; CREATE TABLE "Odd Schema"."Orders" (
        "Id" integer, "my-column" text NOT NULL, "order" date, "ü" numeric(8,2), PRIMARY KEY ("order", "Id"));
      CREATE TABLE "Odd Schema".orders (a integer);
      COMMENT ON TABLE "Odd Schema"."Orders" IS 'what was ordered'; COMMENT ON COLUMN "Odd Schema"."Orders"."ü" IS 'net';
      INSERT INTO "Odd Schema"."Orders" SELECT i, 'x', '2024-01-01' FROM generate_series(1, 500) i;
      CREATE VIEW "Odd Schema".v AS SELECT "Id" AS i FROM "Odd Schema"."Orders";
      CREATE MATERIALIZED VIEW "Odd Schema".m AS SELECT 1 AS one; CREATE TABLE "Odd Schema".empty ();
      CREATE TABLE "Odd Schema".parts (a integer, d date) PARTITION BY RANGE (d);
      CREATE TABLE "Odd Schema".parts_1 PARTITION OF "Odd Schema".parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      ANALYZE "Odd Schema"."Orders"; ALTER TABLE "Odd Schema"."Orders" ADD gone int; ALTER TABLE "Odd Schema"."Orders" DROP COLUMN gone`);
    const found = await fixture.discover(config, { schema: 'Odd Schema' });
    expect(found.map(({ name, kind, columns }) => [name, kind, columns.length])).toEqual([
      ['Orders', 'table', 4],
      ['empty', 'table', 0],
      ['m', 'view', 1],
      ['orders', 'table', 1],
      ['parts', 'table', 2],
      ['parts_1', 'table', 2],
      ['v', 'view', 1],
    ]);
    expect(found[0]).toMatchObject({
      schema: 'Odd Schema',
      primaryKey: ['order', 'Id'],
      comment: 'what was ordered',
      rowEstimate: 500,
      columns: [
        {
          name: 'Id',
          sourceType: 'integer',
          type: 'INTEGER',
          nullable: false,
          comment: null,
          note: null,
        },
        { name: 'my-column', nullable: false },
        { name: 'order', nullable: false },
        {
          name: 'ü',
          sourceType: 'numeric(8,2)',
          type: 'DECIMAL(8,2)',
          nullable: true,
          comment: 'net',
        },
      ],
    });
    expect(found[3]).toMatchObject({ rowEstimate: null, primaryKey: [] });
    expect(await fixture.discover(config, { schema: 'Odd Schema', table: 'orders' })).toHaveLength(
      1,
    );
    expect(await fixture.discover(config, { schema: 'nowhere' })).toEqual([]);
  });

  test('tells only what the user may read', async () => {
    const role = `reader_${Math.random().toString(36).slice(2)}`;
    await client.query(`CREATE SCHEMA guarded; CREATE TABLE guarded.open (a int, b int); CREATE TABLE guarded.shut (a int);
      CREATE TABLE guarded.half (a int, b int, PRIMARY KEY (b, a)); INSERT INTO guarded.half VALUES (1, 2);
      CREATE SCHEMA closed; CREATE TABLE closed.t (a int);
      CREATE ROLE ${role} LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA guarded TO ${role};
      GRANT SELECT ON guarded.open TO ${role}; GRANT SELECT (b) ON guarded.half TO ${role}; GRANT SELECT ON closed.t TO ${role}`);
    try {
      const reader = fixture.config({ ...fields, user: role, password: 'reader' });
      const found = (await fixture.discover(reader)).filter(
        ({ schema }) => schema === 'guarded' || schema === 'closed',
      );
      expect(
        found.map(({ name, columns, primaryKey }) => [
          name,
          columns.map((column) => column.name),
          primaryKey,
        ]),
      ).toEqual([
        ['half', ['b'], []],
        ['open', ['a', 'b'], []],
      ]);
      expect((await fixture.read(reader, { schema: 'guarded', table: 'half' })).rows).toEqual([
        ['2'],
      ]);
      await expect(
        fixture.read(reader, { schema: 'guarded', table: 'shut' }),
      ).rejects.toMatchObject({
        class: 'permission',
        message: expect.stringContaining(`User '${role}' may not read this`),
      });
    } finally {
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  test('comes in parts, each table whole, the next when one is dealt with', async () => {
    await client.query(`CREATE SCHEMA many; DO $$ BEGIN FOR i IN 1..90 LOOP EXECUTE format(
      'CREATE TABLE many.t%s (%s)', i, (SELECT string_agg(format('c%s int', n), ',') FROM generate_series(1, 150) n)); END LOOP; END $$`);
    const parts: number[] = [];
    const found = new Map<string, number>();
    let [taking, mostTaking] = [0, 0];
    await fixture.workers.discover(
      fixture.target(config),
      { schema: 'many' },
      {
        signal: new AbortController().signal,
        deadlineMs: 60_000,
        onTables: async (tables) => {
          taking += 1;
          mostTaking = Math.max(mostTaking, taking);
          await new Promise((resolve) => setImmediate(resolve));
          taking -= 1;
          parts.push(tables.length);
          for (const { name, columns } of tables) found.set(name, columns.length);
        },
      },
    );
    expect(parts.length).toBeGreaterThan(1);
    // The next part is sent after this part is handled.
    expect(mostTaking).toBe(1);
    expect(found.size).toBe(90);
    expect(new Set(found.values())).toEqual(new Set([150]));
    await client.query('DROP SCHEMA many CASCADE');
  });
});

describe('reading', () => {
  test('a table, a view, a materialized view, a partitioned table, chosen columns and none', async () => {
    await client.query(`CREATE SCHEMA r; CREATE TABLE r.parts (a integer, d date) PARTITION BY RANGE (d);
      CREATE TABLE r.parts_1 PARTITION OF r.parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE TABLE r.parts_2 PARTITION OF r.parts FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
      INSERT INTO r.parts VALUES (1, '2024-05-05'), (2, '2025-05-05'); CREATE VIEW r.v AS SELECT a * 10 AS ten, 'x' AS x FROM r.parts;
      CREATE MATERIALIZED VIEW r.m AS SELECT count(*) AS n FROM r.parts; CREATE TABLE r.nothing (a int, b text)`);
    const rows = async (table: string, columns?: string[]) =>
      (
        await fixture.read(config, { schema: 'r', table, ...(columns ? { columns } : {}) })
      ).rows.toSorted();
    expect(await rows('parts')).toEqual([
      ['1', '2024-05-05'],
      ['2', '2025-05-05'],
    ]);
    expect(await rows('parts', ['d'])).toEqual([['2024-05-05'], ['2025-05-05']]);
    expect(await rows('v', ['x', 'ten'])).toEqual([
      ['x', '10'],
      ['x', '20'],
    ]);
    expect(await rows('m')).toEqual([['2']]);
    const { summary } = await fixture.read(config, { schema: 'r', table: 'nothing' });
    expect(summary).toMatchObject({ rows: 0, files: [{ rows: 0 }], warnings: [], cursor: null });
  });

  test('rows over a cursor, and where it stands then', async () => {
    await client.query(`CREATE TABLE cursors (id bigint, at timestamptz, label text)`);
    const first = await fixture.read(config, {
      schema: 'public',
      table: 'cursors',
      cursor: { column: 'at', value: null },
    });
    expect(first.summary).toMatchObject({ rows: 0, cursor: null });
    await client.query(
      `INSERT INTO cursors VALUES (1, '2024-01-01 00:00+00', 'a'), (2, '2024-01-02 00:00:00.000001+00', 'b'), (3, NULL, 'c')`,
    );
    const all = await fixture.read(config, {
      schema: 'public',
      table: 'cursors',
      cursor: { column: 'at', value: null },
    });
    expect(all.summary).toMatchObject({ rows: 3, cursor: '2024-01-02 00:00:00.000001+00' });
    await client.query(
      `INSERT INTO cursors VALUES (4, '2024-01-03 00:00+00', 'd''; DROP TABLE cursors; --')`,
    );
    const next = await fixture.read(config, {
      schema: 'public',
      table: 'cursors',
      cursor: { column: 'at', value: all.summary.cursor },
    });
    expect(next.rows.map(([id]) => id)).toEqual(['4']);
    expect(next.summary.cursor).toBe('2024-01-03 00:00:00+00');
    const byText = { column: 'label', value: "c'; SELECT pg_sleep(9); --" };
    expect(
      (await fixture.read(config, { schema: 'public', table: 'cursors', cursor: byText })).rows,
    ).toHaveLength(1);
  });

  test('many rows, in several files, with progress, as the table was when the read began', async () => {
    await client.query(
      `CREATE TABLE large AS SELECT i AS id, repeat(md5(i::text), 12) AS filler FROM generate_series(1, 280000) i`,
    );
    const before = new SourceFixture('postgres');
    const progress: number[] = [];
    const files: string[] = [];
    let deleted: Promise<unknown> | undefined;
    try {
      const extraction = before.extract(
        config,
        { schema: 'public', table: 'large' },
        {
          onProgress: ({ rows, file }) => {
            progress.push(rows);
            if (file) files.push(file.name);
            // Rows move to pages of other sessions; exclusive users of the table wait for the read.
            deleted ??= client
              .query("UPDATE large SET filler = filler || '!' WHERE id % 2 = 0")
              .then(() => client.query('ALTER TABLE large DROP COLUMN filler; TRUNCATE large'));
          },
        },
      );
      const summary = await extraction;
      await deleted;
      const engine = await (await DuckDBInstance.create(':memory:')).connect();
      const told = await engine.runAndReadAll(
        `SELECT count(DISTINCT id)::INT, count(*) FILTER (filler LIKE '%!')::INT FROM '${extraction.folder}/*.parquet'`,
      );
      engine.closeSync();
      expect(told.getRowsJson()).toEqual([[280_000, 0]]);
      expect(summary.rows).toBe(280_000);
      expect(summary.files.map(({ name }) => name)).toEqual([
        'part-00001.parquet',
        'part-00002.parquet',
      ]);
      expect(summary.files.reduce((sum, { rows }) => sum + rows, 0)).toBe(280_000);
      expect(files).toContain('part-00001.parquet');
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    } finally {
      await before.close();
      await client.query('DROP TABLE large');
    }
  });

  test('many rows by one session, where one is allowed, or the table has heirs; the end of another ends all', async () => {
    await client.query(`CREATE TABLE wide AS SELECT i AS id, repeat(md5(i::text), 12) AS filler
      FROM generate_series(1, 170000) i; CREATE TABLE heir () INHERITS (wide); INSERT INTO heir VALUES (-1, 'heir')`);
    const sessions = async (): Promise<number[]> => {
      const { rows } = await client.query(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'quern' AND datname = current_database()",
      );
      return rows.map(({ pid }) => pid);
    };
    const read = (more: object) =>
      fixture.extract(fixture.config({ ...fields, ...more }), { schema: 'public', table: 'wide' });
    const mostSessions = async (more: object) => {
      let most = 0;
      let isRead = false;
      const reading = read(more).finally(() => {
        isRead = true;
      });
      while (!isRead) most = Math.max(most, (await sessions()).length);
      return [(await reading).rows, most];
    };
    try {
      expect(await mostSessions({})).toEqual([170_001, 1]);
      await client.query('DROP TABLE heir');
      expect(await mostSessions({ read_connections: 1 })).toEqual([170_000, 1]);
      expect(await mostSessions({})).toEqual([170_000, 3]);
      const reading = read({});
      reading.catch(() => {});
      await eventually(async () => expect(await sessions()).toHaveLength(3));
      await client.query('SELECT pg_terminate_backend($1)', [Math.max(...(await sessions()))]);
      await expect(reading).rejects.toMatchObject({ class: 'unreachable', retryable: true });
      await eventually(async () => expect(await sessions()).toEqual([]));
    } finally {
      await client.query('DROP TABLE wide CASCADE');
    }
  });

  test('a value of many megabytes', async () => {
    await client.query(
      `CREATE TABLE long AS SELECT 1 AS id, repeat('x', 30000000) AS v UNION ALL SELECT 2, 'short'`,
    );
    const { rows } = await fixture.read(config, { schema: 'public', table: 'long' });
    expect(rows.map(([id, text]) => [id, text?.length])).toEqual([
      ['1', 30_000_000],
      ['2', 5],
    ]);
  });

  test('what is gone is named', async () => {
    const gone = { class: 'not_found', retryable: false };
    await expect(fixture.read(config, { schema: 'public', table: 'gone' })).rejects.toMatchObject({
      ...gone,
      message: expect.stringMatching(/^Table 'public\.gone' is not in database 'test_/),
    });
    await client.query('CREATE TABLE here (a int)');
    await expect(
      fixture.read(config, { schema: 'public', table: 'here', columns: ['b'] }),
    ).rejects.toMatchObject(gone);
  });
});

describe('a failure', () => {
  const failing = (changes: Record<string, unknown>) =>
    fixture.check(fixture.config({ ...fields, ...changes }));

  test.each([
    [
      { password: 'wrong-secret' },
      'authentication',
      "does not let user 'postgres' in; check user, password",
    ],
    [{ password: undefined }, 'authentication', 'does not let user'],
    [{ user: 'nobody_here' }, 'authentication', "does not let user 'nobody_here' in"],
    [{ database: 'no_such' }, 'database_missing', "'127.0.0.1' has no database 'no_such'"],
    [
      { port: 1 },
      'unreachable',
      "Cannot connect to '127.0.0.1' on port 1: no server answers there, or",
    ],
    [{ host: 'nowhere.invalid' }, /name_not_found|unreachable/, "'nowhere.invalid'"],
    [{ host: '169.254.169.254' }, 'address_refused', "Cannot connect to '169.254.169.254' on port"],
    [{ sslmode: 'require' }, 'tls_not_offered', 'offers no TLS'],
    [{ sslmode: 'verify-full' }, 'tls_not_offered', 'offers no TLS'],
  ])('of %j is told by class and sentence', async (changes, errorClass, sentence) => {
    const error = await failing(changes).then(
      () => expect.fail('it failed'),
      (thrown: unknown) => thrown as Error & { class: string },
    );
    expect(error.class).toMatch(errorClass);
    expect(error.message).toContain(sentence);
    expect(error.message).not.toMatch(/wrong-secret|SASL|ECONNREFUSED/);
  });

  test('loopback is refused where the service does not listen on loopback alone', async () => {
    const guarded = new SourceFixture('postgres', {
      rules: { allow: [], deny: [], loopbackOpen: false, own: [], ownPaths: [] },
    });
    try {
      await expect(guarded.check(config)).rejects.toMatchObject({ class: 'address_refused' });
    } finally {
      await guarded.close();
    }
  });

  test('a session that the server ends in the middle is unreachable, worth another try', async () => {
    await client.query(
      `CREATE VIEW slowly AS SELECT i, pg_sleep(0.001) IS NULL AS s FROM generate_series(1, 1000000) i`,
    );
    const read = fixture.extract(config, { schema: 'public', table: 'slowly' });
    await eventually(async () => {
      const ended = await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'quern' AND query LIKE 'COPY%' AND datname = current_database()`);
      expect(ended.rowCount).toBe(1);
    });
    await expect(read).rejects.toMatchObject({ class: 'unreachable', retryable: true });
  });

  test('work that nobody waits for is cancelled at the source before its first row', async () => {
    await client.query(`CREATE VIEW sleeps AS SELECT pg_sleep(600) IS NULL AS s`);
    const running = async () => {
      const { rows } =
        await client.query(`SELECT pid FROM pg_stat_activity WHERE application_name = 'quern'
        AND state = 'active' AND query LIKE 'COPY%' AND datname = current_database()`);
      return rows.length;
    };
    const controller = new AbortController();
    const read = fixture.extract(
      config,
      { schema: 'public', table: 'sleeps' },
      { signal: controller.signal },
    );
    await eventually(async () => expect(await running()).toBe(1));
    controller.abort();
    await expect(read).rejects.toMatchObject({ class: 'cancelled' });
    await eventually(async () => expect(await running()).toBe(0));
    const late = fixture.extract(
      config,
      { schema: 'public', table: 'sleeps' },
      { deadlineMs: 500 },
    );
    await expect(late).rejects.toMatchObject({ class: 'time_limit' });
    await eventually(async () => expect(await running()).toBe(0));
    expect(await fixture.check(config)).toEqual({ version: 'PostgreSQL 18.4' });
  });

  test("the source's own time limit says whose it is", async () => {
    const role = `hasty_${Math.random().toString(36).slice(2)}`;
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; ALTER ROLE ${role} SET statement_timeout = '200ms';
      CREATE VIEW naps AS SELECT pg_sleep(600) IS NULL AS s; GRANT SELECT ON naps TO ${role}`);
    try {
      const hasty = fixture.config({ ...fields, user: role, password: 'x' });
      await expect(fixture.read(hasty, { schema: 'public', table: 'naps' })).rejects.toMatchObject({
        class: 'source_timeout',
        message: expect.stringContaining(
          `raise statement_timeout of '${role}' (it says: canceling statement due to statement timeout)`,
        ),
      });
    } finally {
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  test("what the server itself says is wrong with a table is told by its code, without a row's value", async () => {
    await client.query(`CREATE TABLE told (a int); INSERT INTO told VALUES (0);
      CREATE VIEW divides AS SELECT 1 / a AS x FROM told; CREATE VIEW casts AS SELECT ('secret' || a)::int AS x FROM told;
      CREATE MATERIALIZED VIEW unfilled AS SELECT 1 AS x WITH NO DATA;
      CREATE FUNCTION raises() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE 'secret'; END $$; CREATE VIEW raised AS SELECT raises() AS x`);
    const failureOf = (table: string) =>
      fixture.read(config, { schema: 'public', table }).then(
        () => null,
        (error: SourceError) => [error.class, error.message] as const,
      );
    for (const [table, words] of [
      [
        'divides',
        /^Table 'public\.divides': '.*' answered with an error of its own, SQLSTATE 22012, division by zero: something that a view/,
      ],
      ['casts', /SQLSTATE 22P02, invalid text representation/],
      [
        'unfilled',
        /SQLSTATE 55000.*\(it says: materialized view "unfilled" has not been populated\)$/,
      ],
      ['raised', /SQLSTATE P0001, raised exception: a function that a view there calls raises it/],
    ] as const) {
      const [errorClass, message] = (await failureOf(table)) ?? [];
      expect([errorClass, message]).toEqual(['table_failed', expect.stringMatching(words)]);
      expect(message).not.toContain('secret');
    }
  });

  describe('of a server that is none', () => {
    const servers: Server[] = [];
    const sockets = new Set<Socket>();
    const listen = async (onConnect: (socket: Socket) => void): Promise<number> => {
      const server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
        onConnect(socket);
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    };
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    });

    test('one that hangs is given up at the deadline', async () => {
      const port = await listen(() => {});
      await expect(fixture.check(fixture.config({ ...fields, port }), 500)).rejects.toMatchObject({
        class: 'time_limit',
      });
    });

    test.each([
      ['closes', (socket: Socket) => socket.destroy()],
      ['speaks HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
      ['sends noise', (socket: Socket) => socket.end(Buffer.alloc(100_000, 0xff))],
    ])('one that %s is told', async (_what, onConnect) => {
      const port = await listen(onConnect);
      for (const sslmode of ['disable', 'prefer']) {
        const error = await fixture
          .check(fixture.config({ ...fields, port, sslmode }), 5_000)
          .catch((thrown) => thrown);
        expect(error.class).toMatch(/^(unreachable|source_failed|tls_not_offered)$/);
        expect(error.message).toContain("'127.0.0.1'");
      }
      expect(fixture.events).toEqual([]);
    });
  });
});

describe('a worker', () => {
  test('has an empty environment, no core file, and no secret on its command line', async () => {
    const own = new SourceFixture('postgres');
    await own.check(config);
    for (const pid of own.workers.workerPids()) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      expect(
        environment.filter((entry) => !/^(NODE_CHANNEL_|PWD=|OLDPWD=|SHLVL=|_=|$)/.test(entry)),
      ).toEqual([]);
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(fields.password);
      expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max core file size\s+0\s+0/);
    }
    await own.close();
  });

  test('serves one connection, and two pieces of work of a connection one after the other', async () => {
    const own = new SourceFixture('postgres');
    try {
      await client.query(
        "CREATE VIEW two_sessions AS SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'quern' AND pg_sleep(0.2) IS NOT NULL AND datname = current_database()",
      );
      const one = own.target(config, 'one');
      const options = { signal: new AbortController().signal, deadlineMs: 60_000 };
      await own.workers.check(one, options);
      const [first] = own.workers.workerPids();
      await own.workers.check(own.target(config, 'two'), options);
      expect(own.workers.workerPids()).toHaveLength(3);
      await own.workers.check(one, options);
      expect(own.workers.workerPids()[0]).toBe(first);
      const reads = await Promise.all(
        [1, 2, 3].map(() => own.read(config, { schema: 'public', table: 'two_sessions' })),
      );
      expect(reads.map(({ rows }) => rows)).toEqual([[['1']], [['1']], [['1']]]);
    } finally {
      await own.close();
    }
  });

  test('that is killed fails its work alone, and the next has another', async () => {
    const own = new SourceFixture('postgres', { workers: 1 });
    try {
      const read = own.extract(config, { schema: 'public', table: 'sleeps' });
      const waiting = own.workers.check(own.target(config, 'other'), {
        signal: new AbortController().signal,
        deadlineMs: 60_000,
      });
      await eventually(() => expect(own.workers.workerPids()).toHaveLength(2));
      process.kill(own.workers.workerPids()[0] ?? 0, 'SIGKILL');
      await expect(read).rejects.toMatchObject({ class: 'reader_ended', retryable: true });
      expect(await waiting).toEqual({ version: 'PostgreSQL 18.4' });
      expect(own.events).toMatchObject([{ kind: 'worker_ended', how: 'SIGKILL' }]);
    } finally {
      await own.close();
    }
  });

  test('over its memory is ended', async () => {
    const own = new SourceFixture('postgres', { memoryBytes: 110 * 2 ** 20 });
    try {
      await client.query(`CREATE VIEW huge AS SELECT repeat('x', 120000000) AS v`);
      await expect(own.read(config, { schema: 'public', table: 'huge' })).rejects.toMatchObject({
        class: 'memory_limit',
        message: expect.stringContaining('more than 110 MiB'),
      });
    } finally {
      await own.close();
    }
  });

  test('is not waited for by work whose caller fails, and ends with the pool', async () => {
    const own = new SourceFixture('postgres');
    const failing = own.workers.discover(
      own.target(config),
      {},
      {
        signal: new AbortController().signal,
        deadlineMs: 60_000,
        onTables: () => {
          throw new Error('the caller failed');
        },
      },
    );
    await expect(failing).rejects.toThrow('the caller failed');
    const read = own.extract(config, { schema: 'public', table: 'sleeps' });
    const ended = expect(read).rejects.toMatchObject({ class: 'reader_ended' });
    await own.close();
    await ended;
    expect(own.workers.workerPids()).toEqual([]);
  });
});
