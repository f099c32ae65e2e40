import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../src/lake/model.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';
import { makeParquet, readParquet } from '../parquet-files.ts';

let service: SharedService;
let api: Api;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
});

/** A database with table `t` of the layout. */
async function declared(layout: Json): Promise<Json> {
  return api.createDatabase({ schemas: [{ name: 'main', tables: [{ name: 't', ...layout }] }] });
}

async function loadSelect(database: Json, sql: string, options: Json = {}): Promise<void> {
  const upload = await api.upload(await makeParquet(sql));
  const { status, body } = await api.load(database.id, 't', { upload_id: upload, ...options });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** The manifests of the table's present version, from the metadata. */
function manifestsOf(database: Json): Manifest[] {
  const metadata = new Database(join(service.dataDir, 'quern.db'), { readonly: true });
  try {
    const version = metadata
      .prepare(
        'SELECT v.manifest_ids FROM lake_tables t JOIN lake_versions v ON v.id = t.version_id WHERE t.lake_id = ? AND t.name = ?',
      )
      .get(database.default_connection_id, 't') as { manifest_ids: string };
    const read = metadata.prepare('SELECT columns, files FROM lake_manifests WHERE id = ?');
    return (JSON.parse(version.manifest_ids) as string[]).map((id) => {
      const { columns, files } = read.get(id) as { columns: string; files: string };
      return { columns: JSON.parse(columns), files: JSON.parse(files) };
    });
  } finally {
    metadata.close();
  }
}

const filesOf = (database: Json) => manifestsOf(database).flatMap((manifest) => manifest.files);
const partitionsOf = (database: Json) => filesOf(database).map((file) => file.partition);
const pathOf = (key: string) => join(service.dataDir, 'objects', key);

interface Answer {
  readonly rows: unknown[][];
  readonly rowsScanned: number | null;
  readonly bytesScanned: number | null;
}

async function ask(database: Json, sql: string, options: Json = {}): Promise<Answer> {
  const { status, body } = await api.query(database.id, sql, options);
  expect(status, JSON.stringify(body)).toBe(200);
  const run = await api.get(`/v1/query-runs/${body.query_run_id}`, {
    'x-database-id': database.id,
  });
  expect(run.status, JSON.stringify(run.body)).toBe(200);
  return {
    rows: body.rows,
    rowsScanned: run.body.rows_scanned,
    bytesScanned: run.body.bytes_scanned,
  };
}

describe('a table partitioned by day', () => {
  let database: Json;
  /** Ten days of a hundred rows each. */
  const days =
    "SELECT i AS id, TIMESTAMP '2024-03-01' + to_seconds(i * 864) AS at_time, hash(i)::VARCHAR AS filler FROM range(1000) AS r(i)";

  beforeAll(async () => {
    database = await declared({ partition_by: [{ column: 'at_time', transform: 'day' }] });
    await loadSelect(database, days);
  });

  test('is written as a file for each day', () => {
    expect(partitionsOf(database)).toEqual(
      Array.from({ length: 10 }, (_unused, day) => [`2024-03-${String(day + 1).padStart(2, '0')}`]),
    );
  });

  test('is read where the query asks: no more bytes than the one file, and no other file is opened', async () => {
    const files = filesOf(database);
    const wanted = files[4];
    // The query would fail if another file were opened.
    const others = files.filter((file) => file !== wanted).map((file) => pathOf(file.key));
    for (const path of others) await rename(path, `${path}.away`);
    try {
      const one = await ask(
        database,
        "SELECT count(*), min(id), sum(length(filler)) > 1000 FROM t WHERE at_time >= '2024-03-05' AND at_time < date '2024-03-05' + interval '1 day'",
      );
      expect(one).toMatchObject({ rows: [[100, 400, true]], rowsScanned: 100 });
      expect(one.bytesScanned).toBeGreaterThan(0);
      expect(one.bytesScanned).toBeLessThanOrEqual(wanted?.sizeBytes ?? 0);
      const { status } = await api.query(
        database.id,
        "SELECT sum(length(filler)) FROM t WHERE at_time >= '2024-03-06'",
      );
      expect(status).toBeGreaterThanOrEqual(400);
    } finally {
      for (const path of others) await rename(`${path}.away`, path);
    }
    const all = await ask(database, 'SELECT count(*), sum(length(filler)) > 1000 FROM t');
    expect(all).toMatchObject({ rows: [[1000, true]], rowsScanned: 1000 });
    expect(all.bytesScanned).toBeGreaterThan(wanted?.sizeBytes ?? Number.POSITIVE_INFINITY);
  });

  test.each([
    ["at_time::date = '2024-03-05'", 100, 100],
    ["at_time BETWEEN '2024-03-02 12:00' AND timestamp '2024-03-03 11:59:59'", 100, 200],
    ["at_time IN ('2024-03-01 00:00:00', '2024-03-10 00:00:00')", 2, 200],
    ["at_time < timestamptz '2024-03-02 02:00:00+02' OR at_time > '2024-03-10'", 199, 200],
    ["date_trunc('day', at_time) = '2024-03-05'", 100, 100],
    [
      "date_trunc('month', at_time) <> date '2024-03-01' AND date_trunc('month', at_time) = '2024-04-01'",
      0,
      null,
    ],
    ["at_time > now() - interval '1 day'", 0, null],
    [
      "date_trunc('week', at_time) < date_trunc('week', now()) AND at_time < '2024-03-02'",
      100,
      100,
    ],
    ['at_time::date = current_date', 0, null],
    ['id = 250', 1, 100],
    ['main.t.id = 250', 1, 100],
    ['id IN (5, 999)', 2, 200],
    ["t.at_time >= '2024-03-09' AND filler IS NOT NULL", 200, 200],
    ["at_time = '2023-01-01'", 0, null],
    ['id IS NULL', 0, null],
    ["NOT (at_time >= '2024-03-02')", 100, 100],
    ["NOT (id < 100 AND filler <> 'x')", 900, 1000],
    ["at_time > '2024-03-10' OR filler LIKE 'x%'", 99, 1000],
  ])('answers %s with %i rows, and reads %s', async (condition, count, scanned) => {
    const answer = await ask(database, `SELECT id, at_time FROM t WHERE ${condition}`);
    expect([answer.rows.length, answer.rowsScanned]).toEqual([count, scanned]);
  });

  test.each(
    ['hotsql', 'duckdb', 'snowflake'].flatMap((dialect) =>
      [
        ['main.t', 'main.t.at_time'],
        ['default.main.t', 'main.t.at_time'],
        ['default.main.t', 'default.main.t.at_time'],
        ['"default"."main"."t"', '"default"."main"."t"."at_time"'],
        ['main.t', 't.at_time'],
        ['t', 'main.t.at_time'],
        ['t', 'default.main.t.at_time'],
        ['main.t', 'default.main.t.at_time'],
      ].map(([table, column]) => [dialect, table, column] as const),
    ),
  )('is read by %s where %s is asked for %s: one file of ten', async (dialect, table, column) => {
    const sql = `SELECT count(*) AS n, sum(length(filler)) > 0 AS s FROM ${table} WHERE ${column} >= '2024-03-10'`;
    const answer = await ask(database, sql, { dialect });
    expect([answer.rows, answer.rowsScanned]).toEqual([[[100, true]], 100]);
    expect(answer.bytesScanned).toBeLessThanOrEqual(filesOf(database)[9]?.sizeBytes ?? 0);
  });

  test('is compared with the clock’s date, also where a column is called current_date', async () => {
    await api.loadCsv(database.id, 'dated', 'current_date,n\n2001-01-01,1\n2999-01-01,2\n');
    const { rows } = await ask(
      database,
      'SELECT n, "current_date" < current_date FROM dated ORDER BY n',
    );
    expect(rows).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  test('gives its columns and counts where nothing is left to read', async () => {
    const { body } = await api.query(database.id, 'SELECT * FROM t WHERE id < 0');
    expect(body).toMatchObject({ columns: ['id', 'at_time', 'filler'], rows: [] });
    const { rows } = await ask(
      database,
      'SELECT count(*), sum(x.id) FROM t AS x LEFT JOIN (SELECT * FROM t WHERE id < 0) AS y ON x.id = y.id WHERE x.id < 2',
    );
    expect(rows).toEqual([[2, 1]]);
  });

  test('is read for every reference of the text: what one of them needs is there', async () => {
    const both = await ask(
      database,
      'SELECT (SELECT max(id) FROM t WHERE id < 50), (SELECT min(id) FROM main.t AS x WHERE x.id >= 950)',
    );
    expect(both.rows).toEqual([[49, 950]]);
    const one = await ask(
      database,
      'SELECT count(*), (SELECT count(*) FROM t) FROM t WHERE id < 50',
    );
    expect(one.rows).toEqual([[50, 1000]]);
  });

  test('follows outer joins: a side that may be filled with nulls keeps what decides about them', async () => {
    await api.loadCsv(database.id, 'other', 'id,tag\n5,a\n950,b\n');
    const missing = 'SELECT count(*) FROM t LEFT JOIN other AS o ON t.id = o.id WHERE o.id IS NULL';
    expect((await ask(database, missing)).rows).toEqual([[998]]);
    const found = await ask(
      database,
      "SELECT o.tag, t.id FROM other AS o LEFT JOIN t ON t.id = o.id AND t.at_time < '2024-03-02' ORDER BY o.tag",
    );
    expect(found).toMatchObject({
      rows: [
        ['a', 5],
        ['b', null],
      ],
      rowsScanned: 102,
    });
  });

  test('keeps its layout when rows are appended and when it is replaced', async () => {
    const own = await declared({ partition_by: [{ column: 'd', transform: 'month' }] });
    await api.loadCsv(own.id, 't', 'd,n\n2024-01-31,1\n2024-02-01,2\n');
    await api.loadCsv(own.id, 't', 'd,n\n2024-02-29,3\n,4\n', { mode: 'append' });
    expect(partitionsOf(own)).toEqual([['2024-01'], ['2024-02'], ['2024-02'], [null]]);
    expect(
      (await ask(own, "SELECT n FROM t WHERE d BETWEEN '2024-02-01' AND '2024-02-29' ORDER BY n"))
        .rows,
    ).toEqual([[2], [3]]);
    expect(await ask(own, 'SELECT n FROM t WHERE d IS NULL')).toMatchObject({
      rows: [[4]],
      rowsScanned: 1,
    });
    await api.loadCsv(own.id, 't', 'n,d\n7,2025-06-01\n8,2025-07-01\n');
    expect(partitionsOf(own)).toEqual([['2025-06'], ['2025-07']]);
    const { body } = await api.get(
      `/v1/information_schema?connection_id=${own.default_connection_id}&table=t`,
    );
    expect(body.tables[0].partition_by).toEqual([{ column: 'd', transform: 'month' }]);
  });

  test('takes new columns: files that are older than a column are read where a null may be wanted, and only there', async () => {
    const own = await declared({ partition_by: [{ column: 'd', transform: 'year' }] });
    await api.loadCsv(own.id, 't', 'd,n\n2023-05-05,1\n2024-05-05,2\n');
    await loadSelect(own, "SELECT DATE '2024-06-06' AS d, 3000000000 AS n, 'new' AS tag", {
      mode: 'append',
    });
    expect(await ask(own, "SELECT n FROM t WHERE tag = 'new'")).toMatchObject({
      rows: [[3000000000]],
      rowsScanned: 1,
    });
    expect(await ask(own, 'SELECT n FROM t WHERE tag IS NULL ORDER BY n')).toMatchObject({
      rows: [[1], [2]],
      rowsScanned: 2,
    });
    expect(await ask(own, "SELECT n, tag FROM t WHERE d >= '2024-01-01' ORDER BY n")).toMatchObject(
      {
        rows: [
          [2, null],
          [3000000000, 'new'],
        ],
        rowsScanned: 2,
      },
    );
  });
});

describe('other layouts', () => {
  test('an evolved table is compared in its present types', async () => {
    const database = await declared({});
    await loadSelect(database, "SELECT 0.2::DECIMAL(5,1) AS d, DATE '2024-02-28' AS at_time");
    await loadSelect(
      database,
      "SELECT 0.25::DECIMAL(10,2) AS d, TIMESTAMP '2024-03-01 10:00:00' AS at_time",
      {
        mode: 'append',
      },
    );
    const found = async (condition: string) =>
      (await ask(database, `SELECT d FROM t WHERE ${condition}`)).rows.flat().map(Number);
    expect(await found('d = 0.15')).toEqual([]);
    expect(await found('d > 0.15')).toEqual([0.2, 0.25]);
    expect(await found('d = 0.2')).toEqual([0.2]);
    expect(await found("at_time < '2024-02-28 12:00:00'")).toEqual([0.2]);
    expect(await found("at_time = '2024-02-28 12:00:00'")).toEqual([]);
    const pairs =
      'SELECT count(*) FROM t AS a JOIN t AS b ON a.at_time = b.at_time AND a.d = b.d WHERE b.d < 1';
    expect((await ask(database, pairs)).rows).toEqual([[2]]);
  });

  test('several partition keys and times with a time zone', async () => {
    const database = await declared({
      partition_by: [
        { column: 'region', transform: 'identity' },
        { column: 'at_time', transform: 'hour' },
      ],
    });
    await loadSelect(
      database,
      "SELECT r AS region, TIMESTAMPTZ '2024-01-01 00:30:00+02' + to_hours(h::INTEGER) AS at_time, h AS n FROM (VALUES ('eu'), ('us'), (NULL)) AS v(r), range(3) AS s(h)",
    );
    expect(partitionsOf(database)).toEqual(
      ['eu', 'us', null].flatMap((region) =>
        ['2023-12-31T22', '2023-12-31T23', '2024-01-01T00'].map((hour) => [region, hour]),
      ),
    );
    const sum = 'SELECT sum(n + 1) FROM t WHERE';
    expect(
      await ask(database, `${sum} region = 'eu' AND at_time < '2024-01-01 00:00:00'`),
    ).toMatchObject({
      rows: [[3]],
      rowsScanned: 2,
    });
    expect(
      await ask(database, `${sum} region IS NULL AND at_time = '2024-01-01 02:30:00+02'`),
    ).toMatchObject({
      rows: [[3]],
      rowsScanned: 1,
    });
    expect(await ask(database, `${sum} region IN ('us', 'asia')`)).toMatchObject({
      rows: [[6]],
      rowsScanned: 3,
    });
  });

  test('rows are in the declared order within each file, after every load', async () => {
    const database = await declared({
      partition_by: [{ column: 'p', transform: 'identity' }],
      sorted_by: [{ column: 'a', direction: 'desc', nulls: 'last' }, { column: 'b' }],
    });
    const rows = (from: number) =>
      `SELECT i % 2 AS p, CASE WHEN i % 7 = 0 THEN NULL ELSE hash(i) % 10 END AS a, hash(i + 1) % 100 AS b FROM range(${from}, ${from + 5000}) AS r(i)`;
    await loadSelect(database, rows(0));
    await loadSelect(database, rows(5000), { mode: 'append' });
    const files = filesOf(database);
    expect(files.map((file) => file.partition)).toEqual([['0'], ['1'], ['0'], ['1']]);
    for (const file of files) {
      const bytes = await readFile(pathOf(file.key));
      const read = (await readParquet(bytes, 'a, b')).map(
        ([a, b]) => [a === null ? -1 : Number(a), Number(b)] as const,
      );
      expect(read).toEqual([...read].sort((one, other) => other[0] - one[0] || one[1] - other[1]));
      expect(read.length).toBe(2500);
    }
  });

  test('keyed loads write their rows in the layout too, and deleted rows stay gone where files are left out', async () => {
    const database = await declared({
      key: ['id'],
      partition_by: [{ column: 'd', transform: 'month' }],
      sorted_by: [{ column: 'v' }],
    });
    await api.loadCsv(
      database.id,
      't',
      'id,d,v\n1,2024-01-05,9\n2,2024-01-06,8\n3,2024-02-01,7\n4,2024-03-01,6\n',
    );
    await api.loadCsv(
      database.id,
      't',
      'id,d,v\n2,2024-03-07,1\n5,2024-03-02,0\n6,2024-01-01,5\n',
      { mode: 'upsert' },
    );
    await api.loadCsv(database.id, 't', 'id,v\n3,70\n', { mode: 'update' });
    await api.loadCsv(database.id, 't', 'id\n4\n', { mode: 'delete' });
    for (const { partition, rowCount } of filesOf(database))
      expect([partition?.length, rowCount > 0]).toEqual([1, true]);
    const rows = async (condition: string) =>
      (await ask(database, `SELECT id, v FROM t WHERE ${condition} ORDER BY id`)).rows;
    expect(await rows("d < '2024-02-01'")).toEqual([
      [1, 9],
      [6, 5],
    ]);
    expect(await rows("d BETWEEN '2024-02-01' AND '2024-02-29'")).toEqual([[3, 70]]);
    expect(await rows("d >= '2024-03-01'")).toEqual([
      [2, 1],
      [5, 0],
    ]);
    expect(await rows('id = 4')).toEqual([]);
    const march = filesOf(database).filter(
      (file) => file.partition?.[0] === '2024-03' && file.rowCount === 2,
    );
    expect(march.length).toBe(1);
    for (const file of march)
      expect(await readParquet(await readFile(pathOf(file.key)), 'v')).toEqual([['0'], ['1']]);
  });

  test.each([
    ['an unknown transform', { partition_by: [{ column: 'd', transform: 'week' }] }],
    [
      'the same partition twice',
      {
        partition_by: [
          { column: 'd', transform: 'day' },
          { column: 'd', transform: 'day' },
        ],
      },
    ],
    [
      'the same sort column twice',
      { sorted_by: [{ column: 'a' }, { column: 'a', direction: 'desc' }] },
    ],
    ['an unknown direction', { sorted_by: [{ column: 'a', direction: 'up' }] }],
    ['a partition without a column', { partition_by: [{ transform: 'day' }] }],
    [
      'more than 16 sort columns',
      { sorted_by: Array.from({ length: 17 }, (_unused, index) => ({ column: `c${index}` })) },
    ],
    [
      'more than 16 partition keys',
      {
        partition_by: Array.from({ length: 17 }, (_unused, index) => ({
          column: `c${index}`,
          transform: 'identity',
        })),
      },
    ],
  ])('a declaration with %s is 400 and changes nothing', async (_name, layout) => {
    const database = await api.createDatabase();
    const answer = await api.post(`/v1/databases/${database.id}/schemas/main/tables`, {
      name: 't',
      ...layout,
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    const { body } = await api.get(
      `/v1/information_schema?connection_id=${database.default_connection_id}`,
    );
    expect(body.tables).toEqual([]);
  });

  test('a load that cannot be partitioned as declared is 400 and leaves the table as it is', async () => {
    const database = await declared({ partition_by: [{ column: 'd', transform: 'hour' }] });
    for (const data of ['x\n1\n', 'd\n2024-01-01\n', 'd\nno time\n']) {
      const { status, body } = await api.load(database.id, 't', { data });
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.error.message).toMatch(/'d'/);
    }
    expect((await api.query(database.id, 'SELECT * FROM t')).body.error.message).toMatch(
      /has no data/,
    );
    await api.loadCsv(database.id, 't', 'd,n\n2024-01-01 10:20:30,1\n');
    const narrower = await api.load(database.id, 't', { mode: 'replace', data: 'n\n2\n' });
    expect([narrower.status, narrower.body.error.message]).toEqual([
      400,
      expect.stringMatching(/'d' in 'partition_by'/),
    ]);
    expect((await ask(database, 'SELECT n FROM t')).rows).toEqual([[1]]);
  });
});
