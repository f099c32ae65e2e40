import { connect, type Socket } from 'node:net';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bind } from '../../src/plan/bind.ts';
import { engineViews } from '../../src/plan/duckdb/engine-views.ts';
import { nearestName } from '../../src/plan/nearest-name.ts';
import type { Analysis, VisibleCatalogs } from '../../src/plan/types.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService, testToken } from '../service.ts';

let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await startService({ env: { QUERN_QUERY_TIMEOUT: '10' } });
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 't', 'a,b\n1,x\n2,y\n');
});
afterAll(() => service?.dispose());

const ask = (sql: string, dialect: string) => api.query(database.id, sql, { dialect });

describe("the engine's own views", () => {
  const kelvin = '\u212A';
  const disguises = [
    'WITH RECURSIVE duckdb_views AS (SELECT sql FROM duckdb_views UNION ALL SELECT sql FROM duckdb_views WHERE false) SELECT v.sql FROM duckdb_views v, t',
    'WITH RECURSIVE pg_settings AS (SELECT * FROM pg_settings UNION ALL SELECT * FROM pg_settings WHERE false) SELECT * FROM pg_settings',
    'WITH RECURSIVE sqlite_master AS (SELECT sql FROM sqlite_master UNION ALL SELECT sql FROM sqlite_master WHERE false) SELECT * FROM sqlite_master',
    `WITH "duc${kelvin}db_views" AS (SELECT 1 AS a) SELECT v.sql FROM duckdb_views v, t`,
    `WITH "duc${kelvin}db_databases" AS (SELECT 1 AS a) SELECT * FROM duckdb_databases`,
  ];

  it.each(disguises)(
    'cannot be read under the name of a CTE that does not hide them: %s',
    async (sql) => {
      for (const dialect of ['hotsql', 'duckdb']) {
        const { status, body } = await ask(sql, dialect);
        expect([dialect, status]).toEqual([dialect, 400]);
        expect(JSON.stringify(body)).not.toMatch(/parquet|quern-worker|\/tmp/);
      }
    },
  );

  it('are all on the list', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const reader = await connection.runAndReadAll(
      "SELECT view_name FROM duckdb_views() WHERE schema_name <> 'information_schema' ORDER BY 1",
    );
    expect([...engineViews].sort()).toEqual(reader.getColumns()[0]?.map(String));
  });

  it('leave the names of CTEs alone otherwise, and what the first half of a recursive one reads is a table', async () => {
    const own = await ask(
      'WITH duckdb_things AS (SELECT 7 AS n) SELECT n FROM DuckDB_Things',
      'duckdb',
    );
    expect(own.body.rows).toEqual([[7]]);
    const sql =
      'WITH RECURSIVE t AS (SELECT a FROM t UNION SELECT a + 1 FROM t WHERE a < 4) SELECT a FROM t ORDER BY a';
    expect((await ask(sql, 'duckdb')).body.rows).toEqual([[1], [2], [3], [4]]);
  });

  it("cannot be read through another spelling of information_schema, which lists none of the worker's tables", async () => {
    for (const schema of ['"INFORMATION_SCHEMA"', '"Information_Schema"']) {
      const { status, body } = await ask(`SELECT table_catalog FROM ${schema}.tables`, 'hotsql');
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining('information_schema'),
      ]);
    }
    const plain = await ask('SELECT table_catalog FROM INFORMATION_SCHEMA.tables', 'hotsql');
    expect(plain.body.rows).toEqual([['default']]);
  });

  it.each(['current_catalog', 'current_schema', 'CURRENT_USER'])(
    'are not named by %s without parentheses',
    async (name) => {
      for (const sql of [`SELECT ${name}`, `SELECT ${name} FROM t`]) {
        const { status, body } = await ask(sql, 'duckdb');
        expect([status, body.error?.message]).toEqual([
          400,
          expect.stringContaining('is not available'),
        ]);
      }
    },
  );
});

describe('texts that were read differently from how they run', () => {
  it('a literal beyond the range of doubles is an answer or the caller’s mistake, not ours', async () => {
    for (const sql of [
      'SELECT 1e400 AS x',
      'SELECT -1e400 AS x FROM t LIMIT 1',
      `SELECT '"value":Infinity' AS x, 1e400 AS y`,
    ]) {
      const { status, body } = await ask(sql, 'duckdb');
      expect([sql, status]).toEqual([sql, 200]);
      expect(body.rows[0][0]).toBe(sql.includes('"value"') ? '"value":Infinity' : null);
    }
  });

  it('a semicolon behind an escaped quote ends nothing', async () => {
    const { body } = await ask(String.raw`SELECT E'it\'s; ok' AS x, ';' AS y;`, 'duckdb');
    expect(body.rows).toEqual([["it's; ok", ';']]);
  });

  it('a table that is named right after a number counts as read', async () => {
    const { body } = await ask('SELECT 1FROM t', 'duckdb');
    expect(body.rows).toEqual([[1], [1]]);
    const run = await api.get(`/v1/query-runs/${body.query_run_id}`, {
      'x-database-id': database.id,
    });
    expect(run.body.rows_scanned).toBe(2);
  });
});

describe('values on their way out', () => {
  it('JSON is text in every format and at any depth, so that the NaN which the engine allows in it breaks no answer', async () => {
    const sql = `SELECT '{"a":NaN}'::JSON AS a, ['1'::JSON] AS b, {'x y': 'null'::JSON} AS c, to_json('inf'::DOUBLE) AS d, map(['k'], ['2'::JSON]) AS e`;
    const { status, body } = await ask(sql, 'duckdb');
    expect([status, body.rows]).toEqual([
      200,
      [['{"a":NaN}', ['1'], { 'x y': 'null' }, 'Infinity', { k: '2' }]],
    ]);
    const fetched = await api.get(`/v1/results/${body.result_id}`, {
      'x-database-id': database.id,
    });
    expect(fetched.body.rows).toEqual(body.rows);
    const again = await ask(`SELECT * FROM quern.results.${body.result_id}`, 'duckdb');
    expect(again.body.rows).toEqual(body.rows);
  });

  it('information_schema calls a table a base table also where the query reads it', async () => {
    const { body } = await ask(
      "SELECT table_type FROM information_schema.tables, (SELECT count(*) FROM t) AS n WHERE table_name = 't'",
      'hotsql',
    );
    expect(body.rows).toEqual([['BASE TABLE']]);
  });

  it('a function that does not take a type is named as the caller named it', async () => {
    for (const name of ['round', 'sum']) {
      const { status, body } = await ask(`SELECT ${name}(b) FROM t`, 'hotsql');
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^function ${name}\\(\\w+\\) does not exist`)),
      ]);
    }
  });

  it('a decimal without digits before its point has a zero there, in every text format and inside nested values', async () => {
    const { status, body } = await ask(
      'SELECT 0.5::DECIMAL(1,1) AS a, -0.05::DECIMAL(2,2) AS b, 0.25::DECIMAL(38,38) AS c, [0.5::DECIMAL(1,1)] AS d, map([0.5::DECIMAL(1,1)], [1]) AS e',
      'duckdb',
    );
    expect([status, body.rows]).toEqual([200, [[0.5, -0.05, 0.25, [0.5], { '0.5': 1 }]]]);
    const fetched = (format: string) =>
      api.get(`/v1/results/${body.result_id}?format=${format}`, { 'x-database-id': database.id });
    expect((await fetched('json')).body.rows).toEqual(body.rows);
    expect((await fetched('csv')).body).toContain('\n0.5,-0.05,0.25');
    expect((await fetched('md')).body).toContain('| 0.5 | -0.05 | 0.25');
  });
});

describe('work that the HTTP process does for a caller', () => {
  it('a name of a megabyte does not come back in the message', async () => {
    for (const sql of [
      `SELECT * FROM "${'n'.repeat(900_000)}"`,
      `SELECT * FROM quern.results."${'n'.repeat(900_000)}"`,
    ]) {
      const { status, body } = await ask(sql, 'duckdb');
      expect(status).toBe(400);
      expect(body.error.message).toContain('not found');
      expect(body.error.message.length).toBeLessThan(1000);
    }
  });

  it('a query names a thousand tables at most, spellings of one included', async () => {
    const spellings = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        [...index.toString(2).padStart(12, '0')].map((bit) => (bit === '1' ? 'X' : 'x')).join(''),
      );
    const name = 'x'.repeat(12);
    await api.loadCsv(database.id, name, 'a\n1\n');
    const sql = (count: number) =>
      `SELECT ${spellings(count)
        .map((spelling) => `(FROM ${spelling})`)
        .join(', ')}`;
    const refused = await ask(sql(1001), 'duckdb');
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('more than 1000 tables'),
    ]);
    const few = await ask(sql(20), 'duckdb');
    expect(few.body.rows[0]).toHaveLength(20);
  });

  it('binding looks each name up once, however many tables there are', () => {
    let looks = 0;
    const tables = Array.from({ length: 2000 }, (_, index) => ({
      get name() {
        looks += 1;
        return `table_${index}`;
      },
      id: String(index),
      loaded: true,
      columns: [],
    }));
    const scope: VisibleCatalogs = {
      catalogs: [
        { names: ['default'], defaultSchema: 'main', schemas: [{ name: 'main', tables }] },
      ],
      defaultCatalogIndex: 0,
    };
    const references = tables
      .slice(0, 1000)
      .map((_, index) => ({ catalog: null, schema: null, table: `TABLE_${index}` }));
    const analysis = { tables: references, readsInformationSchema: false } as unknown as Analysis;
    const translation = {
      statementKind: 'select',
      sql: '',
      tableNames: null,
      usesMacros: false,
    } as const;
    expect(bind({ translation, analysis }, scope).tables).toHaveLength(1000);
    expect(looks).toBeLessThan(10_000);
  });

  it('the nearest name is sought among as many as a few milliseconds allow', () => {
    let looked = 0;
    function* names() {
      for (let index = 0; index < 5000; index += 1) {
        looked += 1;
        yield `${'a'.repeat(100)}${String(index).padStart(5, '0')}`;
      }
    }
    nearestName(`${'a'.repeat(100)}zzzzz`, names());
    expect(looked).toBeLessThan(100);
    expect(nearestName('ordres', ['customers', 'orders'])).toBe('orders');
  });

  it('a body of very many values is refused before it is parsed', async () => {
    const body = `{"sql":"SELECT 1","x":[${Array(60_000).fill('{}').join(',')}]}`;
    const { status, body: answer } = await api.request('POST', '/v1/query', body, {
      'x-database-id': database.id,
    });
    expect([status, answer.error.message]).toEqual([400, 'The body holds more than 50000 values']);
  });

  it('a page of query runs ends after 8 MiB of their SQL, and the cursor goes on from there', async () => {
    const crowded = await api.createDatabase();
    const scoped = api.with({ 'x-database-id': crowded.id });
    for (let index = 0; index < 12; index += 1) {
      expect(
        (await api.query(crowded.id, `SELECT ${index} AS n --${'c'.repeat(950_000)}`)).status,
      ).toBe(200);
    }
    const first = (await scoped.get('/v1/query-runs?limit=1000')).body;
    expect([first.count, first.has_more]).toEqual([8, true]);
    const second = (await scoped.get(`/v1/query-runs?limit=1000&cursor=${first.next_cursor}`)).body;
    expect([second.count, second.has_more, second.next_cursor]).toEqual([4, false, undefined]);
    const ids = [...first.query_runs, ...second.query_runs].map((run: Json) => run.id);
    expect(new Set(ids).size).toBe(12);
  });
});

describe('clients that do not wait and clients that do not read', () => {
  const sockets: Socket[] = [];
  let homeId = '';
  beforeAll(async () => {
    homeId = (await api.get('/v1/workspaces')).body.workspaces[0].public_id;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  /** Sends a query on a connection of its own and reads nothing of the answer. */
  function sendOnly(sql: string): Socket {
    const body = JSON.stringify({ sql, dialect: 'duckdb' });
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /v1/query HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${testToken}\r\nx-database-id: ${database.id}\r\n` +
          `x-workspace-id: ${homeId}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      socket.pause();
    });
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  }

  async function plannerQueue(): Promise<number> {
    const { body } = await api.get('/metrics');
    return Number(/quern_engine_queued\{pool="planner"\} (\d+)/.exec(body)?.[1]);
  }

  it('a text whose client has gone leaves the planner’s queue', async () => {
    const heavy = (index: number) =>
      `SELECT ${Array.from({ length: 50_000 }, (_, at) => `a=${(at + index) % 1000}`).join(' OR ')} FROM t`;
    const senders = Array.from({ length: 40 }, (_, index) => sendOnly(heavy(index)));
    await eventually(async () => expect(await plannerQueue()).toBeGreaterThanOrEqual(4));
    for (const socket of senders) socket.destroy();
    await eventually(async () => expect(await plannerQueue()).toBe(0));
  });

  it('answers that nobody reads are 429 for the workspace’s next queries, and none for another workspace', async () => {
    const created = await api.post('/v1/workspaces', { name: 'neighbour' });
    const neighbour = api.with({ 'x-workspace-id': created.body.workspace.public_id });
    const home = api.with({ 'x-workspace-id': homeId });
    const theirs = await neighbour.createDatabase();
    const large = (index: number) => `SELECT repeat('x', 800), ${index} FROM range(9900)`;
    for (let index = 0; index < 40; index += 1) sendOnly(large(index));
    await eventually(async () => {
      const { status, headers } = await home.query(database.id, 'SELECT 1');
      expect([status, headers.get('retry-after')]).toEqual([
        429,
        expect.stringMatching(/^[1-9]\d*$/),
      ]);
    });
    expect((await neighbour.query(theirs.id, 'SELECT 1')).status).toBe(200);
    // Queries that waited for a worker meanwhile are refused in turn, and leave no trace.
    await eventually(async () =>
      expect((await api.get('/metrics')).body).toContain('quern_queries_running 0'),
    );
    const runs = await home.get('/v1/query-runs?limit=1000', { 'x-database-id': database.id });
    const begun = runs.body.query_runs.filter((run: Json) => run.sql_text.includes('range(9900)'));
    expect(begun.length).toBeGreaterThan(4);
    expect(begun.length).toBeLessThan(20);
    for (const socket of sockets) socket.destroy();
    await eventually(async () =>
      expect((await home.query(database.id, 'SELECT 1')).status).toBe(200),
    );
  });
});
